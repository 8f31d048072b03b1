"""Small decks of Single Left, forced and optional, with and without redeals."""

from single_left_help import random_cards
from winnow.core.game import read_rules
from winnow.games.single_left.rules import SingleLeft


def random_game(rng):
    """Return a game with cards of few ranks and suits, some of them repeated."""
    ranks, suits = rng.randint(2, 13), rng.randint(2, 4)
    deck = random_cards(rng, rng.randint(1, 11), ranks, suits)
    values = {
        "deck": "as-dealt",
        "discarding": rng.choice(["forced", "optional"]),
        "goal": rng.choice(["clear", "one", "2", "3", "4"]),
        "redeals": rng.choice([0, 0, 0, 1]),
        "redeal_order": rng.choice(["deal", "deal", "discards"]),
    }
    return SingleLeft(read_rules(SingleLeft, values), deck)
