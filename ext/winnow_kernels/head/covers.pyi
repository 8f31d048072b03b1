from collections.abc import Sequence

from typing_extensions import Self

from winnow_kernels.common.budget import Budget

LANES: tuple[int, ...]

class Covers:
    meld_count: int
    def __new__(cls, suits: Sequence[int], ranks: Sequence[int], size: int, budget: Budget, lanes: int = 8) -> Self: ...
    def within(self, cards: int) -> list[int]: ...
    def least_left(self, cards: int) -> int: ...
