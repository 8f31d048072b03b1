from collections.abc import Collection, Sequence

from typing_extensions import disjoint_base

from winnow_kernels.common.budget import Budget

MOST_CARDS: int
"""As many cards can be left to play."""
MOST_PICKUP: int
"""What a pick-up may cost; where it costs more, fewer passes are all that counts."""
TECHNIQUES: frozenset[str]
"""What can be switched off by name."""

@disjoint_base
class Search:
    """One position under free passing: the least handlings from here, bounds on them, and the best line so far.

    `suits` and `ranks` (numbers below 4 and 13) describe the cards in the order in which they lie, the waste from its
    first dealt card and then the hand from its next, and after them the foundation's top; `place` cards are in the
    waste. Handlings are counted from this position.
    """

    bound: int
    """No line has fewer handlings."""
    score: int
    """The handlings of the best line so far."""
    line: list[int]
    """Its cards, numbered as above, in foundation order."""
    priced: list[tuple[int, list[int], dict[tuple[int, int], list[int]]]] | None
    """Set to a list to have the prices noted: from which layer on, the prices, what nodes (pass, card) remember.

    For a search without `price-groups`, which has one set of prices for a layer.
    """
    def __init__(
        self,
        suits: Sequence[int],
        ranks: Sequence[int],
        place: int,
        pickup: int,
        line: Sequence[int],
        score: int,
        budget: Budget,
        without: Collection[str] = (),
    ) -> None: ...
    def reprice_from(self, layer: int, labels: int, group: int) -> None:
        """Let a search of unlimited width change the prices at layers of so many labels, when so many have gathered.

        Groups of so many labels have prices of their own.
        """
    def tighten(self, below: int) -> bool:
        """Raise `bound` by the prices alone, up to `below`; to come before `search`. False if the budget ended it."""
    def search(self, below: int, width: int = 0, enough: bool = False) -> bool:
        """Look for a line of fewer handlings than `below`, in layers of at most `width` labels, or of all if 0.

        With `enough` the first such line ends the search, and nothing more is proved.

        Unless the budget or the width cut it short, `bound` rises to what is proved: at least to the lesser of `score`
        and `below`. False if the budget ended it. Raises ValueError if `below` is more than it was before.
        """
