from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.shapes import Shapes
from winnow_kernels.common.budget import Budget

@disjoint_base
class ComponentLists:
    """All ways in which whole components of cards can lie in the box of `shapes`, of those that have few.

    No two cards are equal. A list is made when a
    search first needs it, and shared by all searches of the box.
    """

    def __new__(cls, shapes: Shapes, budget: Budget) -> Self: ...
