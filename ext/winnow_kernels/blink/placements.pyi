from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.shapes import Shapes
from winnow_kernels.common.budget import Budget

@disjoint_base
class Placements:
    """The placements of components of cards in the box of `shapes`, listed when first needed."""

    def __new__(cls, shapes: Shapes, budget: Budget, most_listed: int) -> Self: ...
