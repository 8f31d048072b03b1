"""The options of a long run for its runner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from winnow.cli import common
from winnow.workers import runners
from winnow.workers.local import ClusterLostError, Runner

_RETRIES = 3

jobs_option = click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
dask_option = click.option(
    "--dask", metavar="HOST:PORT", help="Use the cluster of this dask scheduler instead (see docs/scaling.md)."
)


deals_options = common.added(
    common.game_argument(),
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
    """Yield the runner for these options; raise UnreachableError, and UnansweredError if the cluster goes away."""
    try:
        with runners.runner(jobs, dask, stop, in_order=in_order, retries=_RETRIES, waiting=common.mention) as found:
            yield found
    except ClusterLostError as error:
        raise common.UnansweredError(f"{error}; run again to continue") from None
