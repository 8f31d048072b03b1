"""The planning player of Head: the engine's beam."""

from __future__ import annotations

from winnow.core.engine import Task
from winnow.games.head.engine import solving
from winnow.games.head.rules import Head, Position
from winnow_kernels.common.budget import Budget


def plan(game: Head, lines: int, position: Position | None = None) -> tuple[str, ...] | None:
    """Return the best line of a beam of width `lines` from a position, or from the start."""
    begin = game.start() if position is None else position
    return solving.beams(Task(game, begin), Budget(), [lines]).line
