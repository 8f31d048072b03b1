"""Universal Solitaire: beams find wins, clause learning decides the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from winnow.core.engine import Engine, Engines


class UniversalEngines(Engines):
    """The engines of Universal: beams followed by clauses, and each of the two alone."""

    def engines(self) -> Sequence[Engine]:
        """Return the engine that combines both, the beams, and the clauses."""
        from winnow.games.universal.engine import beams, clauses, solving  # noqa: PLC0415

        return (
            Engine(solving.NAME, solving.solve, solving.TECHNIQUES, repeatable=False, tries_line=True),
            Engine(beams.NAME, beams.solve, beams.TECHNIQUES),
            Engine(clauses.NAME, clauses.solve, repeatable=False),
        )

    def obstacle(self, game: Any, position: Any) -> str:
        """Return a sentence: how many cards a short search brings to the bar, and which cards it cannot free."""
        from winnow.games.universal.engine import beams  # noqa: PLC0415  as above

        return beams.nearest(game, position)
