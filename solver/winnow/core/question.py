"""The question about a deal that every command and every survey asks, and its keywords in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from winnow.core.deals import Deal
from winnow.core.verdicts import Limits


@dataclass(frozen=True)
class Question:
    """A deal, the moves already played, and the question: everything that a verdict depends on.

    `best` asks for the best score instead of a win; `engine` names an engine (None: the preferred one); `without` are
    techniques to switch off (docs/soundness).

    >>> Question(Deal.numbered('head', 3), best=True).after
    ()
    """

    deal: Deal
    after: tuple[str, ...] = ()
    best: bool = False
    engine: str | None = None
    without: frozenset[str] = frozenset()


class Searched(TypedDict, total=False):
    """The keywords of every function that searches from a position of a deal. None needs to be given."""

    number: int | None
    rules: Mapping[str, Any] | None
    after: str | Iterable[str]
    limits: Limits | None
    without: Iterable[str]
    progress: Callable[[int], None] | None


class Asked(Searched, total=False):
    """The keywords of every function that asks a question, with those that choose the question and the engine."""

    best: bool
    engine: str | None


DEFAULTS: Asked = {
    "number": None,
    "rules": None,
    "after": (),
    "best": False,
    "limits": None,
    "engine": None,
    "without": (),
    "progress": None,
}
"""The value of each keyword that is not given."""
