"""Work in batches on a cluster: a running dask.distributed scheduler and its workers (the extra `cluster`)."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from distributed import Client, KilledWorker

from winnow.workers.local import ClusterLostError, Hand, UnreachableError, WorkerLostError

T = TypeVar("T")
R = TypeVar("R")

_CONNECT_SECONDS = 5
_COUNT_SECONDS = 2.0
_AHEAD = 3
"""Tasks handed out for each worker thread, so that none waits for the network."""
_alone = threading.Lock()
_LOG = logging.getLogger(__name__)


@contextmanager
def connected(address: str, stop: Callable[[], bool], in_order: bool = False) -> Iterator[Cluster]:
    """Yield a runner on the cluster whose scheduler is at `address` (host:port); `in_order` as in `Processes`.

    A warning is logged if no worker is connected at first. Raises UnreachableError if no scheduler answers.
    """
    # A lost connection is reported once, by the errors raised here.
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not (host and port.isdecimal()):
        # For such an address the client's constructor fails, and its finalizer complains again.
        raise UnreachableError(f"no scheduler answers at {address}: an address is HOST:PORT")
    try:
        # The client itself would try again for as long as it may wait.
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS).close()
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, OverflowError, ValueError):
        raise UnreachableError(f"no scheduler answers at {address}") from None
    try:
        cluster = Cluster(client, address, stop, in_order)
        if not cluster.workers:
            _LOG.warning(f"waiting for workers: the scheduler at {address} has none yet (Ctrl-C stops)")
        yield cluster
    finally:
        client.close(timeout=_COUNT_SECONDS)


class Cluster:
    """A runner on a dask cluster. Workers may come, go and die: the scheduler hands their tasks to others.

    Running tasks cannot be stopped: the cluster ends them and drops their results.
    """

    def __init__(self, client: Client, address: str, stop: Callable[[], bool], in_order: bool) -> None:
        self._client, self._address, self._stop, self._in_order = client, address, stop, in_order
        self._workers, self._counted = 0, -_COUNT_SECONDS

    @property
    def workers(self) -> int:
        """The number of threads of all workers, updated every few seconds."""
        if time.monotonic() - self._counted > _COUNT_SECONDS:
            self._workers = sum(self._client.nthreads().values())
            self._counted = time.monotonic()
        return self._workers

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yield the results as `winnow.workers.local.Runner` does.

        Raises WorkerLostError for a task that killed several workers, and ClusterLostError if the scheduler goes away.
        """
        submit = partial(self._client.get_executor().submit, _one_at_a_time, function)
        hand: Hand[T, R] = Hand(submit, self._stop, self._in_order)
        try:
            yield from hand.results(iter(tasks), lambda: max(1, self.workers) * _AHEAD)
        except KilledWorker:
            raise WorkerLostError(hand.tasks[0], "several cluster workers were killed (out of memory?)") from None
        except (CancelledError, OSError):
            raise ClusterLostError(f"the scheduler at {self._address} went away; run again to continue") from None
        finally:
            hand.cancel()


def _one_at_a_time(function: Callable[[T], R], task: T) -> R:
    """Return `function(task)`, called while nothing else runs in the process: searches measure its memory."""
    with _alone:
        return function(task)
