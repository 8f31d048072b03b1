"""Blink Solitaire: the match graph refutes, beams find, CP-SAT has the last word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from ext.budget import Budget
from solver.engines import blink_beam, blink_closure
from solver.engines.base import Question, UnsoundLineError
from solver.engines.blink_beam import FOR_A_WIN, Layout, beam
from solver.engines.cp_sat import CpSat
from solver.games.blink import Blink, Position
from solver.models.blink import LayoutModel
from solver.models.blink_table import Placement, Table, in_numbers, placing_order
from solver.verdicts import Answer, Reason

NAME = "blink"
TECHNIQUES = blink_beam.TECHNIQUES

_WIDTHS = (10, 100, 1000)


def solve(question: Question, budget: Budget) -> Answer:
    """Decide a position of Blink Solitaire, or as far as the budget goes; best scores are found and proved too."""
    game, position = cast(Blink, question.game), cast(Position, question.position)
    table = in_numbers(game, position)
    if budget.spend():
        return Answer("undecided", NAME)
    reason = lost_at_once(game, position, table, question.without)
    if reason is not None:
        return Answer("unwinnable", NAME, proof="witness", reason=reason)
    return _win(question, table, budget)


def lost_at_once(game: Blink, position: Position, table: Table, without: frozenset[str]) -> Reason | None:
    """Return a reason that shows the position lost without any search, if there is one."""
    if table.spare < 0:
        cells = f"{table.columns} x {table.rows} cells"
        return Reason("room", f"{table.cards} cards do not fit on a table of {cells}.")
    return None if "match-graph" in without else blink_closure.loss(game, position)


def _win(question: Question, table: Table, budget: Budget) -> Answer:
    found = beam(table, _WIDTHS, False, FOR_A_WIN, question.without, budget)
    if found.layout is not None:
        return _won(table, found.layout)
    if found.exhausted:
        return Answer("unwinnable", NAME, proof="exhausted")
    if budget.stopped:
        return Answer("undecided", NAME)
    solver = CpSat(budget)
    model = LayoutModel(table)
    status = solver.run(model.model)
    if solver.has_solution:
        return _won(table, layout_of(table, (place for var, place in model.variables() if solver.holds(var))))
    return Answer("unwinnable", NAME, proof="exhausted") if status == "impossible" else Answer("undecided", NAME)


def layout_of(table: Table, placements: Iterable[Placement]) -> Layout:
    """Return a whole layout with its cards in an order in which they can be placed.

    Raises UnsoundLineError if there is none.
    """
    ordered = placing_order(table, list(placements))
    if ordered is None:
        raise UnsoundLineError(f"{NAME}: a layout that cannot be laid: {table.written(table.layout)}")
    cells = {(x, y): kind for kind, x, y in (*table.layout, *ordered)}
    matched = sum(
        table.ways[kind][cells[near]]
        for (x, y), kind in cells.items()
        for near in ((x + 1, y), (x, y + 1))
        if near in cells
    )
    return Layout(tuple(ordered), matched)


def _won(table: Table, layout: Layout) -> Answer:
    return Answer("winnable", NAME, 2 * layout.matched, None, table.written(layout.placements))
