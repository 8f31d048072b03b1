"""Rates full deals: whether a deal can be won, by which line, and how hard the panel finds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from winnow.api.solve import Question, answer
from winnow.core.deals import Deal, game_type
from winnow.core.engine import Task, confirmed
from winnow.core.lines import replay
from winnow.core.verdicts import Answer, Limits, Verdict
from winnow.workers.local import watched_budget
from winnow_kernels.common.budget import Budget
from winnow_puzzles.base import PUZZLES, usual_rules

Record = dict[str, Any]
_LINES = (30, 300)
"""The beam widths of the planners that look for a winning line before a search does."""


@dataclass(frozen=True)
class Won:
    """A deal that can be won, and the verdict with a line that wins it."""

    deal: Deal
    verdict: Record


def pack_rules(game: str, given: Mapping[str, Any]) -> Record:
    """Return the rules of a pack, every option spelled out.

    Raises RuleError for rules that no pack can have: decks without numbered deals, or play without a choice.
    """
    kind = game_type(game)
    puzzles = PUZZLES.of(kind.name)
    rules = usual_rules(kind, {**puzzles.pack_defaults, **given})
    puzzles.kinds(rules)
    return rules


def screened(deal: Deal) -> Won | Literal["unwinnable", "undecided"]:
    """Return a deal that is a puzzle, with a line that wins; else "undecided" if search leaves open whether it is one.

    A deal that the game does not take as a puzzle counts as unwinnable.
    """
    puzzles, game = PUZZLES.of(deal.game), deal.bind()
    if not puzzles.may_be_puzzle(deal):
        return "unwinnable"
    for lines in _LINES:
        line = puzzles.plan(game, game.start(), lines)
        if line is not None and game.won(replay(game, game.start(), line)):
            return Won(deal, _verdict(deal, f"plans-{lines}", line))
    found = search(deal).answer
    if found.verdict == "winnable":
        return Won(deal, _verdict(deal, found.engine, found.line or ()))
    return "undecided" if found.verdict == "undecided" else "unwinnable"


def search(deal: Deal) -> Verdict:
    """Return the verdict of full search within its limit on positions."""
    puzzles = PUZZLES.of(deal.game)
    limits = Limits(positions=puzzles.search_positions, memory=None)
    return answer(Question(deal, engine=puzzles.engine), watched_budget(limits))


def _verdict(deal: Deal, finder: str, line: Sequence[str]) -> Record:
    """Return the part of a verdict that a puzzle holds besides its deal and rules.

    Raises UnsoundLineError if the rules do not confirm the line as a win.
    """
    game = deal.bind()
    shown = game.tidy(game.start(), tuple(line))
    score = game.score(replay(game, game.start(), shown))
    confirmed(Task(game, game.start()), Answer("winnable", finder, score, line=shown), Budget())
    return {"verdict": "winnable", "score": score, "line": list(shown), "engine": finder}
