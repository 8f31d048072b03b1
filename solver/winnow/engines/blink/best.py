"""The best score of a Blink position: a good layout from a beam, better ones by annealing, the proof by CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass

from winnow.engines.blink.beam import FOR_A_SCORE, Layout, beam, layout_of
from winnow.engines.blink.bound import most_matched
from winnow.engines.blink.table import Table
from winnow.engines.blink.win import WIDTHS, win
from winnow_kernels.blink.anneal import Annealing
from winnow_kernels.common.budget import Budget

# Rounds of annealing: moves of the first, by how much each is longer than the one before, and how many.
_FIRST_ROUND = 500_000
_LONGER = 2
_ROUNDS = 9
_HOT, _COLD = 36, 14
_MOST_FOR_THE_MODEL = 20
"""So many cards to place go to the model at once; with more it takes too long to be worth waiting for."""


@dataclass(frozen=True)
class Best:
    """The best layout known (None: none), a bound on the ways matched in any, and whether there is no layout at all."""

    layout: Layout | None
    bound: int
    lost: bool = False

    @property
    def proven(self) -> bool:
        """True if nothing better is possible."""
        return self.lost or (self.layout is not None and self.layout.matched >= self.bound)


def best(table: Table, without: frozenset[str], budget: Budget) -> Best:
    """Find the layout that matches in the most ways, or as good a one as the budget allows."""
    bound = most_matched(table)
    found = beam(table, WIDTHS, True, FOR_A_SCORE, without, budget)
    if found.exhausted:
        return Best(found.layout, -1 if found.layout is None else found.layout.matched, found.layout is None)
    if found.layout is None and not budget.stopped:
        found = win(table, without, budget)
    if found.layout is None:
        return Best(None, bound, found.exhausted)
    layout = found.layout
    for number in range(1 if len(table.left) <= _MOST_FOR_THE_MODEL else _ROUNDS):
        if layout.matched >= bound or budget.stopped:
            return Best(layout, bound)
        layout = _annealed(table, layout, bound, _FIRST_ROUND * _LONGER**number, number, budget)
    return Best(layout, bound) if layout.matched >= bound or budget.stopped else _proved(table, layout, bound, budget)


def _annealed(table: Table, layout: Layout, wanted: int, moves: int, seed: int, budget: Budget) -> Layout:
    """Anneal the layout for so many moves; return the best one seen."""
    cells = [*table.layout, *layout.placements]
    left, top = min(x for _, x, _ in cells), min(y for _, _, y in cells)
    places: dict[int, list[int]] = {}
    for place, kind in reversed(list(enumerate(table.order))):
        places.setdefault(kind, []).append(place)
    # Of equal cards the first drawn were laid first.
    numbered = [(places[kind].pop(), (y - top) * table.columns + x - left) for kind, x, y in cells]
    laid, placements = numbered[: len(table.layout)], numbered[len(table.layout) :]
    try:
        annealing = Annealing(
            table.order, table.ways, table.hold, table.columns, table.rows, laid, placements, seed, budget
        )
    except MemoryError:
        budget.out_of_memory()
        return layout
    annealing.run(moves, _HOT, _COLD, wanted)
    if annealing.best <= layout.matched:
        return layout
    found = [
        (table.order[draw], cell % table.columns + left, cell // table.columns + top)
        for draw, cell in annealing.layout()
    ]
    return layout_of(table, found)


def _proved(table: Table, layout: Layout, bound: int, budget: Budget) -> Best:
    """Let the model find something better, or prove that there is nothing."""
    from winnow.engines.blink import cp_sat as blink_cp_sat  # noqa: PLC0415

    status, placements = blink_cp_sat.solve(table, layout.placements, budget, (layout.matched, bound))
    if placements is not None:
        layout = layout_of(table, placements)
    return Best(layout, bound if status == "stopped" else layout.matched)
