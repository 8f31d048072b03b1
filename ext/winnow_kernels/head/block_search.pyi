from collections.abc import Iterator, Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.block_moves import BlockMoves

@disjoint_base
class BlockSearch:
    """One position of one deal, and what is known about the scores within its reach."""

    score: int
    """The score of the line that `reach` found last: cards not in melds."""
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
