"""The interfaces that a carrier implements: a thinker, work done aside, and a wait for the page to go away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Gone = Callable[[], Awaitable[Any]]
"""Waits until the page that asks goes away."""


ENDED = "The engine ran out of memory or was stopped; ask again."
"""The sentence for a question whose search was ended from outside."""


class GoneError(Exception):
    """The page has moved on: nobody waits for the answer."""


class Thinker(Protocol):
    """Answers the questions that need a search, without blocking the page's other requests."""

    async def ask(self, slot: str, gone: Gone, name: str, *arguments: Any, long: bool = False) -> Any:
        """Return the result of the function `name` of winnow.play.questions, called with `arguments`.

        A `long` question does not keep short ones waiting. Raises GoneError when the page that asks
        goes away or a newer question takes the slot, RefusedError if the question has no answer or the search was
        ended from outside.
        """


class Aside(Protocol):
    """Does work beside the other requests, where the carrier can."""

    def __call__(self, work: Callable[[], T]) -> Awaitable[T]:
        """Return what `work()` returns or raises."""
