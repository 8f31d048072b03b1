"""Deals with a wished end: found, or proved not to exist."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from winnow.api.pose import searching, well_named
from winnow.core.counted import counted, value_repr, whole_number
from winnow.core.deals import UNKNOWN, DealLike, game_type, read_deal
from winnow.core.engine import Construction, Wishes
from winnow.core.engine import construct as constructed_by
from winnow.core.errors import DealError, absent_packages_named
from winnow.core.game import read_rules
from winnow.core.verdicts import Limits
from winnow_kernels.common.budget import Budget


@dataclass(frozen=True)
class Constructed:
    """The wishes, the deal found or proof that there is none, and the cost; `stopped` names the limit that ended it.

    >>> import winnow
    >>> made = winnow.construct('single-left', leaves=0)
    >>> made.decided, winnow.solve(made.found.deal).verdict
    (True, 'winnable')
    """

    wishes: Wishes
    found: Construction
    positions: int
    stopped: str | None

    def __repr__(self) -> str:
        return value_repr(self, self.wishes.cards.game, None, (), self.found.verdict)

    @property
    def decided(self) -> bool:
        """True if a deal was found, or proved not to exist."""
        return self.found.verdict != "undecided"


@well_named
def construct(
    game: str,
    cards: DealLike | None = None,
    *,
    leaves: int | None = None,
    first_discard: int = 1,
    rules: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> Constructed:
    """Return a deal with a wished end, or a proof that there is none.

    `cards` has `?` for every free card (None: all are free); `leaves` is the required score at the end; the first
    discard may not come before `first_discard` cards are drawn. Ctrl-C ends the search as in `solve`.
    Raises EngineError for a game that constructs no deals, otherwise as `solve` does.

    >>> construct('single-left', leaves=1).found.reason.kind
    'parity'
    """
    wishes = wish(game, cards, leaves, first_discard, rules)
    with searching(limits, progress) as budget:
        return construct_deal(wishes, budget)


def wish(
    game: str, cards: DealLike | None, leaves: int | None, first_discard: int, rules: Mapping[str, Any] | None
) -> Wishes:
    """Return the wishes for these arguments; raise DealError or RuleError for impossible ones."""
    leaves = None if leaves is None else whole_number("leaves", leaves)
    first_discard = whole_number("first_discard", first_discard)
    kind = game_type(game)
    if cards is None:
        cards = [UNKNOWN] * len(kind.full_deck(read_rules(kind, rules or {})))
    deal = read_deal(game, cards, rules)
    if leaves is not None and not 0 <= leaves <= len(deal.cards):
        raise DealError(f"a deal of {counted(len(deal.cards), 'cards')} cannot leave {leaves}")
    if not 1 <= first_discard <= len(deal.cards):
        raise DealError(f"the first discard is made when 1 to {len(deal.cards)} cards are drawn, not {first_discard}")
    return Wishes(deal, leaves, first_discard)


@absent_packages_named()
def construct_deal(wishes: Wishes, budget: Budget) -> Constructed:
    """Return a deal that meets the wishes, or a proof that there is none, within a running budget."""
    visited = budget.positions
    found = constructed_by.of(wishes.cards.game)(wishes, budget)
    return Constructed(wishes, found, budget.positions - visited, budget.stopped)
