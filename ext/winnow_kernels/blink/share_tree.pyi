from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.box_search import BoxSearch
from winnow_kernels.blink.placements import Placements
from winnow_kernels.common.budget import Budget

@disjoint_base
class ShareTree(BoxSearch):
    """Layouts in a box of columns x rows cells, by a tree in which the least open question comes first.

    At each node the cell, the card or the component is decided that has the fewest ways left. `kinds`, `draws`, `ways`
    and `hold` are those of `winnow_kernels.blink.loss.Search`; no two cards are equal, and none lies on the table.
    `pairs` says how many pairs of each component touch, -1: any; `runs` how many runs of cards the rows and columns
    have at most; `placements` are those of the same cards and box. With `written` the tree can be read afterwards: then
    of each component the cards rise in the deal, and the components go by their first cards.
    """

    def __new__(
        cls,
        kinds: Sequence[int],
        draws: Sequence[int],
        ways: Sequence[bytes],
        hold: int,
        columns: int,
        rows: int,
        pairs: Sequence[int],
        runs: int,
        without: frozenset[str],
        budget: Budget,
        placements: Placements | None = None,
        written: bool = False,
    ) -> Self:
        """Raises MemoryError if the budget has no memory for it."""

    @property
    def pivot_card(self) -> int:
        """The place in the deal of the card that is kept to a quarter of the box."""

    @property
    def rests_on(self) -> tuple[list[int], bool]:
        """Of an exhausted search the components by whose pairs alone there is no layout, and whether by the runs."""

    @property
    def listed(self) -> list[int]:
        """The components whose placements are listed."""

    @property
    def nodes(self) -> int:
        """The nodes of the tree so far."""

    def layout(self) -> list[tuple[int, int]]:
        """Return the layout found: (draw index, cell) of each card, in an order of placing."""

    def tree(self) -> bytes:
        """Return the nodes written so far, each before its children: two bytes in the machine's order.

        The second is 0 for a cell, 1 for a card, 2 for a component that is decided, the first its number; 3 for the
        order of the deal.
        """
