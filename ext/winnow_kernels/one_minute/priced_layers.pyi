from collections.abc import Callable, Mapping, Sequence

from typing_extensions import disjoint_base

MOST_CARDS: int
"""As many cards can be left to play."""
MOST_NEAR: int
"""As many cards can a node remember."""
MOST_PRICE: int
"""Of either sign, in 1/256 handling."""
MOST_PICKUP: int

@disjoint_base
class PricedLayers:
    """The labels of a layer of One-Minute Solitaire with free passing, and the tables of the prices in force.

    `suits` and `ranks` describe the cards in the order in which they lie, the waste from its first dealt card and then
    the hand from its next, and after them the foundation's top; `place` cards are in the waste and count as handled.
    Only lines of at most so many passes that cost less than `target` are looked for. Raises ValueError for what is not
    a position, and MemoryError.
    """

    labels_kept: int
    """How many labels the layer holds; at first the position alone."""
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
    ) -> bool:
        """Compute the tables for these prices; `near` says which cards the nodes (pass, card) remember.

        `tick` is called before the tables of each pass and set of suits, and may end it all by raising; then nothing
        here is of use any more. False if the tables need more memory than allowed. Raises ValueError for what is out of
        range.
        """
    def drop(self, tick: Callable[[], object] | None = None) -> None:
        """Drop the labels of the layer whose bounds reach the target; `tick` as before, every 65,536 labels."""
    def expand(self, first: int, count: int) -> bool:
        """Play on from so many labels of the layer, from the `first` on; False if the labels need too much memory."""
    def advance(self) -> None:
        """Go on to the next layer: all labels that were found to follow."""
