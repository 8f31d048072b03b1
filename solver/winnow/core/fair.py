"""What a game says of play with the cards face down: which cards a position shows, and how a natural player goes on."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from winnow.core.cards import Card
from winnow.core.deals import Deal
from winnow.core.errors import EngineError
from winnow.core.game import Game, unusual
from winnow.core.registry import Part, hook

if TYPE_CHECKING:
    from winnow_kernels.common.budget import Budget


MOST_CARDS = 128
"""The most cards of a game that is played on; the kernels have room for these."""
MOST_ROUNDS = 1000
"""The most passes or redeals of a game that is played on: limits are looked at after each game."""


class FairTable(Protocol):
    """A position as a player knows it, who can play it on many times; a move is its place among the choices."""

    @property
    def games_played(self) -> int:
        """Return how many games roll-outs and tree search have played on."""

    def forget(self) -> None:
        """Drop the order of the unseen cards."""

    def roll_outs(self, games: int, doubt: float, seed: int, budget: Budget) -> int:
        """Return the move after which the natural player does best; -1 where that player stops."""

    def tree_search(self, games: int, doubt: float, curiosity: float, seed: int, budget: Budget) -> int:
        """Return the move after which play by a tree over what is known does best; -1 where natural play stops."""


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

    def table(self, game: Game[Any, Any], position: Any, seen: Collection[int]) -> FairTable:
        """Return the position for roll-outs; `seen` are the places of the cards shown on the way, in all.

        Its moves are the `choices`, in their order. Raises EngineError for a game or rules that no kernel plays.
        """
        raise EngineError(f"roll-outs are not known for {game.name} under these rules")

    def natural(self, game: Game[Any, Any], position: Any) -> str | None:
        """Return the move of a natural player, who looks at shown cards alone; None where the player stops.

        It is the base policy of roll-outs: quick, and the same move whatever the unseen cards are.
        """
        return next(iter(game.moves(position)), None)


@hook("fair")
def fair_game(deal: Deal) -> Game[Any, Any]:
    """Return the game of a deal with moves that are known before the next card is shown.

    It is the game of the rules where none of its moves names an unseen card.
    """
    return deal.bind()


@hook("fair")
def ruled(position: Any) -> Any:
    """Return the position of the rules that a position of the game that `fair_game` returns stands for."""
    return position


@hook("fair")
def ruled_line(line: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of the rules in a line of the game that `fair_game` returns, up to the last of them."""
    return tuple(line)


@hook("fair")
def choices(game: Game[Any, Any], position: Any) -> Sequence[str]:
    """Return the legal moves that a hint tells apart; of moves that differ in little, the natural player's."""
    return game.moves(position)


@hook("fair")
def beyond(position: Any, table: FairTable) -> str:
    """Return the move that a search chose beside the choices. A game whose choices are all moves has none."""
    raise IndexError(f"{table} chose no move beside the choices of {position}")


def check_options(game: Game[Any, Any], known: Collection[str]) -> None:
    """Raise EngineError if an option that is not among those `known` to a kernel has not its default value."""
    other = sorted(unusual(type(game), game.rules.spelled_out()).keys() - {"deck", *known})
    if other:
        raise EngineError(f"roll-outs in {game.name} are not known with the rule {other[0]}")


def check_sizes(game: Game[Any, Any], **most: int) -> None:
    """Raise EngineError for more cards, or for a greater value of an option, than a kernel takes."""
    given = {name: (getattr(game.rules, name), limit) for name, limit in most.items()}
    for name, (number, limit) in {"cards": (len(game.deal), MOST_CARDS), **given}.items():
        if number > limit:
            raise EngineError(f"roll-outs in {game.name} take at most {limit} {name}")


def numbered(cards: Collection[Card]) -> dict[Card, int]:
    """Return a number for each card, in the order of the tokens: numbers by places would show the order of the deal.

    >>> numbered(["AS", "2H", "AS"])
    {'2H': 0, 'AS': 1}
    """
    return {card: number for number, card in enumerate(sorted(set(cards)))}


FAIR = Part("fair", Fair)
"""The game's part of fair play."""
