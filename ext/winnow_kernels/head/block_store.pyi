from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget

@disjoint_base
class BlockStore:
    """Lost positions in blocks, for the search; a `forgetful` store forgets all it holds where memory ends."""

    def __new__(cls, budget: Budget, forgetful: bool = False) -> Self: ...
