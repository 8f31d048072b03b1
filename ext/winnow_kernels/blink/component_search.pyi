from collections.abc import Sequence
from typing import Literal

from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.component_lists import ComponentLists
from winnow_kernels.common.budget import Budget

@disjoint_base
class Search:
    """All layouts in a box of columns x rows cells in which so many pairs touch, up to mirror images.

    `kinds`, `draws`, `ways` and `hold` are those of `winnow_kernels.blink.loss.Search`; no two cards are equal, and
    none lies on the table. `lists` are those of the same cards and box. `pairs` says how many pairs of each component
    touch, and `touching` how many touch in all at least.
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
        touching: int,
        without: frozenset[str],
        budget: Budget,
        lists: ComponentLists,
    ) -> Self:
        """Raises MemoryError if the budget has no memory for it."""

    @property
    def listed(self) -> bool:
        """False if some component has too many placements to be listed: the search is not to be run."""

    def run(self, nodes: int) -> Literal["found", "exhausted", "paused", "stopped"]:
        """Search on for about so many nodes; each counts as one position. Goes on where the last call paused."""

    def layout(self) -> list[tuple[int, int]]:
        """Return the layout found: (draw index, cell) of each card, in an order of placing."""
