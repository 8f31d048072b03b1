from collections.abc import Sequence
from typing import final

from typing_extensions import Self

from winnow_kernels.common.budget import Budget

MOST_CARDS: int
MOST_REDEALS: int

@final
class Search:
    """A search for the least number of cards that can be left from a position with redeals to go."""

    least: int
    """The least number of cards left that has been found."""
    moves: bytes
    """0 draw, 1 pair, 2 four, 3 redeal; leads to the position that leaves `least` without another redeal."""
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
    def run(self, enough: int) -> bool: ...
