from collections.abc import Collection, Sequence

from typing_extensions import disjoint_base

from winnow_kernels.common.budget import Budget

MOST_CARDS: int
"""The most cards left to play."""
MOST_PICKUP: int
"""The most handlings that a pick-up may cost; above it only the number of passes would count."""
TECHNIQUES: frozenset[str]
"""The techniques that can be switched off."""

@disjoint_base
class Search:
    """One position under free passing: a lower bound on its handlings, and the best line found so far."""

    bound: int
    """The lower bound: no line has fewer handlings."""
    score: int
    """The handlings of the best line so far."""
    line: list[int]
    """The best line's cards, by number, in foundation order."""
    priced: list[tuple[int, list[int], dict[tuple[int, int], list[int]]]] | None
    """Set to a list to record the prices by layer."""
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
    def reprice_from(self, layer: int, labels: int) -> None: ...
    def tighten(self, below: int) -> bool: ...
    def search(self, below: int, width: int = 0, enough: bool = False) -> bool: ...
