from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.partial import _Order

@disjoint_base
class OptionalCompletions:
    def __new__(
        cls,
        ranks: bytes,
        suits: bytes,
        unknown: Sequence[int],
        cards: Sequence[tuple[int, int]],
        low: int,
        high: int,
    ) -> Self: ...
    def sample(self, count: int, budget: Budget) -> tuple[_Order | None, _Order | None]: ...
    def search(self, budget: Budget, bound: bool = True) -> tuple[_Order | None, _Order | None]: ...
