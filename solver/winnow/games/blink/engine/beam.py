"""Beam searches for Blink layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from winnow.core.engine import UnsoundLineError
from winnow.games.blink.engine.table import Placement, Table, placing_order
from winnow_kernels.blink import beam as kernel
from winnow_kernels.common.budget import Budget

TECHNIQUES = kernel.TECHNIQUES

# What makes a layout promising, measured: cards to come that fit one, two, three, four cells; ways matched so far;
# placed cards beside free cells; and a free cell that 0, 1, 2, ... cards to come fit. They steer, and prove nothing.
_FOR_A_WIN = (30, 20, 10, 6, 20, 0, -100, -40, -20, -10, -5)
_FOR_A_SCORE = (30, 20, 10, 6, 200, 20, -100, -40, -20, -10, -5)


@dataclass(frozen=True)
class Layout:
    """A whole layout: the placements still to be made, in order, and the number of ways matched in all of it."""

    placements: tuple[Placement, ...]
    matched: int


@dataclass(frozen=True)
class Found:
    """The result of a search; `exhausted` says that there is no layout, or with a best score asked for no better one.

    `bound` is then the most ways in which a layout may match. `partial` are the placements of the largest layout seen,
    if none is whole.
    """

    layout: Layout | None
    exhausted: bool
    bound: int | None = None
    partial: tuple[Placement, ...] = ()

    @classmethod
    def best(cls, layout: Layout, bound: int) -> Found:
        """Return a layout whose score is the best if it reaches the bound."""
        return cls(layout, layout.matched >= bound, bound)


def beam(table: Table, widths: Sequence[int], best: bool, without: frozenset[str], budget: Budget) -> Found:
    """Return what beams of these widths find; each is run only if the one before was undecided."""
    width, found = _run(table, widths, best, without, budget)
    # The cell of the root's first card gives the layout's place on the lattice.
    left, top = 0, 0
    if table.layout:
        _, x, y = table.layout[0]
        left, top = found.root_cell % width - x, found.root_cell // width - y
    placements = tuple(
        (table.order[draw], cell % width - left, cell // width - top)
        for draw, cell in (found.partial if found.placements is None else found.placements)
    )
    if found.placements is None:
        return Found(None, found.exhausted, partial=placements)
    return Found(Layout(placements, found.matched), found.exhausted)


def all_layouts(
    table: Table, width: int, without: frozenset[str], budget: Budget
) -> tuple[list[list[Placement]], bool]:
    """Return the whole layouts that a beam of this width ends with, at any place, and whether these are all.

    At least one of each set of mirror images is returned.
    """
    lattice, found = _run(table, [width], True, without, budget, gather=True)
    layouts = [[(kind, cell % lattice, cell // lattice) for kind, cell in layout] for layout in found.layouts]
    return layouts, found.exhausted


def _run(
    table: Table, widths: Sequence[int], best: bool, without: frozenset[str], budget: Budget, gather: bool = False
) -> tuple[int, kernel.Found]:
    """Run the kernel on a lattice that suits the table; return the lattice's width and what was found."""
    wide, high = table.size()
    # With little spare room the table's edges restrict where cards lie; otherwise only the layout's shape counts.
    floating = 2 * table.spare > table.cards
    if floating:
        width, height = 2 * table.columns - max(wide, 1), 2 * table.rows - max(high, 1)
        corners = [(table.columns - max(wide, 1), table.rows - max(high, 1))]
        starts = [corners[0][1] * width + corners[0][0]]
    else:
        width, height = table.columns, table.rows
        corners = [(x, y) for y in range(height - high + 1) for x in range(width - wide + 1)] if wide else [(0, 0)]
        starts = first_cells(table, "mirrors" not in without)
    roots = [[((y + top) * width + x + left, kind) for kind, x, y in table.layout] for left, top in corners]
    found = kernel.search(
        (table.order, table.ways, table.hold, table.columns, table.rows),
        (width, height),
        floating,
        roots,
        starts,
        table.left,
        widths,
        best,
        _FOR_A_SCORE if best and not gather else _FOR_A_WIN,
        without,
        budget,
        gather,
    )
    return width, found


def first_cells(table: Table, mirrors: bool) -> list[int]:
    """Return the cells in which the first card is tried: one of each set of mirror images, if `mirrors`."""
    columns, rows = table.columns, table.rows
    if not mirrors:
        return list(range(columns * rows))
    corner = [(x, y) for y in range((rows + 1) // 2) for x in range((columns + 1) // 2)]
    return [y * columns + x for x, y in corner if columns != rows or x >= y]


def layout_of(table: Table, placements: Sequence[Placement]) -> Layout:
    """Return a whole layout with its cards in an order in which they can be placed.

    Raises UnsoundLineError if there is none.
    """
    ordered = placing_order(table, placements)
    if ordered is None:
        raise UnsoundLineError(f"Blink: a layout that cannot be laid: {table.written(table.layout)}")
    return Layout(tuple(ordered), matched_ways(table, ordered))


def matched_ways(table: Table, placements: Sequence[Placement]) -> int:
    """Return in how many ways all touching cards match once these are placed."""
    cells = {(x, y): kind for kind, x, y in (*table.layout, *placements)}
    return sum(
        table.ways[kind][cells[near]]
        for (x, y), kind in cells.items()
        for near in ((x + 1, y), (x, y + 1))
        if near in cells
    )
