from collections.abc import Sequence

from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.partial import Order

class OptionalCompletions:
    def __init__(
        self,
        ranks: bytes,
        suits: bytes,
        unknown: Sequence[int],
        cards: Sequence[tuple[int, int]],
        low: int,
        high: int,
    ) -> None: ...
    def sample(self, count: int, budget: Budget) -> tuple[Order | None, Order | None]: ...
    def search(self, budget: Budget, bound: bool = True) -> tuple[Order | None, Order | None]: ...
