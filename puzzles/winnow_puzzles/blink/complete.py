"""All minimal tables of Blink of one size with exactly one layout, up to symmetry.

A *table* is a set of C * R cards for a table of C x R cells, all available at once (hold C * R - 1), so the order of
drawing does not matter. Two tables are the same if renaming values (counts, colours, shapes) and exchanging the three
kinds of value turn one into the other: matches do not change. A table qualifies if exactly one layout, up to rotation
and reflection, fills it. It is *minimal* if every match is needed: if the cards that share a value are split into two
groups with a value each, no layout is left.

The enumeration: in a layout an edge is a pair of touching cells. An edge is *held* by a kind of value if its cards
agree in that kind alone. A table is minimal exactly if the cards of each value are connected by edges that this kind
holds: otherwise a group could be split off without breaking an edge. So the table follows from its layout's edges, each
held by one of three kinds or agreeing in more than one: at most 4 to the power of the number of edges are to be
examined.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from winnow.core.cards import BLINK_COLOURS, BLINK_COUNTS, BLINK_SHAPES, Card
from winnow.core.deals import shuffled

Kinds = tuple[tuple[int, ...], ...]
"""For each of the three kinds of value: the cells' values in reading order, numbered by first occurrence."""
_VALUES = BLINK_COUNTS, BLINK_COLOURS, BLINK_SHAPES


def complete(columns: int, rows: int) -> list[tuple[int, tuple[Card, ...]]]:
    """Return the minimal tables with exactly one layout, the hardest first, each with its number of false starts.

    A false start is a matching first part of a table, cell after cell in reading order, that begins no image of the
    layout. The order of the cards does not reveal the layout. The table is at least two cells wide and high.
    """
    images = _images(columns, rows)
    right = len({image[:length] for image in images for length in range(1, len(image) + 1)})
    forms = {_form(kinds, images) for kinds in minimal_layouts(columns, rows)}
    found = []
    for form in forms:
        if _in_deck(form):
            layouts, starts = fillings(columns, rows, list(zip(*form, strict=True)))
            if layouts == len(images):
                found.append((starts - right, form))
    found.sort(key=lambda one: (-one[0], one[1]))
    return [(starts, _cards(form, place)) for place, (starts, form) in enumerate(found)]


def minimal_layouts(columns: int, rows: int) -> Iterator[Kinds]:
    """Yield every layout of a minimal table, with the kinds in the order in which they first hold an edge.

    Images under rotations and reflections are yielded separately.
    """
    cells = columns * rows
    edges = _edges(columns, rows)
    kinds = [list(range(cells)) for _ in range(3)]
    held: list[tuple[int, int, int]] = []
    several: list[tuple[int, int]] = []

    def open_cells(place: int) -> set[int]:
        return {cell for edge in edges[place:] for cell in edge}

    ahead = [open_cells(place) for place in range(len(edges) + 1)]

    def may_agree(a: int, b: int, place: int) -> bool:
        """Tell whether two cells agree in two kinds or still can: a value spreads only along edges still to come."""
        able = 0
        for values in kinds:
            grows = [any(values[cell] == values[one] for cell in ahead[place]) for one in (a, b)]
            able += values[a] == values[b] or all(grows)
        return able > 1

    def choose(place: int, used: int) -> Iterator[Kinds]:
        if not all(may_agree(a, b, place) for a, b in several):
            return
        if place == len(edges):
            yield tuple(map(tuple, kinds))
            return
        a, b = edges[place]
        for kind in range(min(used + 1, 3)):
            values = kinds[kind]
            if any(other[a] == other[b] for other in kinds if other is not values):
                continue
            joined = [values[a] if value == values[b] else value for value in values]
            if any(other != kind and joined[x] == joined[y] for x, y, other in held):
                continue
            kinds[kind] = joined
            held.append((a, b, kind))
            yield from choose(place + 1, max(used, kind + 1))
            held.pop()
            kinds[kind] = values
        several.append((a, b))
        yield from choose(place + 1, used)
        several.pop()

    return choose(0, 0)


def fillings(columns: int, rows: int, cards: list[tuple[int, ...]]) -> tuple[int, int]:
    """Return the number of ways in which the cards fill the table, images included, and of matching first parts."""
    n = columns * rows
    fits = [
        sum(1 << b for b in range(n) if a != b and any(x == y for x, y in zip(cards[a], cards[b], strict=True)))
        for a in range(n)
    ]
    cells, counts = [0] * n, [0] * (n + 1)

    def fill(place: int, left: int) -> None:
        counts[place] += 1
        if place == n:
            return
        able = left
        if place % columns:
            able &= fits[cells[place - 1]]
        if place >= columns:
            able &= fits[cells[place - columns]]
        while able:
            lowest = able & -able
            able -= lowest
            cells[place] = lowest.bit_length() - 1
            fill(place + 1, left - lowest)

    fill(0, (1 << n) - 1)
    return counts[n], sum(counts[1:])


def _edges(columns: int, rows: int) -> list[tuple[int, int]]:
    """Return the pairs of touching cells, ordered by the later of the two."""
    cells = range(columns * rows)
    beside = [((cell - 1, cell), cell % columns > 0) for cell in cells]
    above = [((cell - columns, cell), cell >= columns) for cell in cells]
    return [pair for both in zip(beside, above, strict=True) for pair, there in both if there]


def _images(columns: int, rows: int) -> list[tuple[int, ...]]:
    """Return, for each rotation and reflection of the table, the cell that is mapped to each cell."""
    found = []
    for across, down, swapped in product((False, True), (False, True), (False, True)[: 1 + (columns == rows)]):
        cells = []
        for cell in range(columns * rows):
            x, y = cell % columns, cell // columns
            x, y = (columns - 1 - x if across else x), (rows - 1 - y if down else y)
            cells.append(x * columns + y if swapped else y * columns + x)
        found.append(tuple(cells))
    return found


def _form(kinds: Kinds, images: list[tuple[int, ...]]) -> Kinds:
    """Return the canonical form of a layout: the least one up to images, names and the order of the kinds."""
    return min(tuple(sorted(_numbered([values[cell] for cell in image]) for values in kinds)) for image in images)


def _numbered(values: list[int]) -> tuple[int, ...]:
    names: dict[int, int] = {}
    return tuple(names.setdefault(value, len(names)) for value in values)


def _by_number(form: Kinds) -> list[tuple[int, ...]]:
    """Return the kinds, the one with the fewest values first: there are fewer counts than colours or shapes."""
    return sorted(form, key=lambda values: (max(values), values))


def _in_deck(form: Kinds) -> bool:
    """Tell whether the cards are cards of the game, no two of them equal."""
    few = all(max(values) < len(names) for values, names in zip(_by_number(form), _VALUES, strict=True))
    return few and len(set(zip(*form, strict=True))) == len(form[0])


def _cards(form: Kinds, number: int) -> tuple[Card, ...]:
    """Return the table's cards, with names and order drawn at random from its number, so that they hide the layout."""
    named = []
    for values, names in zip(_by_number(form), _VALUES, strict=True):
        letters = shuffled(tuple(names), number)
        named.append([letters[value] for value in values])
    return shuffled(tuple("".join(card) for card in zip(*named, strict=True)), number)
