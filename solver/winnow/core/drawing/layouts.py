"""Where piles lie on a page: fixed areas of a table, into which the cards of each pile are fitted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from winnow.core.drawing.piles import TITLE, bounds
from winnow.core.drawing.table import CARD_HEIGHT, CARD_WIDTH, Pile, Spread

Kind = Literal["stack", "row", "column", "field", "fan", "trail"]
"""How an area shows its pile.

A stack shows its last card. A row shows every card, in several lines if they are many, a grid's in the order of its
cells; a column shows them one below the other; a field shows them on their cells. A fan shows the last card and, to its
right, those that come after it; a trail shows the last cards, the last one on top at the right.
"""
_KINDS: dict[Spread, Kind] = {"stack": "stack", "right": "row", "down": "column", "grid": "field"}
_GROWTH = 2.0
"""Room that the lowest piles get to grow, in cards."""


@dataclass(frozen=True)
class Area:
    """The place of a pile: the upper left corner, the size, both in cards, and how the pile is shown in it.

    On a screen of another shape areas wider or higher than a card grow; the others keep their size. `says` stands in
    the area while it holds no card: what goes there.
    """

    x: float
    y: float
    width: float
    height: float
    kind: Kind
    says: str = ""


@dataclass(frozen=True)
class Layout:
    """A table of `width` x `height` cards with an area for each pile, by its key; above each is room for a title."""

    width: float
    height: float
    areas: Mapping[str, Area]

    def record(self) -> dict[str, Any]:
        """Return the layout as JSON values."""
        return asdict(self)


def layout_of(piles: Sequence[Pile], width: float, height: float) -> Layout:
    """Return the layout with each pile where it lies now, up to where the next begins, to the right and below."""
    rows: dict[float, list[Pile]] = defaultdict(list)
    for pile in piles:
        rows[pile.y].append(pile)
    tops = sorted(rows)
    lower = max(height, bounds(piles)[3]) + _GROWTH
    areas = {}
    for top, end in zip(tops, [*(y - TITLE for y in tops[1:]), lower], strict=True):
        row = sorted(rows[top], key=lambda pile: pile.x)
        for pile, right in zip(row, [*(other.x for other in row[1:]), width], strict=True):
            wide, high = max(CARD_WIDTH, right - pile.x), max(CARD_HEIGHT, end - top)
            areas[pile.key] = Area(pile.x, top, wide, high, _KINDS[pile.spread])
    return Layout(width, lower, areas)
