from collections.abc import Sequence

from ext.budget import Budget
from ext.single_left_partial import Order

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
