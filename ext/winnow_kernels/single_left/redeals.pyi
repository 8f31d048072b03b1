from collections.abc import Sequence
from typing import final

from typing_extensions import Self

from winnow_kernels.common.budget import Budget

MOST_CARDS: int
MOST_REDEALS: int

@final
class Search:
    """Looks for the least number of cards that can be left from a position with redeals to go.

    `ranks` and `suits` give the whole deal, at most MOST_CARDS cards; `hand` (oldest first) and `deck` (next card
    first, in the order of the deal) are places in it, 0-based; all other cards are discards. `redeals` are 1 to
    MOST_REDEALS. A `forgetful` search forgets positions when memory ends. Raises ValueError for what is no such
    position.
    """

    least: int
    """So many cards can be left."""
    moves: bytes
    """0 draw, 1 pair, 2 four, 3 redeal: to the position from which `least` can be left without another redeal."""
    def __new__(
        cls,
        ranks: bytes,
        suits: bytes,
        hand: Sequence[int],
        deck: Sequence[int],
        redeals: int,
        budget: Budget,
        forgetful: bool,
    ) -> Self: ...
    def run(self, enough: int) -> bool:
        """Visit the positions until `enough` cards or fewer can be left, or all are met; False if a limit ended it.

        If it is true and `least` is over `enough`, nothing less can be left.
        """
