from collections.abc import Sequence

from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.partial import Order

class SuitSearch:
    def __init__(
        self,
        ranks: bytes,
        suits: bytes,
        unknown: Sequence[int],
        cards: Sequence[tuple[int, int]],
        low: int,
        high: int,
    ) -> None: ...
    def search(
        self, win: bool, budget: Budget, limit: int = -1, memo: bool = True, bound: bool = True
    ) -> tuple[Order | None, bool]: ...
