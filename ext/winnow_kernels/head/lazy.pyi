from typing_extensions import Self, disjoint_base

from winnow_kernels.head.covers import Covers

@disjoint_base
class LazyHead:
    """The moves of lazy positions under one set of rules; cards are numbers 0..63, as in `melds`."""

    def __new__(
        cls, melds: Covers, passes: int, optional: bool, lazy_order: bool, parting: bool, relaxed: bool = False
    ) -> Self: ...
    @property
    def melds(self) -> Covers: ...
