"""Work in batches: in this process, in several processes, or (solver/winnow/workers/cluster.py) on a cluster.

A runner calls one function on many tasks and yields what it returns as it comes. The function and the tasks are
pickled, so the function stands at a module's top level. Nothing here knows what the work is.
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

from winnow.core.verdicts import Limits
from winnow.search.questions import make_budget
from winnow.workers.children import (
    end_with_parent,
    interrupt_held_back,
    leave_if_imported_by_worker,
    leave_interrupts_to_parent,
    require_guarded,
)
from winnow_kernels.common.budget import Budget

T = TypeVar("T")
R = TypeVar("R")

_LOOK_SECONDS = 0.2
"""How often a runner that waits looks whether it is to stop."""


class WorkerLostError(RuntimeError):
    """Worker processes that ended on their own while this task was under way, more often than is met with new ones."""

    def __init__(self, task: Any) -> None:
        super().__init__("a worker process was killed (out of memory?)")
        self.task = task


class Runner(Protocol):
    """What carries work out."""

    @property
    def workers(self) -> int:
        """How many tasks it works on at a time; 0 if nobody is there yet."""

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yield `function(task)` of every task as it is finished; `tasks` is read only as far as there is room.

        When the runner is told to stop it reads no more tasks, yields what the tasks under way still return (they
        can look at `stopping()`), and ends. An exception of the function is raised here.
        """


class _ThisProcess:
    """What this process knows of the run it works for."""

    stopping: Callable[[], bool] | None = None


def stopping() -> bool:
    """Return whether the run that this process works for is to stop."""
    return _ThisProcess.stopping is not None and _ThisProcess.stopping()


def watched_budget(limits: Limits) -> Budget:
    """Return a running budget for the limits that is interrupted when the run is to stop."""

    def look(_positions: int) -> None:
        if stopping():
            budget.interrupt()

    budget = make_budget(limits, look)
    if stopping():
        budget.interrupt()
    return budget


class InProcess:
    """A runner that works here, one task after the other."""

    workers = 1

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
    """A runner of `jobs` processes on this machine, `ahead` tasks handed out for each.

    With `in_order` the results come in the tasks' order. If a process is killed, all are replaced and the tasks under
    way are begun again, up to `retries` times in a row without a result; then WorkerLostError is raised.
    """

    def __init__(
        self, jobs: int, stop: Callable[[], bool], *, ahead: int = 2, in_order: bool = False, retries: int = 0
    ) -> None:
        self.workers = jobs
        self._stop, self._ahead, self._in_order, self._retries = stop, ahead, in_order, retries

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yield the results; see Runner. Raises UnguardedError."""
        leave_if_imported_by_worker()
        context = _Context()
        source = iter(tasks)
        losses = 0
        while True:
            # The first lock starts multiprocessing's tracker.
            with interrupt_held_back():
                halt = context.Event()
            with ProcessPoolExecutor(self.workers, context, initializer=_start_worker, initargs=(halt,)) as pool:
                hand = Hand(partial(_submit, pool, function), self._stop, self._in_order)
                try:
                    for result in hand.results(source, lambda: self.workers * self._ahead, halt.set):
                        losses = 0
                        yield result
                    return
                except BrokenProcessPool:
                    if self._stop():
                        return
                    context.require_guarded()
                    lost = hand.tasks
                    losses += 1
                    if losses > self._retries:
                        raise WorkerLostError(lost[0]) from None
                    source = chain(lost, source)
                finally:
                    halt.set()
                    hand.cancel()


class _Context(SpawnContext):
    """Starts processes by spawning, and knows them."""

    def __init__(self) -> None:
        self._started: list[BaseProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Return a process to be started."""
        process = SpawnProcess(*args, **options)
        self._started.append(process)
        return process

    def require_guarded(self) -> None:
        """Raise UnguardedError if a process ended because the script is not guarded."""
        for process in self._started:
            process.join(_LOOK_SECONDS)
            require_guarded(process)


class Hand(Generic[T, R]):
    """The tasks handed out to an executor, and their results as they come in."""

    def __init__(self, submit: Callable[[T], Future[R]], stop: Callable[[], bool], in_order: bool = False) -> None:
        self._submit, self._stop, self._in_order = submit, stop, in_order
        self._waiting: dict[Future[R], T] = {}
        self._offered: list[T] = []

    @property
    def tasks(self) -> list[T]:
        """The tasks under way, and one that the executor did not take."""
        return [*self._waiting.values(), *self._offered]

    def results(
        self, source: Iterator[T], room: Callable[[], int], halt: Callable[[], object] | None = None
    ) -> Iterator[R]:
        """Keep `room()` tasks of the source under way and yield what they return; `halt` tells them to stop."""
        while not self._stop():
            for task in islice(source, max(0, room() - len(self._waiting))):
                # If a worker has just died the executor takes nothing, and the task must not be lost.
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
        """Wait a moment and yield what has been finished; what failed is raised after that, and stays in `tasks`."""
        first = list(islice(self._waiting, 1)) if self._in_order else self._waiting
        done, _ = wait(first, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda future: future.cancelled() or future.exception() is not None):
            result = future.result()
            del self._waiting[future]
            yield result

    def cancel(self) -> None:
        """Take back the tasks that nobody has begun."""
        self._waiting = {future: task for future, task in self._waiting.items() if not future.cancel()}


def _submit(pool: Executor, function: Callable[[T], R], task: T) -> Future[R]:
    with interrupt_held_back():
        return pool.submit(function, task)


def _start_worker(halt: Event) -> None:
    leave_interrupts_to_parent()
    _ThisProcess.stopping = halt.is_set
    end_with_parent()
