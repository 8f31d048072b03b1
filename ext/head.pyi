from collections.abc import Collection, Sequence

from ext.budget import Budget
from ext.head_melds import Melds

class HeadSearch:
    """One position of one deal, and what is known about the scores within its reach.

    Cards are numbers 0..63. `suits` and `ranks` describe them as in `ext.head_melds.Melds`; `hand`, `pile` and
    `discards` are sequences of cards, first card first; `turn` is the pass, 1 being part one. `without` names
    techniques to switch off: lazy-order, joined-blocks, cover-bound, last-pass-budget, failed-table.
    """

    melds: Melds
    score: int
    """The score of the line that `reach` found last."""
    def __init__(
        self,
        suits: Sequence[int],
        ranks: Sequence[int],
        size: int,
        passes: int,
        optional: bool,
        budget: Budget,
        without: Collection[str] = (),
    ) -> None: ...
    def place(
        self, hand: Sequence[int], pile: Sequence[int], discards: Sequence[int], turn: int, may_burn: bool
    ) -> None: ...
    def least(self) -> int: ...
    def reach(self, target: int, most_positions: int = -1, seed: int = 0) -> bool | None: ...
    def line(self) -> list[tuple[str, list[int], list[int]]]: ...
