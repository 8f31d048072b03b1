from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget

@disjoint_base
class Placements:
    """All ways in which components of cards can lie in a box of columns x rows cells, of those that have few.

    `kinds` and `ways` are those of `winnow_kernels.blink.loss.Search`. A list is made when a search first needs it, and
    shared by all searches of the box.
    """

    def __new__(cls, kinds: Sequence[int], ways: Sequence[bytes], columns: int, rows: int, budget: Budget) -> Self: ...
