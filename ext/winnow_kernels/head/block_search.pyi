from collections.abc import Iterator, Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.melds import Melds

@disjoint_base
class BlockSearch:
    """One position of one deal, and what is known about the scores within its reach.

    Cards are numbers as in `melds`. `passes`: how often they are gone through; `optional`: a full hand may be discarded
    though it holds a meld. A block is a set of cards (an int, bit i being card i). A `forgetful` search has a table
    that forgets, and tells no members.
    """

    score: int
    """The score of the line that `reach` found last."""
    def __new__(cls, melds: Melds, passes: int, optional: bool, budget: Budget, forgetful: bool = False) -> Self: ...
    def place(
        self,
        hand: Sequence[int],
        pile: Sequence[int],
        discards: Sequence[int],
        turn: int,
        may_burn: bool,
        discarded: bool = False,
    ) -> None: ...
    def reach(self, target: int, most_positions: int = -1) -> bool | None: ...
    def line(self) -> list[tuple[str, list[int], list[int]]]: ...
    def members(self) -> Iterator[tuple[int, bytes, bytes, bool, bool, int]]: ...
