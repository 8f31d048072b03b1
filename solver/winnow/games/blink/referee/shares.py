"""The shares of a loss among the components of Blink's cards, and the placements of a component in a box.

The words are those of docs/formats.md, *loss-tree*.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from winnow.core.bits import bits, union
from winnow.core.meter import Meter
from winnow.core.results import BeyondError, require
from winnow.games.blink.rules import Blink, Cell, neighbours, ways

MOST_CARDS = 64
MOST_PLACEMENTS = 131_072
"""Most placements of one component in a box, for one number of touching pairs."""
MOST_STEPS = 2_000_000
"""Most cells tried to find a component's placements."""
_PLACEMENT_BYTES = 200

Placement = tuple[int, ...]
"""The cells of a component's cards, by card."""


class Deck:
    """The cards of a deal by their places in it. All cards differ.

    By card, `matching` and `partners` have the mask of the cards that match it, and that do in two ways. `components`
    are the cards of each component of two cards or more, rising, by their first cards; `edges` says how many pairs of
    its cards match in two ways.
    """

    def __init__(self, game: Blink) -> None:
        """Raise BeyondError for a deck that loss trees do not support."""
        cards = game.deal
        supported = len(cards) <= MOST_CARDS and len(set(cards)) == len(cards)
        require(supported, f"loss trees are for at most {MOST_CARDS} cards, no two of them equal", BeyondError)
        self.game, self.count, self.everything = game, len(cards), (1 << len(cards)) - 1
        self.matching, self.partners = (
            tuple(
                sum(1 << j for j, other in enumerate(cards) if i != j and ways(card, other) >= least)
                for i, card in enumerate(cards)
            )
            for least in (1, 2)
        )
        self.components = tuple(self._components())
        self.edges = tuple(sum(self.partners[card].bit_count() for card in own) // 2 for own in self.components)

    def _components(self) -> Iterator[tuple[int, ...]]:
        waiting = self.everything
        for card in range(self.count):
            if self.partners[card] and waiting >> card & 1:
                members = grown = 1 << card
                while grown:
                    grown = union(self.partners, grown) & ~members
                    members |= grown
                waiting &= ~members
                yield tuple(bits(members))


@dataclass(frozen=True)
class Box:
    """The cells of the least rectangle that holds a layout: cell `x + columns y` is in column x and row y."""

    columns: int
    rows: int

    @property
    def area(self) -> int:
        """Return the number of cells."""
        return self.columns * self.rows

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """Return by cell its neighbours."""
        columns, rows = range(self.columns), range(self.rows)
        return tuple(
            tuple(a + self.columns * b for a, b in neighbours((x, y)) if a in columns and b in rows)
            for y in rows
            for x in columns
        )

    @cached_property
    def quarter(self) -> frozenset[int]:
        """Return cells to which the mirror images of the box, of a square also by the diagonal, carry every cell."""
        return frozenset(
            x + self.columns * y
            for y in range((self.rows + 1) // 2)
            for x in range((self.columns + 1) // 2)
            if self.columns != self.rows or x <= y
        )


def boxes(deck: Deck) -> Iterator[Box]:
    """Yield each box that a layout of all cards can have; of two that are mirror images, the wider one."""
    columns, rows = (min(side, deck.count) for side in (deck.game.rules.columns, deck.game.rules.rows))
    for width in range(1, columns + 1):
        for height in range(1, rows + 1):
            turned = width < height <= columns and width <= rows
            if width * height >= deck.count and not turned:
                yield Box(width, height)


@dataclass(frozen=True)
class Share:
    """The layouts of a box with `runs` runs of cards in which exactly `pairs[k]` pairs of component k touch."""

    runs: int
    pairs: tuple[int, ...]


def shares(deck: Deck, box: Box, bound: int, meter: Meter) -> Iterator[Share]:
    """Yield the shares that contain the layouts of a box that score above `bound`."""
    meter.step()
    fewest = box.columns + box.rows
    beyond = 2 * deck.count - fewest - (bound // 2 + 1)
    if beyond + sum(map(_at_most, deck.edges, map(len, deck.components))) < 0:
        return
    most = tuple(most_pairs(deck, box, members, meter) for members in deck.components)
    if any(pairs < 0 for pairs in most):
        return
    loss = beyond + sum(most)
    for gone in range(loss + 1 if box.area > deck.count else min(loss, 0) + 1):
        for pairs in _fewer(most, loss - gone):
            meter.step()
            yield Share(fewest + gone, pairs)


def _fewer(most: tuple[int, ...], loss: int) -> Iterator[tuple[int, ...]]:
    """Yield each tuple below `most` by at most `loss` in all, those with the least loss in front first."""
    if not most:
        yield ()
        return
    for lost in range(min(most[0], loss) + 1):
        for rest in _fewer(most[1:], loss - lost):
            yield (most[0] - lost, *rest)


def most_pairs(deck: Deck, box: Box, members: tuple[int, ...], meter: Meter) -> int:
    """Return the most pairs of a component that can touch in a box; -1 if its cards cannot lie there at all.

    Raises BeyondError if that takes too many steps.
    """
    for pairs in range(_at_most(deck.edges[deck.components.index(members)], len(members)), -1, -1):
        if next(_Shapes(deck, box, members, pairs, meter).all, None) is not None:
            return pairs
    return -1


def placements(deck: Deck, box: Box, members: tuple[int, ...], pairs: int, meter: Meter) -> list[Placement]:
    """Return all placements of a component in which exactly `pairs` pairs touch, sorted.

    Raises BeyondError for more than MOST_PLACEMENTS, or if they take too many steps.
    """
    listed: list[Placement] = []
    for shape in _Shapes(deck, box, members, pairs, meter).all:
        across, down = (_range(place[axis] for place in shape) for axis in (0, 1))
        for y in range(-down[0], box.rows - down[1]):
            for x in range(-across[0], box.columns - across[1]):
                meter.step()
                meter.hold(_PLACEMENT_BYTES)
                listed.append(tuple(left + x + box.columns * (top + y) for left, top in shape))
        require(len(listed) <= MOST_PLACEMENTS, f"more than {MOST_PLACEMENTS:,} placements of a component", BeyondError)
    return sorted(listed)


class _Shapes:
    """The shapes of a component, with the first card of `_order` at (0, 0), in which exactly `pairs` pairs touch.

    Cells with more touching pairs than any two parts of them can have hang together, and k cells that hang together,
    w columns and h rows of them, have at most 2 k - w - h touching pairs: so their sides are limited.
    """

    def __init__(self, deck: Deck, box: Box, members: tuple[int, ...], pairs: int, meter: Meter) -> None:
        self._deck, self._box, self._members, self._meter = deck, box, members, meter
        self._order = _order(deck, members)
        self._earlier = [
            [other for other in self._order[:i] if deck.partners[card] >> other & 1]
            for i, card in enumerate(self._order)
        ]
        loss = sum(len(others) for others in self._earlier) - pairs
        size = len(members)
        apart = any(_most_touching(part) + _most_touching(size - part) >= pairs for part in range(1, size))
        self._sides = box.columns + box.rows if apart else 2 * size - pairs
        self._places: dict[int, Cell] = {}
        self._taken: dict[Cell, int] = {}
        self._steps = 0
        self.all = self._lay(0, loss)
        """Each shape as the places of the cards, by card; no two shapes differ by a shift alone."""

    def _lay(self, i: int, to_lose: int) -> Iterator[tuple[Cell, ...]]:
        if i == len(self._order):
            if not to_lose:
                yield tuple(self._places[card] for card in self._members)
            return
        card = self._order[i]
        for place in self._candidates(i, to_lose):
            self._meter.step()
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise BeyondError(f"more than {MOST_STEPS:,} steps to find the placements of a component")
            if place in self._taken:
                continue
            beside = [self._taken[near] for near in neighbours(place) if near in self._taken]
            lost = sum(other not in beside for other in self._earlier[i])
            if lost <= to_lose and all(self._deck.matching[card] >> other & 1 for other in beside):
                self._places[card], self._taken[place] = place, card
                yield from self._lay(i + 1, to_lose - lost)
                del self._places[card], self._taken[place]

    def _candidates(self, i: int, to_lose: int) -> Iterator[Cell]:
        """Yield the i-th card's places within the box: next to an earlier partner, or anywhere if none has to touch."""
        if not i:
            yield (0, 0)
            return
        across, down = (_range(place[axis] for place in self._taken) for axis in (0, 1))
        if len(self._earlier[i]) <= to_lose:
            columns = range(across[1] - self._box.columns + 1, across[0] + self._box.columns)
            rows = range(down[1] - self._box.rows + 1, down[0] + self._box.rows)
            places = [(x, y) for y in rows for x in columns]
        else:
            places = sorted({place for other in self._earlier[i] for place in neighbours(self._places[other])})
        for x, y in places:
            width, height = max(across[1], x) - min(across[0], x) + 1, max(down[1], y) - min(down[0], y) + 1
            if width <= self._box.columns and height <= self._box.rows and width + height <= self._sides:
                yield x, y


def _at_most(edges: int, cards: int) -> int:
    """Return an upper bound on the touching pairs of `cards` cards with `edges` matching pairs."""
    return min(edges, _most_touching(cards))


def _most_touching(cells: int) -> int:
    """Return the most touching pairs of `cells` cells (Harary and Harborth 1976)."""
    return 2 * cells - math.isqrt(4 * cells - 1) - 1 if cells else 0


def _range(numbers: Iterator[int]) -> tuple[int, int]:
    known = list(numbers)
    return min(known), max(known)


def _order(deck: Deck, members: tuple[int, ...]) -> list[int]:
    """Return the cards in an order in which each has as many earlier partners as possible: few places are tried."""
    order: list[int] = []
    while len(order) < len(members):
        placed = sum(1 << card for card in order)
        waiting = [card for card in members if card not in order]
        order.append(max(waiting, key=lambda card: ((deck.partners[card] & placed).bit_count(), -card)))
    return order
