"""Forced deals of Single Left with given ends: found, or proved not to exist."""

from __future__ import annotations

from typing import cast

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.engine import Construction, UnsoundLineError, Wishes
from winnow.core.verdicts import Reason
from winnow.games.single_left.engine.cp_sat import NAME, check_rules, completion
from winnow.games.single_left.rules import SingleLeft, SingleLeftRules
from winnow_kernels.common.budget import Budget


def construct(wishes: Wishes, budget: Budget) -> Construction:
    """Return a deal of the full deck that meets the wishes, or a proof that there is none.

    A deal found has been played by the rules. Raises UnsoundLineError if it does not meet the wishes.
    """
    cards = wishes.cards.cards
    check_rules(cast(SingleLeftRules, wishes.cards.rules))
    if wishes.left is not None and wishes.left % 2 != len(cards) % 2:
        deck = counted(len(cards), "cards")
        text = f"Cards are discarded in twos and fours, so from {deck} {wishes.left} can never remain."
        return Construction("none", NAME, proof="theorem", reason=Reason("parity", text))
    left = range(len(cards) + 1) if wishes.left is None else (wishes.left,)
    order = completion(cards, wishes.cards.missing, left, wishes.first_discard - 1, budget)
    if order is None:
        if budget.stopped is not None:
            return Construction("undecided", NAME)
        reason = Reason("no-deal", "No order of the cards grants this.")
        return Construction("none", NAME, proof="exhausted", reason=reason)
    missing = iter(order)
    whole = tuple(next(missing) if card == "?" else card for card in cards)
    deal = Deal.parse(wishes.cards.game, " ".join(whole), wishes.cards.rules.spelled_out())
    found = _played(deal)
    granted = found.left in left and (found.first_discard or len(cards) + 1) >= wishes.first_discard
    if not granted:
        raise UnsoundLineError(f"{deal.text}: {found.left} cards left, first discard at {found.first_discard}")
    return found


def _played(deal: Deal) -> Construction:
    """Return a deal with the end that its forced play by the rules reaches."""
    game = cast(SingleLeft, deal.bind())
    position, first_discard = game.start(), None
    while (following := next(game.successors(position), None)) is not None:
        if following[0] != "draw" and first_discard is None:
            first_discard = len(deal.cards) - len(position.deck)
        position = following[1]
    return Construction("found", NAME, deal, len(position.hand), first_discard)
