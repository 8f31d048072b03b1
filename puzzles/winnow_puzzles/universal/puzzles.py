"""Universal Solitaire as puzzles."""

from __future__ import annotations

from typing import Any, cast

from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.games.universal.rules import GALAXY, Position, Universal
from winnow_puzzles.base import Form, Option, Puzzles, deal_panel

_LAST = 6


def kind(move: str) -> str:
    """Return the kind of a move: to the bar from the waste ("W!") and from a column ("!"), waste below ("W>") and above
    ("W^"), merge (">"), turn or redeal ("T").
    """
    if move in ("T", "R"):
        return "T"
    return move[:2] if move[0] == "W" else move[1]


def natural_ranks(position: Position) -> dict[str, int]:
    """Return the places of the kinds of move in natural play; columns are merged only to make room for a Galaxy."""
    wanted = bool(position.waste) and position.waste[-1][0] == GALAXY and all(position.columns)
    return {"W!": 0, "!": 1, "W>": 2, "W^": 3, ">": 4 if wanted else _LAST, "T": 5}


class UniversalPuzzles(Puzzles):
    """Puzzles of Universal. Obvious move: to the bar, else onto a column, else turn."""

    engine = "universal-beam"
    deal_panel = deal_panel("universal")

    def obvious(self, game: Game[Any, Any], position: Any) -> Option | None:
        """Return the first of: waste to the bar, a foot to the bar, below, above, a merge for a Galaxy, a turn."""
        ranks = natural_ranks(position)
        options = (option for option in game.successors(position) if ranks[kind(option[0])] < _LAST)
        return min(options, key=lambda option: ranks[kind(option[0])], default=None)

    def plan(self, game: Game[Any, Any], position: Position, lines: int) -> tuple[str, ...] | None:
        """Return the line of the engine's beam."""
        from winnow.core.engine import Task  # noqa: PLC0415  checking imports no engine
        from winnow.games.universal.engine import solving  # noqa: PLC0415
        from winnow_kernels.common.budget import Budget  # noqa: PLC0415

        return solving.search(Task(game, position, best=True), Budget(), lines).line

    def goal(self, deal: Deal) -> str:
        """Return the goal, the same for every deal."""
        return f"Bring all {len(deal.cards)} cards to the bar."

    def form(self, deal: Deal) -> Form:
        """Return the deal with its first cards sorted: their columns are interchangeable."""
        columns = cast(Universal, deal.bind()).rules.columns
        return (*sorted(deal.cards[:columns]), *deal.cards[columns:])
