from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.lazy import LazyHead

@disjoint_base
class HeadBeam:
    """A search for lines that keeps `width` positions at most of those with as many cards still to come in their pass.

    Cards and positions are as in `HeadSearch`. With `cover_bound` positions that cannot better the best line
    found are not gone on with.
    """

    def __new__(cls, game: LazyHead, budget: Budget, cover_bound: bool = True) -> Self: ...
    def place(
        self,
        hand: Sequence[int],
        pile: Sequence[int],
        discards: Sequence[int],
        turn: int,
        may_burn: bool,
        discarded: bool = False,
    ) -> None: ...
    def run(self, width: int, better_than: int, enough: int) -> int | None: ...
    def line(self, most: int) -> list[tuple[str, list[int], list[int]]] | None: ...
