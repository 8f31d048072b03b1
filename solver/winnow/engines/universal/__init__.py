"""Universal Solitaire: beams find wins, clause learning decides the rest."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.engines.base import Engine, Engines


class UniversalEngines(Engines):
    """Beams and clauses in turn, and each of the two alone."""

    def engines(self) -> Sequence[Engine]:
        """Return the engine that combines both, the beams, and the clauses."""
        from winnow.engines.universal import beams, clauses, engine  # noqa: PLC0415

        return (
            Engine(engine.NAME, engine.solve, engine.TECHNIQUES, repeatable=False),
            Engine(beams.NAME, beams.solve, beams.TECHNIQUES),
            Engine(clauses.NAME, clauses.solve, clauses.TECHNIQUES, repeatable=False),
        )
