"""The decision points of a line that are examined, and the tags of its figures. Only the rules are needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from winnow.core.game import Game
from winnow.core.lines import replay
from winnow_puzzles.players.simple import decision_points

ASKED_POINTS = 8
"""The most decision points of a line at which the other moves are examined."""
ASKED_MOVES = 12
"""The most moves examined at one point."""


def asked_points(game: Game[Any, Any], line: Sequence[str]) -> list[int]:
    """Return the places (moves before) of the examined decision points of a line, spread evenly."""
    points = decision_points(game, line)
    return sorted({points[i * len(points) // ASKED_POINTS] for i in range(ASKED_POINTS)} if points else ())


def other_moves(game: Game[Any, Any], before: Sequence[str], move: str) -> list[str]:
    """Return the legal moves other than `move` after the moves before."""
    moves = game.moves(replay(game, game.start(), before))
    return [other for other in moves if game.normal(other) != game.normal(move)]


def tags(metrics: Mapping[str, Any]) -> list[str]:
    """Return the tags that follow from a puzzle's figures."""
    words = {
        "early-trap": metrics["trap_at"] is not None and metrics["trap_at"] * 4 < metrics["line_length"],
        "long-agony": metrics["trap_after"] is not None and metrics["trap_after"] * 2 > metrics["line_length"],
        "narrow-path": metrics["only_moves"] * 2 >= metrics["only_asked"] > 0,
        "luck-helps": metrics["random_wins"] > 0,
        "obvious": metrics["gap"] == 0,
    }
    return [word for word, holds in words.items() if holds]
