from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.lazy import LazyHead

@disjoint_base
class HeadBeam:
    """A beam search for lines; it proves nothing."""

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
