from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.components import Components
from winnow_kernels.blink.placements import Placements
from winnow_kernels.common.budget import Budget

@disjoint_base
class Remaining:
    """The placements left of each component, by depth of the search; for kernels only."""

    def __new__(
        cls,
        placements: Placements,
        components: Components,
        least: Sequence[int],
        most: Sequence[int],
        cards: int,
        area: int,
        budget: Budget,
    ) -> Self: ...
