from collections.abc import Iterator, Sequence

from typing_extensions import Self

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.covers import Covers

class BlockMoves:
    melds: Covers
    passes: int
    def __new__(cls, melds: Covers, passes: int, optional: bool) -> Self: ...

class BlockSearch:
    score: int
    def __new__(
        cls, game: BlockMoves, budget: Budget, forgetful: bool = False, joining: bool = True, loosening: bool = True
    ) -> Self: ...
    def place(
        self,
        hand: Sequence[int],
        pile: Sequence[int],
        discards: Sequence[int | tuple[int, ...]],
        turn: int,
        may_burn: bool,
    ) -> None: ...
    def reach(self, target: int, most_positions: int = -1) -> bool | None: ...
    def line(self, most: int) -> list[tuple[str, list[int], list[int]]] | None: ...
    def members(self) -> Iterator[tuple[int, bytes, bytes, bool, bool, int]]: ...
