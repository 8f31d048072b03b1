from collections.abc import Collection, Sequence

from typing_extensions import Self

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.covers import Covers

class LazyHead:
    def __new__(
        cls, melds: Covers, passes: int, optional: bool, lazy_order: bool, parting: bool, relaxed: bool = False
    ) -> Self: ...
    @property
    def melds(self) -> Covers: ...

class HeadSearch:
    score: int
    def __new__(
        cls, game: LazyHead, budget: Budget, without: Collection[str] = (), lost_hands: int = 16384
    ) -> Self: ...
    def place(
        self,
        hand: Sequence[int],
        pile: Sequence[int],
        discards: Sequence[int | tuple[int, ...]],
        turn: int,
        may_burn: bool,
    ) -> None: ...
    def least(self) -> int: ...
    def reach(self, target: int, most_positions: int = -1) -> bool | None: ...
    def line(self, most: int) -> list[tuple[str, list[int], list[int]]] | None: ...

class HeadBeam:
    def __new__(cls, game: LazyHead, budget: Budget, cover_bound: bool = True) -> Self: ...
    def place(
        self,
        hand: Sequence[int],
        pile: Sequence[int],
        discards: Sequence[int | tuple[int, ...]],
        turn: int,
        may_burn: bool,
    ) -> None: ...
    def run(self, width: int, better_than: int, enough: int) -> int | None: ...
    def line(self, most: int) -> list[tuple[str, list[int], list[int]]] | None: ...
