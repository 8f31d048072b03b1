"""Spells a search's steps out as Universal Solitaire moves.

Cards are 10 * suit + rank, suits E J M N S V = 0..5, ranks 1..7 M S G = 0..9.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple


class Start(NamedTuple):
    """Where a search starts: columns from head to foot, and the talon.

    The talon is the waste from its bottom, then the stock from its top; `waste` of its cards lie in the waste.
    """

    columns: Sequence[Sequence[int]]
    talon: Sequence[int]
    waste: int
    redeals: int
    draw: int


Kind = Literal["bar", "below", "above", "slot", "merge"]


class Move(NamedTuple):
    """How one card leaves the talon, with the cards barred just before and just after, in order.

    `first` is the host of "below", the head under "above", the head of the column cleared for a "slot", or the head of
    the column that is merged below `second` for a "merge"; a number that the kind does not need is not a card.
    """

    kind: Kind
    card: int
    first: int
    second: int
    before: Sequence[int]
    after: Sequence[int]


class Found(NamedTuple):
    """What a search knows: the best score, whether none is better, and the way to it.

    `steps` empties the talon as far as it goes; `finale` are the cards then barred, in order.
    """

    score: int
    exhausted: bool
    steps: Sequence[Move]
    finale: Sequence[int]


def spell_out(start: Start, found: Found) -> list[str]:
    """Return the moves, as the rules write them, that lead from `start` to the score found."""
    table = _Table(start)
    for move in found.steps:
        table.play(move)
    table.bar(found.finale)
    return table.moves


class _Table:
    def __init__(self, start: Start) -> None:
        self.columns = [list(column) for column in start.columns]
        self.talon = list(start.talon)
        self.waste = start.waste
        self.draw = start.draw
        self.moves: list[str] = []

    def play(self, move: Move) -> None:
        self.bar(move.before)
        self.turn_to(self.talon.index(move.card) + 1)
        if move.kind == "bar":
            self.moves.append("W!")
        elif move.kind == "below":
            self.place_below(move.card, self.find(move.first))
        elif move.kind == "above":
            c = self.find(move.first)
            self.columns[c].insert(0, move.card)
            self.moves.append(f"W^{c + 1}")
        else:
            if move.kind == "merge":
                c, d = self.find(move.first), self.find(move.second)
                self.columns[d] += self.columns[c]
                self.columns[c] = []
                self.moves.append(f"{c + 1}>{d + 1}")
            self.place_below(move.card, self.columns.index([]))
        self.waste -= 1
        del self.talon[self.waste]
        self.bar(move.after)

    def place_below(self, card: int, c: int) -> None:
        self.columns[c].append(card)
        self.moves.append(f"W>{c + 1}")

    def bar(self, cards: Sequence[int]) -> None:
        for card in cards:
            c = self.find(card)
            self.columns[c].pop()
            self.moves.append(f"{c + 1}!")

    def find(self, card: int) -> int:
        return next(c for c, column in enumerate(self.columns) if card in column)

    def turn_to(self, waste: int) -> None:
        """Turn, and redeal if there is no other way, until `waste` cards lie in the waste."""
        ahead = waste - self.waste
        if ahead < 0 or (ahead % self.draw and waste != len(self.talon)):
            self.turn_while_below(len(self.talon))
            self.moves.append("R")
            self.waste = 0
        self.turn_while_below(waste)

    def turn_while_below(self, waste: int) -> None:
        while self.waste < waste:
            self.waste = min(self.waste + self.draw, len(self.talon))
            self.moves.append("T")
