"""Small decks of One-Minute Solitaire, with budgets near their least handlings."""

from winnow.core.cards import STANDARD
from winnow.core.game import read_rules
from winnow.games.one_minute.rules import OneMinute


def random_game(rng):
    """Return a game with cards of few ranks and suits, some of them repeated."""
    cards = rng.randint(3, 9)
    deck = [rng.choice(STANDARD.tokens[: rng.randint(2, 13)])[0] + rng.choice("CDHS") for _ in range(cards)]
    values = {
        "deck": "as-dealt",
        "passing": rng.choice(["free", "free", "forced"]),
        "pickup": rng.choice([0, 0, 1, 3]),
        "pace": round(rng.uniform(0.5, 2.5) * cards / 60, 3),
    }
    return OneMinute(read_rules(OneMinute, values), deck)
