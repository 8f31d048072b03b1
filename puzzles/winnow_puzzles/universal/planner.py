"""The planning player of Universal: the engine's beam."""

from __future__ import annotations

from winnow.core.engine import Task
from winnow.games.universal.engine import beams
from winnow.games.universal.rules import Position, Universal
from winnow_kernels.common.budget import Budget


def plan(game: Universal, lines: int, position: Position | None = None) -> tuple[str, ...] | None:
    """Return the best line of a beam of width `lines` from a position, or from the start."""
    begin = game.start() if position is None else position
    return beams.search(Task(game, begin, best=True), Budget(), lines).line
