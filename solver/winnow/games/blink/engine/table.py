"""A position of Blink Solitaire with its cards as numbers, and an upper bound on its score."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from winnow.core.cards import Card
from winnow.games.blink.rules import Blink, Cell, Position, neighbours, ways_to

Placement = tuple[int, int, int]
"""A kind of card with its cell: (kind, x, y)."""


@dataclass(frozen=True)
class Table:
    """A position in numbers. A *kind* is a card's face: equal cards are of one kind.

    `order` holds the kinds of all cards in dealing order, `left` the places in it that are not yet placed; `ways[a][b]`
    says in how many ways kinds match. `hold`, `columns` and `rows` are limited to what the number of cards can use.
    The layout's corner is moved to (0, 0); `corner` is where it lies in the position.
    """

    tokens: tuple[Card, ...]
    order: tuple[int, ...]
    left: tuple[int, ...]
    ways: tuple[bytes, ...]
    hold: int
    columns: int
    rows: int
    layout: tuple[Placement, ...]
    corner: Cell

    @property
    def cards(self) -> int:
        """Return the number of all cards."""
        return len(self.order)

    @property
    def spare(self) -> int:
        """Return how many cells stay free on the whole table; negative if there is no room for all cards."""
        return self.columns * self.rows - self.cards

    def size(self) -> tuple[int, int]:
        """Return the width and height of the layout's bounding box."""
        return (
            1 + max((x for _, x, _ in self.layout), default=-1),
            1 + max((y for _, _, y in self.layout), default=-1),
        )

    def written(self, placements: Iterable[Placement]) -> tuple[str, ...]:
        """Return placements, in cells of this table, as moves in the notation of the rules."""
        left, top = self.corner
        return tuple(f"{self.tokens[kind]}@{x + left},{y + top}" for kind, x, y in placements)


def in_numbers(game: Blink, position: Position) -> Table:
    """Return the position as a `Table`."""
    tokens = tuple(dict.fromkeys(game.deal))
    number = {token: kind for kind, token in enumerate(tokens)}
    cards = len(game.deal)
    xs = [x for (x, _), _ in position.layout] or [0]
    ys = [y for (_, y), _ in position.layout] or [0]
    left, top = min(xs), min(ys)
    return Table(
        tokens,
        tuple(number[card] for card in game.deal),
        position.left,
        tuple(bytes(map(ways_to(token).__getitem__, tokens)) for token in tokens),
        min(game.rules.hold, cards - 1),
        # A connected layout of n cards is at most n cells long.
        min(game.rules.columns, cards),
        min(game.rules.rows, cards),
        tuple((number[card], x - left, y - top) for (x, y), card in position.layout),
        (left, top),
    )


def placing_order(table: Table, cells: Sequence[Placement]) -> list[Placement] | None:
    """Return all of `cells` in an order in which they can be placed, or None if there is none.

    `cells` is a whole layout without the cards that lie already; touching cards must match. Placing a card all of whose
    equals have been drawn never hinders another; of other equal cards each is tried in turn.
    """
    draws: dict[int, list[int]] = {}
    for place in table.left:
        draws.setdefault(table.order[place], []).append(place)
    first = [[cell] for cell in cells if draws[cell[0]][0] <= table.hold]
    orders = (_completed(table, draws, cells, begun) for begun in ([[]] if table.layout else first))
    return next((order for order in orders if order is not None), None)


def _completed(
    table: Table, draws: Mapping[int, Sequence[int]], cells: Sequence[Placement], begun: list[Placement]
) -> list[Placement] | None:
    """Return an order of all of `cells` that begins like `begun`, or None."""
    order, laid = list(begun), Counter(kind for kind, _, _ in begun)
    beside = {(x, y) for _, x, y in (*table.layout, *order)}

    def drawn(kind: int) -> int:
        """Return how many cards of the kind may lie once the next card is laid."""
        return bisect_right(draws[kind], len(table.layout) + len(order) + table.hold)

    def touching() -> list[Placement]:
        """Return the cards that touch a laid card and of whose kind one may be laid."""
        return [
            card
            for card in cells
            if card not in order and laid[card[0]] < drawn(card[0]) and not beside.isdisjoint(neighbours(card[1:]))
        ]

    while safe := next((card for card in touching() if drawn(card[0]) == len(draws[card[0]])), None):
        order.append(safe)
        laid[safe[0]] += 1
        beside.add(safe[1:])
    if len(order) == len(cells):
        return order
    orders = (_completed(table, draws, cells, [*order, card]) for card in touching())
    return next((found for found in orders if found is not None), None)


def most_matched(table: Table) -> int:
    """Return an upper bound on the ways in which touching cards match in all (games/blink/ledger.md: Components).

    For each level t, cards that match in t ways or more fall into components; only cards of one component touch on that
    level, and k cells have no more than `most_touching(k)` touching pairs.
    """
    return sum(most_pairs(table, level) for level in (1, 2, 3))


def most_pairs(table: Table, level: int) -> int:
    """Return an upper bound on the touching pairs that match in at least `level` ways."""
    copies = Counter(table.order)
    total = 0
    for part in components(table, level):
        pairs = sum(
            copies[a] * (copies[a] - 1) // 2 if a == b else copies[a] * copies[b]
            for a, b in combinations_with_replacement(part, 2)
            if table.ways[a][b] >= level
        )
        total += min(pairs, most_touching(sum(copies[kind] for kind in part), table.columns, table.rows))
    return total


def components(table: Table, level: int) -> list[list[int]]:
    """Return the components of "matches in `level` ways or more" in the order drawn, each with its kinds, rising."""
    left, found = list(dict.fromkeys(table.order)), []
    while left:
        part = [left.pop(0)]
        for kind in part:
            part += [other for other in left if table.ways[kind][other] >= level]
            left = [other for other in left if other not in part]
        found.append(sorted(part))
    return found


def most_touching(cells: int, columns: int, rows: int) -> int:
    """Return an upper bound on the touching pairs of `cells` cells on a table that holds them.

    Cells in w columns and h rows have a boundary of at least 2w + 2h sides, w h >= cells, and
    4 cells = 2 pairs + boundary.

    >>> most_touching(60, 8, 8), most_touching(5, 9, 1), most_touching(4, 9, 9)
    (104, 4, 4)
    """
    return max(2 * cells - w - -(-cells // w) for w in range(1, min(cells, columns) + 1) if -(-cells // w) <= rows)
