from typing_extensions import Self, disjoint_base

from winnow_kernels.head.covers import Covers

@disjoint_base
class LazyHead:
    """The moves of lazy positions under one set of rules; cards are numbers 0..63, as in `melds`.

    `passes`: how often the cards are gone through; `optional`: a full hand may be discarded though it holds a meld.
    Without `lazy_order` a discard in part one decides its order at once; without `parting` the loose cards that are
    discarded are named at once. `relaxed` positions ask only that some choice of loose and parted cards may be
    discarded, and forget which: they have more lines than the game.
    """

    def __new__(
        cls, melds: Covers, passes: int, optional: bool, lazy_order: bool, parting: bool, relaxed: bool = False
    ) -> Self: ...
    @property
    def melds(self) -> Covers: ...
