"""Forced deals of Single Left with given ends: found, or proved not to exist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from winnow.deals import Deal
from winnow.engines.base import UnsoundLineError
from winnow.engines.single_left import cp_sat as single_left_cp_sat
from winnow.games.single_left import SingleLeft
from winnow.verdicts import Proof, Reason
from winnow_kernels.common.budget import Budget

CONSTRUCTION_FORMAT = "winnow-construction/1"

NAME = single_left_cp_sat.NAME


@dataclass(frozen=True)
class Wishes:
    """What a deal shall be: `cards` with `?` wherever any will do, `left` cards at its end (None: any number), and its

    first discard made when `first_discard` cards are drawn, or later (1: at any time).
    """

    cards: Deal
    left: int | None = None
    first_discard: int = 1


@dataclass(frozen=True)
class Construction:
    """The deal found, with its cards left and when its first discard is made (None: never); or why there is none."""

    verdict: Literal["found", "none", "undecided"]
    deal: Deal | None = None
    left: int | None = None
    first_discard: int | None = None
    proof: Proof | None = None
    reason: Reason | None = None


def construct(wishes: Wishes, budget: Budget) -> Construction:
    """Find a deal of the full deck that grants the wishes, or prove that there is none.

    What is found has been played by the rules; UnsoundLineError is raised if it does not grant them.
    """
    cards = wishes.cards.cards
    if wishes.left is not None and wishes.left % 2 != len(cards) % 2:
        text = f"Cards are discarded in twos and fours, so from {len(cards)} cards {wishes.left} can never remain."
        return Construction("none", proof="theorem", reason=Reason("parity", text))
    left = range(len(cards) + 1) if wishes.left is None else (wishes.left,)
    order = single_left_cp_sat.completion(cards, wishes.cards.missing, left, wishes.first_discard - 1, budget)
    if order is None:
        if budget.stopped is not None:
            return Construction("undecided")
        return Construction("none", proof="exhausted", reason=Reason("no-deal", "No order of the cards grants this."))
    missing = iter(order)
    whole = tuple(next(missing) if card == "?" else card for card in cards)
    deal = Deal.parse(wishes.cards.game, " ".join(whole))
    found = _played(deal)
    granted = found.left in left and (found.first_discard or len(cards) + 1) >= wishes.first_discard
    if not granted:
        raise UnsoundLineError(f"{deal.text}: {found.left} cards left, first discard at {found.first_discard}")
    return found


def _played(deal: Deal) -> Construction:
    """Play a deal by the rules and say how it ends."""
    game = cast(SingleLeft, deal.bind())
    position, first_discard = game.start(), None
    while (following := next(game.successors(position), None)) is not None:
        if following[0] != "draw" and first_discard is None:
            first_discard = len(deal.cards) - len(position.deck)
        position = following[1]
    return Construction("found", deal, len(position.hand), first_discard)
