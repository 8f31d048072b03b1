from typing_extensions import Self, disjoint_base

from winnow_kernels.head.covers import Covers

@disjoint_base
class BlockMoves:
    """The moves of positions in blocks under one set of rules; cards are numbers 0..63, as in `melds`."""

    melds: Covers
    passes: int
    def __new__(cls, melds: Covers, passes: int, optional: bool) -> Self: ...
