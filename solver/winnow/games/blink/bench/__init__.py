"""The bench of Blink: verdicts and best scores."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.bench.base import Deals, Workload, first_cards, numbered

_FULL_TABLES = (
    *((columns, rows, 3) for columns, rows in ((4, 4), (5, 4), (5, 5), (6, 5), (6, 6))),
    *((columns, rows, hold) for columns, rows in ((4, 4), (5, 4), (5, 5)) for hold in (0, 1, 2)),
)
"""Columns, rows and hold of best-score workloads, from milliseconds to more than a minute a deal."""
_WINNABLE = (6, 12, 24, 26)
"""Numbered deals whose first 25 to 36 cards can be won on these tables though nothing is held back."""


def workloads(game: str) -> Sequence[Workload]:
    """Return best scores of few cards, and full deals on tables of several sizes."""
    return (
        Deals("7 cards, 3 x 3, best", 30, first_cards(game, 7, best=True, columns=3, rows=3)),
        *(_best(game, columns * rows, columns, rows, hold) for columns, rows, hold in _FULL_TABLES),
        *(_nothing_held(game, cards, *table) for cards, table in ((25, (5, 5)), (30, (6, 5)), (28, (6, 6)))),
        *(_best(game, cards, 6, rows, hold) for cards, rows, hold in ((25, 6, 1), (28, 5, 3))),
        *(Deals(f"10 x 10, hold {hold}", 50, numbered(game, hold=hold)) for hold in range(4)),
        *(Deals(f"8 x 8, hold {hold}", 50, numbered(game, hold=hold, columns=8, rows=8)) for hold in range(4)),
        *(Deals(f"6 x 10, hold {hold}", 10, numbered(game, hold=hold, columns=6)) for hold in (0, 3)),
        *(Deals(f"5 x 12, hold {hold}", 10, numbered(game, hold=hold, columns=5, rows=12)) for hold in (0, 3)),
    )


def _best(game: str, cards: int, columns: int, rows: int, hold: int) -> Deals:
    name = f"{cards} cards on {columns} x {rows}, hold {hold}, best"
    return Deals(name, 5, first_cards(game, cards, best=True, columns=columns, rows=rows, hold=hold))


def _nothing_held(game: str, cards: int, columns: int, rows: int) -> Deals:
    """Return the best scores of deals that can be won with nothing held back, as few others can."""
    make = first_cards(game, cards, best=True, columns=columns, rows=rows, hold=0)
    name = f"{cards} cards on {columns} x {rows}, hold 0, winnable, best"
    return Deals(name, len(_WINNABLE), lambda number: make(_WINNABLE[number % len(_WINNABLE)]))
