"""A puzzle's goal in words."""

from __future__ import annotations

from typing import cast

from solver.deals import Deal
from solver.games.blink import BlinkRules
from solver.games.head import HeadRules
from solver.games.one_minute import OneMinuteRules


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
