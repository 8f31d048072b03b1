"""The runner of a long run: this process, several, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from winnow.cli import common
from winnow.workers.local import InProcess, Processes, Runner

_RETRIES = 3

jobs_option = click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
dask_option = click.option(
    "--dask", metavar="HOST:PORT", help="Use the cluster of this dask scheduler instead (see docs/scaling.md)."
)


deals_options = common.added(
    click.argument("game"),
    click.option("--deals", type=click.IntRange(min=1), required=True, metavar="N", help="Take N numbered deals."),
    click.option(
        "--from", "first", type=click.IntRange(min=0), default=0, metavar="K", help="Number of the first deal."
    ),
    jobs_option,
    dask_option,
)
"""Adds GAME, the numbers of its deals (--deals and --from), --jobs and --dask."""


@contextmanager
def runner(jobs: int, dask: str | None, stop: Callable[[], bool], *, in_order: bool = False) -> Iterator[Runner]:
    """Yield the runner for these options; with `in_order` its results come in the tasks' order.

    Raises UnreachableError if the cluster cannot be reached, UnansweredError if it goes away.
    """
    if dask is None:
        yield InProcess(stop) if jobs == 1 else Processes(jobs, stop, in_order=in_order, retries=_RETRIES)
        return
    try:
        from winnow.workers import cluster  # noqa: PLC0415  an extra, and slow to import
    except ImportError:
        raise common.InputError("--dask needs dask.distributed: pip install 'winnow-solitaire[cluster]'") from None
    waiting = f"waiting for workers: the scheduler at {dask} has none yet (Ctrl-C stops)"
    try:
        with cluster.connected(dask, stop, in_order=in_order, waiting=lambda: common.mention(waiting)) as found:
            yield found
    except cluster.ClusterLostError as error:
        raise common.UnansweredError(f"{error}; run again to continue") from None
