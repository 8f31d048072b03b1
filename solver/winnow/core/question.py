"""What is asked of a deal: the one question that every command and every survey puts."""

from __future__ import annotations

from dataclasses import dataclass

from winnow.core.deals import Deal


@dataclass(frozen=True)
class Question:
    """A deal, the moves already played, and what is asked: everything that a verdict answers.

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
