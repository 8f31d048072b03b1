"""Random positions for the tests."""


def random_position(rng, game, counts=(0, 0, 1, 2, 4, 7)):
    """Return the position after random moves, their number drawn from `counts`; fewer if the game ends."""
    position = game.start()
    for _ in range(rng.choice(counts)):
        after = [next_position for _, next_position in game.successors(position)]
        if after:
            position = rng.choice(after)
    return position
