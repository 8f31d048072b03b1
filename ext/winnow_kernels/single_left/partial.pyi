from collections.abc import Sequence

from typing_extensions import Self

from winnow_kernels.common.budget import Budget

_Order = tuple[int, ...]

class Completions:
    def __new__(
        cls,
        ranks: bytes,
        suits: bytes,
        unknown: Sequence[int],
        cards: Sequence[tuple[int, int]],
        redeals: int,
        low: int,
        high: int,
    ) -> Self: ...
    def sample(self, games: int, budget: Budget) -> tuple[_Order | None, _Order | None]: ...
    def anneal(self, win: bool, rounds: int, steps: int, budget: Budget) -> _Order | None: ...
    def search(self, win: bool, budget: Budget, limit: int = -1) -> tuple[_Order | None, bool]: ...

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
