"""Two Aces as puzzles."""

from __future__ import annotations

from typing import Any

from winnow.core.game import Game
from winnow_puzzles.base import Option, Puzzles


class TwoAcesPuzzles(Puzzles):
    """Obvious: up whatever may go up. Lines of play have no end, so nobody plays out a move."""

    deal_panel = {  # noqa: RUF012
        "natural-1/0.02": (0.0, 8),
        "ahead-2/0.02": (0.0, 8),
        "plans-3/0.02": (0.0, 8),
        "plans-30/0.02": (0.0, 8),
    }

    def progress(self, game: Game[Any, Any], position: Any) -> int:
        """Return the cards on the foundations."""
        return len(position.foundations)

    def obvious(self, game: Game[Any, Any], position: Any) -> Option | None:
        """Return the first card that may go up; without one the game is given up."""
        first = self.first(game, position)
        return first if first is not None and first[0].startswith("up") else None
