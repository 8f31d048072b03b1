"""The player who plans Head: the engine's beam."""

from __future__ import annotations

from winnow.engines.base import Task
from winnow.engines.head import engine
from winnow.games.head import Head
from winnow_kernels.common.budget import Budget


def plan(game: Head, lines: int) -> tuple[str, ...] | None:
    """Return the best line of a beam of so many lines."""
    return engine.beams(Task(game, game.start()), Budget(), [lines]).line
