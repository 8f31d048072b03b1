"""Work in batches: in this process, in several processes, or (solver/winnow/workers/cluster.py) on a cluster.

A runner calls one function on many tasks and yields the results as they come. The function and the tasks are
pickled, so the function must be at a module's top level. Nothing here depends on the kind of work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import chain, islice
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from typing import Any, Generic, Protocol, TypeVar

from winnow.core.errors import BadInputError, UnansweredError
from winnow.core.verdicts import Limits
from winnow.search.questions import make_budget
from winnow.workers.children import (
    end_of,
    end_with_parent,
    leave_if_imported_by_worker,
    leave_interrupts_to_parent,
    starting,
)
from winnow_kernels.common.budget import Budget

T = TypeVar("T")
R = TypeVar("R")

_LOOK_SECONDS = 0.2
"""Seconds between two checks whether a waiting runner should stop."""
_RETRIES = 3
"""How often in a row, without a result, lost workers are replaced."""
_AHEAD = 8
"""Tasks that each process may be ahead of the results given where these come in order."""


class WorkerLostError(UnansweredError):
    """Raised when worker processes died while this task was running more often than they are replaced.

    >>> WorkerLostError(5, "a process was killed").task
    5
    """

    def __init__(self, task: Any, how: str) -> None:
        super().__init__(how)
        self.task = task


class UnreachableError(BadInputError):
    """Raised when no dask scheduler answers at the address.

    >>> str(UnreachableError("no scheduler answers at localhost:1"))
    'no scheduler answers at localhost:1'
    """


class ClusterLostError(UnansweredError):
    """Raised when the dask scheduler goes away during a run; what was finished before is kept.

    >>> str(ClusterLostError("the scheduler at localhost:8786 went away"))
    'the scheduler at localhost:8786 went away'
    """


class Runner(Protocol):
    """Runs work."""

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yield `function(task)` of every task as it finishes; `tasks` is read only as workers become free.

        Once asked to stop, the runner reads no more tasks, yields the results of those already running (which can
        check `stopping()`), and ends. An exception of the function is raised here.
        """


class _ThisProcess:
    stopping: Callable[[], bool] | None = None


def stopping() -> bool:
    """Return whether the run that this process works for should stop."""
    return _ThisProcess.stopping is not None and _ThisProcess.stopping()


def watched_budget(limits: Limits) -> Budget:
    """Return a running budget for the limits that is interrupted when the run should stop."""

    def look(_positions: int) -> None:
        if stopping():
            budget.interrupt()

    budget = make_budget(limits, look)
    if stopping():
        budget.interrupt()
    return budget


class InProcess:
    """A runner in this process, one task after the other."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        self._stop = stop

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yield the results in the tasks' order."""
        _ThisProcess.stopping = self._stop
        try:
            for task in tasks:
                yield function(task)
                if self._stop():
                    return
        finally:
            _ThisProcess.stopping = None


class Processes:
    """A runner of `jobs` processes on this machine; with `in_order` the results come in the tasks' order.

    If a process is killed, all are replaced and the running tasks restart; WorkerLostError is raised if that does not
    help. An error, and a caller that takes no more results, end the processes at once if nobody has asked to stop.
    """

    def __init__(self, jobs: int, stop: Callable[[], bool], in_order: bool = False) -> None:
        self._jobs, self._stop, self._in_order = jobs, stop, in_order

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yield the results as `Runner` does. Raises UnguardedError."""
        leave_if_imported_by_worker()
        context = _Context()
        source = iter(tasks)
        # The pool itself takes one task more than it runs; of those beyond, a stop would cancel some.
        room = self._jobs * _AHEAD if self._in_order else self._jobs + 1
        losses = 0
        while True:
            # The first lock starts multiprocessing's tracker.
            with starting():
                halt = context.Event()
            with ProcessPoolExecutor(self._jobs, context, initializer=_start_worker, initargs=(halt,)) as pool:
                hand = Hand(partial(_submit, pool, function), self._stop, self._in_order)
                try:
                    for result in hand.results(source, lambda: room, halt.set):
                        losses = 0
                        yield result
                    return
                except BrokenProcessPool:
                    lost = hand.tasks
                except BaseException:
                    # A killed worker breaks the pool, whose thread ends with a traceback if a task has been cancelled.
                    if self._stop():
                        halt.set()
                        hand.cancel()
                    else:
                        for process in context.started:
                            process.kill()
                    raise
            if self._stop():
                return
            # The pool has ended, and with it the thread that collects its processes: every exit status is known.
            how, losses = end_of(context.started), losses + 1
            if losses > _RETRIES:
                raise WorkerLostError(lost[0], how)
            source = chain(lost, source)


class _Context(SpawnContext):
    """A multiprocessing context that spawns processes and keeps a list of them."""

    def __init__(self) -> None:
        self.started: list[BaseProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = SpawnProcess(*args, **options)
        self.started.append(process)
        return process


class Hand(Generic[T, R]):
    """The tasks submitted to an executor, and their results as they come in."""

    def __init__(self, submit: Callable[[T], Future[R]], stop: Callable[[], bool], in_order: bool = False) -> None:
        self._submit, self._stop, self._in_order = submit, stop, in_order
        self._waiting: dict[Future[R], T] = {}
        self._offered: list[T] = []

    @property
    def tasks(self) -> list[T]:
        """The submitted tasks, and one that the executor did not take."""
        return [*self._waiting.values(), *self._offered]

    def results(
        self, source: Iterator[T], room: Callable[[], int], halt: Callable[[], object] | None = None
    ) -> Iterator[R]:
        """Keep `room()` tasks of the source submitted and yield their results; `halt` asks them to stop."""
        while not self._stop():
            for task in islice(source, max(0, room() - len(self._waiting))):
                # If a worker has just died, the executor takes no task, and this one must not be lost.
                self._offered = [task]
                self._waiting[self._submit(task)] = task
                self._offered = []
            if not self._waiting:
                return
            yield from self._finished()
        if halt is not None:
            halt()
        self.cancel()
        while self._waiting:
            yield from self._finished()

    def _finished(self) -> Iterator[R]:
        """Wait a moment and yield the finished results; then raise the first failure, whose task stays in `tasks`."""
        first = list(islice(self._waiting, 1)) if self._in_order else self._waiting
        done, _ = wait(first, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda future: future.cancelled() or future.exception() is not None):
            result = future.result()
            del self._waiting[future]
            yield result

    def cancel(self) -> None:
        """Cancel the tasks that have not started."""
        self._waiting = {future: task for future, task in self._waiting.items() if not future.cancel()}


def _submit(pool: Executor, function: Callable[[T], R], task: T) -> Future[R]:
    with starting():
        return pool.submit(function, task)


def _start_worker(halt: Event) -> None:
    leave_interrupts_to_parent()
    _ThisProcess.stopping = halt.is_set
    end_with_parent()


def alone(function: Callable[..., R], *arguments: Any) -> R:
    """Return the result of a call of `function` in a new process; it must be at a module's top level.

    Its exceptions are raised here. Raises WorkerLostError if the process dies, and UnguardedError.
    """
    (found,) = Processes(1, lambda: False).run(partial(_called, function), [arguments])
    return found


def _called(function: Callable[..., R], arguments: tuple[Any, ...]) -> R:
    return function(*arguments)
