from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.partial import _Order

@disjoint_base
class SuitSearch:
    def __new__(
        cls,
        ranks: bytes,
        suits: bytes,
        unknown: Sequence[int],
        cards: Sequence[tuple[int, int]],
        low: int,
        high: int,
    ) -> Self: ...
    def search(
        self, win: bool, budget: Budget, limit: int = -1, memo: bool = True, bound: bool = True
    ) -> tuple[_Order | None, bool]: ...
