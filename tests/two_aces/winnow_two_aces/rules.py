"""Two Aces: two decks go from columns to two foundations for each suit; moves from column to column are counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from winnow.core.cards import STANDARD, STANDARD_RANKS, Card
from winnow.core.game import Game, Rules, option, whole


@dataclass(frozen=True)
class TwoAcesRules(Rules):
    """Options of Two Aces."""

    suits: int = option(4, whole(1, 4), "suits in each deck")
    ranks: int = option(13, whole(1, 13), "ranks in each suit, the lowest ones")
    columns: int = option(8, whole(1, 9), "columns dealt")
    limit: int = option(60, whole(0), "moves from column to column that a win allows")


class Position(NamedTuple):
    """The columns, foot last; the cards on the foundations, sorted; the moves made from column to column."""

    columns: tuple[tuple[Card, ...], ...]
    foundations: tuple[Card, ...]
    moves: int


class TwoAces(Game[Position, TwoAcesRules]):
    """Won when all cards are up within the limit; the score is the number of moves from column to column."""

    name = "two-aces"
    title = "Two Aces"
    cards = STANDARD
    score_unit = "moves from column to column"
    move_separator = ";"

    @classmethod
    def rules_type(cls) -> type[TwoAcesRules]:
        """Return the game's options."""
        return TwoAcesRules

    @classmethod
    def full_deck(cls, rules: TwoAcesRules) -> tuple[Card, ...]:
        """Return the cards of the suits and ranks in use, and the same cards again."""
        ranks = len(STANDARD_RANKS)
        suits = (STANDARD.tokens[suit * ranks : suit * ranks + rules.ranks] for suit in range(rules.suits))
        return tuple(card for suit in suits for card in suit) * 2

    def start(self) -> Position:
        """Return the position after dealing, row by row."""
        columns = tuple(self.deal[c :: self.rules.columns] for c in range(self.rules.columns))
        return Position(columns, (), 0)

    def successors(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield each foot that may go up, then each that may go to another column."""
        columns, foundations, moves = position
        for number, column in enumerate(columns):
            if column and self.fits(column[-1], foundations):
                up = tuple(sorted((*foundations, column[-1]), key=STANDARD.tokens.index))
                yield f"up {number + 1}", Position(_with(columns, number, column[:-1]), up, moves)
        for number, column in enumerate(columns):
            for other, below in enumerate(columns):
                if column and other != number and (not below or _rank(below[-1]) == _rank(column[-1]) + 1):
                    left = _with(columns, number, column[:-1])
                    after = _with(left, other, (*below, column[-1]))
                    yield f"move {number + 1} {other + 1}", Position(after, foundations, moves + 1)

    def fits(self, card: Card, foundations: tuple[Card, ...]) -> bool:
        """Tell whether a foundation of the card's suit waits for it: an empty one, or one that shows the rank below."""
        own = foundations.count(card)
        rank = _rank(card)
        return own < (2 if rank == 0 else foundations.count(STANDARD_RANKS[rank - 1] + card[1]))

    def score(self, position: Position) -> int | None:
        """Return the moves from column to column; None while a card is in a column."""
        return None if any(position.columns) else position.moves

    def won(self, position: Position) -> bool:
        """Tell whether all cards are up within the limit."""
        return not any(position.columns) and position.moves <= self.rules.limit

    def best_possible(self) -> int:
        """Return 0: every card goes up at once."""
        return 0

    def spent(self, position: Position) -> int:
        """Return the moves that lie behind."""
        return position.moves

    def bound_loses(self, bound: int) -> bool:
        """Tell whether a line of `bound` moves is over the limit."""
        return bound > self.rules.limit

    def state(self, position: Position) -> Position:
        """Return the position without the moves made: the same lines of play lie ahead."""
        return position._replace(moves=0)


def _rank(card: Card) -> int:
    return STANDARD_RANKS.index(card[0])


def _with(columns: tuple[tuple[Card, ...], ...], place: int, column: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*columns[:place], column, *columns[place + 1 :])
