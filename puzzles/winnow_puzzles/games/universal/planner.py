"""The player who plans Universal: the engine's beam."""

from __future__ import annotations

from winnow.engines.base import Task
from winnow.engines.universal import beams
from winnow.games.universal import Universal
from winnow_kernels.common.budget import Budget


def plan(game: Universal, lines: int) -> tuple[str, ...] | None:
    """Return the best line of a beam of so many lines."""
    return beams.search(Task(game, game.start(), best=True), Budget(), lines).line
