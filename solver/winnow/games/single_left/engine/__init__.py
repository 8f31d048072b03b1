"""Single Left: forced play, relations of the optional game, partly known deals, and CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.engine import Construction, Engine, Wishes
from winnow_kernels.common.budget import Budget


def engines() -> Sequence[Engine]:
    """Return the engine with kernels, and CP-SAT."""
    from winnow.games.single_left.engine import cp_sat, partial, solving  # noqa: PLC0415

    return (
        Engine(solving.NAME, solving.solve, solving.TECHNIQUES, partial.solve_partial, knows=solving.KNOWS),
        Engine(cp_sat.NAME, cp_sat.solve, search_partial=partial.solve_by_circuit, repeatable=False),
    )


def construct(wishes: Wishes, budget: Budget) -> Construction:
    """Return a forced deal of the full deck with the wished end, or a proof that there is none."""
    from winnow.games.single_left.engine.cp_sat import construct  # noqa: PLC0415

    return construct(wishes, budget)
