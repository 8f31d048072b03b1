"""What the referee knows of one game beyond its rules: the contents and witnesses that it can check.

A game that brings nothing is checked all the same: its lines are replayed, and closed sets are closed by its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.core.meter import Meter
from winnow.core.registry import Part
from winnow.core.results import CheckFailedError, CheckResult, Proven

G = TypeVar("G", bound=Game[Any, Any])


@dataclass(frozen=True)
class Claim:
    """A record whose form, question and line are in order: `shown` says what its line shows ("" if there is none)."""

    record: Mapping[str, Any]
    game: Game[Any, Any]
    position: Any
    verdict: str
    question: str
    shown: str

    def bound_to(self, kind: type[G]) -> G:
        """Return the game, which must be of this kind; raise CheckFailedError if it is another."""
        if not isinstance(self.game, kind):
            raise CheckFailedError(f"{self.game.name} has no such proof")
        return self.game


Content = Callable[[Claim, Iterator[str], Meter], Proven]
"""Checks a certificate's lines: given the claim of its header, the lines after it, and what the check may use, it
returns what they show of the position asked about. It raises CheckFailedError for what does not hold, BeyondError for
what is larger than this kind of evidence is checked for, and ExhaustedError; it reads all lines."""


PartialContent = Callable[[Mapping[str, Any], Deal, Iterator[str], Meter], str]
"""Checks the lines of a certificate of a deal with unknown cards: given its header, the deal, the lines and the meter,
it returns in words what they show, and raises as a Content does."""


CountContent = Callable[[Any, Any, int, Iterator[str], Meter], str]
"""Checks the lines of a certificate of a number of layouts: given the game, the position, the number, the lines and the
meter, it returns in words what they show, and raises as a Content does."""


@dataclass(frozen=True)
class Witness:
    """A reason that the position itself bears out, without more evidence.

    `proof` is what a verdict calls it. `check` takes the game, the position, the bound on the score that should be
    shown (None: none) and the meter; it returns what the reason shows, and raises as a Content does.
    """

    proof: Literal["theorem", "witness"]
    check: Callable[[Any, Any, int | None, Meter], Proven]


class Referee:
    """The referee's part of one game. What is here answers for a game that brings no part of its own.

    A part imports rules (`winnow.games`), theorems, cards and the referee; no engine, model or writer of proofs.
    """

    def contents(self) -> Mapping[str, Content]:
        """Return the game's own contents by the name that a certificate gives them."""
        return {}

    def witnesses(self) -> Mapping[str, Witness]:
        """Return the game's own witnesses by the kind that a verdict's reason names; each is a content, too."""
        return {}

    def partial_contents(self) -> Mapping[str, PartialContent]:
        """Return the game's contents for deals with unknown cards."""
        return {}

    def count_contents(self) -> Mapping[str, CountContent]:
        """Return the contents that show how many layouts win."""
        return {}

    def partial(self, record: Mapping[str, Any], deal: Deal, verdict: str, meter: Meter) -> CheckResult:
        """Check a verdict on a deal with unknown cards, whose form is in order.

        Raises CheckFailedError and what reading a deal raises.
        """
        return CheckResult("unproven", f"{verdict}: nothing here checks deals with unknown cards", (_VERDICT,))

    def construction(self, record: Mapping[str, Any], meter: Meter) -> CheckResult:
        """Check a record of a deal that was to be constructed (format `winnow-construction/1`); raises as `partial`."""
        return CheckResult("unproven", "a construction, which nothing here checks", (_VERDICT,))


_VERDICT: tuple[str, Literal["unproven"]] = ("verdict", "unproven")
REFEREES = Part("referee", Referee)
"""What the referee knows of each game."""
