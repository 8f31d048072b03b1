"""Universal with the stock face down: the columns, the bar and each top of the waste have been seen."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from winnow.core.cards import Card
from winnow.core.fair import Fair
from winnow.core.game import Game
from winnow.games.universal.rules import Position, UniversalRules

UniversalGame = Game[Position, UniversalRules]


class UniversalFair(Fair):
    """A player sees the top of the waste, not the cards below it; a natural one plays to the bar, else to a column."""

    def seen(self, game: UniversalGame, position: Position) -> Collection[int]:
        """Return the places of the cards in columns, on the bar and on top of the waste: all but the talon's others.

        Where nothing is left to turn, the whole talon has been seen only as far as it came to lie on top.
        """
        covered = {*position.stock, *position.waste[:-1]}
        return [place for place, card in enumerate(game.deal) if card not in covered]

    def view(self, game: UniversalGame, position: Position, known: Sequence[Card]) -> Hashable:
        """Return the position: every card of the talon is there once, so the unseen ones are known by their names."""
        return position

    def natural(self, game: UniversalGame, position: Position) -> str | None:
        """Return the first bar move, else the waste's move to a column, else turn or redeal; merges are left alone."""
        moves = game.moves(position)
        ranked = sorted(moves, key=_rank)
        return ranked[0] if ranked and _rank(ranked[0]) < _MERGE else None


_MERGE = 4


def _rank(move: str) -> int:
    """Return 0 for a move to the bar, 1 and 2 for the waste's moves below and above a column, 3 for turn and redeal."""
    if move.endswith("!"):
        return 0
    if move.startswith("W"):
        return 1 if ">" in move else 2
    return 3 if move in ("T", "R") else _MERGE
