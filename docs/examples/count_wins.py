"""Decide the first deals of every game, in order, and print how many can be won."""

import sys
from collections import Counter

import winnow


def main(deals: int) -> None:
    """Print one line a game."""
    limits = winnow.Limits(seconds=10)
    for game in winnow.GAMES:
        found = Counter(verdict.verdict for verdict in winnow.solve_many(game, range(deals), limits=limits))
        print(f"{game}: {found['winnable']} of {deals} can be won, {found['undecided']} undecided")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
