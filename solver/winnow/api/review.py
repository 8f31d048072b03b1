"""Where a played line lost its win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from winnow.api.solve import Ask, answer, answer_hint
from winnow.lines import replay
from winnow.verdicts import MoveVerdict, VerdictName
from winnow_kernels.common.budget import Budget

REVIEW_FORMAT = "winnow-review/1"


@dataclass(frozen=True)
class Review:
    """What became of the win along a line.

    After `kept` moves the deal can still be won (None: not even before the first), after `lost` moves it cannot
    (None: it still can). `lost` = `kept` + 1 names the move; a wider gap holds positions that stayed undecided.
    `start` and `end` are the verdicts before and after the whole line; `winning` are the moves that would have kept
    the win where the move is known.
    """

    ask: Ask
    line: tuple[str, ...]
    start: VerdictName
    end: VerdictName
    kept: int | None
    lost: int | None
    winning: tuple[MoveVerdict, ...] = ()

    @property
    def found(self) -> bool:
        """True if the line's story is known to the move."""
        if self.lost is None:
            return self.end == "winnable"
        return self.lost == (0 if self.kept is None else self.kept + 1)

    def record(self) -> dict[str, Any]:
        """Return the object that `winnow hint --line --json` prints (format `winnow-review/1`)."""
        return {
            "format": REVIEW_FORMAT,
            "game": self.ask.deal.game,
            "rules": self.ask.deal.rules.spelled_out(),
            "deal": self.ask.deal.text,
            "number": self.ask.deal.number,
            "after": list(self.ask.after),
            "played": list(self.line),
            "kept": self.kept,
            "lost": self.lost,
            "winning": [move.move for move in self.winning],
        }


def review(ask: Ask, line: Sequence[str], budget: Budget) -> Review:
    """Find the move of `line`, played from the position asked about, after which the win was gone.

    A position is winnable if a later one of its line is, so the move is found by halving; where a position stays
    undecided within its share of the budget, its neighbours are tried.

    Raises IllegalMoveError naming the first move that the rules do not allow.
    """
    line = tuple(line)
    game = ask.deal.bind()
    replay(game, game.start(), ask.after + line)
    verdicts: dict[int, VerdictName] = {}
    shares = len(line).bit_length() + 3

    def verdict_after(moves: int) -> VerdictName:
        if moves not in verdicts:
            share = budget.share(max(1, shares - len(verdicts)))
            there = replace(ask, after=ask.after + line[:moves], best=False)
            verdicts[moves] = answer(there, share).verdict
            budget.settle(share)
        return verdicts[moves]

    start, end = verdict_after(0), verdict_after(len(line))
    if start == "unwinnable":
        return Review(ask, line, start, end, None, 0)
    kept, lost = _between(verdicts)
    while lost is not None and budget.stopped is None:
        low = -1 if kept is None else kept
        middle = (low + lost) // 2
        untried = [moves for moves in range(low + 1, lost) if moves not in verdicts]
        if not untried:
            break
        _, nearest = min((abs(moves - middle), moves) for moves in untried)
        verdict_after(nearest)
        kept, lost = _between(verdicts)
    winning: tuple[MoveVerdict, ...] = ()
    if kept is not None and lost == kept + 1:
        hint = answer_hint(replace(ask, after=ask.after + line[:kept], best=False), budget)
        winning = tuple(move for move in hint.moves if move.verdict == "winnable")
    return Review(ask, line, start, end, kept, lost, winning)


def _between(verdicts: Mapping[int, VerdictName]) -> tuple[int | None, int | None]:
    """Return the last known winnable and the first known unwinnable place of the line."""
    kept = max((moves for moves, verdict in verdicts.items() if verdict == "winnable"), default=None)
    lost = min((moves for moves, verdict in verdicts.items() if verdict == "unwinnable"), default=None)
    return kept, lost
