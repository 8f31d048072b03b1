"""Rules of thumb of Blink."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from winnow.core.cards import Card
from winnow.games.blink.rules import Blink, Cell, Position, neighbours, ways
from winnow_puzzles.base import Option
from winnow_puzzles.problems.base import Cost


def read(move: str) -> tuple[Card, Cell]:
    """Return the card and the cell of a placement."""
    card, _, cell = move.partition("@")
    x, y = cell.split(",")
    return card, (int(x), int(y))


class _Seen(NamedTuple):
    """The figures of a placement on which rules of thumb look."""

    matched: int
    """The ways in which it matches the cards that it touches."""
    touched: int
    cells: int
    """The cells in which the card may be placed now."""
    cards: int
    """The cards that may be placed in the cell now."""
    drawn: int
    """The place of the card in the deal."""
    spare: int
    """The free cells beside it, which it restricts."""
    middle: float
    """The distance from the middle of the layout."""


def _seen(game: Blink, position: Position, options: Sequence[Option]) -> list[_Seen]:
    layout = dict(position.layout)
    moves = [read(move) for move, _ in options]
    cells, cards = Counter(card for card, _ in moves), Counter(cell for _, cell in moves)
    middle = [sum(axis) / max(len(layout), 1) for axis in zip(*layout, strict=True)] or [0.0, 0.0]
    seen = []
    for card, cell in moves:
        touched = [layout[near] for near in neighbours(cell) if near in layout]
        away = abs(cell[0] - middle[0]) + abs(cell[1] - middle[1])
        found = sum(ways(card, other) for other in touched), len(touched), cells[card], cards[cell]
        seen.append(_Seen(*found, game.deal.index(card), 4 - len(touched), away))
    return seen


def _by(score: Callable[[_Seen], object]) -> Cost:
    def cost(game: Blink, position: Position, options: Sequence[Option]) -> list[object]:
        return [score(one) for one in _seen(game, position, options)]

    return cost


THUMBS: Mapping[str, Cost] = {
    "the best match": _by(lambda s: -s.matched),
    "the worst match": _by(lambda s: s.matched),
    "the card or cell that has one way left": _by(lambda s: (min(s.cells, s.cards), -s.matched)),
    "the card or cell with the fewest ways, worst match first": _by(lambda s: (min(s.cells, s.cards), s.matched)),
    "the card with the fewest cells": _by(lambda s: (s.cells, -s.matched)),
    "the card with the fewest cells, the cell with the fewest cards": _by(lambda s: (s.cells, s.cards)),
    "the cell with the fewest cards": _by(lambda s: (s.cards, -s.matched)),
    "the cell with the fewest cards, the card with the fewest cells": _by(lambda s: (s.cards, s.cells)),
    "the card with the most cells": _by(lambda s: (-s.cells, -s.matched)),
    "the tightest gap": _by(lambda s: (-s.touched, -s.matched)),
    "the most open cell": _by(lambda s: (s.touched, -s.matched)),
    "the card drawn first, where it matches best": _by(lambda s: (s.drawn, -s.matched)),
    "the card drawn last, where it matches best": _by(lambda s: (-s.drawn, -s.matched)),
    "the best match for each card touched": _by(lambda s: -s.matched / max(s.touched, 1)),
    "nearest the middle": _by(lambda s: (s.middle, -s.matched)),
    "farthest from the middle": _by(lambda s: (-s.middle, -s.matched)),
}
