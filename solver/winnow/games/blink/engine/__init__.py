"""Engines of Blink Solitaire: match graph (losses), beams (wins), annealing and losses (scores); CP-SAT alone."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.engine import Engine
from winnow.games.blink.engine import solving
from winnow.games.blink.engine.solving import count
from winnow.games.blink.rules import Blink, Position
from winnow.games.blink.theorems import fewest_partners

__all__ = ["count", "engines", "obstacle"]


def engines() -> Sequence[Engine]:
    """Return the full engine, then those that use beams alone and CP-SAT alone."""
    return (
        Engine(solving.NAME, solving.solve, solving.TECHNIQUES, repeatable=False),
        Engine(solving.BEAM_NAME, solving.solve_by_beams, solving.BEAM_TECHNIQUES),
        Engine(solving.MODEL_NAME, solving.solve_by_model, repeatable=False),
    )


def obstacle(game: Blink, position: Position) -> str:
    """Return a sentence that names the card that the fewest others match."""
    return fewest_partners(game, position)
