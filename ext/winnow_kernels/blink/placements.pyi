from typing_extensions import Self

from winnow_kernels.blink.shapes import Shapes
from winnow_kernels.common.budget import Budget

class Placements:
    """The placements of components of cards in the box of `shapes`, listed when first needed."""

    def __new__(cls, shapes: Shapes, budget: Budget, most_listed: int) -> Self: ...
