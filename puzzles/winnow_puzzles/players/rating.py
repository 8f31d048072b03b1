"""Whether a full deal can be won, by which line, and the figures that searches find.

They search a stated number of single positions; if the game is small enough, they use the whole graph of won positions
(`winnow_puzzles.packs.graph`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from winnow.api.review import review_line
from winnow.api.solve import Question, answer
from winnow.core.deals import Deal, game_type
from winnow.core.engine import Task, confirmed
from winnow.core.lines import replay
from winnow.core.verdicts import Answer, Limits, Verdict, VerdictName
from winnow.workers.local import watched_budget
from winnow_kernels.common.budget import Budget
from winnow_puzzles.base import PUZZLES, Record, usual_rules
from winnow_puzzles.players.simple import ASKED_MOVES, greedy, points

_LINES = (30, 300)
"""The beam widths of the planners that look for a winning line before a search does."""


def pack_rules(game: str, given: Mapping[str, Any]) -> Record:
    """Return the rules of a pack, every option spelled out.

    Raises RuleError for rules that no pack can have: decks without numbered deals, or play without a choice.
    """
    kind = game_type(game)
    puzzles = PUZZLES.of(kind.name)
    rules = usual_rules(kind, {**puzzles.pack_defaults, **given})
    puzzles.kinds(rules)
    return rules


def screened(deal: Deal) -> Record | Literal["unwinnable", "undecided"]:
    """Return the verdict of a deal that is a puzzle; else "undecided" if search leaves open whether it is one.

    A deal that the game does not take as a puzzle counts as unwinnable.
    """
    puzzles, game = PUZZLES.of(deal.game), deal.bind()
    if not puzzles.may_be_puzzle(deal):
        return "unwinnable"
    for lines in _LINES:
        line = puzzles.plan(game, game.start(), lines)
        if line is not None and game.won(replay(game, game.start(), line)):
            return _verdict(deal, f"plans-{lines}", line)
    found = search(deal).answer
    if found.verdict == "winnable":
        return _verdict(deal, found.engine, found.line or ())
    return "undecided" if found.verdict == "undecided" else "unwinnable"


def search(deal: Deal) -> Verdict:
    """Return the verdict of full search within its limit on positions."""
    return answer(_ask(deal), _budget(PUZZLES.of(deal.game).search_positions))


def _budget(positions: int) -> Budget:
    return watched_budget(Limits(positions=positions, memory=None))


def _ask(deal: Deal) -> Question:
    return Question(deal, engine=PUZZLES.of(deal.game).engine)


def _verdict(deal: Deal, finder: str, line: Sequence[str]) -> Record:
    """Return the part of a verdict that a puzzle holds besides its deal and rules.

    Raises UnsoundLineError if the rules do not confirm the line as a win.
    """
    game = deal.bind()
    shown = game.tidy(game.start(), tuple(line))
    score = game.score(replay(game, game.start(), shown))
    confirmed(Task(game, game.start()), Answer("winnable", finder, score, line=shown), Budget())
    return {"verdict": "winnable", "score": score, "line": list(shown), "engine": finder}


def deep(deal: Deal, line: list[str]) -> Record:
    """Return the figures that ask searches, each within a stated number of positions."""
    own = PUZZLES.of(deal.game).metrics(deal, line, search=True)
    return {**_trap(deal), **_only_moves(deal, line), **own}


def _trap(deal: Deal) -> Record:
    """Return where the obvious play loses the win: `trap_at` moves come before that move, `trap_after` after it.

    Both are null if the obvious play wins, or if the searches do not determine the move.
    """
    line = greedy(deal.bind()).line
    story = review_line(_ask(deal), line, _budget(PUZZLES.of(deal.game).trap_positions))
    if story.kept is None or story.lost != story.kept + 1:
        return {"trap_at": None, "trap_after": None}
    return {"trap_at": story.kept, "trap_after": len(line) - story.lost}


def _only_moves(deal: Deal, line: list[str]) -> Record:
    """Return the number of examined decision points at which every move but the line's loses.

    The points are spread evenly; `only_open` of them stayed undecided.
    """
    verdicts = [_others_lose(deal, before, others) for before, others in points(deal.bind(), line)]
    return {
        "only_asked": len(verdicts),
        "only_moves": sum(verdict is True for verdict in verdicts),
        "only_open": sum(verdict is None for verdict in verdicts),
    }


def _others_lose(deal: Deal, before: tuple[str, ...], others: list[str]) -> bool | None:
    """Return whether every other move loses; None if that stays undecided."""
    verdicts: list[VerdictName] = []
    most = PUZZLES.of(deal.game).asked_positions
    for other in others[:ASKED_MOVES]:
        ask = replace(_ask(deal), after=(*before, other))
        verdicts.append(answer(ask, _budget(most)).verdict)
        if verdicts[-1] == "winnable":
            return False
    return True if verdicts.count("unwinnable") == len(others) else None
