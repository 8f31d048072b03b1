"""A puzzle's goal in words."""

from __future__ import annotations

from solver.deals import Deal
from solver.games import GAMES


def goal(deal: Deal) -> str:
    """Return what the player is asked to do, in one sentence."""
    rules = deal.rules.spelled_out()
    if deal.game == "universal":
        return f"Bring all {len(deal.cards)} cards to the bar."
    if deal.game == "head":
        left = rules["target"]
        return "Meld every card." if left == 0 else f"Leave at most {left} of {len(deal.cards)} cards out of melds."
    if deal.game == "single-left":
        goals = {"clear": "Leave no card.", "one": "Leave exactly one card."}
        return goals.get(rules["goal"], f"Leave at most {rules['goal']} cards.")
    return f"Win this deal of {GAMES[deal.game].title}."
