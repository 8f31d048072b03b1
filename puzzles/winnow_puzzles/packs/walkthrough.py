"""A puzzle told move by move: where the obvious move loses, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from winnow.api.solve import Question, answer
from winnow.counted import counted
from winnow.deals import Deal
from winnow.games import Game
from winnow.lines import replay
from winnow.verdicts import Limits, Verdict
from winnow.workers.local import watched_budget
from winnow_kernels.common.budget import Budget
from winnow_puzzles.games.base import PUZZLES
from winnow_puzzles.players.simple import greedy

ASKED_POSITIONS = 1_000_000
"""For each move asked about."""
ASKED_MOVES = 40
"""Moves among which one that keeps the win is looked for."""


def walkthrough(deal: Deal, line: Sequence[str], trap: int | None) -> str:
    """Return the walkthrough of the puzzle as Markdown.

    First the obvious play, which loses the win after `trap` moves (None: not known), then at each move of the line what
    becomes of the obvious one there.
    """
    game, puzzles = deal.bind(), PUZZLES.of(deal.game)
    position = game.start()
    rows: list[str] = []
    harmless = 0
    for place, move in enumerate(line):
        obvious = puzzles.obvious(game, position)
        became = None
        if obvious is not None and game.normal(obvious[0]) != game.normal(move):
            became = _became(game, answer(replace(Question(deal), after=(*line[:place], obvious[0])), _budget()))
        if became is None or obvious is None:
            harmless += 1
        else:
            rows += _obvious(harmless, place)
            rows.append(f"{place + 1}. `{move}`, not `{obvious[0]}`: {became}")
            harmless = 0
        position = game.play(position, move)
    rows += _obvious(harmless, len(line))
    first = f", its first {counted(len(deal.cards), 'cards')}" if deal.rules.deck == "as-dealt" else ""
    numbered = f"deal {deal.number}{first}"
    separator = f"{game.move_separator.strip()} "
    return "\n".join(
        [
            f"**{puzzles.goal(deal)}** ({numbered})",
            "",
            *([] if trap is None else [_fall(deal, trap), ""]),
            "Along a line that wins:",
            "",
            *(f"- {row}" for row in rows),
            "",
            f"The deal: `{deal.text}`. The line: `{separator.join(line)}`",
        ]
    )


def _fall(deal: Deal, trap: int) -> str:
    """Return how the obvious play loses: the move, why, what keeps the win instead, and how it ends."""
    game, puzzles = deal.bind(), PUZZLES.of(deal.game)
    obvious = greedy(game)
    *before, move = obvious.line[: trap + 1]
    became = _became(game, answer(replace(Question(deal), after=(*before, move)), _budget()))
    here = replay(game, game.start(), before)
    others = (other for other in game.moves(here) if game.normal(other) != game.normal(move))
    asked = (replace(Question(deal), after=(*before, other)) for other in islice(others, ASKED_MOVES))
    wins = next((ask.after[-1] for ask in asked if answer(ask, _budget()).verdict == "winnable"), None)
    instead = f" `{wins}` keeps the win." if wins is not None else ""
    reached = puzzles.reached_text(game, puzzles.reached(game, replay(game, game.start(), obvious.line)))
    end = f" The obvious play goes on for {counted(len(obvious.line) - trap - 1, 'moves')} more and comes to {reached}."
    return f"The obvious play{_listed(game, before)}: move {trap + 1}, `{move}`. {_sentence(became)}{instead}{end}"


def _listed(game: Game[Any, Any], moves: Sequence[str]) -> str:
    """Return the moves before the one that loses."""
    separator = f"{game.move_separator.strip()} "
    return f" begins `{separator.join(moves)}` and then loses" if moves else " loses at once"


def _sentence(became: str | None) -> str:
    return "" if became is None else became[0].upper() + became[1:]


def _budget() -> Budget:
    return watched_budget(Limits(positions=ASKED_POSITIONS, memory=None))


def _obvious(moves: int, end: int) -> list[str]:
    """Return one row for so many moves in which the obvious play does no harm."""
    if not moves:
        return []
    return [f"{end}. no harm in the obvious." if moves == 1 else f"{end - moves + 1} to {end}: no harm in the obvious."]


def _became(game: Game[Any, Any], verdict: Verdict) -> str | None:
    """Return how a move lost; None if it did not."""
    if verdict.verdict == "winnable":
        return None
    if verdict.verdict == "undecided":
        return f"whether that loses stayed open after {_positions(verdict)}."
    if verdict.answer.reason is not None:
        return f"that loses. {verdict.answer.reason.text}"
    bound = verdict.answer.bound
    # A score to be raised has a bound of little interest: one short of the win.
    told = bound is not None and not game.higher_is_better
    best = f" {game.score_unit.capitalize()} from there: {bound} at best." if told else ""
    return f"that loses: all its continuations were searched, and none wins ({_positions(verdict)}).{best}"


def _positions(verdict: Verdict) -> str:
    return counted(verdict.positions, "positions")
