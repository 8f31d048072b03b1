"""All minimal tables of Blink of a size: the stored files, and a second count by the definition."""

from itertools import combinations, combinations_with_replacement, permutations, product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import winnow_puzzles
from winnow.cli import command
from winnow.core.deals import Deal
from winnow_puzzles.blink.tilings import count_fillings

FILES = Path(winnow_puzzles.__file__).parent / "complete"
SIZES = ["2x2", "3x2", pytest.param("4x2", marks=pytest.mark.full), pytest.param("3x3", marks=pytest.mark.full)]
NUMBERS = {"2x2": 4, "3x2": 24, "4x2": 208, "3x3": 953}


def deals(size):
    lines = (FILES / f"blink-{size}.txt").read_text().splitlines()
    return [line.split(" # ")[0] for line in lines if not line.startswith("#")]


def partitions(n, used=0):
    """Yield every assignment of values to n cards, numbered by first occurrence."""
    if n == 0:
        return [()]
    return [(v, *rest) for v in range(used + 1) for rest in partitions(n - 1, max(used, v + 1))]


def layouts(columns, rows, kinds, orders):
    """Return the orders of the cards, cell after cell, in which all neighbours match."""
    cards = np.array(kinds)
    match = (cards[:, :, None] == cards[:, None, :]).any(axis=0)
    able = np.ones(len(orders), bool)
    for cell in range(columns * rows):
        if cell % columns:
            able &= match[orders[:, cell - 1], orders[:, cell]]
        if cell >= columns:
            able &= match[orders[:, cell - columns], orders[:, cell]]
    return int(able.sum())


def split(values):
    """Yield every split of the cards of one value into two groups."""
    for value in set(values):
        places = [i for i, v in enumerate(values) if v == value]
        for size in range(1, len(places)):
            for apart in combinations(places, size):
                yield tuple(len(values) if i in apart else v for i, v in enumerate(values))


def form(kinds, orders):
    """Return the least form over all orders of the cards, of the kinds and of the names."""

    def numbered(values):
        names = {}
        return tuple(names.setdefault(v, len(names)) for v in values)

    return min(tuple(sorted(numbered([values[i] for i in order]) for values in kinds)) for order in orders)


def counted_from_the_cards(columns, rows):
    """Return the tables among all sets of cards up to symmetry, by the definition."""
    n, images = columns * rows, 8 if columns == rows else 4
    orders = np.array(list(permutations(range(n))))
    every = partitions(n)
    by_sizes = {tuple(sorted(map(values.count, set(values)))): values for values in every}
    found = set()
    for first, (second, third) in product(by_sizes.values(), combinations_with_replacement(every, 2)):
        kinds = (first, second, third)
        if len(set(zip(*kinds, strict=True))) < n or layouts(columns, rows, kinds, orders) != images:
            continue
        fewer = (
            (*kinds[:place], other, *kinds[place + 1 :])
            for place, values in enumerate(kinds)
            for other in split(values)
        )
        # A split removes matches, so it adds no layout.
        if all(layouts(columns, rows, less, orders) == 0 for less in fewer):
            found.add(form(kinds, orders.tolist()))
    return found


@pytest.mark.parametrize("size", ["2x2", pytest.param("3x2", marks=pytest.mark.full)])
def test_as_many_are_found_from_the_cards_as_from_the_layouts(size):
    columns, rows = map(int, size.split("x"))
    found = counted_from_the_cards(columns, rows)
    assert len(found) == NUMBERS[size]
    orders = list(permutations(range(columns * rows)))
    assert {form(tuple(zip(*cards.split(), strict=True)), orders) for cards in deals(size)} == found


@pytest.mark.parametrize("size", SIZES)
def test_the_stored_tables_are_those_of_the_command(size):
    made = CliRunner().invoke(command, ["complete", "blink", "--size", size, "-o", "-"], standalone_mode=False)
    assert made.output == (FILES / f"blink-{size}.txt").read_text()


@pytest.mark.parametrize("size", NUMBERS)
def test_each_stored_table_has_one_layout_by_the_rules(size):
    columns, rows = map(int, size.split("x"))
    rules = {"deck": "as-dealt", "columns": columns, "rows": rows, "hold": columns * rows - 1}
    cards = deals(size)
    assert len(cards) == len(set(cards)) == NUMBERS[size]
    for one in cards if columns * rows < 8 else cards[::40]:
        assert count_fillings(Deal.parse("blink", one, rules), 2) == 1


def test_what_cannot_be_listed_is_told():
    def told(*arguments):
        return str(CliRunner().invoke(command, ["complete", *arguments, "-o", "-"], standalone_mode=False).exception)

    assert "not a size" in told("blink", "--size", "5x5")
    assert "no puzzles that could all be listed" in told("head", "--size", "3x3")
