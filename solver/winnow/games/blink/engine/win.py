"""Any winning layout of a Blink position: beams, then CP-SAT."""

from __future__ import annotations

from winnow.games.blink.engine.beam import FOR_A_WIN, Found, beam, layout_of
from winnow.games.blink.engine.table import Table
from winnow_kernels.common.budget import Budget

_WIDTHS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)


def win(table: Table, without: frozenset[str], budget: Budget) -> Found:
    """Return a winning layout, or that there is none, as far as the budget allows."""
    found = beam(table, _WIDTHS, False, FOR_A_WIN, without, budget)
    if found.layout is not None or found.exhausted or budget.stopped:
        return found
    from winnow.games.blink.engine import cp_sat as blink_cp_sat  # noqa: PLC0415

    status, placements = blink_cp_sat.solve(table, found.partial, budget)
    return Found(None if placements is None else layout_of(table, placements), status == "impossible")
