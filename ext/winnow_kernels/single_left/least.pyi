from collections.abc import Sequence

from winnow_kernels.common.budget import Budget

MOST_CARDS: int
"""The most cards in a deal."""
LANES: tuple[int, ...]

def least_left_of_many(deals: Sequence[tuple[bytes, bytes]], lanes: int = 0) -> bytes: ...
def random_least(seed: int, block: int, games: int, budget: Budget, lanes: int = 0) -> tuple[int, ...]: ...
