"""Where a puzzle's line is asked about, and what its figures are called in words. The rules alone are needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from winnow.core.game import Game
from winnow.core.lines import replay
from winnow_puzzles.players.simple import decision_points

ASKED_POINTS = 8
"""Decision points of the line at which the other moves are asked about."""
ASKED_MOVES = 12
"""Moves asked about at one point."""


def asked_points(game: Game[Any, Any], line: Sequence[str]) -> list[int]:
    """Return after how many moves of the line the other moves are asked about: its decision points, spread evenly."""
    points = decision_points(game, line)
    return sorted({points[i * len(points) // ASKED_POINTS] for i in range(ASKED_POINTS)} if points else ())


def other_moves(game: Game[Any, Any], before: Sequence[str], move: str) -> list[str]:
    """Return the legal moves other than `move` after the moves before."""
    moves = game.moves(replay(game, game.start(), before))
    return [other for other in moves if game.normal(other) != game.normal(move)]


def tags(metrics: Mapping[str, Any]) -> list[str]:
    """Return words for what stands out in a puzzle's figures."""
    words = {
        "early-trap": metrics["trap_at"] is not None and metrics["trap_at"] * 4 < metrics["line_length"],
        "long-agony": metrics["trap_after"] is not None and metrics["trap_after"] * 2 > metrics["line_length"],
        "narrow-path": metrics["only_moves"] * 2 >= metrics["only_asked"] > 0,
        "luck-helps": metrics["random_wins"] > 0,
        "obvious": metrics["gap"] == 0,
    }
    return [word for word, holds in words.items() if holds]
