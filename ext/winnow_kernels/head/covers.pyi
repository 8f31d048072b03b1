from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.melds import Melds

@disjoint_base
class Covers(Melds):
    """The melds of one deck, and a memo of how well disjoint ones cover its sets; `Melds` has the rest.

    Without `by_eights` no processor works on more than one meld at a time; nothing else depends on it.
    """

    meld_count: int
    """Melds of the whole deck; 0 if they are too many to list, and then nothing is known of covers."""
    def __new__(
        cls, suits: Sequence[int], ranks: Sequence[int], size: int, budget: Budget, by_eights: bool = True
    ) -> Self: ...
    def least_left(self, cards: int) -> int: ...
