"""Engine processes for the page: each answers one question at a time, and is stopped when its answer is not needed."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from winnow.play.reading import Gone, GoneError, RefusedError
from winnow.workers.children import end_of, end_with_parent, leave_interrupts_to_parent, starting

T = TypeVar("T")

_PATIENCE_SECONDS = 1.0
"""Seconds that a process may take to stop before it is killed and replaced."""
_MEMORY_MIB = 1024.0
_PROCESSES = 2
_HALT = None
"""Sent while a question is under way, it ends that question's search; a process that answers none drops it."""


def beside(work: Callable[[], T]) -> asyncio.Future[T]:
    """Return a future with the result or the error of `work()`, run in a thread of its own.

    Unlike a thread of `asyncio.to_thread` it does not keep the program from ending. Call it from a running event loop.
    """
    done: Future[T] = Future()
    # From now on the future cannot be cancelled, so the thread can always set the result.
    done.set_running_or_notify_cancel()
    threading.Thread(target=_work, args=(work, done), daemon=True).start()
    return asyncio.wrap_future(done)


def _work(work: Callable[[], T], done: Future[T]) -> None:
    try:
        result = work()
    except Exception as error:
        done.set_exception(error)
    else:
        done.set_result(result)


class _Process:
    """One engine process with a pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there,), daemon=True)
        with starting():
            self._process.start()
        there.close()

    async def ask(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Return the answer; raise EOFError if the process ends before it answers."""
        self._pipe.send((name, arguments))
        return await beside(self._pipe.recv)

    async def rest(self, answer: asyncio.Future[Any]) -> bool:
        """Stop the question under way; return whether the process is ready for another."""
        # A process that is gone has nothing to stop.
        with suppress(OSError):
            self._pipe.send(_HALT)
        done, _ = await asyncio.wait([answer], timeout=_PATIENCE_SECONDS)
        if done and answer.exception() is None:
            return True
        self.end()
        await asyncio.wait([answer])
        answer.exception()  # that it was ended is no news
        return False

    def end(self) -> str:
        """End the process at once; return how it ended."""
        self._process.kill()
        self._process.join()
        return end_of([self._process])


class Thinkers:
    """The processes and the questions waiting for one. A newer question of a slot replaces the older one."""

    def __init__(self, processes: int = _PROCESSES) -> None:
        self._most = processes
        self._ended = False
        self._all: list[_Process] = []
        self._idle: list[_Process] = []
        self._long: set[_Process] = set()
        self._free = asyncio.Condition()
        self._slots: dict[str, asyncio.Event] = {}
        self._recoveries: set[asyncio.Task[None]] = set()

    def warm(self) -> None:
        """Start the processes, so that the first question does not wait for them. Raises GoneError after the end."""
        if self._ended:
            raise GoneError
        while len(self._all) < self._most:
            self._start()

    def _start(self) -> None:
        process = _Process()
        self._all.append(process)
        self._idle.append(process)

    async def ask(self, slot: str, gone: Gone, name: str, *arguments: Any, long: bool = False) -> Any:
        """Return the result of the function `name` of winnow.play.questions, called with `arguments`.

        Questions that may take very `long` leave one process to the others. `gone()` returns when the page that asks
        goes away. Raises GoneError when it does or when a newer question takes the slot, RefusedError if the process
        was killed.
        """
        dropped = asyncio.Event()
        if slot in self._slots:
            self._slots[slot].set()
        self._slots[slot] = dropped
        leaving = [asyncio.ensure_future(dropped.wait()), asyncio.ensure_future(gone())]
        try:
            process = await self._take(leaving, long)
            return await self._answer(process, leaving, name, arguments)
        finally:
            for task in leaving:
                task.cancel()
            if self._slots.get(slot) is dropped:
                del self._slots[slot]

    async def _take(self, leaving: Sequence[asyncio.Future[Any]], long: bool) -> _Process:
        self.warm()
        taken = asyncio.ensure_future(self._next_idle(long))
        await asyncio.wait([taken, *leaving], return_when=asyncio.FIRST_COMPLETED)
        if any(task.done() for task in leaving):
            if taken.done():
                await self._give_back(taken.result())
            else:
                taken.cancel()
            raise GoneError
        return taken.result()

    async def _next_idle(self, long: bool) -> _Process:
        def free() -> bool:
            return bool(self._idle) and (not long or len(self._long) < max(1, self._most - 1))

        async with self._free:
            await self._free.wait_for(free)
            process = self._idle.pop()
            if long:
                self._long.add(process)
            return process

    async def _give_back(self, process: _Process) -> None:
        async with self._free:
            self._long.discard(process)
            self._idle.append(process)
            self._free.notify_all()

    async def _answer(
        self, process: _Process, leaving: Sequence[asyncio.Future[Any]], name: str, arguments: tuple[Any, ...]
    ) -> Any:
        answer = asyncio.ensure_future(process.ask(name, arguments))
        try:
            await asyncio.wait([answer, *leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not answer.done():
                recovery = asyncio.ensure_future(self._recover(process, answer))
                self._recoveries.add(recovery)
                recovery.add_done_callback(self._recoveries.discard)
        if not answer.done():
            raise GoneError
        if answer.exception() is not None:
            how = await self._replace(process)
            if self._ended:
                raise GoneError from answer.exception()
            raise RefusedError(f"The engine has no answer: {how}. Ask again.", 409) from answer.exception()
        await self._give_back(process)
        result, trouble = answer.result()
        if trouble is not None:
            raise RefusedError(trouble, 422)
        return result

    async def _recover(self, process: _Process, answer: asyncio.Future[Any]) -> None:
        if await process.rest(answer):
            await self._give_back(process)
        else:
            await self._replace(process)

    async def _replace(self, process: _Process) -> str:
        """Start a process for one that has ended or ends now; return how it ended."""
        how = process.end()
        if self._ended:
            return how
        self._all.remove(process)
        async with self._free:
            self._long.discard(process)
            self._start()
            self._free.notify_all()
        return how

    def end(self) -> None:
        """End every process; none is started any more, and no question is answered."""
        self._ended = True
        for process in self._all:
            process.end()
        self._all.clear()
        self._idle.clear()


def _serve(pipe: Connection) -> None:
    leave_interrupts_to_parent()
    end_with_parent()
    from winnow.api.solve import make_budget  # noqa: PLC0415  engines are loaded here, not in the server
    from winnow.core.verdicts import Limits  # noqa: PLC0415
    from winnow.play import questions  # noqa: PLC0415
    from winnow_kernels.common.budget import Budget  # noqa: PLC0415

    def new_budget(seconds: float | None) -> Budget:
        def look(_positions: int) -> None:
            # While a question is under way nothing but _HALT is sent.
            if pipe.poll():
                pipe.recv()
                budget.interrupt()

        budget = make_budget(Limits(seconds=seconds, memory=_MEMORY_MIB), look)
        return budget

    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            asked = pipe.recv()
            if asked is not _HALT:
                pipe.send(questions.told(new_budget, *asked))
