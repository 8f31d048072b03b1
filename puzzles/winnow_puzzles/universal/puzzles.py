"""Universal Solitaire as puzzles."""

from __future__ import annotations

from typing import Any, cast

from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.games.universal.rules import GALAXY, Position, Universal
from winnow_puzzles.base import Form, Option, Puzzles, deal_panel


class UniversalPuzzles(Puzzles):
    """Puzzles of Universal. Obvious move: to the bar, else onto a column, else turn."""

    engine = "universal-beam"
    deal_panel = deal_panel("universal")

    def obvious(self, game: Game[Any, Any], position: Any) -> Option | None:
        """Return the first of: waste to the bar, a foot to the bar, below, above, a merge for a Galaxy, a turn."""
        chosen: tuple[int, str, Any] | None = None
        for move, after in game.successors(position):
            rank = self._rank(position, move)
            if rank is not None and (chosen is None or rank < chosen[0]):
                chosen = rank, move, after
        return None if chosen is None else chosen[1:]

    def _rank(self, position: Any, move: str) -> int | None:
        if move in "TR":
            return 5
        if move[1] in "!>^" and move[0] == "W":
            return {"!": 0, ">": 2, "^": 3}[move[1]]
        if move.endswith("!"):
            return 1
        # Columns are merged only to make room for a Galaxy.
        wanted = position.waste and position.waste[-1][0] == GALAXY and all(position.columns)
        return 4 if wanted else None

    def plan(self, game: Game[Any, Any], position: Position, lines: int) -> tuple[str, ...] | None:
        """Return the line of the engine's beam."""
        from winnow.core.engine import Task  # noqa: PLC0415  checking imports no engine
        from winnow.games.universal.engine import beams  # noqa: PLC0415
        from winnow_kernels.common.budget import Budget  # noqa: PLC0415

        return beams.search(Task(game, position, best=True), Budget(), lines).line

    def goal(self, deal: Deal) -> str:
        """Return the goal, the same for every deal."""
        return f"Bring all {len(deal.cards)} cards to the bar."

    def form(self, deal: Deal) -> Form:
        """Return the deal with its first cards sorted: their columns are interchangeable."""
        columns = cast(Universal, deal.bind()).rules.columns
        return (*sorted(deal.cards[:columns]), *deal.cards[columns:])
