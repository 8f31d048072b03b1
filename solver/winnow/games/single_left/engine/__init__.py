"""Single Left: forced play, relations of the optional game, partly known deals, and CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.deals import Deal
from winnow.core.engine import Construction, Engine, Engines, Wishes
from winnow.core.verdicts import Answer
from winnow_kernels.common.budget import Budget


class SingleLeftEngines(Engines):
    """The engines of Single Left. Both take deals with unknown cards; CP-SAT also constructs deals with given ends."""

    def engines(self) -> Sequence[Engine]:
        """Return the engine with kernels, and CP-SAT."""
        from winnow.games.single_left.engine import cp_sat, solving  # noqa: PLC0415

        return (
            Engine(solving.NAME, solving.solve, solving.TECHNIQUES, _solve_partial, knows=solving.KNOWS),
            Engine(cp_sat.NAME, cp_sat.solve, search_partial=cp_sat.solve_partial, repeatable=False),
        )

    def construct(self, wishes: Wishes, budget: Budget) -> Construction:
        """Return a forced deal of the full deck with the wished end, or a proof that there is none."""
        from winnow.games.single_left.engine.construct import construct  # noqa: PLC0415

        return construct(wishes, budget)


def _solve_partial(deal: Deal, budget: Budget, without: frozenset[str]) -> Answer:
    from winnow.games.single_left.engine.partial import solve_partial  # noqa: PLC0415

    return solve_partial(deal, budget, without)
