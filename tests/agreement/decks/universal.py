"""Small decks of Universal Solitaire: grids of a few suits and ranks."""

from winnow.core.cards import UNIVERSAL_RANKS, UNIVERSAL_SUITS
from winnow.core.game import read_rules
from winnow.games.universal.rules import Universal


def random_game(rng):
    """Return a game with a grid, with or without Galaxies, dealt to one, two or three columns."""
    suits = rng.sample(UNIVERSAL_SUITS, rng.choice([2, 2, 3]))
    ranks = rng.randint(2, 5 if len(suits) == 2 else 3)
    first = rng.choice([0, 3, 10 - ranks, 10 - ranks])
    deck = [rank + suit for rank in UNIVERSAL_RANKS[first : first + ranks] for suit in suits]
    rng.shuffle(deck)
    draw = rng.choice([1, 1, 2, 3])
    values = {
        "deck": "as-dealt",
        "columns": rng.randint(1, 3),
        "draw": draw,
        "passes": rng.choice([1, 1, 2, 3]),
        "watch": rng.choice(["top", "all"]),
    }
    return Universal(read_rules(Universal, values), deck)
