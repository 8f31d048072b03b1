from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

@disjoint_base
class Melds:
    """The melds of one deck."""

    size: int
    card_count: int
    def __new__(cls, suits: Sequence[int], ranks: Sequence[int], size: int, *args: object) -> Self: ...
    def within(self, cards: int) -> list[int]: ...
