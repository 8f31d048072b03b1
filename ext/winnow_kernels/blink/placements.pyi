from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.shapes import Shapes
from winnow_kernels.common.budget import Budget

@disjoint_base
class Placements:
    """All ways in which components of cards can lie in the box of `shapes`, of those that have at most `most_listed`.

    A list is made when a search first needs it, and shared by all searches of the box.
    """

    def __new__(cls, shapes: Shapes, budget: Budget, most_listed: int) -> Self: ...
