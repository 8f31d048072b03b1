"""Single Left: forced play, relations of the optional game, partly known deals, and CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.deals import Deal
from winnow.engines.base import Construction, Engine, Engines, Wishes
from winnow.verdicts import Answer
from winnow_kernels.common.budget import Budget


class SingleLeftEngines(Engines):
    """Both engines take deals with unknown cards; CP-SAT also constructs deals with given ends."""

    def engines(self) -> Sequence[Engine]:
        """Return the engine of its own kernels, and CP-SAT."""
        from winnow.engines.single_left import cp_sat, engine  # noqa: PLC0415

        return (
            Engine(engine.NAME, engine.solve, engine.TECHNIQUES, search_partial=_solve_partial),
            Engine(cp_sat.NAME, cp_sat.solve, search_partial=cp_sat.solve_partial, repeatable=False),
        )

    def construct(self, wishes: Wishes, budget: Budget) -> Construction:
        """Find a forced deal of the full deck with the wished end, or prove that there is none."""
        from winnow.engines.single_left.construct import construct  # noqa: PLC0415

        return construct(wishes, budget)


def _solve_partial(deal: Deal, budget: Budget, without: frozenset[str]) -> Answer:
    from winnow.engines.single_left.partial import solve_partial  # noqa: PLC0415

    return solve_partial(deal, budget, without)
