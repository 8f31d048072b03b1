from collections.abc import Sequence
from typing import final

from typing_extensions import Self

from winnow_kernels.common.budget import Budget

MOST_CARDS: int

def least_left(ranks: bytes, suits: bytes) -> int: ...
def best_line(ranks: bytes, suits: bytes) -> tuple[int, bytes]: ...
def least_left_from(ranks: bytes, suits: bytes, hand: Sequence[int], deck: Sequence[int]) -> int: ...

LANES: tuple[int, ...]

def least_left_of_many(deals: Sequence[tuple[bytes, bytes]], lanes: int = 0) -> bytes: ...
def random_least(seed: int, block: int, games: int, budget: Budget, lanes: int = 0) -> tuple[int, ...]: ...

MOST_REDEALS: int

@final
class Search:
    least: int
    moves: bytes
    def __new__(
        cls,
        ranks: bytes,
        suits: bytes,
        hand: Sequence[int],
        deck: Sequence[int],
        redeals: int,
        budget: Budget,
        forgetful: bool,
    ) -> Self: ...
    def run(self, enough: int) -> bool: ...
