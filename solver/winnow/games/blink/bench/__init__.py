"""The bench of Blink: verdicts, best scores, and falls of the bound (`losses`)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count, islice

from winnow.bench.base import (
    FULL_SIZE_LIMITS,
    LIMITS,
    Bench,
    Deals,
    Measured,
    Sizes,
    Special,
    Workload,
    first_cards,
    numbered,
)
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.games.blink.engine import solving as blink
from winnow.games.blink.engine.loss import LossSearch
from winnow.games.blink.engine.table import in_numbers
from winnow.games.blink.rules import Blink
from winnow.search.questions import make_budget
from winnow_kernels.common.budget import Budget

_FULL_TABLES = (
    *((columns, rows, 3) for columns, rows in ((4, 4), (5, 4), (5, 5), (6, 5), (6, 6))),
    *((columns, rows, hold) for columns, rows in ((4, 4), (5, 4), (5, 5)) for hold in (0, 1, 2)),
)
"""Columns, rows and hold of best-score workloads, from milliseconds to more than a minute a deal."""
_WINNABLE = (6, 12, 24, 26)
"""Numbered deals whose first 25 to 36 cards can be won on these tables though nothing is held back."""


_TABLE = {"columns": 8, "rows": 8}
_NODES_A_TURN = 10_000


class BlinkBench(Bench):
    """Best scores of few cards, full deals on tables of several sizes, and how far the bound falls."""

    def workloads(self, game: str) -> Sequence[Workload]:
        """Return the workloads of verdicts and best scores, then those of the bound."""
        return (
            Deals("7 cards, 3 x 3, best", 30, first_cards(game, 7, best=True, columns=3, rows=3)),
            *(_best(game, columns * rows, columns, rows, hold) for columns, rows, hold in _FULL_TABLES),
            *(_nothing_held(game, cards, *table) for cards, table in ((25, (5, 5)), (30, (6, 5)), (28, (6, 6)))),
            *(_best(game, cards, 6, rows, hold) for cards, rows, hold in ((25, 6, 1), (28, 5, 3))),
            *(Deals(f"10 x 10, hold {hold}", 50, numbered(game, hold=hold)) for hold in range(4)),
            *(Deals(f"8 x 8, hold {hold}", 50, numbered(game, hold=hold, columns=8, rows=8)) for hold in range(4)),
            *(Deals(f"6 x 10, hold {hold}", 10, numbered(game, hold=hold, columns=6)) for hold in (0, 3)),
            *(Deals(f"5 x 12, hold {hold}", 10, numbered(game, hold=hold, columns=5, rows=12)) for hold in (0, 3)),
            *(
                Special(f"a score of the bound, {side} x {side}", partial(losses_excluded, side, side, 3))
                for side in (6, 7)
            ),
            *(
                Special(f"a score of the bound, 8 x 8, hold {hold}", partial(losses_excluded_by_order, hold))
                for hold in (0, 1)
            ),
        )


def _best(game: str, cards: int, columns: int, rows: int, hold: int) -> Deals:
    name = f"{cards} cards on {columns} x {rows}, hold {hold}, best"
    return Deals(name, 5, first_cards(game, cards, best=True, columns=columns, rows=rows, hold=hold))


def _nothing_held(game: str, cards: int, columns: int, rows: int) -> Deals:
    """Return the best scores of deals that can be won with nothing held back, as few others can."""
    make = first_cards(game, cards, best=True, columns=columns, rows=rows, hold=0)
    name = f"{cards} cards on {columns} x {rows}, hold 0, winnable, best"
    return Deals(name, len(_WINNABLE), lambda number: make(_WINNABLE[number % len(_WINNABLE)]))


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
