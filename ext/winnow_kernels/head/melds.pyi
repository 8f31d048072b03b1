from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget

@disjoint_base
class Melds:
    """The melds of one deck, and a memo of how well its sets can be covered with disjoint melds.

    A set of cards is an int, bit i being card i (0..63). `suits`: a bit for each suit on the card; `ranks`: 0 (Ace)
    to 9 (Crown), or -1. A card with neither is the Excuse. `size`: cards in a full hand, so the largest meld.
    """

    size: int
    card_count: int
    meld_count: int
    """Melds of the whole deck; 0 if they are too many to list, and then nothing is known of covers."""
    def __new__(cls, suits: Sequence[int], ranks: Sequence[int], size: int, budget: Budget) -> Self: ...
    def within(self, cards: int) -> list[int]: ...
    def least_left(self, cards: int) -> int: ...
