"""Blink Solitaire: cards laid on a lattice, each matching every neighbour it touches."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from winnow.core.cards import BLINK, BLINK_BALANCED, Card, CardError, shown
from winnow.core.errors import IllegalMoveError, RuleError
from winnow.core.game import Game, Rules, one_of, option, positive, whole

Cell = tuple[int, int]
Window = tuple[int, int, int, int]
"""The first and the last column, and the first and the last row, in which a card may lie."""

_CELL = re.compile(r"(\d{1,18}),(\d{1,18})", re.ASCII)
_PLACEMENT = re.compile(r"(\w+)@(-?\d{1,18}),(-?\d{1,18})", re.ASCII)


def _deck(text: str) -> str:
    """Return the value of `deck`: `full`, `as-dealt`, or the cards of a text, without `#` comments, on one line."""
    if text.lower() in ("full", "as-dealt"):
        return text.lower()
    cards: list[Card] = []
    for number, line in enumerate(text.split("\n"), 1):
        for token in line.split("#")[0].replace(",", " ").split():
            try:
                cards.append(BLINK.read(token))
            except CardError as error:
                raise ValueError(
                    f"full, as-dealt, cards, or a text file of cards, but in line {number}, {shown(token)} {error}"
                ) from None
    if not cards:
        raise ValueError("full, as-dealt, cards, or a text file of cards, and there is no card")
    return " ".join(cards)


def _first(text: str) -> str:
    """Return the value of `first`: `anywhere`, `centre`, or a cell."""
    cell = _CELL.fullmatch(text.replace(" ", ""))
    if cell is not None:
        return f"{int(cell[1])},{int(cell[2])}"
    try:
        return one_of("anywhere", "centre")(text)
    except ValueError:
        raise ValueError("anywhere, centre, or a cell X,Y") from None


def _factor(text: str) -> float:
    """Return the decimal number in a text, at least 1."""
    try:
        factor = positive(text)
    except ValueError:
        factor = 0.0
    if factor < 1:
        raise ValueError("a number, 1 or more")
    return factor


@dataclass(frozen=True)
class BlinkRules(Rules):
    """Options of Blink Solitaire."""

    hold: int = option(3, whole(0), "cards that may be held back")
    columns: int = option(10, whole(1), "cells across the table")
    rows: int = option(10, whole(1), "cells down the table")
    decks: int = option(1, whole(1, 50), "copies of the deck shuffled together")
    deck: str = option("full", _deck, "full (the balanced deck), as-dealt, or a file with one card a line", file=True)
    first: str = option(
        "anywhere",
        _first,
        "cell of the first card on a table that does not slide: centre, X,Y, or anywhere",
        later=True,
    )
    held: str = option(
        "after",
        one_of("after", "before"),
        "held cards may be laid after the last draw, or all before it (before)",
        later=True,
    )
    bonus: float = option(1.0, _factor, "factor of the timed score for beating the set time", later=True)

    @classmethod
    def chosen(cls, values: Mapping[str, Any]) -> BlinkRules:
        """Return the rules with these options set; raise RuleError for a first cell that is not on the table."""
        rules = super().chosen(values)
        cell = rules.first_cell
        if cell is not None and not (cell[0] < rules.columns and cell[1] < rules.rows):
            raise RuleError(f"rule first={rules.first}: the table has {rules.columns} x {rules.rows} cells from 0,0 on")
        return rules

    @property
    def first_cell(self) -> Cell | None:
        """Return the cell of the first card; None if it may lie anywhere."""
        if self.first == "anywhere":
            return None
        if self.first == "centre":
            return (self.columns - 1) // 2, (self.rows - 1) // 2
        x, y = self.first.split(",")
        return int(x), int(y)

    def moot(self) -> frozenset[str]:
        """Return the bonus, which changes no move, and the reading of held cards if none may be held."""
        return frozenset({"bonus"}) if self.hold else frozenset({"bonus", "held"})


class Position(NamedTuple):
    """The layout as (cell, card) sorted by cell, and the places in the deal (0-based) of the cards not yet laid."""

    layout: tuple[tuple[Cell, Card], ...]
    left: tuple[int, ...]


@cache
def ways(a: Card, b: Card) -> int:
    """Return the number of ways (count, colour, shape) in which two cards agree.

    >>> ways("3RS", "3RM"), ways("1RS", "2GM")
    (2, 0)
    """
    return sum(x == y for x, y in zip(a, b, strict=True))


@cache
def ways_to(card: Card) -> Mapping[Card, int]:
    """Return, for every card of the game, the number of ways in which it agrees with `card`."""
    return {other: ways(card, other) for other in BLINK.tokens}


@cache
def matching(card: Card) -> frozenset[Card]:
    """Return all cards that may touch `card`, equal ones among them."""
    return frozenset(other for other, number in ways_to(card).items() if number)


@lru_cache(4096)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the four cells that touch `cell`."""
    x, y = cell
    return ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))


@lru_cache(256)
def _open_cells(taken: tuple[Cell, ...], table: Window) -> tuple[tuple[Cell, tuple[Cell, ...]], ...]:
    """Return the free cells of the table next to these, each with those it touches.

    `taken` has at least one cell and is sorted, as is the result. It is cached: many layouts have the same cells.
    """
    left, right, top, bottom = table
    laid = set(taken)
    cells = set(chain.from_iterable(map(neighbours, taken))) - laid
    on_table = sorted((x, y) for x, y in cells if left <= x <= right and top <= y <= bottom)
    return tuple((cell, tuple(near for near in neighbours(cell) if near in laid)) for cell in on_table)


def placement(move: str) -> tuple[Card, Cell]:
    """Return the card and cell of `token@x,y`; raise IllegalMoveError if the text is no placement."""
    parts = _PLACEMENT.fullmatch(move)
    if parts is None:
        raise IllegalMoveError(f"{move!r} is not a placement such as 3RS@0,0")
    return parts[1], (int(parts[2]), int(parts[3]))


class Blink(Game[Position, BlinkRules]):
    """Won when all cards are placed; the score is twice the ways in which touching cards match."""

    name = "blink"
    title = "Blink Solitaire"
    cards = BLINK
    score_unit = "points for the layout"
    higher_is_better = True

    @classmethod
    def full_deck(cls, rules: BlinkRules) -> tuple[Card, ...]:
        """Return the balanced deck of 60, or the deck file's, as often as `decks` says."""
        one = BLINK_BALANCED if rules.deck == "full" else tuple(rules.deck.split())
        return one * rules.decks

    def start(self) -> Position:
        """Return the position with an empty table."""
        return Position((), tuple(range(len(self.deal))))

    def successors(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield every placement; a first card that may lie anywhere is named at 0,0."""
        laid = dict(position.layout)
        cells = self.beside(position) if laid else ((self.rules.first_cell or (0, 0), ()),)
        beside = [(cell, [laid[near] for near in touched]) for cell, touched in cells]
        for place in self.at_hand(position):
            matches = matching(self.deal[place])
            for cell, touching in beside:
                if matches.issuperset(touching):
                    yield f"{self.deal[place]}@{cell[0]},{cell[1]}", self._put(position, place, cell)

    def at_hand(self, position: Position) -> list[int]:
        """Return the places in the deal that may be placed now; of equal cards only the first drawn."""
        drawn = self.drawn(position)
        at_hand: dict[Card, int] = {}
        for place in position.left:
            # They are in dealing order.
            if place >= drawn:
                break
            at_hand.setdefault(self.deal[place], place)
        return list(at_hand.values())

    def drawn(self, position: Position) -> int:
        """Return the number of cards that may be drawn by now, those on the table among them."""
        laid, cards = len(position.layout), len(self.deal)
        waits = self.rules.held == "before" and laid < cards - 1
        return min(cards - waits, laid + self.rules.hold + 1)

    def beside(self, position: Position) -> tuple[tuple[Cell, tuple[Cell, ...]], ...]:
        """Return the free cells of the table next to a layout of at least one card, each with those it touches."""
        taken = tuple([cell for cell, _ in position.layout])
        return _open_cells(taken, self._window(taken))

    def _window(self, taken: Sequence[Cell]) -> Window:
        """Return the part of the table in which cards may lie beside these sorted cells."""
        columns, rows = self.rules.columns, self.rules.rows
        if self.rules.first_cell is not None:
            return 0, columns - 1, 0, rows - 1
        ys = [y for _, y in taken]
        # The table slides: only the bounding box counts. The first and the last cell give its columns.
        return taken[-1][0] - columns + 1, taken[0][0] + columns - 1, max(ys) - rows + 1, min(ys) + rows - 1

    def _may_lie(self, position: Position, card: Card, cell: Cell) -> bool:
        """Return whether a card may be placed at `cell` beside a layout of at least one card."""
        laid = dict(position.layout)
        touching = [laid[near] for near in neighbours(cell) if near in laid]
        if cell in laid or not touching or not matching(card).issuperset(touching):
            return False
        left, right, top, bottom = self._window(list(laid))
        return left <= cell[0] <= right and top <= cell[1] <= bottom

    def _put(self, position: Position, place: int, cell: Cell) -> Position:
        card = self.deal[place]
        at = bisect(position.layout, (cell, card))
        layout = (*position.layout[:at], (cell, card), *position.layout[at:])
        gone = position.left.index(place)
        return Position(layout, position.left[:gone] + position.left[gone + 1 :])

    def play(self, position: Position, move: str) -> Position:
        """Return the position after a placement; a first card that may lie anywhere may be named at any cell."""
        card, cell = placement(self.normal(move))
        drawn, first = self.drawn(position), self.rules.first_cell or cell
        # Of equal cards the first drawn; those left are in dealing order.
        place = next((place for place in position.left if card == self.deal[place]), drawn)
        if place >= drawn or not (self._may_lie(position, card, cell) if position.layout else cell == first):
            raise IllegalMoveError(f"{move!r} is not a legal move here")
        return self._put(position, place, cell)

    def score(self, position: Position) -> int | None:
        """Return the layout's score once all cards are placed."""
        if position.left:
            return None
        layout = dict(position.layout)
        # Each touching pair counts once, seen from its left or upper card.
        pairs = ((card, layout.get(near)) for (x, y), card in position.layout for near in ((x + 1, y), (x, y + 1)))
        return 2 * sum(ways(card, other) for card, other in pairs if other is not None)

    def won(self, position: Position) -> bool:
        """Return whether all cards are placed."""
        return not position.left

    def tidy(self, position: Position, line: Sequence[str]) -> tuple[str, ...]:
        """Return a whole game's line with the layout's corner at 0,0; later lines keep the cells given before."""
        if position.layout or not line or self.rules.first_cell is not None:
            return tuple(line)
        placed = [placement(move) for move in line]
        left, top = min(x for _, (x, _) in placed), min(y for _, (_, y) in placed)
        return tuple(f"{card}@{x - left},{y - top}" for card, (x, y) in placed)

    def state(self, position: Position) -> Hashable:
        """Return the position, on a table that slides with its layout moved to the origin: its box alone counts."""
        if not position.layout or self.rules.first_cell is not None:
            return position
        left = min(x for (x, _), _ in position.layout)
        top = min(y for (_, y), _ in position.layout)
        return tuple(((x - left, y - top), card) for (x, y), card in position.layout)
