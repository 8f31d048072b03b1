"""Engine processes for the page: each answers one question at a time, and is stopped when its answer is not needed."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import nullcontext, suppress
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
    """The processes and the questions waiting for one."""

    def __init__(self, processes: int = _PROCESSES) -> None:
        self._most = processes
        self._ended = False
        self._all: list[_Process] = []
        # The process that answered last knows most about the game that is played.
        self._idle = asyncio.LifoQueue[_Process]()
        self._long = asyncio.Semaphore(max(1, processes - 1))

    def warm(self) -> None:
        """Start the processes, so that the first question does not wait for them. Raises GoneError after the end."""
        if self._ended:
            raise GoneError
        while len(self._all) < self._most:
            self._start()

    def _start(self) -> None:
        process = _Process()
        self._all.append(process)
        self._idle.put_nowait(process)

    async def ask(self, gone: Gone, name: str, *arguments: Any, long: bool = False) -> Any:
        """Return what the function `name` of winnow.play.questions answers; see `Thinker`."""
        asked = asyncio.ensure_future(self._answer(name, arguments, long))
        leaving = asyncio.ensure_future(gone())
        try:
            await asyncio.wait([asked, leaving], return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                raise GoneError
            return asked.result()
        finally:
            asked.cancel()
            leaving.cancel()

    async def _answer(self, name: str, arguments: tuple[Any, ...], long: bool) -> Any:
        """Return the answer of a process; if this is cancelled, the process stops and is used again."""
        self.warm()
        async with self._long if long else nullcontext():
            process = await self._idle.get()
            answer = asyncio.ensure_future(process.ask(name, arguments))
            try:
                await asyncio.wait([answer])
            except asyncio.CancelledError:
                # The answer may have come in the moment in which nobody waits for it any more.
                if await process.rest(answer):
                    self._idle.put_nowait(process)
                else:
                    self._replace(process)
                raise
        if answer.exception() is not None:
            how = self._replace(process)
            if self._ended:
                raise GoneError from answer.exception()
            raise RefusedError(f"The engine has no answer: {how}. Ask again.", 409) from answer.exception()
        self._idle.put_nowait(process)
        result, trouble = answer.result()
        if trouble is not None:
            raise RefusedError(trouble, 422)
        return result

    def _replace(self, process: _Process) -> str:
        """Start a process for one that has ended or ends now; return how it ended."""
        how = process.end()
        if self._ended:
            return how
        self._all.remove(process)
        self._start()
        return how

    def end(self) -> None:
        """End every process; none is started any more, and no question is answered."""
        self._ended = True
        for process in self._all:
            process.end()
        self._all.clear()


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
