"""The carrier in the browser: one worker answers the page's requests, other workers search.

The page's own thread passes messages between them, and ends a thinker whose question is dropped.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import pickle
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from winnow.play.answers import Page
from winnow.play.reading import ENDED, Gone, GoneError, RefusedError
from winnow.play.shelf import Pack, Shelf

PACKS = Path("/w/packs.json")
"""The path of the packs in the worker."""

_REQUEST = ContextVar("_REQUEST", default=0)
"""The number of the request under way: with it the page's thread can end a thinker before this worker knows."""

Ask = Callable[[int, bytes, int], None]
"""Sends a question: its number, its message, and the number of the request that it belongs to."""

T = TypeVar("T")


class Worker:
    """Answers the page's requests in a worker. It is their thinker: questions go to other workers as pickled messages.

    `ask` sends a question; `drop` lets the page's thread end one.
    """

    def __init__(self, ask: Ask, drop: Callable[[int], None]) -> None:
        self._ask, self._drop = ask, drop
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[tuple[Any, str | None]]] = {}
        self._page = Page(Shelf(read_packs), self, self._with_packs)
        self._packs = asyncio.Event()
        self._leaving: dict[int, asyncio.Event] = {}

    async def ask(self, gone: Gone, name: str, *arguments: Any, long: bool = False) -> Any:
        """Return what the function `name` of winnow.play.questions answers; see `Thinker`."""
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        leaving = asyncio.ensure_future(gone())
        try:
            self._ask(number, pickle.dumps((name, arguments)), _REQUEST.get())
            await asyncio.wait([answer, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            del self._waiting[number]
        if not answer.done():
            self._drop(number)
            raise GoneError
        result, trouble = answer.result()
        if trouble is not None:
            raise RefusedError(trouble, 422)
        return result

    def take(self, number: int, message: bytes | None) -> None:
        """Set the answer of a thinker; None if it ended without one."""
        if number in self._waiting:
            # It comes from another worker of the same page, which runs the same program.
            self._waiting[number].set_result((None, ENDED) if message is None else pickle.loads(message))  # noqa: S301

    async def _with_packs(self, work: Callable[[], T]) -> T:
        """Do work that needs the packs once they are loaded; a worker has no threads."""
        await self._packs.wait()
        return work()

    def packs_come(self) -> None:
        """Record that the packs are loaded."""
        self._packs.set()

    async def answer(self, number: int, name: str, body: str) -> str:
        """Return the answer to a request as JSON: its status and its value."""
        gone = self._leaving[number] = asyncio.Event()
        _REQUEST.set(number)
        try:
            return json.dumps(await self._page.answer(name, body.encode("utf-8", "surrogatepass"), gone.wait))
        finally:
            del self._leaving[number]

    def leave(self, number: int) -> None:
        """Drop a request whose answer is no longer needed."""
        if number in self._leaving:
            self._leaving[number].set()


def read_packs() -> list[Pack]:
    """Return the packs of the site."""
    records = json.loads(PACKS.read_text(encoding="utf-8"))
    return [Pack(**{**record, "puzzles": tuple(record["puzzles"])}) for record in records]
