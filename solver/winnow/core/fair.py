"""What a game says of play with the cards face down: which cards a position shows, and how a natural player goes on."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

from winnow.core.cards import Card
from winnow.core.errors import EngineError
from winnow.core.game import Game
from winnow.core.registry import Part


class Fair:
    """What a game brings to fair play, in which a player knows only the cards that were shown on the way.

    The module `fair` of a game's package defines one class derived from this one. Given the cards shown, the others
    lie in uniformly random order: no move may depend on a card that is not shown.
    """

    def seen(self, game: Game[Any, Any], position: Any) -> Collection[int]:
        """Return the places in the deal (0-based) of the cards that a position shows.

        Raises EngineError if the game does not say.
        """
        raise EngineError(f"fair play is not known for {game.name}: nothing says which cards a position shows")

    def view(self, game: Game[Any, Any], position: Any, known: Sequence[Card]) -> Hashable:
        """Return what decides the chances ahead, beside the cards that are unseen.

        `known` are the deal's cards, `?` where they are unseen. Positions with equal views and equal unseen cards have
        equal chances. Unless a game says less, the whole past decides.
        """
        return (tuple(known), game.state(position))

    def choices(self, game: Game[Any, Any], position: Any) -> Sequence[str]:
        """Return the legal moves that a hint tells apart; of moves that differ in little, the natural player's."""
        return game.moves(position)

    def natural(self, game: Game[Any, Any], position: Any) -> str | None:
        """Return the move of a natural player, who looks at shown cards alone; None where the player stops.

        It is the base policy of roll-outs: quick, and the same move whatever the unseen cards are.
        """
        return next(iter(game.moves(position)), None)


FAIR = Part("fair", Fair)
"""The game's part of fair play."""
