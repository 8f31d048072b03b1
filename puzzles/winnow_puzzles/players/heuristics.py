"""How people play each game: what they try at random, and which move is obvious to them. Nothing here searches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import takewhile
from typing import Any, cast

from winnow.games import Game
from winnow.games.blink import Blink, neighbours, ways
from winnow.games.head import Head
from winnow.games.one_minute import OneMinute, matches
from winnow.games.single_left import SingleLeft
from winnow.games.universal import GALAXY, Universal
from winnow.rng import SplitMix64


class Manners(ABC):
    """The manners of one game."""

    def at_random(self, game: Game[Any, Any], position: Any, chance: SplitMix64) -> tuple[str, Any] | None:
        """Return a legal move drawn evenly, with the position after it; None if there is none."""
        options = list(game.successors(position))
        return options[chance.below(len(options))] if options else None

    def first(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the first legal move as the rules list them."""
        return next(iter(game.successors(position)), None)

    @abstractmethod
    def obvious(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the move that the game's obvious rule takes; None ends the game."""

    def reached(self, game: Game[Any, Any], position: Any) -> int | None:
        """Return how far a game came that ended here: the score."""
        return game.score(position)

    @abstractmethod
    def wins(self, game: Any, reached: int) -> bool:
        """Tell whether a game that came so far is won."""


class UniversalManners(Manners):
    """Obvious: to the bar whatever may go there, else onto the columns, else turn."""

    def first(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the first legal move other than turning, if there is one."""
        options = list(game.successors(position))
        return next((option for option in options if option[0] not in "TR"), options[0] if options else None)

    def obvious(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the first of: waste to the bar, a foot to the bar, below, above, a merge for a Galaxy, a turn."""
        chosen: tuple[int, str, Any] | None = None
        for move, after in game.successors(position):
            rank = self._rank(cast(Universal, game), position, move)
            if rank is not None and (chosen is None or rank < chosen[0]):
                chosen = rank, move, after
        return None if chosen is None else chosen[1:]

    def _rank(self, game: Universal, position: Any, move: str) -> int | None:
        if move in "TR":
            return 5
        if move[1] in "!>^" and move[0] == "W":
            return {"!": 0, ">": 2, "^": 3}[move[1]]
        if move.endswith("!"):
            return 1
        # Whole columns are put together only to make room for a Galaxy.
        wanted = position.waste and position.waste[-1][0] == GALAXY and all(position.columns)
        return 4 if wanted else None

    def wins(self, game: Universal, reached: int) -> bool:
        """Tell whether so many cards are all."""
        return reached == len(game.deal)


class SingleLeftManners(Manners):
    """Obvious: discard whenever a discard applies."""

    def obvious(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the first of four, pair, draw, redeal that applies, as under forced discarding."""
        return self.first(game, position)

    def wins(self, game: SingleLeft, reached: int) -> bool:
        """Tell whether so few cards left meet the goal."""
        return game.goal_met(reached)


class HeadManners(Manners):
    """Obvious: meld as many cards as one can."""

    def at_random(self, game: Game[Any, Any], position: Any, chance: SplitMix64) -> tuple[str, Any] | None:
        """Return a random meld or, of the orders of a discard, a random one."""
        options = _few_orders(cast(Head, game), position)
        return options[chance.below(len(options))] if options else None

    def first(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the first meld, or the discard in hand order."""
        return next(iter(_few_orders(cast(Head, game), position)), None)

    def obvious(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the largest meld; without one the discard in hand order; never burn."""
        options = [option for option in _few_orders(cast(Head, game), position) if option[0] != "burn"]
        return max(
            options, key=lambda option: len(option[0].split()) if option[0].startswith("meld") else 0, default=None
        )

    def wins(self, game: Head, reached: int) -> bool:
        """Tell whether so few cards stay out of melds as the target allows."""
        return reached <= game.rules.target


def _few_orders(game: Head, position: Any) -> list[tuple[str, Any]]:
    """Return the legal moves, of the 720 orders of a discard in part one only the six that turn the hand round."""
    if position.turn > 1:
        return list(game.successors(position))
    melds = list(takewhile(lambda option: option[0].startswith("meld"), game.successors(position)))
    if len(position.hand) < game.rules.hand or (melds and game.rules.melding == "forced"):
        return melds
    orders = (position.hand[i:] + position.hand[:i] for i in range(len(position.hand)))
    return melds + [(move, game.play(position, move)) for order in orders for move in ["discard " + " ".join(order)]]


class OneMinuteManners(Manners):
    """Obvious: play the first card that matches; at an impasse the one that most cards match."""

    def obvious(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the first match as the cards come up; at an impasse the card with most matches, the first on a tie."""
        options = list(game.successors(position))
        if not options or position.top is None or matches(options[0][1].top, position.top):
            return options[0] if options else None
        return max(options, key=lambda option: self._matched(option[1]))

    @staticmethod
    def _matched(position: Any) -> int:
        return sum(matches(card, position.top) for card in position.hand + position.waste)

    def wins(self, game: OneMinute, reached: int) -> bool:
        """Tell whether so many handlings fit into the minute."""
        return reached <= game.rules.budget


class BlinkManners(Manners):
    """Obvious: place a card where it touches and matches the most."""

    def obvious(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the placement with the most ways matched, the first on a tie."""
        layout = dict(position.layout)
        options = game.successors(position)
        return max(options, key=lambda option: self._matched(layout, option[1]), default=None)

    @staticmethod
    def _matched(layout: dict[Any, str], after: Any) -> int:
        ((cell, card),) = dict(after.layout).items() - layout.items()
        return sum(ways(card, layout[near]) for near in neighbours(cell) if near in layout)

    def reached(self, game: Game[Any, Any], position: Any) -> int:
        """Return the cards placed: a layout that stays short has no score."""
        return len(position.layout)

    def wins(self, game: Blink, reached: int) -> bool:
        """Tell whether so many cards are all."""
        return reached == len(game.deal)


MANNERS: dict[str, Manners] = {
    OneMinute.name: OneMinuteManners(),
    SingleLeft.name: SingleLeftManners(),
    Head.name: HeadManners(),
    Universal.name: UniversalManners(),
    Blink.name: BlinkManners(),
}
