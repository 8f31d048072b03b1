"""Small decks of One-Minute Solitaire, budgets near their least handlings, and positions with these."""

import random

from random_play import random_position
from winnow.core.cards import STANDARD
from winnow.core.engine import Task
from winnow.core.game import read_rules
from winnow.games.one_minute.rules import OneMinute
from winnow.search import plain
from winnow_kernels.common.budget import Budget


def random_deck(rng, fewest, most):
    """Return cards of few or of all suits and ranks, with repeated cards in some decks."""
    pool = list(STANDARD.tokens)
    if rng.random() < 0.6:
        suits = rng.sample("CDHS", rng.randint(1, 4))
        pool = [rank + suit for rank in "A23456789TJQK"[: rng.randint(3, 13)] for suit in suits]
    count = rng.randint(fewest, most)
    if len(pool) >= count and rng.random() < 0.8:
        return rng.sample(pool, count)
    return [rng.choice(pool) for _ in range(count)]


def small_game(cards, handlings=100, passing="free", pickup=0):
    """Return a game on these cards with this number of handlings as its budget."""
    values = {"deck": "as-dealt", "passing": passing, "pickup": pickup, "pace": (handlings + 0.5) / 60}
    return OneMinute(read_rules(OneMinute, values), cards)


def random_game(rng):
    """Return a small game."""
    cards = random_deck(rng, 3, 9)
    handlings = round(rng.uniform(0.5, 2.5) * len(cards))
    return small_game(cards, handlings, rng.choice(["free", "free", "forced"]), rng.choice([0, 0, 1, 3]))


def solved_by_plain_search(seed, count, fewest, most):
    """Yield small decks with their options, a position, and its least handlings."""
    rng = random.Random(seed)
    for _ in range(count):
        cards = random_deck(rng, fewest, most)
        options = {"passing": rng.choice(["free", "free", "forced"]), "pickup": rng.choice([0, 0, 1, 2, 3])}
        game = small_game(cards, **options)
        position = random_position(rng, game)
        truth = plain.solve(Task(game, position, best=True), Budget())
        yield cards, options, position, truth.score
