"""Single Left: forced play, relations of the optional game, partly known deals, and CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.engine import Engine
from winnow.games.single_left.engine import cp_sat, partial, solving
from winnow.games.single_left.engine.cp_sat import construct

__all__ = ["construct", "engines"]


def engines() -> Sequence[Engine]:
    """Return the engine with kernels, and CP-SAT."""
    return (
        Engine(solving.NAME, solving.solve, solving.TECHNIQUES, partial.solve_partial, knows=solving.KNOWS),
        Engine(cp_sat.NAME, cp_sat.solve, search_partial=partial.solve_by_circuit, repeatable=False),
    )
