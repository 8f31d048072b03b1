from collections.abc import Sequence

from winnow_kernels.common.budget import Budget

MOST_CARDS: int
BLOCK_GAMES: int
LANES: tuple[int, ...]

def cards_left(
    ranks: bytes, suits: bytes, hand: Sequence[int], deck: Sequence[int], redeals: int, low: int, high: int
) -> int: ...
def line_of_play(
    ranks: bytes,
    suits: bytes,
    hand: Sequence[int],
    deck: Sequence[int],
    redeals: int,
    low: int,
    high: int,
    budget: Budget,
) -> bytes | None: ...
def random_games(
    seed: int, block: int, games: int, redeals: int, low: int, high: int, budget: Budget, lanes: int = 0
) -> tuple[int, ...]: ...
def random_deals(seed: int, block: int, games: int, lanes: int = 0) -> list[bytes]: ...
def numbered_games(first: int, games: int, redeals: int, low: int, high: int, budget: Budget) -> tuple[int, ...]: ...
