from collections.abc import Callable, Mapping, Sequence

from typing_extensions import disjoint_base

MOST_CARDS: int
"""The most cards left to play."""
MOST_NEAR: int
"""The most cards that a node can remember."""
MOST_PRICE: int
"""The greatest price, of either sign, in 1/256 handling."""
MOST_PICKUP: int

@disjoint_base
class PricedLayers:
    """The labels of a layer of One-Minute Solitaire with free passing, and the tables of the prices in force."""

    labels_kept: int
    """The number of labels in the layer."""
    memory: int
    """The bytes held."""
    most_bytes: int
    def __init__(
        self,
        suits: Sequence[int],
        ranks: Sequence[int],
        place: int,
        pickup: int,
        passes: int,
        target: int,
        most_bytes: int,
    ) -> None: ...
    def put_in_force(
        self,
        prices: Sequence[int],
        near: Mapping[tuple[int, int], Sequence[int]],
        tick: Callable[[], object] | None = None,
    ) -> bool: ...
    def drop(self, tick: Callable[[], object] | None = None) -> None: ...
    def expand(self, first: int, count: int) -> bool: ...
    def advance(self) -> None: ...
