"""Head Solitaire: beams and an exact search in which the order of discards stays open."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.engines.base import Engine, Engines


class HeadEngines(Engines):
    """The exact search; it answers for all orders of a discard together."""

    def engines(self) -> Sequence[Engine]:
        """Return the exact search."""
        from winnow.engines.head import engine  # noqa: PLC0415

        return (
            Engine(
                engine.NAME,
                engine.solve,
                engine.TECHNIQUES,
                alike=engine.orders,
                search_alike=engine.solve_orders,
            ),
        )
