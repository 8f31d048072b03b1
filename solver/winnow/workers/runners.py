"""The runner of a long run: this process, several, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from winnow.core.errors import BadInputError
from winnow.workers.local import InProcess, Processes, Runner


@contextmanager
def runner(
    jobs: int,
    dask: str | None,
    stop: Callable[[], bool],
    *,
    in_order: bool = False,
) -> Iterator[Runner]:
    """Yield a runner of `jobs` processes, or of the cluster whose scheduler is at `dask` (HOST:PORT; None: no cluster).

    `in_order` is as in `Processes`. Raises BadInputError where dask is not installed, UnreachableError if no scheduler
    answers, and ClusterLostError if it goes away.
    """
    if dask is None:
        yield InProcess(stop) if jobs == 1 else Processes(jobs, stop, in_order)
        return
    try:
        from winnow.workers import cluster  # noqa: PLC0415  an extra, and slow to import
    except ImportError:
        raise BadInputError("a cluster needs dask.distributed: pip install 'winnow-solitaire[cluster]'") from None
    with cluster.connected(dask, stop, in_order) as found:
        yield found
