"""Golf: columns side by side, the stock open, the waste below."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.drawing.piles import BELOW, BESIDE, TITLE, Keys, beside
from winnow.core.drawing.table import CARD_HEIGHT, Gesture, Pile
from winnow.core.face import AnyGame, Face
from winnow_golf.rules import Golf, Position


class GolfFace(Face[Golf, Position]):
    """The table of Golf: a foot goes to the waste; a tap on the stock turns the next card."""

    def piles(self, game: Golf, position: Position) -> Sequence[Pile]:
        """Return the columns, the stock (next card last) and the waste."""
        keys = Keys(game.deal)
        columns = [
            Pile(f"column-{c}", f"Column {c}", (c - 1) * BESIDE, TITLE, "down", keys.show(column), (0.0, BELOW))
            for c, column in enumerate(position.columns, 1)
        ]
        lower = 2 * TITLE + CARD_HEIGHT + (game.rules.rows - 1) * BELOW
        waste = keys.show(position.waste)
        stock = keys.show(position.stock[::-1])
        return (
            *columns,
            Pile("waste", "Waste", 0.0, lower, "stack", waste),
            Pile("stock", "Stock", 2 * BESIDE, lower, "right", stock, beside(len(stock), 5.0)),
        )

    def gestures(self, game: Golf, position: Position) -> Sequence[Gesture]:
        """Return each foot that may go, and turning."""
        piles = {pile.key: pile for pile in self.piles(game, position)}
        found = []
        for move in game.moves(position):
            source = "stock" if move == "T" else f"column-{move}"
            label = "Turn" if move == "T" else f"Play column {move}"
            card = piles[source].cards[-1].key
            found.append(Gesture(move, self.says(game, position, move), label, (card,), source, "waste", tap=source))
        return found

    def says(self, game: Golf, position: Position, move: str) -> str:
        """Return the move with its card."""
        if game.normal(move) == "T":
            return f"Turn {position.stock[0]} onto the waste."
        return f"Put {position.columns[int(move) - 1][-1]} from column {move} onto the waste."

    def legend(self, game: AnyGame | type[AnyGame]) -> str:
        """Return how cards and moves are written."""
        return (
            "Ranks A, 2 to 9, T (10), J, Q, K; suits Clubs, Diamonds, Hearts, Spades. "
            "The columns are dealt row by row. Moves: the number of a column, whose foot goes to the waste; "
            "T turns the next card."
        )
