"""The interface of a game's writer of evidence: what shows a verdict to the referee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from winnow.core.deals import Deal
from winnow.core.engine import Wishes
from winnow.core.game import Game
from winnow.core.question import Question
from winnow.core.refutation import Refutation
from winnow.core.verdicts import Answer
from winnow_kernels.common.budget import Budget


@dataclass(frozen=True)
class Case:
    """A verdict that needs evidence: what was asked of which position, and what an engine found.

    What it says is that no line wins, or (`best`) that no line's score betters `found.bound`. With `reason` the reason
    that was found is to be shown, too, where there is evidence for its kind; with `clausal` a clausal proof is asked
    for where there is one.
    """

    game: Game[Any, Any]
    position: Any
    best: bool
    found: Answer
    reason: bool = False
    clausal: bool = False

    @property
    def bound(self) -> int | None:
        """Return the bound that the evidence must show; None for a loss that no bound on the score says."""
        bound = self.found.bound
        return bound if self.best or (bound is not None and self.game.bound_loses(bound)) else None


@dataclass(frozen=True)
class Evidence:
    """The content of a certificate: its name, the bound on the score that it shows, and its lines.

    `refutation` holds the same for other people's checkers, where the lines are a clausal proof.
    """

    content: str
    bound: int | None
    lines: Iterable[str] = ()
    refutation: Refutation | None = None


@dataclass(frozen=True)
class Listed:
    """A line to each of the winning layouts, and the refutation of any other."""

    content: str
    lines: tuple[tuple[str, ...], ...]
    refutation: Refutation


class Proofs:
    """The writer of one game's evidence. Writers derive from `winnow.proving.closed_sets.ClosedSets`."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield what may show the case, the cheapest first; the first that the referee accepts is written.

        Nothing is yielded for what takes more than the budget, or than a check is given. Raises ValueError if the
        search for evidence shows that the verdict is wrong.
        """
        return iter(())

    def bounds(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield what may show a bound on the score of a line that is not known to be the best, the least bound first.

        Nothing by default: what other contents show of a bound takes as long as the search that did not end.
        """
        return iter(())

    def search_parts(self, question: Question) -> int:
        """Return of how many parts of the budget the search has one; the others are left to `bounds`."""
        return 1

    def layouts(self, game: Game[Any, Any], position: Any, most: int, budget: Budget) -> Listed | None:
        """Return all winning layouts, `most` at most, and the proof that there is no other; None if none was found."""
        return None

    def partial(self, deal: Deal, found: Answer, budget: Budget) -> Iterator[Evidence]:
        """Yield what may show a verdict on every completion of a deal with unknown cards; nothing here."""
        return iter(())

    def none_constructed(self, wishes: Wishes) -> Deal | None:
        """Return a deal with unknown cards of which some completion wins if any deal grants the wishes; here None."""
        return None
