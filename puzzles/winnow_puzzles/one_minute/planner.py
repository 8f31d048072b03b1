"""The planning player of One-Minute: the engine's beam."""

from __future__ import annotations

from winnow.core.engine import Task
from winnow.games.one_minute.engine import solving
from winnow.games.one_minute.rules import OneMinute, Position
from winnow_kernels.common.budget import Budget


def plan(game: OneMinute, lines: int, position: Position | None = None) -> tuple[str, ...] | None:
    """Return the best line of a beam of width `lines` from a position, or from the start."""
    if position is not None and position.top is not None:
        return solving.beams(Task(game, position), Budget(), [lines]).line
    base = game.deal[0]
    line = solving.beams(Task(game, game.play(game.start(), base)), Budget(), [lines]).line
    return None if line is None else (base, *line)
