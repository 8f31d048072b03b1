"""The best layout of a table that its cards fill, by clause learning (docs/soundness: layout-clauses).

The clauses say which card lies in which cell, which pairs touch, and how many do. Of the order they say nothing at
first: each layout that cannot be laid in time adds what every order needs and this layout lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from itertools import combinations

from winnow.games.blink.engine.beam import Layout, layout_of
from winnow.games.blink.engine.bound import most_matched
from winnow.games.blink.engine.table import Table
from winnow.games.blink.rules import Cell, neighbours
from winnow.search.clauses import Clauses
from winnow.search.satisfier import Satisfier
from winnow_kernels.common.budget import Budget
from winnow_kernels.common.clause_store import ClauseArray

NAME = "layout-clauses"
_MOST_CARDS = 64
"""More would take too long to be written."""


@contextmanager
def layout_clauses(table: Table, without: frozenset[str], budget: Budget) -> Iterator[LayoutClauses | None]:
    """Give the search of a table without free cells; None for other tables, and where it is switched off."""
    if NAME in without or table.spare or table.cards > _MOST_CARDS:
        yield None
        return
    with Satisfier(budget) as satisfier:
        yield LayoutClauses(table, "mirrors" not in without, satisfier)


class LayoutClauses:
    """Asks for a layout that reaches the bound, then for one that matches in one way less, and so on.

    The first layout found is the best. `bound` is proved all the time: no layout matches in more ways; -1: there is
    none. Cards are known by their place in the deal.
    """

    def __init__(self, table: Table, mirrors: bool, satisfier: Satisfier) -> None:
        self.bound = most_matched(table)
        self.layout: Layout | None = None
        self._table, self._satisfier, self._mirrors = table, satisfier, mirrors
        self._clauses = Clauses()
        self._written = False
        self._cells = [(x, y) for y in range(table.rows) for x in range(table.columns)]
        self._near = {cell: [near for near in neighbours(cell) if near in set(self._cells)] for cell in self._cells}
        new = self._clauses.variable
        self._lies = {(card, cell): new() for card in range(table.cards) for cell in self._cells}
        self._touch = {pair: new() for pair in combinations(range(table.cards), 2) if self._ways(*pair)}
        self._laid = frozenset(range(table.cards)) - frozenset(table.left)
        self._first = {} if self._laid else {card: new() for card in range(table.hold + 1)}
        """[card]: it is the first to be placed."""
        # In a full table all cells beside one another touch; pairs of two ways count once more, of three twice more.
        self._touching = 2 * table.cards - table.columns - table.rows
        self._missing: list[int] = []
        """[k]: more than k of the further ways of pairs are not matched."""
        self._corners: dict[Cell, int] = {}
        """[cell]: the corner of the layout on the table lies there."""

    def lower(self, bound: int) -> None:
        """Take a bound that is proved elsewhere."""
        self.bound = min(self.bound, bound)

    def run(self, conflicts: int, known: int) -> bool:
        """Search on for so many conflicts; True: `layout` is the best, or none matches in more ways than `known`."""
        if not self._written:
            self._written = True
            self._satisfier.add(self._write())
        while self.bound > known and conflicts > 0:
            before = self._satisfier.conflicts
            assumed = self._demand(self.bound)
            found = self._satisfier.solve(assumed, conflicts)
            conflicts -= 1 + self._satisfier.conflicts - before
            if found is None:
                break
            if not found:
                self.bound = self.bound - 1 if assumed else -1
            elif self._take_layout():
                return True
        return self.bound <= known

    def _ways(self, a: int, b: int) -> int:
        return self._table.ways[self._table.order[a]][self._table.order[b]]

    def _touches(self, a: int, b: int) -> int:
        return self._touch[min(a, b), max(a, b)]

    def _demand(self, wanted: int) -> list[int]:
        """Return what is to be assumed for so many ways; nothing: every layout matches in as many."""
        may_miss = len(self._missing) - (wanted - self._touching)
        return [-literal for literal in self._missing[may_miss : may_miss + 1]]

    def _write(self) -> Iterator[ClauseArray]:
        """Yield the clauses in parts."""
        clauses, cards = self._clauses, range(self._table.cards)
        for card in cards:
            clauses.exactly_one([self._lies[card, cell] for cell in self._cells])
            yield clauses.take()
        for cell in self._cells:
            clauses.exactly_one([self._lies[card, cell] for card in cards])
            self._write_neighbours(cell)
            yield clauses.take()
        for a, b in self._touch:
            self._write_touching(a, b)
        yield clauses.take()
        self._write_start()
        further = [literal for pair, literal in self._touch.items() for _ in range(1, self._ways(*pair))]
        self._missing = clauses.count([-literal for literal in further])
        yield clauses.take()

    def _write_neighbours(self, cell: Cell) -> None:
        """Beside a card lie cards that match it."""
        for near in self._near[cell]:
            for card in range(self._table.cards):
                matching = [self._lies[b, near] for b in range(self._table.cards) if b != card and self._ways(card, b)]
                self._clauses.add(-self._lies[card, cell], *matching)

    def _write_touching(self, a: int, b: int) -> None:
        """Cards that are said to touch do; nothing follows from cards that are not said to."""
        for card, other in ((a, b), (b, a)):
            for cell in self._cells:
                beside = [self._lies[other, near] for near in self._near[cell]]
                self._clauses.add(-self._touch[a, b], -self._lies[card, cell], *beside)

    def _write_start(self) -> None:
        """Say where the layout on the table lies; or that some card is the first, and of mirror images take one."""
        table, add = self._table, self._clauses.add
        if not self._laid:
            add(*self._first.values())
            for x, y in self._cells:
                later = 2 * x > table.columns - 1 or 2 * y > table.rows - 1 or (table.columns == table.rows and x > y)
                if self._mirrors and later:
                    add(-self._lies[0, (x, y)])
            return
        waiting: dict[int, list[int]] = {}
        for card in sorted(self._laid):
            waiting.setdefault(table.order[card], []).append(card)
        placed = [(waiting[kind].pop(), x, y) for kind, x, y in table.layout]
        wide, high = table.size()
        for x, y in self._cells:
            if x + wide <= table.columns and y + high <= table.rows:
                corner = self._corners[x, y] = self._clauses.variable()
                for card, right, down in placed:
                    add(-corner, self._lies[card, (x + right, y + down)])
        add(*self._corners.values())

    # ---- the order

    def _take_layout(self) -> bool:
        """Keep the layout just found if it can be laid in time; else add what it lacks."""
        true = frozenset(self._satisfier.assignment())
        cells = {card: cell for (card, cell), literal in self._lies.items() if literal in true}
        beside = self._beside(cells)
        starts = [self._laid] if self._laid else [frozenset([card]) for card in self._first]
        reached = [self._reached(start, beside) for start in starts]
        if any(len(cards) == self._table.cards for cards in reached):
            left, top = next((cell for cell, literal in self._corners.items() if literal in true), (0, 0))
            places = [(self._table.order[card], *cells[card]) for card in self._table.left]
            self.layout = layout_of(self._table, [(kind, x - left, y - top) for kind, x, y in places])
            return True
        for cards in set(reached):
            self._write_way_out(cards)
        self._satisfier.add([self._clauses.take()])
        return False

    @staticmethod
    def _beside(cells: dict[int, Cell]) -> dict[int, frozenset[int]]:
        """Return the cards that touch each card."""
        card_at = {cell: card for card, cell in cells.items()}
        return {
            card: frozenset(card_at[near] for near in neighbours(cell) if near in card_at)
            for card, cell in cells.items()
        }

    def _reached(self, start: Set[int], beside: dict[int, frozenset[int]]) -> frozenset[int]:
        """Return all cards that can be laid in time from these; laying one never hinders another."""
        reached = set(start)
        touched = {near for card in reached for near in beside[card]} - reached
        while touched and (card := min(touched)) <= len(reached) + self._table.hold:
            reached.add(card)
            touched = (touched | beside[card]) - reached
        return frozenset(reached)

    def _write_way_out(self, cards: Set[int]) -> None:
        """If the first card is one of these, one of them touches another card that comes in time.

        The first card laid that is not one of them comes when no more than these lie, and touches one of them.
        """
        latest = len(cards) + self._table.hold
        comers = [card for card in self._table.left if card <= latest and card not in cards]
        out = [self._touches(card, other) for card in cards for other in comers if self._ways(card, other)]
        if self._laid:
            self._clauses.add(*out)
        for first in cards & self._first.keys():
            self._clauses.add(-self._first[first], *out)
