"""CP-SAT's answer on a Blink position. Importing OR-Tools is slow, so this module is imported only when needed."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.games.blink.engine.model import LayoutModel, UnfinishedError
from winnow.games.blink.engine.table import Placement, Table
from winnow.search.cp_sat import CpSat, Status
from winnow_kernels.common.budget import Budget


def solve(
    table: Table, hint: Sequence[Placement], budget: Budget, better: tuple[int, int] | None = None
) -> tuple[Status, list[Placement] | None]:
    """Search for a winning layout near `hint`; with `better`, (matched, bound), for the best with more than `matched`.

    Return how the search ended and the placements of the last layout found, if any.
    """
    try:
        model = LayoutModel(table, budget.poll)
        if better is not None:
            model.ask_for_score(*better)
    except UnfinishedError:
        return "stopped", None
    model.hint(hint)
    solver = CpSat(budget)
    status = solver.run(model.model)
    return status, chosen(model, solver) if solver.has_solution else None


def chosen(model: LayoutModel, solver: CpSat) -> list[Placement]:
    """Return the placements of the model's solution."""
    return [place for var, place in model.variables() if solver.holds(var)]
