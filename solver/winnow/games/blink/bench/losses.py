"""How far the loss search lowers the bound on Blink's best score."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import count, islice

from winnow.bench.base import FULL_SIZE_LIMITS, LIMITS, Measured, Sizes, first_cards
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.games.blink.engine import solving as blink
from winnow.games.blink.engine.loss import LossSearch
from winnow.games.blink.engine.table import in_numbers
from winnow.games.blink.rules import Blink
from winnow.search.questions import make_budget
from winnow_kernels.common.budget import Budget

_TABLE = {"columns": 8, "rows": 8}
_NODES_A_TURN = 10_000


def _winnable(hold: int) -> Iterator[Deal]:
    """Yield the numbered deals that can be won on the table."""
    for number in count():
        deal = Deal.numbered(Blink.name, number, {"hold": hold, **_TABLE})
        game = deal.bind()
        if blink.solve(Task(game, game.start()), Budget()).verdict == "winnable":
            yield deal


def losses_excluded(columns: int, rows: int, hold: int, sizes: Sizes) -> Measured:
    """Return how often a layout reaches the order-free bound, or is proved not to exist.

    A deal is decided if a layout was found or the bound fell.
    """
    make = first_cards(Blink.name, columns * rows, best=True, columns=columns, rows=rows, hold=hold)
    numbers = range(sizes.first, sizes.first + (1 if sizes.deals is None else sizes.deals))
    return _excluded(((number, make(number).deal) for number in numbers), 1, sizes)


def losses_excluded_by_order(hold: int, sizes: Sizes) -> Measured:
    """Return the same for the first winnable deals of the full deck on 8 x 8, then for layouts one way below it."""
    deals = islice(_winnable(hold), 1 if sizes.deals is None else sizes.deals)
    return _excluded(((deal.number, deal) for deal in deals), 2, sizes)


def _excluded(deals: Iterable[tuple[int | None, Deal]], most_falls: int, sizes: Sizes) -> Measured:
    """Return the results of lowering each deal's bound up to `most_falls` times within the limit."""
    limits = LIMITS if sizes.deals is None else FULL_SIZE_LIMITS
    lines: list[str] = []
    seconds = 0.0
    decided = found = positions = 0
    for number, deal in deals:
        budget, game = make_budget(limits), Blink(deal.rules, deal.cards)  # type: ignore[arg-type]
        began = time.process_time()
        search = LossSearch(in_numbers(game, game.start()), frozenset(), budget)
        bound = search.bound
        falls: list[str] = []
        while len(falls) < most_falls and search.layout is None and not budget.stopped:
            search.run(_NODES_A_TURN, -1)
            if search.bound < bound:
                bound = search.bound
                falls.append(f"{2 * bound + 2} excluded {time.process_time() - began:.2f} s")
        seconds += time.process_time() - began
        found += search.layout is not None
        decided += bool(falls) or search.layout is not None
        positions += budget.positions
        if len(falls) < most_falls:
            falls.append(f"{2 * bound} {'found' if search.layout else 'open'}")
        lines.append(f"{number}: {' '.join(falls)}")
    note = f"by deal, scores from that of the bound down: {', '.join(lines)}"
    return Measured(len(lines), decided, found, positions, seconds, note)
