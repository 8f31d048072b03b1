"""Writes block sets: proofs that no score of Head is below a bound, over positions whose orders are left open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import cast

from winnow.core.meter import Meter
from winnow.core.proofs import Case, Evidence
from winnow.games.head.engine import melds_of, places_of
from winnow.games.head.referee import MEMBER_BYTES, MOST_CARDS, write
from winnow.games.head.referee.blocks import BlockPosition
from winnow.games.head.referee.covers import Covers, TooManySetsError
from winnow.games.head.rules import Head, Position
from winnow.proving.closed_sets import ClosedSets
from winnow_kernels.common.budget import Budget
from winnow_kernels.head.blocks import BlockSearch

_MOST_PASSES = 1 << 32
_LOOK_EVERY = 1024
"""Members written between two looks at the budget."""


class HeadProofs(ClosedSets):
    """Writes block sets, and closed sets where the cards are too many for them."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a block set; else a closed set."""
        game = cast(Head, case.game)
        bound = case.found.bound
        if bound is None and not case.best:
            bound = game.rules.target + 1
        members = None if bound is None else block_set(game, case.position, bound, budget)
        if members is not None:
            yield Evidence("block-set", bound, members)
        yield from super().evidence(case, budget)


def block_set(game: Head, start: Position, bound: int, budget: Budget) -> list[str] | None:
    """Return the members of a set that proves that no score is below `bound`; each comes after all its successors.

    None at a limit, with more than 64 cards or too many melds, or if a check takes too much memory. Raises ValueError
    if there is a better score.
    """
    cards = start.hand + start.pile + start.discards
    if len(cards) > MOST_CARDS or game.rules.passes > _MOST_PASSES:
        return None
    try:
        Covers(cards, game.rules.hand)
    except TooManySetsError:
        return None
    melds, optional = melds_of(cards, game.rules.hand, budget), game.rules.melding == "optional"
    search = BlockSearch(melds, game.rules.passes, optional, budget)
    search.place(*places_of(start), start.turn, start.may_burn)
    reached = search.reach(bound - 1)
    if reached:
        raise ValueError(f"the bound is {bound}, and {search.score} can be reached")
    if reached is None:
        return None
    most = Meter().bytes_left // MEMBER_BYTES
    members: list[str] = []
    for member in islice(search.members(), most + 1):
        if len(members) == most or (len(members) % _LOOK_EVERY == 0 and budget.poll()):
            return None
        members.append(write(BlockPosition(*member)))
    return None if budget.stopped else members
