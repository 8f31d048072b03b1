"""The interface of a game's referee: the contents and witnesses that it can check, beyond the rules.

The defaults check a game by its rules alone: lines are replayed, and closed sets are verified.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeVar

from winnow.core.deals import Deal
from winnow.core.game import Game, Rules
from winnow.core.meter import Meter
from winnow.core.registry import Part
from winnow.core.results import CheckFailedError, CheckResult, Proven

G = TypeVar("G", bound=Game[Any, Any])


@dataclass(frozen=True)
class Claim:
    """A record whose form, question and line are valid; `shown` says what its line proves ("" without a line)."""

    record: Mapping[str, Any]
    game: Game[Any, Any]
    position: Any
    verdict: str
    question: str
    shown: str

    def bound_to(self, kind: type[G]) -> G:
        """Return the game if it is of class `kind`; raise CheckFailedError for another."""
        if not isinstance(self.game, kind):
            raise CheckFailedError(f"{self.game.name} has no such proof")
        return self.game


Content = Callable[[Claim, Iterator[str], Meter], Proven]
"""Checks a certificate's lines. It takes the claim of the header, the lines after it and the meter, reads all
lines, and returns what they prove. Raises CheckFailedError for a false line, BeyondError for evidence larger than
this content's limit, and ExhaustedError."""


PartialContent = Callable[[Mapping[str, Any], Deal, Iterator[str], Meter], str]
"""Checks the lines of a certificate of a deal with unknown cards. It takes the header, the deal, the lines and the
meter; returns a sentence that says what they prove, and raises as a Content does."""


@dataclass(frozen=True)
class Witness:
    """A reason that can be checked against the position alone, without more evidence.

    `proof` is its name in a verdict. `check` takes the game, the position, the bound on the score to be proved (None:
    none) and the meter; it returns what the reason proves, and raises as a Content does.
    """

    proof: Literal["theorem", "witness"]
    check: Callable[[Any, Any, int | None, Meter], Proven]


@dataclass(frozen=True)
class PileResult:
    """The result of judging a finished pile: `wrong` is the place (0-based) of the first wrong card, None if won."""

    wrong: int | None
    text: str


class Referee:
    """The referee of one game. The defaults serve a game that has no referee of its own.

    `knows` names the readings of the rules (`Rules.readings`) under which its contents and witnesses are right, beside
    the default ones.

    A game's referee imports rules (`winnow.games`), core and checking; no engine, model or writer of proofs.
    """

    knows: ClassVar[Container[str]] = ()

    contents: ClassVar[Mapping[str, Content]] = {}
    """The game's own contents by their names in certificates."""
    witnesses: ClassVar[Mapping[str, Witness]] = {}
    """The game's own witnesses by the kind of a verdict's reason; each is a content, too."""
    partial_contents: ClassVar[Mapping[str, PartialContent]] = {}
    """The game's contents for deals with unknown cards, by name."""
    pile: Callable[[Deal], PileResult] | None = None
    """Judges a finished pile, whose cards are those of the deal, bottom first; None if the game has none."""

    def partial(self, record: Mapping[str, Any], deal: Deal, verdict: str, meter: Meter) -> CheckResult:
        """Return the result of checking a verdict on a deal with unknown cards, whose form is valid.

        Raises CheckFailedError and what reading a deal raises.
        """
        return CheckResult("unproven", f"{verdict}: nothing here checks deals with unknown cards", (_VERDICT,))


_VERDICT: tuple[str, Literal["unproven"]] = ("verdict", "unproven")
REFEREES = Part("referee", Referee)
"""The referee of each game."""


def knows(game: str, rules: Rules) -> bool:
    """Return whether the game's referee knows the readings of these rules."""
    known = REFEREES.of(game).knows
    return all(name in known for name in rules.readings())


def known_referee(game: str, rules: Rules) -> Referee:
    """Return the game's referee, or for a reading of the rules that it does not know one that checks by rules alone."""
    return REFEREES.of(game) if knows(game, rules) else Referee()
