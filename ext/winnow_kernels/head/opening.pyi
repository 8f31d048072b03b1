from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.lazy import LazyHead

@disjoint_base
class Openings:
    """Results about the first cards of last passes; used by kernels only (see opening.pxd)."""

    def __new__(cls, game: LazyHead, budget: Budget, forgetful: bool = False) -> Self: ...
