from collections.abc import Sequence

from winnow_kernels.common.budget import Budget

Order = tuple[int, ...]

class Completions:
    def __init__(
        self,
        ranks: bytes,
        suits: bytes,
        unknown: Sequence[int],
        cards: Sequence[tuple[int, int]],
        redeals: int,
        low: int,
        high: int,
    ) -> None: ...
    def sample(self, games: int, budget: Budget) -> tuple[Order | None, Order | None]: ...
    def anneal(self, win: bool, rounds: int, steps: int, budget: Budget) -> Order | None: ...
    def search(
        self, win: bool, budget: Budget, limit: int = -1, memo: bool = True, bound: bool = True
    ) -> tuple[Order | None, bool]: ...
