"""Why a placement of Blink loses: which card finds no cell, and which cell goes dead."""

from __future__ import annotations

from collections.abc import Iterator

from winnow.core.cards import Card
from winnow.games.blink.rules import Cell, neighbours, ways
from winnow_puzzles.blink.thumbs import read
from winnow_puzzles.problems.refuted import Reason, Refuted, in_each


def reasons(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reasons, the most telling first; each holds on every line that can follow."""
    game = refuted.game
    placed = [read(move) for _, move, _ in refuted.steps]
    cards = {card for card, _ in placed}
    final = {read(move)[0]: read(move)[1] for move, _ in refuted.won}
    left = [game.deal[place] for place in refuted.after.left]
    dead = [card for card in final if card in left and card not in cards]
    for card in dead:
        yield from _dead(refuted, card, final)
    if not placed and len(left) > 1:
        yield Reason("stuck", "No card that is left fits anywhere.")
    yield from _cell(placed, final, dict(refuted.after.layout))
    yield from _one_of(refuted, placed)


def _dead(refuted: Refuted, card: Card, final: dict[Card, Cell]) -> Iterator[Reason]:
    """Yield the reasons for a card that is never placed; `final` are the cells of the solution."""
    moved, cell = read(refuted.move)
    wanted = final[card]
    there = _written(wanted)
    layout = dict(refuted.after.layout)
    beside = [layout[near] for near in neighbours(wanted) if near in layout]
    wrong = [other for other in beside if not ways(card, other)]
    if wanted == cell:
        yield Reason("cell taken", f"{moved} takes the cell of {card}, which finds no other.", (moved, card, there))
    elif cell in neighbours(wanted) and not ways(card, moved):
        yield _spoiled(moved, card, there)
    elif wrong:
        yield _spoiled(wrong[0], card, there)
    elif moved in final and final[moved] in neighbours(wanted) and not beside:
        yield Reason("no neighbour", f"{card} was to lie beside {moved}, and no other cell takes it.", (card, moved))
    elif wanted not in refuted.game.open_cells(refuted.after) and beside:
        yield Reason("off the table", f"The table ends before the cell of {card}, which finds no other.", (card, there))
    yield Reason("no cell", f"No cell takes {card} any more.", (card,))


def _spoiled(by: Card, card: Card, cell: str) -> Reason:
    text = f"{by} spoils the cell of {card}, which does not match it and finds no other."
    return Reason("spoiled", text, (by, card, cell))


def _written(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _cell(placed: list[tuple[Card, Cell]], final: dict[Card, Cell], layout: dict[Cell, Card]) -> Iterator[Reason]:
    """Yield the reason for a cell of the solution that no card fills any more."""
    filled = {cell for _, cell in placed}
    for card, cell in final.items():
        beside = [layout[near] for near in neighbours(cell) if near in layout]
        if cell not in filled and cell not in layout and beside:
            text = f"The cell between {' and '.join(beside)} goes dead: {card} was to lie there, and no card fills it."
            one = f"The cell beside {beside[0]} goes dead: {card} was to lie there, and no card fills it."
            yield Reason("dead cell", text if len(beside) > 1 else one, (card, *beside, _written(cell)))


def _one_of(refuted: Refuted, placed: list[tuple[Card, Cell]]) -> Iterator[Reason]:
    """Yield the reasons for two cards one of which is never placed."""
    deal = refuted.game.deal
    some = in_each([frozenset(deal[place] for place in end.left) for end in refuted.ends], 2)
    if some is not None:
        a, b = some
        cells = {cell for card, cell in placed if card in some}
        if len(cells) == 1:
            where = _written(min(cells))
            yield Reason(
                "one cell for two", f"{a} and {b} both need the one cell that is left for them.", (*some, where)
            )
        yield Reason("one of two", f"Of {a} and {b} one never finds a cell.", some)
