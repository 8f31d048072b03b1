"""How one thinks about the last cards: moves that are forced, and choices within choices.

A move keeps the budget if it passes by no more cards than may be. It is near enough if some move keeps the budget after
it, too, as a glance shows; others count only where none is near enough. To show that a move loses, each step is used
only where those before it lead no further:

1. counting: one move at a time is near enough, until the next match is too far after all;
2. a choice: one more time several moves are near enough, and each ends so;
3. an impasse: that choice may be one among all cards left;
4. a choice within a choice;
5. more within each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from winnow.core.cards import Card
from winnow.games.one_minute.rules import OneMinute, Position, matches
from winnow_puzzles.base import Option

GRADES = ("counting", "a choice", "a choice at an impasse", "a choice within a choice", "more within each other")
"""The modes of thought that problems ask for, from grade 1 on."""
_IMPASSE, _NESTED, _MORE = 3, 4, 5


def coming(position: Position) -> tuple[Card, ...]:
    """Return the cards left in the order in which they come up."""
    return position.hand + position.waste[::-1]


def passed_by(before: Position, after: Position) -> int:
    """Return the number of cards passed by between two positions, a pick-up's cost included."""
    return after.handlings - before.handlings - (len(coming(before)) - len(coming(after)))


def at_impasse(position: Position) -> bool:
    """Return whether cards are left and none of them matches the foundation."""
    cards = coming(position)
    return bool(cards) and not any(matches(card, str(position.top)) for card in cards)


@dataclass(frozen=True)
class Line:
    """The cards that are forced after a position, where they lead, and the moves to choose from there."""

    forced: tuple[Card, ...]
    end: Position
    ways: tuple[Option, ...]
    """None, or several. If none of them is near enough, all that keep the budget."""


@dataclass(frozen=True)
class Depth:
    """How deep the choices of a refutation lie within each other, and whether one of them is at an impasse."""

    choices: int
    impasse: bool

    @property
    def grade(self) -> int:
        """The mode of thought, from 1 on."""
        if self.choices > 1:
            return min(_NESTED - 2 + self.choices, _MORE)
        return _IMPASSE if self.impasse else 1 + self.choices


class Ahead:
    """What can follow the positions of a game."""

    def __init__(self, game: OneMinute) -> None:
        self.game = game
        self.depth = cache(self._depth)
        self.within = cache(self._within)

    def spare(self, position: Position) -> int:
        """Return how many cards may still be passed by; below 0 if too many were."""
        return self.game.rules.handlings - position.handlings - len(coming(position))

    def _within(self, position: Position) -> list[Option]:
        """Return the moves that keep the budget, as the cards come up."""
        return [option for option in self.game.successors(position) if self.spare(option[1]) >= 0]

    def near(self, position: Position) -> list[Option]:
        """Return the moves after which a match is near enough, too, or no card is left."""
        return [option for option in self.within(position) if not coming(option[1]) or self.within(option[1])]

    def follow(self, position: Position) -> Line:
        """Return what is forced after a position."""
        forced: list[Card] = []
        while len(ways := self.near(position) or self.within(position)) == 1:
            position = ways[0][1]
            forced.append(str(position.top))
        return Line(tuple(forced), position, tuple(ways))

    def _depth(self, position: Position) -> Depth | None:
        """Return how one sees that a position is lost; None if it can be won."""
        if not coming(position):
            return None
        ways, found = self.near(position), []
        for _, after in ways:
            depth = self.depth(after)
            if depth is None:
                return None
            found.append(depth)
        choices = max((depth.choices for depth in found), default=0)
        impasse = any(depth.impasse for depth in found)
        if len(ways) > 1:
            return Depth(choices + 1, impasse or at_impasse(position))
        return Depth(choices, impasse)


@lru_cache(maxsize=2)
def ahead(game: OneMinute) -> Ahead:
    """Return what can follow the positions of a game; positions examined are kept for the last games."""
    return Ahead(game)
