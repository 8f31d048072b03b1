"""How people play each game: what they try at random, which move is obvious to them, and what they call promising.

Nothing here searches or proves; the players of `puzzles.players` do with it what their foresight allows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, cast

from solver.games import Game, Head, Universal
from solver.games.universal import GALAXY
from solver.splitmix import SplitMix64

Step = tuple[tuple[str, ...], Any]
"""Moves that a planner takes together, and the position after them."""


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

    def steps(self, game: Game[Any, Any], position: Any) -> Iterator[Step]:
        """Yield what a planner thinks of as the next step."""
        for move, after in game.successors(position):
            yield (move,), after

    @abstractmethod
    def promise(self, game: Game[Any, Any], position: Any) -> int:
        """Return how promising a position looks; more is better. It steers, and proves nothing."""


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

    def promise(self, game: Game[Any, Any], position: Any) -> int:
        """Return the cards out of the talon."""
        return len(game.deal) - len(position.stock) - len(position.waste)


class SingleLeftManners(Manners):
    """Obvious: discard whenever a discard applies."""

    def obvious(self, game: Game[Any, Any], position: Any) -> tuple[str, Any] | None:
        """Return the first of four, pair, draw, redeal that applies, as under forced discarding."""
        return self.first(game, position)

    def steps(self, game: Game[Any, Any], position: Any) -> Iterator[Step]:
        """Yield every way to discard and then draw, or to discard at the end; positions once each."""
        seen = {position}
        ways: list[Step] = [((), position)]
        for moves, at in ways:
            for move, after in game.successors(at):
                if move in ("draw", "redeal"):
                    yield (*moves, move), after
                elif after not in seen:
                    seen.add(after)
                    ways.append(((*moves, move), after))
        if not position.deck:
            yield from ways[1:]

    def promise(self, game: Game[Any, Any], position: Any) -> int:
        """Return minus the cards in the hand: a short row looks good."""
        return -len(position.hand)


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

    def steps(self, game: Game[Any, Any], position: Any) -> Iterator[Step]:
        """Yield the melds, the burn, and the discard in a few orders."""
        for move, after in _few_orders(cast(Head, game), position):
            yield (move,), after

    def promise(self, game: Game[Any, Any], position: Any) -> int:
        """Return the cards in melds, those in hand half as good: they may still meld."""
        out = len(position.pile) + len(position.discards) + len(position.hand)
        return 2 * (len(game.deal) - out) - len(position.discards)


def _few_orders(game: Head, position: Any) -> list[tuple[str, Any]]:
    """Return the legal moves, of the 720 orders of a discard in part one only the six that turn the hand round."""
    if position.turn > 1:
        return list(game.successors(position))
    melds = list(takewhile(lambda option: option[0].startswith("meld"), game.successors(position)))
    if len(position.hand) < game.rules.hand or (melds and game.rules.melding == "forced"):
        return melds
    orders = (position.hand[i:] + position.hand[:i] for i in range(len(position.hand)))
    return melds + [(move, game.play(position, move)) for order in orders for move in ["discard " + " ".join(order)]]


MANNERS: dict[str, Manners] = {
    "universal": UniversalManners(),
    "single-left": SingleLeftManners(),
    "head": HeadManners(),
}
