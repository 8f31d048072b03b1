from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

@disjoint_base
class Melds:
    """The melds of one deck.

    A set of cards is an int, bit i being card i (0..63). `suits`: a bit for each suit on the card; `ranks`: 0 (Ace)
    to 9 (Crown), or -1. A card with neither is the Excuse. `size`: cards in a full hand, so the largest meld.
    """

    size: int
    card_count: int
    def __new__(cls, suits: Sequence[int], ranks: Sequence[int], size: int, *args: object) -> Self: ...
    def within(self, cards: int) -> list[int]: ...
