"""Head with the pile face down: every card is seen when it is drawn, and all are known after part one."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from winnow.core.cards import Card
from winnow.core.fair import Fair
from winnow.core.game import Game
from winnow.games.head.rules import HeadRules, Position

HeadGame = Game[Position, HeadRules]


class HeadFair(Fair):
    """A player remembers what was drawn; a natural one melds as many cards as possible, and discards as drawn."""

    def seen(self, game: HeadGame, position: Position) -> Collection[int]:
        """Return the places of the cards drawn: in part one all before the pile, later every card."""
        return range(len(game.deal) - len(position.pile) if position.turn == 1 else len(game.deal))

    def view(self, game: HeadGame, position: Position, known: Sequence[Card]) -> Hashable:
        """Return the position: in part one the pile is unseen as a whole, later nothing is."""
        return position

    def choices(self, game: HeadGame, position: Position) -> Sequence[str]:
        """Return the melds, the burn, and of the orders of a discard the one in which the cards were drawn."""
        moves = game.moves(position)
        discards = [move for move in moves if move.startswith("discard")]
        return [move for move in moves if move not in discards[1:]]

    def natural(self, game: HeadGame, position: Position) -> str | None:
        """Return the meld of most cards, else the discard in the order drawn; a burn only where nothing else is."""
        best, most = None, 0
        for move, _ in game.successors(position):
            words = move.split()
            if words[0] != "meld":
                return best or move
            if len(words) > most:
                best, most = move, len(words)
        return best
