"""The best score of a Blink position: a good layout by annealing, the best one and its proof by its loss."""

from __future__ import annotations

from dataclasses import replace

from winnow.games.blink.engine.beam import Found, Layout, beam, layout_of
from winnow.games.blink.engine.loss import LossSearch, any_layout, win
from winnow.games.blink.engine.table import Table, most_matched
from winnow_kernels.blink.anneal import Annealing
from winnow_kernels.blink.loss import MOST_CARDS
from winnow_kernels.common.budget import Budget

_WIDTHS = (1, 10, 100, 1_000)
"""Each is run: no beam but an exhaustive one shows that its best layout is the best."""
_PACE = (100_000, 256_000_000, 400_000)
"""Moves of the first round of annealing and of the longest, and nodes of the loss search before the first round."""
MANY_CARDS = 40
_PACE_OF_MANY = (1_600_000, 12_800_000, 20_000)
"""With more cards to come the loss search takes too long, and only annealing narrows the gap between score and bound:
several rounds of medium length do so better than one long round.
"""
_LONGER = 2
"""By how much each round, and the nodes before it, are longer than the ones before."""
_HOT, _COLD = 36, 14
_NODES_FOR_A_WIN = 1_000_000
_WIDEST, _ROUNDS_ALONE = 10_000, 11
"""Where there is no loss search: the width of a further beam, and the rounds of annealing after it."""


def best(table: Table, without: frozenset[str], budget: Budget) -> Found:
    """Return the layout that matches in the most ways, or the best one found within the budget."""
    found = beam(table, _WIDTHS, True, without, budget)
    if found.exhausted:
        return found if found.layout is None else Found.best(found.layout, found.layout.matched)
    searches = "loss-search" not in without and table.cards <= MOST_CARDS
    losses = LossSearch(table, without, budget) if searches else None
    if found.layout is None:
        found = _any(table, losses is not None, without, budget)
    if found.layout is None:
        return replace(found, bound=most_matched(table))
    if losses is None:
        return _without_losses(table, found.layout, without, budget)
    layout = _annealed_between(table, found.layout, losses, budget)
    return Found.best(losses.layout or layout, losses.bound)


def _any(table: Table, cell_by_cell: bool, without: frozenset[str], budget: Budget) -> Found:
    """Look for any win before the loss search, which would go through every loss of a lost position."""
    found = any_layout(table, _NODES_FOR_A_WIN, without, budget) if cell_by_cell else Found(None, False)
    if found.layout is not None or found.exhausted or budget.stopped:
        return found
    return win(table, without, budget)


def _annealed_between(table: Table, layout: Layout, losses: LossSearch, budget: Budget) -> Layout:
    """Alternate the loss search with annealing until the search ends; return the best layout annealed."""
    many = len(table.left) > MANY_CARDS
    moves, longest, nodes = _PACE_OF_MANY if many else _PACE
    number, times = 0, 1
    while not losses.run(nodes * times, layout.matched) and not budget.stopped:
        # A move takes a tenth of a node's time. With few cards annealing grows by the square, to keep up with a long
        # loss search.
        longer = times if many else times * times
        layout = _annealed(table, layout, losses.bound, min(moves * longer, longest), number, budget)
        number += 1
        times = min(_LONGER * times, longest // moves)
    return layout


def _without_losses(table: Table, layout: Layout, without: frozenset[str], budget: Budget) -> Found:
    """Return the best layout by a wide beam, which proves it where no layer overflows, and by annealing."""
    found = beam(table, (_WIDEST,), True, without, budget)
    if found.layout is not None and found.layout.matched > layout.matched:
        layout = found.layout
    bound = layout.matched if found.exhausted else most_matched(table)
    for number in range(_ROUNDS_ALONE):
        if layout.matched < bound and not budget.stopped:
            layout = _annealed(table, layout, bound, _PACE[0] * _LONGER**number, number, budget)
    return Found.best(layout, bound)


def _annealed(table: Table, layout: Layout, wanted: int, moves: int, seed: int, budget: Budget) -> Layout:
    """Anneal the layout for `moves` moves; return the best one seen."""
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
