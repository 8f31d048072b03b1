"""Head Solitaire: beams and an exact search that leave the order of discards open."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.engine import Engine, Engines


class HeadEngines(Engines):
    """The exact search; it answers for all orders of a discard together."""

    def engines(self) -> Sequence[Engine]:
        """Return the exact search."""
        from winnow.games.head.engine import solving  # noqa: PLC0415

        return (
            Engine(
                solving.NAME,
                solving.solve,
                solving.TECHNIQUES,
                alike=solving.orders,
                search_alike=solving.solve_orders,
                groups=solving.groups,
                carried=solving.carried,
            ),
        )
