"""Golf Solitaire: cards go from the columns to one waste pile, one rank up or down at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from winnow.core.cards import STANDARD, STANDARD_RANKS, Card
from winnow.core.game import Game, Rules, flag, option, whole


@dataclass(frozen=True)
class GolfRules(Rules):
    """Options of Golf Solitaire."""

    columns: int = option(7, whole(1, 9), "columns dealt")
    rows: int = option(5, whole(1), "cards in each column")
    wrap: bool = option(False, flag, "whether Ace and King are neighbours")


class Position(NamedTuple):
    """The columns, foot last; the stock, next card first; the waste, top last. Columns may be empty."""

    columns: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...]


class Golf(Game[Position, GolfRules]):
    """Won when the columns are empty; the score is the number of cards left in them."""

    name = "golf"
    title = "Golf Solitaire"
    cards = STANDARD
    score_unit = "cards left in the columns"

    @classmethod
    def rules_type(cls) -> type[GolfRules]:
        """Return the game's options."""
        return GolfRules

    @classmethod
    def full_deck(cls, rules: GolfRules) -> tuple[Card, ...]:
        """Return the 52 standard cards."""
        return STANDARD.tokens

    def start(self) -> Position:
        """Return the position after dealing: rows across the columns, then one card to the waste, if one is left."""
        laid = min(self.rules.columns * self.rules.rows, len(self.deal))
        columns = tuple(self.deal[c : laid : self.rules.columns] for c in range(self.rules.columns))
        return Position(columns, self.deal[laid + 1 :], self.deal[laid : laid + 1])

    def successors(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield each foot that is a neighbour of the waste's top, then the turn of the stock."""
        columns, stock, waste = position
        for number, column in enumerate(columns, 1):
            if column and waste and self.neighbours(column[-1], waste[-1]):
                left = (*columns[: number - 1], column[:-1], *columns[number:])
                yield str(number), Position(left, stock, (*waste, column[-1]))
        if stock:
            yield "T", Position(columns, stock[1:], (*waste, stock[0]))

    def neighbours(self, a: Card, b: Card) -> bool:
        """Return whether two cards are one rank apart."""
        apart = abs(STANDARD_RANKS.index(a[0]) - STANDARD_RANKS.index(b[0]))
        return apart == 1 or (self.rules.wrap and apart == len(STANDARD_RANKS) - 1)

    def score(self, position: Position) -> int:
        """Return the cards left; the player may stop at any time."""
        return sum(map(len, position.columns))

    def won(self, position: Position) -> bool:
        """Return whether the columns are empty."""
        return not any(position.columns)

    def best_possible(self) -> int:
        """Return 0: no card left."""
        return 0

    def state(self, position: Position) -> Position:
        """Return the position with the top of the waste alone: the cards beneath are out of play."""
        return position._replace(waste=position.waste[-1:])
