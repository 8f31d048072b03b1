"""Small decks of Head, some under readings that only the rules know."""

from dataclasses import replace

import head_decks
from winnow.games.head.rules import Head

__all__ = ["random_game"]


def random_game(rng):
    """Return a small game; in one of four, hands are sorted or carried, or the Excuse is in no run."""
    game = head_decks.random_game(rng)
    if rng.random() < 0.75:
        return game
    sorting, carry = rng.choice(["first", "all"]), rng.random() < 0.5
    excuse = rng.choice(["suit-and-rank", "suit-or-rank"])
    return Head(replace(game.rules, sorting=sorting, carry=carry, excuse=excuse), game.deal)
