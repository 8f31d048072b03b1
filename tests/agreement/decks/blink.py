"""Small decks of Blink, some under readings that only the rules know."""

from dataclasses import replace

import blink_decks
from winnow.games.blink.rules import Blink


def random_game(rng):
    """Return a small game; one in four has a table that does not slide, a last card that waits, or a bonus."""
    game = blink_decks.random_game(rng)
    if rng.random() < 0.75:
        return game
    rules = game.rules
    corner = f"{rng.randrange(rules.columns)},{rng.randrange(rules.rows)}"
    first, held = rng.choice(["anywhere", "centre", corner]), rng.choice(["after", "before"])
    return Blink(replace(rules, first=first, held=held, bonus=rng.choice([1.0, 2.0])), game.deal)


__all__ = ["OF_THE_FULL_DECK", "random_game"]

OF_THE_FULL_DECK = {"decks"}
"""Options that say what the full deck is, and nothing of a deck as dealt."""
