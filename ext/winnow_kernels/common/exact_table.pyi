from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget

@disjoint_base
class ExactTable:
    """A table of whole states with a small number each; used by kernels only (see exact_table.pxd)."""

    def __new__(cls, budget: Budget, forgetful: bool = False) -> Self: ...
