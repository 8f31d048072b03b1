"""What the command says of Head: a hand's discards are one row of a hint, not one for each of 720 orders."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from winnow.cli.extras.base import Extras, MoveRow
from winnow.verdicts import MoveVerdict


class HeadExtras(Extras):
    """The best order of a discard has a row, and the others share one for each verdict."""

    def hint_rows(self, moves: Sequence[MoveVerdict]) -> Sequence[MoveRow]:
        """Return a row for each meld and the burn, and those of the discard where its first order stands."""
        discards = [move for move in moves if move.move.startswith("discard ")]
        if not discards:
            return super().hint_rows(moves)
        best = _best_order(discards)
        shown = [best if move is discards[0] else move for move in moves if move not in discards[1:]]
        rows = [MoveRow.of(move) for move in shown]
        for verdict in dict.fromkeys(move.verdict for move in discards if move != best):
            others = [move for move in discards if move.verdict == verdict and move != best]
            scores, bounds = [move.score for move in others], [move.bound for move in others]
            rows.append(MoveRow(f"discard in {len(others)} other orders", verdict, _span(scores), _span(bounds)))
        return rows


def _best_order(discards: Sequence[MoveVerdict]) -> MoveVerdict:
    """Return the most promising of the orders of one discard (a lower score is better)."""
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
