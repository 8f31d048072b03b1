"""One-Minute Solitaire: layers of labels under priced bounds."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.engines.base import Engine, Engines


class OneMinuteEngines(Engines):
    """Priced bounds and layers of labels; forced passing by trying its few choices."""

    def engines(self) -> Sequence[Engine]:
        """Return the one engine."""
        from winnow.engines.one_minute import engine  # noqa: PLC0415

        return (Engine(engine.NAME, engine.solve, engine.TECHNIQUES),)
