from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.melds import Melds

LANES: tuple[int, ...]
"""How many melds this processor can examine at once, the most last."""

@disjoint_base
class Covers(Melds):
    """The melds of one deck, and a memo of how well disjoint ones cover its sets; `Melds` has the rest."""

    meld_count: int
    """The number of melds of the whole deck; 0 if they are too many to list: then there is no cover bound."""
    def __new__(cls, suits: Sequence[int], ranks: Sequence[int], size: int, budget: Budget, lanes: int = 8) -> Self: ...
    def least_left(self, cards: int) -> int: ...
