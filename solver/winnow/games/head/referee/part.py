"""The referee of Head Solitaire: block sets, and covers of the cards by melds."""

from __future__ import annotations

from collections.abc import Mapping

from winnow.core.counted import counted
from winnow.core.meter import Meter
from winnow.core.referee import Content, Referee, Witness
from winnow.core.results import BeyondError, Proven, require
from winnow.games.head.referee import block_set
from winnow.games.head.rules import Head, Position
from winnow.games.head.theorems import TooManySetsError, can_cover


class HeadReferee(Referee):
    """Checks block sets and covers."""

    def contents(self) -> Mapping[str, Content]:
        """Return the block set."""
        return {"block-set": block_set.check}

    def witnesses(self) -> Mapping[str, Witness]:
        """Return the cover."""
        return {"cover": Witness("witness", _cover)}


def _cover(game: Head, position: Position, bound: int | None, meter: Meter) -> Proven:
    """Return the proof that no disjoint melds leave few enough cards; raise CheckFailedError if some do."""
    last = position.turn == game.rules.passes
    cards = position.hand + position.pile + (() if last else position.discards)
    spent = len(position.discards) if last else 0
    target = game.rules.target
    meter.step(len(cards))
    try:
        lost = not can_cover(cards, target - spent, game.rules.hand)
        require(lost, f"melds could leave only {counted(target, 'cards')} over")
        if bound is None or can_cover(cards, bound - 1 - spent, game.rules.hand):
            bound = target + 1
    except TooManySetsError:
        raise BeyondError("the cards have more melds than this check looks through") from None
    return Proven(
        True, max(bound, target + 1), f"no choice of melds leaves fewer than {counted(target + 1, 'cards')} over"
    )
