from collections.abc import Collection, Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.lazy import LazyHead

@disjoint_base
class HeadSearch:
    """One position of one deal, and what is known about the scores within its reach."""

    score: int
    """The score of the line that `reach` found last: cards not in melds."""
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
