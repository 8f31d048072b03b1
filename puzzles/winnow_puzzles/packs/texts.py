"""A puzzle's goal in words."""

from __future__ import annotations

from typing import cast

from winnow.deals import Deal
from winnow.games.blink import BlinkRules
from winnow.games.head import HeadRules
from winnow.games.one_minute import OneMinuteRules


def goal(deal: Deal) -> str:
    """Return what the player is asked to do, in one sentence."""
    return _GOALS[deal.game](deal)


def _one_minute(deal: Deal) -> str:
    rules = cast(OneMinuteRules, deal.rules)
    return f"Play every card within {rules.budget} handlings: a minute at {rules.pace:g} cards a second."


def _single_left(deal: Deal) -> str:
    wanted = deal.rules.spelled_out()["goal"]
    goals = {"clear": "Leave no card.", "one": "Leave exactly one card."}
    return goals.get(wanted, f"Leave at most {wanted} cards.")


def _head(deal: Deal) -> str:
    left = cast(HeadRules, deal.rules).target
    return "Meld every card." if left == 0 else f"Leave at most {left} of {len(deal.cards)} cards out of melds."


def _universal(deal: Deal) -> str:
    return f"Bring all {len(deal.cards)} cards to the bar."


def _blink(deal: Deal) -> str:
    rules = cast(BlinkRules, deal.rules)
    held = f"holding back {rules.hold} at most" if rules.hold else "holding none back"
    table = f"a table of {rules.columns} x {rules.rows}"
    if rules.deck == "as-dealt":
        return f"Fill {table} with all {len(deal.cards)} cards, {held}; there is one way, turned or mirrored."
    return f"Place all {len(deal.cards)} cards on {table}, {held}."


_GOALS = {
    "one-minute": _one_minute,
    "single-left": _single_left,
    "head": _head,
    "universal": _universal,
    "blink": _blink,
}

LEVEL_NAMES = {
    1: "luck or the obvious move is enough",
    2: "a little foresight",
    3: "a plan",
    4: "careful planning",
    5: "no planner found it",
}
"""What each level asks for."""

NOTATION = {
    "one-minute": (
        "The first card is the foundation's base; the others are the hand, read from the last one backwards. "
        "Moves name the cards in the order in which they go to the foundation."
    ),
    "single-left": (
        "Cards come in the order shown. Moves: draw; pair (the window's two middle cards go, its ends share a suit); "
        "four (all four go, the ends share a rank); redeal."
    ),
    "head": (
        "Cards come in the order shown, a hand at a time. Moves: meld with its cards; discard with the order in which "
        "the cards go down; burn."
    ),
    "universal": (
        "The first row holds the columns, then comes the stock. Moves: T turn; R redeal; W>c waste below column c; "
        "W^c above its head; W! waste to the bar; c! foot of column c to the bar; c>d column c below column d."
    ),
    "blink": "Cards come in the order shown. Moves name a card and its cell, x to the right and y downwards.",
}
"""How each game's cards and moves are written."""
