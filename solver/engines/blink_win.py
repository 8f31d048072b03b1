"""Any winning layout of a Blink position: beams, then CP-SAT."""

from __future__ import annotations

from ext.budget import Budget
from solver.engines.blink_beam import FOR_A_WIN, Found, beam, layout_of
from solver.engines.cp_sat import CpSat
from solver.models.blink import LayoutModel, UnfinishedError
from solver.models.blink_table import Placement, Table

WIDTHS = (1, 10, 100, 1000)


def win(table: Table, without: frozenset[str], budget: Budget) -> Found:
    """Find a layout that wins, or that there is none, as far as the budget goes."""
    found = beam(table, WIDTHS, False, FOR_A_WIN, without, budget)
    if found.layout is not None or found.exhausted or budget.stopped:
        return found
    try:
        model = LayoutModel(table, budget.poll)
    except UnfinishedError:
        return found
    model.hint(found.partial)
    solver = CpSat(budget)
    status = solver.run(model.model)
    layout = layout_of(table, chosen(model, solver)) if solver.has_solution else None
    return Found(layout, status == "impossible")


def chosen(model: LayoutModel, solver: CpSat) -> list[Placement]:
    """Return the placements of the model's solution."""
    return [place for var, place in model.variables() if solver.holds(var)]
