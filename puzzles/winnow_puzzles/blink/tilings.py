"""Counts the layouts of Blink's small tables by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from winnow.core.deals import Deal
from winnow.games.blink.rules import Blink, Cell, neighbours, ways


def count_fillings(deal: Deal, most: int) -> int:
    """Return the number of layouts, up to rotation and reflection, that fill the table; counting stops at `most`.

    The cards must all differ and fill the table, which must be at least two cells wide and high.
    """
    game = cast(Blink, deal.bind())
    found = 0
    for layout in _fillings(game):
        found += _in_time(game, layout)
        if found >= most:
            break
    return found


def _fillings(game: Blink) -> Iterator[dict[Cell, int]]:
    """Yield every full table of matching cards (places in the deal, by cell), one of each set of images."""
    short, long = sorted((game.rules.columns, game.rules.rows))
    n = short * long
    fits = [sum(1 << b for b in range(n) if a != b and ways(game.deal[a], game.deal[b])) for a in range(n)]
    # Take the image with the least corner card in the first corner; in a square that card's neighbours decide, too.
    after = {short - 1: 0, n - short: 0, n - 1: 0} | ({short: 1} if short == long else {})
    cells = [0] * n

    def fill(place: int, left: int) -> Iterator[Sequence[int]]:
        if place == n:
            yield cells
            return
        able = left
        if place % short:
            able &= fits[cells[place - 1]]
        if place >= short:
            able &= fits[cells[place - short]]
        if place in after:
            able &= -1 << cells[after[place]]
        while able:
            lowest = able & -able
            able -= lowest
            cells[place] = lowest.bit_length() - 1
            yield from fill(place + 1, left - lowest)

    for filled in fill(0, (1 << n) - 1):
        yield {(place % short, place // short): card for place, card in enumerate(filled)}


def _in_time(game: Blink, layout: dict[Cell, int]) -> bool:
    """Return whether the layout can be laid in some order that the hold allows.

    From a suitable first card any card that may come next will do: some card of a possible order is always playable.
    """
    return any(_laid(game, layout, first) for first, card in layout.items() if card <= game.rules.hold)


def _laid(game: Blink, layout: dict[Cell, int], first: Cell) -> bool:
    laid, beside = {first}, set(neighbours(first))
    while True:
        reach = len(laid) + game.rules.hold
        cell = next((cell for cell in beside if cell in layout and cell not in laid and layout[cell] <= reach), None)
        if cell is None:
            return len(laid) == len(layout)
        laid.add(cell)
        beside.update(neighbours(cell))
