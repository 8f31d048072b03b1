"""Positions that a few random moves lead to, for the tests."""


def random_position(rng, game, counts=(0, 0, 1, 2, 4, 7)):
    """Return the position after as many random moves as one of `counts` says, or as there are."""
    position = game.start()
    for _ in range(rng.choice(counts)):
        after = [next_position for _, next_position in game.successors(position)]
        if after:
            position = rng.choice(after)
    return position
