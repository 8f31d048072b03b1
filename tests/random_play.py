"""Random positions for the tests, and how many of them."""

import pytest


def sizes(few, many):
    """Parametrize a test by its seed and its number of samples: `few` of them by default, `many` under `full`."""
    return pytest.mark.parametrize(("seed", "count"), [few, pytest.param(*many, marks=pytest.mark.full)])


def random_position(rng, game, counts=(0, 0, 1, 2, 4, 7)):
    """Return the position after random moves, their number drawn from `counts`; fewer if the game ends."""
    position = game.start()
    for _ in range(rng.choice(counts)):
        after = [next_position for _, next_position in game.successors(position)]
        if after:
            position = rng.choice(after)
    return position
