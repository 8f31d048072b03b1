from collections.abc import Sequence

from typing_extensions import Self

from winnow_kernels.common.budget import Budget

class Melds:
    size: int
    card_count: int
    def __new__(cls, suits: Sequence[int], ranks: Sequence[int], size: int, *args: object) -> Self: ...
    def within(self, cards: int) -> list[int]: ...

LANES: tuple[int, ...]

class Covers(Melds):
    meld_count: int
    def __new__(cls, suits: Sequence[int], ranks: Sequence[int], size: int, budget: Budget, lanes: int = 8) -> Self: ...
    def least_left(self, cards: int) -> int: ...
