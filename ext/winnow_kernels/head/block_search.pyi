from collections.abc import Iterator, Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.melds import Melds

@disjoint_base
class BlockSearch:
    """Looks for a closed set of block positions of which none leads to a score below `bound`.

    Cards are numbers as in `melds`. `passes`: how often they are gone through; `optional`: a full hand may be discarded
    though it holds a meld. A block is a set of cards (an int, bit i being card i).
    """

    def __new__(cls, melds: Melds, passes: int, optional: bool, bound: int, budget: Budget) -> Self: ...
    def search(
        self, turn: int, line: Sequence[int], discards: Sequence[int], may_burn: bool, spent: int
    ) -> bool | None: ...
    def members(self) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...], bool, bool, int]]: ...
