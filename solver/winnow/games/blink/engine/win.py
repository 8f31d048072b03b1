"""Any winning layout of a Blink position: beams, then the loss search."""

from __future__ import annotations

from winnow.games.blink.engine.beam import FOR_A_WIN, Found, beam
from winnow.games.blink.engine.loss import any_layout
from winnow.games.blink.engine.table import Table
from winnow_kernels.common.budget import Budget

_WIDTHS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
_NO_LIMIT = 2**62


def win(table: Table, without: frozenset[str], budget: Budget) -> Found:
    """Return a winning layout, or that there is none, as far as the budget allows."""
    found = beam(table, _WIDTHS, False, FOR_A_WIN, without, budget)
    if found.layout is not None or found.exhausted or budget.stopped:
        return found
    return any_layout(table, _NO_LIMIT, without, budget)
