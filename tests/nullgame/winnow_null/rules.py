"""The null game: turn cards one by one, and stop on an Ace if you like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from winnow.core.cards import STANDARD, Card
from winnow.core.game import Game, Rules, option, whole


@dataclass(frozen=True)
class NullRules(Rules):
    """Options of the null game: one `option(default, reader, help)` for each."""

    turns: int = option(52, whole(1, 52), "cards that may be turned")


class Position(NamedTuple):
    """An immutable value; a field that holds cards is a pile, and the page shows it under the field's name."""

    stock: tuple[Card, ...]
    waste: tuple[Card, ...]


class Null(Game[Position, NullRules]):
    """Won when an Ace lies on the waste; the score is the number of cards turned by then."""

    name = "null"
    title = "Null Solitaire"
    cards = STANDARD
    score_unit = "cards turned"
    higher_is_better = False

    def start(self) -> Position:
        """Return the position before the first move."""
        return Position(self.deal, ())

    def successors(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield the one move: turn a card."""
        stock, waste = position
        if stock and len(waste) < self.rules.turns:
            yield "turn", Position(stock[1:], (*waste, stock[0]))

    def score(self, position: Position) -> int | None:
        """Return the cards turned; None where the game may not end."""
        return len(position.waste) if self.won(position) or self.over(position) else None

    def won(self, position: Position) -> bool:
        """Return whether an Ace lies on top."""
        return bool(position.waste) and position.waste[-1][0] == "A"

    def best_possible(self) -> int:
        """Return 1: the first card is an Ace."""
        return 1
