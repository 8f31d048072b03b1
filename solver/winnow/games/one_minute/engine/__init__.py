"""One-Minute Solitaire: layers of labels under priced bounds."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.engine import Engine, Engines


class OneMinuteEngines(Engines):
    """The engine of One-Minute: priced bounds and layers of labels; for forced passing all of its few choices."""

    def engines(self) -> Sequence[Engine]:
        """Return the one engine."""
        from winnow.games.one_minute.engine import solving  # noqa: PLC0415

        return (Engine(solving.NAME, solving.solve, solving.TECHNIQUES),)
