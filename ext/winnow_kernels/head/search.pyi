from collections.abc import Collection, Sequence

from winnow_kernels.common.budget import Budget
from winnow_kernels.head.lazy import LazyHead

class HeadSearch:
    """One position of one deal, and what is known about the scores within its reach.

    `hand`, `pile` and `discards` are sequences of cards (see `LazyHead`), first card first; `turn` is the pass, 1 being
    part one. `without` names techniques to switch off: cover-bound, last-pass-budget, failed-table.
    """

    score: int
    """The score of the line that `reach` found last."""
    def __init__(self, game: LazyHead, budget: Budget, without: Collection[str] = ()) -> None: ...
    def place(
        self,
        hand: Sequence[int],
        pile: Sequence[int],
        discards: Sequence[int],
        turn: int,
        may_burn: bool,
        discarded: bool = False,
    ) -> None: ...
    def least(self) -> int: ...
    def reach(self, target: int, most_positions: int = -1) -> bool | None: ...
    def line(self) -> list[tuple[str, list[int], list[int]]]: ...
