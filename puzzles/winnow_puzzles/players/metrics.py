"""Figures of a full deal besides its rating, by which players can choose.

The light figures are exact and need the rules only. The deep ones search a stated number of single positions; if the
game is small enough, they use the whole graph of won positions (`winnow_puzzles.packs.graph`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from winnow.api.review import review_line
from winnow.api.solve import Question, answer
from winnow.core.deals import Deal
from winnow.core.lines import replay
from winnow.core.verdicts import Limits, VerdictName
from winnow.workers.local import watched_budget
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.players.simple import ASKED_MOVES, asked_points, decision_points, greedy, lucky, median, other_moves

Metrics = dict[str, Any]


def light(deal: Deal, line: Sequence[str]) -> Metrics:
    """Return the light figures.

    `random_wins` of `random_games` games of random play reach the goal; `random_score` is their median score; `gap` is
    the difference between the line's score and that of the obvious play (`greedy_score`); `decisions` counts the line's
    positions with a choice. Scores are the game's; in Blink, where an unfinished game has none, the cards placed.
    """
    game = deal.bind()
    random, obvious = lucky(game), greedy(game).score
    reached = PUZZLES.of(game.name).reached(game, replay(game, game.start(), line))
    return {
        "random_games": len(random),
        "random_wins": sum(one.won for one in random),
        "random_score": median(game, random).score,
        "greedy_score": obvious,
        "gap": None if obvious is None or reached is None else abs(reached - obvious),
        "line_length": len(line),
        "decisions": len(decision_points(game, line)),
    }


def deep(deal: Deal, line: list[str]) -> Metrics:
    """Return the figures that ask searches, each within a stated number of positions."""
    own = PUZZLES.of(deal.game).metrics(deal, line, search=True)
    return {**_trap(deal), **_only_moves(deal, line), **own}


def _trap(deal: Deal) -> Metrics:
    """Return where the obvious play loses the win: `trap_at` moves come before that move, `trap_after` after it.

    Both are null if the obvious play wins, or if the searches do not determine the move.
    """
    line = greedy(deal.bind()).line
    story = review_line(_ask(deal), line, watched_budget(_limit(PUZZLES.of(deal.game).trap_positions)))
    if story.kept is None or story.lost != story.kept + 1:
        return {"trap_at": None, "trap_after": None}
    return {"trap_at": story.kept, "trap_after": len(line) - story.lost}


def _only_moves(deal: Deal, line: list[str]) -> Metrics:
    """Return the number of examined decision points at which every move but the line's loses.

    The points are spread evenly; `only_open` of them stayed undecided.
    """
    asked = asked_points(deal.bind(), line)
    verdicts = [_others_lose(deal, line[:place], line[place]) for place in asked]
    return {
        "only_asked": len(asked),
        "only_moves": sum(verdict is True for verdict in verdicts),
        "only_open": sum(verdict is None for verdict in verdicts),
    }


def _others_lose(deal: Deal, before: list[str], move: str) -> bool | None:
    """Return whether every other move loses; None if that stays undecided."""
    others = other_moves(deal.bind(), before, move)
    verdicts: list[VerdictName] = []
    limits = _limit(PUZZLES.of(deal.game).asked_positions)
    for other in others[:ASKED_MOVES]:
        ask = replace(_ask(deal), after=(*before, other))
        verdicts.append(answer(ask, watched_budget(limits)).verdict)
        if verdicts[-1] == "winnable":
            return False
    return True if verdicts.count("unwinnable") == len(others) else None


def _limit(positions: int) -> Limits:
    return Limits(positions=positions, memory=None)


def _ask(deal: Deal) -> Question:
    return Question(deal, engine=PUZZLES.of(deal.game).engine)
