"""The engine `cp-sat` of Blink: which card lies in which cell, and in which order the cards can be placed.

A whole layout is a win if touching cards match and the cards can be placed one after the other, each beside an earlier
one and in time: each card has a time, no two the same, and a parent beside it with a smaller one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ortools.sat.python import cp_model

from winnow.games.blink.engine.beam import Found, layout_of, matched_ways
from winnow.games.blink.engine.table import Placement, Table, most_matched
from winnow.games.blink.rules import Cell, neighbours
from winnow.search.cp_sat import CpSat
from winnow_kernels.common.budget import Budget

Bool = cp_model.IntVar


class UnfinishedError(Exception):
    """The budget was spent while the model was being written."""


class LayoutModel:
    """The model of one position. `lies[i][cell]`: the card drawn as number i lies there.

    Raises UnfinishedError, as does `ask_for_score`, as soon as `over()` returns True.
    """

    def __init__(self, table: Table, over: Callable[[], bool]) -> None:
        self.table = table
        self._over = over
        self.model = cp_model.CpModel()
        self._laid = {(x, y): kind for kind, x, y in table.layout}
        wide, high = table.size()
        across = range(wide - table.columns, table.columns) if wide else range(table.columns)
        down = range(high - table.rows, table.rows) if high else range(table.rows)
        self.cells = [(x, y) for y in down for x in across if (x, y) not in self._laid]
        self.lies = {
            i: {cell: self.model.new_bool_var("") for cell in self.cells if self._fits(i, cell)} for i in table.left
        }
        self._pairs = [(u, v) for u in self.cells for v in ((u[0] + 1, u[1]), (u[0], u[1] + 1)) if v in set(self.cells)]
        for places in self.lies.values():
            self.model.add_exactly_one(places.values())
        for cell in self.cells:
            self.model.add_at_most_one(self._any_at(cell))
        self._keep_in_box(wide, high)
        self._match_neighbours()
        self._in_some_order()

    def ask_for_score(self, at_most: int) -> None:
        """Maximise the ways matched in all, which are known not to exceed `at_most`."""
        table, model = self.table, self.model
        terms: list[Bool] = []
        for level in (1, 2, 3):
            for u, v in self._pairs:
                self._go_on()
                both = model.new_bool_var("")
                terms.append(both)
                model.add_at_least_one([both.negated(), *self._any_at(u)])
                for i in table.left:
                    if u in self.lies[i]:
                        close = [j for j in table.left if j != i and self._ways(i, j) >= level]
                        beside = [self.lies[j][v] for j in close if v in self.lies[j]]
                        model.add_at_least_one([both.negated(), self.lies[i][u].negated(), *beside])
        beside_laid = [
            (self.lies[i][cell], sum(table.ways[table.order[i]][self._laid[n]] for n in self._laid_beside(cell)))
            for i in table.left
            for cell in self.lies[i]
        ]
        total = sum(terms) + sum(var * ways for var, ways in beside_laid if ways)
        total += matched_ways(table, ())
        model.add(total <= at_most)
        model.maximize(total)

    def variables(self) -> Iterable[tuple[Bool, Placement]]:
        """Yield each placement's variable with the placement."""
        for i, places in self.lies.items():
            for (x, y), var in places.items():
                yield var, (self.table.order[i], x, y)

    def _go_on(self) -> None:
        if self._over():
            raise UnfinishedError

    def _ways(self, i: int, j: int) -> int:
        return self.table.ways[self.table.order[i]][self.table.order[j]]

    def _laid_beside(self, cell: Cell) -> list[Cell]:
        return [near for near in neighbours(cell) if near in self._laid]

    def _fits(self, i: int, cell: Cell) -> bool:
        row = self.table.ways[self.table.order[i]]
        return all(row[self._laid[near]] for near in self._laid_beside(cell))

    def _any_at(self, cell: Cell) -> list[Bool]:
        return [places[cell] for places in self.lies.values() if cell in places]

    def _keep_in_box(self, wide: int, high: int) -> None:
        """Keep all cards within one table; on an empty one, one card within a quarter, its mirror images left out."""
        table, model = self.table, self.model
        if not table.layout:
            middle_x, middle_y = (table.columns - 1) // 2, (table.rows - 1) // 2
            for (x, y), var in self.lies[table.left[0]].items():
                mirrored = table.columns == table.rows and x < y
                if x > middle_x or y > middle_y or mirrored:
                    model.add(var == 0)
            return
        for axis, size, extent in ((0, table.columns, wide), (1, table.rows, high)):
            starts = {start: model.new_bool_var("") for start in range(extent - size, 1)}
            model.add_exactly_one(starts.values())
            for cell in self.cells:
                covering = [var for start, var in starts.items() if start <= cell[axis] < start + size]
                if len(covering) < len(starts):
                    for lies in self._any_at(cell):
                        model.add_at_least_one([lies.negated(), *covering])

    def _match_neighbours(self) -> None:
        """Forbid cards that do not match beside each other."""
        for u, v in self._pairs:
            self._go_on()
            for i, places in self.lies.items():
                if u in places:
                    strange = [j for j in self.table.left if j != i and not self._ways(i, j)]
                    beside = [self.lies[j][v] for j in strange if v in self.lies[j]]
                    self.model.add_at_most_one([places[u], *beside])

    def _in_some_order(self) -> None:
        """Give every card a time and, but for the first or those beside the layout, an earlier parent beside it."""
        table, model = self.table, self.model
        laid, last = len(table.layout), table.cards - 1
        times = {i: model.new_int_var(max(laid, i - table.hold), last, "") for i in table.left}
        model.add_all_different(times.values())
        roots = []
        for i, places in self.lies.items():
            self._go_on()
            root = model.new_bool_var("")
            roots.append(root)
            parents = [root]
            for cell, var in places.items():
                if table.layout and not self._laid_beside(cell):
                    model.add_at_least_one([root.negated(), var.negated()])
            for j in table.left:
                if j == i or not self._ways(i, j) or j - table.hold >= last:
                    continue
                parent = model.new_bool_var("")
                parents.append(parent)
                model.add(times[j] < times[i]).only_enforce_if(parent)
                for cell, var in places.items():
                    beside = [self.lies[j][near] for near in neighbours(cell) if near in self.lies[j]]
                    model.add_at_least_one([parent.negated(), var.negated(), *beside])
            model.add_exactly_one(parents)
        if not table.layout:
            model.add_exactly_one(roots)


def searched(table: Table, budget: Budget, best: bool) -> Found:
    """Return any layout, or the best one, by the model alone, as far as the budget allows."""
    bound = most_matched(table) if best else None
    try:
        model = LayoutModel(table, budget.poll)
        if bound is not None:
            model.ask_for_score(bound)
    except UnfinishedError:
        return Found(None, False, bound)
    solver = CpSat(budget)
    exhausted = solver.run(model.model)
    if not solver.has_solution:
        return Found(None, exhausted, bound)
    layout = layout_of(table, [place for var, place in model.variables() if solver.holds(var)])
    return Found(layout, False) if bound is None else Found.best(layout, layout.matched if exhausted else bound)
