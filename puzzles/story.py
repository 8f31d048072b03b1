"""A puzzle told move by move: where the obvious move loses, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ext.budget import Budget
from puzzles.manners import MANNERS
from puzzles.words import goal
from solver.deals import Deal
from solver.games import Game
from solver.running import watched_budget
from solver.solving import Ask, answer
from solver.verdicts import Limits, Verdict

ASKED_POSITIONS = 1_000_000
"""For each obvious move that is not the line's."""


def story(deal: Deal, line: Sequence[str]) -> str:
    """Return the puzzle's story as Markdown: at each move of the line, what became of the obvious one."""
    game, manners = deal.bind(), MANNERS[deal.game]
    position = game.start()
    rows: list[str] = []
    harmless = 0
    for place, move in enumerate(line):
        obvious = manners.obvious(game, position)
        became = None
        if obvious is not None and game.normal(obvious[0]) != game.normal(move):
            became = _became(game, answer(replace(Ask(deal), after=(*line[:place], obvious[0])), _budget()))
        if became is None or obvious is None:
            harmless += 1
        else:
            rows += _obvious(harmless, place)
            rows.append(f"{place + 1}. `{move}`, not `{obvious[0]}`: {became}")
            harmless = 0
        position = game.play(position, move)
    rows += _obvious(harmless, len(line))
    numbered = f"deal {deal.number}" + (f", its first {len(deal.cards)} cards" if deal.rules.deck == "as-dealt" else "")
    separator = f"{game.move_separator.strip()} "
    return "\n".join(
        [
            f"**{goal(deal)}** ({numbered})",
            "",
            *(f"- {row}" for row in rows),
            "",
            f"The deal: `{deal.text}`. The line: `{separator.join(line)}`",
        ]
    )


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
        return f"whether that loses stayed open after {verdict.positions:,} positions."
    if verdict.answer.reason is not None:
        return f"that loses. {verdict.answer.reason.text}"
    bound = verdict.answer.bound
    best = f" {game.score_unit.capitalize()} from there: {bound} at best." if bound is not None else ""
    return f"that loses: none of its continuations wins (all were searched, {verdict.positions:,} positions).{best}"
