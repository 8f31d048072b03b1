"""Layouts with many matches where nothing is held back: beams in the order of the deal, then parts laid anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from winnow.core.rng import SplitMix64
from winnow.games.blink.engine.beam import Layout, layout_of
from winnow.games.blink.engine.bound import most_pairs, most_touching
from winnow.games.blink.engine.table import Placement, Table
from winnow_kernels.blink.in_turn import InTurn
from winnow_kernels.common.budget import Budget

if TYPE_CHECKING:
    import networkx as nx

_FEWEST_CARDS, _MOST_CARDS, _MOST_CELLS = 41, 63, 64
_FIRST_WIDTH = 2_000
_LONGER = 4
_WIDEST = 128_000
"""Of the first beam, by how much each is wider than the one before, and of the widest."""
_PARTS = 2
"""How many times as much work goes into the beam as into parts."""
_WIDTH_OF_A_PART = 200
"""Of the beams that lay a part of the cards anew."""
_DOWN = 3
_PATIENCE = 600
"""Back to the best layout once so many ways are lost, or so many parts were laid without a better one."""


@dataclass(frozen=True)
class InOrder:
    """A whole layout: the cell of each card in the order of the deal, and the ways matched."""

    cells: tuple[int, ...]
    matched: int


class LayoutsInTurn:
    """Betters layouts of a deal nothing of which is held back, round by round, the same way each time."""

    def __init__(self, table: Table, budget: Budget) -> None:
        self._table, self._budget = table, budget
        self._parts = _components(table)
        parts = [(part, most_touching(len(part), table.columns, table.rows)) for part in self._parts]
        self._kernel = InTurn(_ways_by_draw(table), table.columns, table.rows, parts, most_pairs(table, 1), budget)
        self._random = SplitMix64(0)
        self._width = _FIRST_WIDTH
        self._seed = 0

    @staticmethod
    def of(table: Table, budget: Budget) -> LayoutsInTurn | None:
        """Return it for an empty table with many different cards, few cells and no hold, else None."""
        different = len(set(table.order)) == table.cards and not table.layout
        sizes = _FEWEST_CARDS <= table.cards <= _MOST_CARDS and table.columns * table.rows <= _MOST_CELLS
        fits = different and sizes and not table.hold and min(table.columns, table.rows) > 1
        return LayoutsInTurn(table, budget) if fits else None

    def better(self, layout: Layout, wanted: int) -> Layout:
        """Do a round: a beam, then parts of its layout anew, unless `wanted` is reached; return the best layout."""
        began = self._budget.positions
        first = self.in_order(self._width, {}, 0) or self._in_order(layout)
        work = self._budget.positions - began
        self._width = min(_LONGER * self._width, _WIDEST)
        best = self._by_parts(first, wanted, self._budget.positions + work // _PARTS)
        return layout if best.matched <= layout.matched else layout_of(self._table, self.placements(best.cells))

    def in_order(self, width: int, fixed: Mapping[int, int], wanted: int) -> InOrder | None:
        """Run one beam; return a layout with the `fixed` cards in their cells that matches in `wanted` ways, if any."""
        self._seed += 1
        cells = self._kernel.run(width, list(fixed.items()), wanted, self._seed)
        return None if cells is None else InOrder(tuple(cells), self._kernel.matched)

    def placements(self, cells: Iterable[int]) -> list[Placement]:
        """Return a layout's placements."""
        places = [divmod(cell, self._table.columns) for cell in cells]
        return [(kind, x, y) for kind, (y, x) in zip(self._table.order, places, strict=True)]

    def _by_parts(self, best: InOrder, wanted: int, until: int) -> InOrder:
        """Lay parts of the cards anew, taking what is as good or, half of the times, one way worse."""
        layout, tried = best, 0
        while best.matched < wanted and self._budget.positions < until and not self._budget.stopped:
            tried += 1
            if layout.matched <= best.matched - _DOWN or tried > _PATIENCE:
                layout, tried = best, 0
            moving = self._part(layout.cells)
            fixed = {card: cell for card, cell in enumerate(layout.cells) if card not in moving}
            layout = self.in_order(_WIDTH_OF_A_PART, fixed, layout.matched - self._random.below(2)) or layout
            if layout.matched > best.matched:
                best, tried = layout, 0
        return best

    def _part(self, cells: tuple[int, ...]) -> set[int]:
        """Return the cards to be laid anew: some that hang together, that lie together or that are dealt together."""
        kind = self._random.below(5) if self._parts else 1
        if kind == 0:
            return {card for _ in range(4 + self._random.below(3)) for card in self._any_component()}
        if kind == 1:
            return self._rectangle(cells)
        if kind > 2:
            return self._in_sequence(len(cells), kind == 3)
        component = self._any_component()
        middle = cells[component[self._random.below(len(component))]]
        far = [(4 * _distance(cell, middle, self._table.columns) + self._random.below(4)) for cell in cells]
        nearest = sorted(range(len(cells)), key=far.__getitem__)
        return {*component, *nearest[: 20 + self._random.below(15)]}

    def _in_sequence(self, cards: int, alone: bool) -> set[int]:
        """Return cards that are dealt one after another, alone or with two components."""
        long = min(25 + self._random.below(20) if alone else 20 + self._random.below(10), cards)
        first = self._random.below(cards - long + 1)
        others = () if alone else (*self._any_component(), *self._any_component())
        return {*range(first, first + long), *others}

    def _any_component(self) -> list[int]:
        return self._parts[self._random.below(len(self._parts))]

    def _rectangle(self, cells: tuple[int, ...]) -> set[int]:
        """Return the cards in a rectangle anywhere."""
        columns, rows = self._table.columns, self._table.rows
        wide, high = min(4 + self._random.below(4), columns), min(5 + self._random.below(3), rows)
        left, top = self._random.below(columns - wide + 1), self._random.below(rows - high + 1)
        inside = {y * columns + x for x in range(left, left + wide) for y in range(top, top + high)}
        return {card for card, cell in enumerate(cells) if cell in inside}

    def _in_order(self, layout: Layout) -> InOrder:
        """Return a layout with its corner in the first cell."""
        left, top = min(x for _, x, _ in layout.placements), min(y for _, _, y in layout.placements)
        of_kind = {kind: (y - top) * self._table.columns + x - left for kind, x, y in layout.placements}
        return InOrder(tuple(of_kind[kind] for kind in self._table.order), layout.matched)


def _distance(one: int, other: int, columns: int) -> int:
    """Return the square of the distance of two cells."""
    return (one % columns - other % columns) ** 2 + (one // columns - other // columns) ** 2


def _ways_by_draw(table: Table) -> list[bytes]:
    return [bytes(table.ways[a][b] for b in table.order) for a in table.order]


def _components(table: Table) -> list[list[int]]:
    """Return the cards that hang together by two ways, by their place in the deal."""
    import networkx as nx  # noqa: PLC0415  loaded when a question needs it: most commands do not

    graph: nx.Graph[int] = nx.Graph()
    ways = _ways_by_draw(table)
    graph.add_edges_from((a, b) for a in range(table.cards) for b in range(a) if ways[a][b] > 1)
    return [sorted(part) for part in nx.connected_components(graph)]
