from collections.abc import Sequence
from typing import Literal

from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.placements import Placements
from winnow_kernels.common.budget import Budget

TECHNIQUES: frozenset[str]
"""What can be switched off by name."""
MOST_CARDS: int
MOST_BOX: int
"""The most cards, and the most cells of a box, that can be searched."""

@disjoint_base
class Search:
    """All layouts in a box of columns x rows cells that match in `wanted` ways or more, up to mirror images.

    `kinds` and `draws` are the cards: consecutive ones make up each component of the graph "matches in two ways", and
    equal ones follow one another, the first drawn first. `ways` says how kinds match. `laid` are the cards on the
    table, (number in `kinds`, cell) each. With `placements` of the same cards and box, components are placed as these
    list them.
    """

    def __new__(
        cls,
        kinds: Sequence[int],
        draws: Sequence[int],
        ways: Sequence[bytes],
        hold: int,
        columns: int,
        rows: int,
        laid: Sequence[tuple[int, int]],
        wanted: int,
        without: frozenset[str],
        budget: Budget,
        placements: Placements | None = None,
    ) -> Self:
        """Raises MemoryError if the budget has no memory for it, ValueError if the box or the deck is too large."""

    @property
    def first_component(self) -> int:
        """The component of the card that is decided first; -1: of none, or no card is."""

    def demand(self, least: Sequence[int], most: Sequence[int], first: int = -1) -> None:
        """Begin anew, and search only layouts in which so many pairs of each component touch, at least and at most.

        Begin with a card of the component `first`, if one can be the first.
        To be called before `run`, or after it has said "exhausted". Raises MemoryError as the constructor does.
        """

    def run(self, nodes: int) -> Literal["found", "exhausted", "paused", "stopped"]:
        """Search on for about so many nodes; each counts as one position. Goes on where the last call paused."""

    def layout(self) -> list[tuple[int, int]]:
        """Return the layout found: (draw index, cell) of each card not laid, in an order of placing."""
