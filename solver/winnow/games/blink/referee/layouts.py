"""Checks that the listed layouts are the only winning ones of a deal of Blink, up to shifts, turns and mirrors."""

from __future__ import annotations

from collections.abc import Iterator

from winnow.checking.lrat import LratProof
from winnow.core.counted import counted
from winnow.core.lines import replay
from winnow.core.meter import Meter
from winnow.core.results import BeyondError, CheckFailedError, require
from winnow.games.blink.referee.clauses import BlinkClauses, Layout, images
from winnow.games.blink.rules import Blink, Cell, Position

MOST_LITERALS = 100_000
"""Limit on cards to come x cells x steps: with more, the clauses take too much time and memory."""


def check_size(game: Blink, position: Position) -> None:
    """Raise BeyondError for a position with too many clauses."""
    cards, across, down = len(game.deal), game.rules.columns, game.rules.rows
    extent = min(across, cards) * min(down, cards) * (4 if position.layout else 1)
    if len(position.left) ** 2 * extent > MOST_LITERALS:
        raise BeyondError("clauses are for smaller tables")


def refuted(
    game: Blink,
    position: Position,
    layouts: list[Layout],
    text: Iterator[str],
    meter: Meter,
    above: int | None = None,
) -> None:
    """Check that the clauses, with each image of these layouts forbidden, contradict each other.

    With `above` the clauses are those of a layout that scores more than `above`.
    """
    check_size(game, position)
    clauses = BlinkClauses(game, position, above=above)
    proof = LratProof(meter)
    for part in clauses.write():
        proof.give(part)
    for layout in layouts:
        proof.give(clauses.forbid(layout))
    proof.check(text)


def check_layouts(game: Blink, position: Position, count: int, text: Iterator[str], meter: Meter) -> str:
    """Check lines to `count` different layouts, then the proof that no other layout wins; return what is proved.

    Raises CheckFailedError, IllegalMoveError, BeyondError and ExhaustedError.
    """
    if len(set(game.deal)) < len(game.deal):
        raise BeyondError("layouts are counted for cards that all differ")
    layouts: list[Layout] = []
    known: set[tuple[tuple[Cell, int], ...]] = set()
    for number in range(1, count + 1):
        layout = _end(game, position, next(text, ""), number, meter)
        form = min(_normal(image) for image in images(layout))
        require(form not in known, f"layout {number} is there twice")
        meter.hold(_CARD_BYTES * len(layout))
        known.add(form)
        layouts.append(layout)
    refuted(game, position, layouts, text, meter)
    return f"exactly {counted(count, 'layouts')} with every card placed, up to shifts, rotations and reflections"


_CARD_BYTES = 600


def _end(game: Blink, position: Position, line: str, number: int, meter: Meter) -> Layout:
    end = replay(game, position, tuple(line.split(" ")), meter.step)
    if not game.won(end):
        raise CheckFailedError(f"line {number} does not place all cards")
    places = {card: place for place, card in enumerate(game.deal)}
    return {cell: places[card] for cell, card in end.layout}


def _normal(layout: Layout) -> tuple[tuple[Cell, int], ...]:
    left, top = (min(cell[axis] for cell in layout) for axis in (0, 1))
    return tuple(sorted(((x - left, y - top), card) for (x, y), card in layout.items()))
