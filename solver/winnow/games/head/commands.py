"""Head's command-line output: a hint shows the discards of a hand in one row, not one for each of 720 orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from math import inf

from winnow.core.commands import MoveRow, move_row
from winnow.core.counted import counted
from winnow.core.verdicts import MoveVerdict


def hint_rows(moves: Sequence[MoveVerdict]) -> Sequence[MoveRow]:
    """Return a row for each meld and the burn; the rows of the discard come where its first order would."""
    discards = [move for move in moves if move.move.startswith("discard ")]
    if not discards:
        return list(map(move_row, moves))
    alike = len({(move.verdict, move.score, move.bound) for move in discards}) == 1 < len(discards)
    best = replace(discards[0], move="discard in any order") if alike else _best_order(discards)
    rows = [move_row(best if move is discards[0] else move) for move in moves if move not in discards[1:]]
    if alike:
        return rows
    for verdict in dict.fromkeys(move.verdict for move in discards if move != best):
        others = [move for move in discards if move.verdict == verdict and move != best]
        scores, bounds = [move.score for move in others], [move.bound for move in others]
        told = f"discard in {counted(len(others), 'other orders')}"
        rows.append((told, verdict, _span(scores), _span(bounds)))
    return rows


def list_moves(moves: Sequence[str], legal: Sequence[str]) -> str:
    """Return a phrase that lists the moves; orders of the discard are described by a pattern."""
    discards = [move for move in moves if move.startswith("discard ")]
    others = [move for move in moves if move not in discards]
    if len(discards) > 1:
        others.append(_orders_told(discards, [move for move in legal if move.startswith("discard ")]))
    else:
        others += discards
    return ", ".join(others)


def _orders_told(chosen: Sequence[str], legal: Sequence[str]) -> str:
    """Return a phrase for the chosen ones among the legal orders of a discard: a short pattern, or an example."""
    if len(chosen) == len(legal):
        return "discard in any order"
    orders = {move: move.split()[1:] for move in legal}
    pairs = [
        (first, second)
        for first, second in permutations(orders[chosen[0]], 2)
        if all(orders[move].index(first) < orders[move].index(second) for move in chosen)
    ]
    # A pair that follows from two others is redundant.
    needed = [
        (first, second)
        for first, second in pairs
        if not any((first, between) in pairs and (between, second) in pairs for _, between in pairs)
    ]
    said = " and ".join(f"{first} before {second}" for first, second in needed)
    fitting = sum(all(order.index(a) < order.index(b) for a, b in pairs) for order in orders.values())
    if said and fitting == len(chosen):
        return f"discard in any order with {said}"
    some = f"discard in {len(chosen)} of the {len(legal)} orders"
    return f"{some}, each with {said}, such as {chosen[0]}" if said else f"{some}, such as {chosen[0]}"


def _best_order(discards: Sequence[MoveVerdict]) -> MoveVerdict:
    verdicts = ("winnable", "undecided", "unwinnable")
    return min(
        discards,
        key=lambda move: (verdicts.index(move.verdict), *(inf if n is None else n for n in (move.score, move.bound))),
    )


def _span(values: Sequence[int | None]) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return ""
    return str(min(known)) if min(known) == max(known) else f"{min(known)} to {max(known)}"
