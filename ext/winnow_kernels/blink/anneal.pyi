from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget

@disjoint_base
class Annealing:
    """A whole layout on a table of columns x rows cells, changed card by card, and the best legal one seen.

    `order` holds the kinds of all cards in dealing order, `ways` how they match. `laid` are cards that stay where they
    are, `placements` those that move: (place in the deal, cell) each. One move counts as one position.
    """

    best: int
    """The ways in which the best legal layout matches; -1 if none has been seen."""
    def __new__(
        cls,
        order: Sequence[int],
        ways: Sequence[bytes],
        hold: int,
        columns: int,
        rows: int,
        laid: Sequence[tuple[int, int]],
        placements: Sequence[tuple[int, int]],
        seed: int,
        budget: Budget,
    ) -> Self:
        """Take a layout, legal or not; raises MemoryError if the budget has no memory for it."""

    def run(self, moves: int, hot: int, cold: int, wanted: int) -> bool:
        """Try so many moves, cooling from `hot` to `cold`; True: a layout that matches in `wanted` ways was found.

        One way matched is worth 64; a loss of as much as the heat is taken half of the times.
        """

    def back_to_best(self) -> None:
        """Go on from the best legal layout."""

    def layout(self) -> list[tuple[int, int]]:
        """Return the best legal layout: (place in the deal, cell) of each card that is not laid."""
