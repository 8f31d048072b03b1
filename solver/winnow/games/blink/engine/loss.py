"""Finds the best layout by its loss: first one that reaches the bound, then one that loses one way, and so on.

games/blink/ledger.md, `loss-search`, has the argument.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from operator import itemgetter

from winnow.games.blink.engine.beam import Found, Layout, beam, matched_ways
from winnow.games.blink.engine.table import Table, components, most_matched, most_pairs
from winnow_kernels.blink import loss as kernel
from winnow_kernels.blink.loss import Placements, ShareTree
from winnow_kernels.blink.loss import most_pairs as pairs_by_component
from winnow_kernels.common.budget import Budget

BY_COMPONENT = "component-losses"
BY_PLACEMENTS = "placements"
BY_WHOLE_COMPONENTS = "whole-components"
BY_CORES = "share-cores"
TECHNIQUES = kernel.TECHNIQUES | {
    "loss-search",
    BY_COMPONENT,
    BY_PLACEMENTS,
    BY_WHOLE_COMPONENTS,
    BY_CORES,
    "cells-in-time",
    "reachable-pairs",
}
_MOST_SHARES = 150
"""With more shares of a loss than this, they are searched one by one only where earlier ones exclude most."""
_FIRST_TURN, _FIRST_TURN_OF_WHOLE = 20_000, 3_000
_LONGER = 4
"""Nodes of a share's first turn (`_OF_WHOLE`: with whole components), and the factor by which each turn grows."""
_WIDTHS_FOR_A_WIN = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)

_MOST_LISTED, _MOST_LISTED_OF_WHOLE = 65_536, 262_144
"""Most placements listed for a component (`_OF_WHOLE`: if whole components are placed)."""


Search = kernel.Search | ShareTree


@dataclass(frozen=True)
class Box:
    """A box of cells for a layout: its size, and the column and row in it of the corner of the layout on the table."""

    columns: int
    rows: int
    left: int
    top: int

    @property
    def size(self) -> tuple[int, int]:
        """Return the kernel's columns and rows: the shorter side, then the longer one."""
        return min(self.columns, self.rows), max(self.columns, self.rows)

    @property
    def fits_the_kernel(self) -> bool:
        """Return whether the kernel takes a box of this size."""
        return self.columns * self.rows <= kernel.MOST_BOX and self.size[1] <= kernel.MOST_CARDS

    def cell(self, x: int, y: int) -> int:
        """Return the kernel's number of the cell at (x, y) on the table."""
        across, down = x + self.left, y + self.top
        return across * self.rows + down if self.columns > self.rows else down * self.columns + across

    def place(self, cell: int) -> tuple[int, int]:
        """Return the (x, y) on the table of a kernel cell."""
        down, across = divmod(cell, self.size[0])
        x, y = (down, across) if self.columns > self.rows else (across, down)
        return x - self.left, y - self.top


@dataclass(frozen=True)
class Share:
    """The layouts of a box in which `least[k]` to `most[k]` pairs of each component k touch.

    With `runs`, `least` equals `most`, and the rows and columns have at most `runs` runs of cards in all: whole
    components can then be placed.
    """

    least: Sequence[int]
    most: Sequence[int]
    runs: int | None = None


class Cores:
    """The shares of a box known to have no layout, by the pairs of some components and, where needed, the runs."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, ...], tuple[Callable[[Sequence[int]], object], set[object]]] = {}
        """For each tuple of components (one more number is the runs): a getter of their numbers, and those excluded."""

    def add(self, share: Share, components: Sequence[int], runs: bool) -> None:
        """Record that `share` has no layout because of the pairs of `components` and, if `runs`, its runs."""
        parts = (*components, len(share.least)) if runs else tuple(components)
        if parts not in self._found:
            self._found[parts] = itemgetter(*parts) if parts else lambda _: None, set()
        pick, excluded = self._found[parts]
        excluded.add(pick(_numbers(share)))

    def exclude(self, share: Share) -> bool:
        """Return whether `share` is known to have no layout."""
        if share.runs is None:
            return False
        numbers = _numbers(share)
        return any(pick(numbers) in excluded for pick, excluded in self._found.values())


def _numbers(share: Share) -> Sequence[int]:
    return [*share.least, share.runs or 0]


@dataclass
class Begun:
    """A search that takes turns: the next one has `turn` nodes."""

    search: Search
    share: Share
    turn: int


class Searches:
    """The searches for layouts that reach `bound` ways, box by box; the bound falls when all of its boxes have none."""

    def __init__(self, table: Table, without: frozenset[str], budget: Budget) -> None:
        self._table, self._without, self._budget = table, without, budget
        self._cards = in_components(table)
        self._kinds = [kind for kind, _ in self._cards]
        self.bound = most_matched(table)
        self.nodes = 0
        """The nodes that may still be searched; a turn ends with them."""
        self._above_one_way = most_pairs(table, 2) + most_pairs(table, 3)
        self._cores: dict[Box, Cores] = {}
        different = not table.layout and table.cards == len(set(table.order))
        # Where the cards fill the table and some may be held back, the search by cells is faster.
        pays = not table.hold or table.spare > 0
        self._in_whole = different and pays and not without & {BY_COMPONENT, BY_WHOLE_COMPONENTS, "touching-order"}
        self._any_shares = self._in_whole and not table.hold and BY_CORES not in without
        """Whether the number of shares is not limited, because earlier ones exclude most."""
        kinds, most = self._kinds, _MOST_LISTED_OF_WHOLE if self._in_whole else _MOST_LISTED
        self._placements = lru_cache(1)(
            lambda columns, rows: Placements(kinds, table.ways, columns, rows, budget, most)
        )
        """The placements in a box of this size, kept for the last one."""

    def turns(self) -> Iterator[Layout | None]:
        """Search by turns, each of `nodes` nodes at most; yield after each, and after the bound has fallen.

        What is yielded is a layout that reaches the bound, if the turn has found one.
        """
        while True:
            for box in self.boxes():
                if not box.fits_the_kernel:
                    return
                yield from self._turns_in(box)
                if self._budget.stopped:
                    return
            self.bound -= 1
            yield None

    def _turns_in(self, box: Box) -> Iterator[Layout | None]:
        """Take the turns of a box: first turns, then longer ones."""
        cores, waiting = self._cores.setdefault(box, Cores()), deque[Begun]()
        for share in self.shares(box):
            if cores.exclude(share):
                continue
            if self._budget.poll() or (search := self.begin(box, share)) is None:
                return
            begun = Begun(search, share, _FIRST_TURN_OF_WHOLE if self._any_shares else _FIRST_TURN)
            yield self._turn(box, begun, waiting, cores)
        while waiting:
            begun = waiting.popleft()
            if not cores.exclude(begun.share):
                yield self._turn(box, begun, waiting, cores)

    def _turn(self, box: Box, begun: Begun, waiting: deque[Begun], cores: Cores) -> Layout | None:
        """Take a turn; return the layout found, or note what it has shown and queue the search for its next turn."""
        before = self._budget.positions
        ended = begun.search.run(min(begun.turn, self.nodes))
        spent = self._budget.positions - before
        self.nodes -= spent
        if ended == "found":
            return _layout(self._table, box, begun.search)
        if ended == "exhausted":
            if isinstance(begun.search, ShareTree) and BY_CORES not in self._without:
                cores.add(begun.share, *begun.search.rests_on)
        elif spent < begun.turn:
            # The rest of the turn comes next.
            begun.turn -= spent
            waiting.appendleft(begun)
        else:
            begun.turn *= _LONGER
            waiting.append(begun)
        return None

    def begin(self, box: Box, share: Share) -> Search | None:
        """Return a search of a share; None if memory is short."""
        table, without, budget = self._table, self._without, self._budget
        try:
            placements = None if BY_PLACEMENTS in without else self._placements(*box.size)
            if share.runs is not None:
                tree = ShareTree(
                    self._kinds,
                    [draw for _, draw in self._cards],
                    table.ways,
                    table.hold,
                    *box.size,
                    share.least,
                    share.runs,
                    without,
                    budget,
                    placements,
                )
                if tree.listed:
                    return tree
            search = search_of(table, self._cards, box, self.bound, without, budget, placements)
            search.demand(share.least, share.most)
        except MemoryError:
            budget.out_of_memory()
            return None
        return search

    def shares(self, box: Box) -> Iterator[Share]:
        """Yield the shares of the loss in a box."""
        # By component, how many of its pairs can touch in the box.
        most = pairs_by_component(self._kinds, self._table.ways, *box.size)
        loss = 2 * self._table.cards - box.columns - box.rows + sum(most) - self.bound
        full = box.columns * box.rows == self._table.cards
        # Shares of whole components also set the number of runs, which is constant in a full box.
        apart = range(1 if full or not self._in_whole else loss + 1)
        lost_by_all = loss if self._in_whole else min(sum(most), loss)
        losses: Iterator[tuple[int, tuple[int, ...]]] = (
            (gone, lost) for gone in apart for lost in shared_out(most, lost_by_all - gone)
        )
        if not self._any_shares:
            few = list(islice(losses, _MOST_SHARES + 1))
            if BY_COMPONENT in self._without or len(few) > _MOST_SHARES:
                yield Share([0] * len(most), most)
                return
            losses = iter(few)
        for gone, lost in losses:
            pairs = [all_pairs - less for all_pairs, less in zip(most, lost, strict=True)]
            if self._in_whole:
                yield Share(pairs, pairs, box.columns + box.rows + gone)
            else:
                # In a full box all neighbouring cells touch, so a layout with more pairs would have been found before.
                yield Share(pairs, pairs if full else most)

    def boxes(self) -> Iterator[Box]:
        """Yield the boxes in which as many ways as the bound may be matched."""
        # n cards in w columns and h rows have at most 2 n - w - h touching pairs.
        return boxes(self._table, 2 * self._table.cards + self._above_one_way - self.bound)


def shared_out(most: Sequence[int], loss: int) -> Iterator[tuple[int, ...]]:
    """Yield each tuple of numbers with the sum `loss`, the k-th at most `most[k]`.

    >>> list(shared_out([2, 1], 2)), list(shared_out([], 0)), list(shared_out([], 1))
    ([(2, 0), (1, 1)], [()], [])
    """
    if not 0 <= loss <= sum(most):
        return
    if len(most) <= 1:
        yield (loss,) * len(most)
        return
    for lost in range(min(loss, most[0]), -1, -1):
        for rest in shared_out(most[1:], loss - lost):
            yield (lost, *rest)


class LossSearch:
    """Searches for a layout that reaches the bound, then for one that loses one way, and so on.

    The first layout found is the best. `bound` is proved at every moment: no layout matches in more ways. A box that is
    too large for the kernel stops the search, and `bound` stays.
    """

    def __init__(self, table: Table, without: frozenset[str], budget: Budget) -> None:
        self._table, self._budget = table, budget
        self._searches = Searches(table, without, budget)
        # No reference leads back from here, so that memory is released with this object.
        self._turns = self._searches.turns()
        self.layout: Layout | None = None

    @property
    def bound(self) -> int:
        """Return the most ways in which a layout may match."""
        return self._searches.bound

    def run(self, nodes: int, known: int) -> bool:
        """Search about `nodes` more nodes; return True once `layout` is the best, or none exceeds `known` ways."""
        self._searches.nodes = nodes
        for layout in self._turns if self.bound > known and not self._budget.stopped else ():
            if layout is not None:
                self.layout = layout
                return True
            if self._searches.nodes <= 0 or self.bound <= known or self._budget.stopped:
                break
        return self.bound <= known


def win(table: Table, without: frozenset[str], budget: Budget) -> Found:
    """Return a winning layout by beams, then by the loss search, or that there is none, as far as the budget allows."""
    found = beam(table, _WIDTHS_FOR_A_WIN, False, without, budget)
    if found.layout is not None or found.exhausted or budget.stopped:
        return found
    return any_layout(table, 2**62, without, budget)


def any_layout(table: Table, nodes: int, without: frozenset[str], budget: Budget) -> Found:
    """Return any whole layout found within about `nodes` nodes, of at most as many cards as the kernel takes."""
    if table.cards > kernel.MOST_CARDS:
        return Found(None, False)
    cards = in_components(table)
    for box in boxes(table, table.columns + table.rows):
        if not box.fits_the_kernel:
            return Found(None, False)
        try:
            search = search_of(table, cards, box, 0, without, budget)
        except MemoryError:
            budget.out_of_memory()
            return Found(None, False)
        before = budget.positions
        ended = search.run(nodes)
        nodes -= budget.positions - before
        if ended == "found":
            return Found(_layout(table, box, search), False)
        if ended != "exhausted" or nodes <= 0:
            return Found(None, False)
    return Found(None, True)


def boxes(table: Table, sides: int) -> Iterator[Box]:
    """Yield the boxes that hold all cards and whose width plus height is at most `sides`, the smallest first.

    On an empty table a turned box holds the mirror images, and is left out if both fit.
    """
    wide, high = table.size()
    sizes = {
        (columns, rows)
        for columns in range(max(1, wide), table.columns + 1)
        for rows in range(max(1, high), table.rows + 1)
        if columns * rows >= table.cards and columns + rows <= sides
    }
    for columns, rows in sorted(sizes, key=lambda size: (sum(size), size)):
        if table.layout:
            for left in range(columns - wide + 1):
                for top in range(rows - high + 1):
                    yield Box(columns, rows, left, top)
        elif columns <= rows or (rows, columns) not in sizes:
            yield Box(columns, rows, 0, 0)


def search_of(
    table: Table,
    cards: Sequence[tuple[int, int]],
    box: Box,
    wanted: int,
    without: frozenset[str],
    budget: Budget,
    placements: Placements | None = None,
) -> kernel.Search:
    """Return a search of one box for a layout that matches in `wanted` ways or more.

    `cards` are those of `in_components`. Raises MemoryError.
    """
    number = {draw: i for i, (_, draw) in enumerate(cards)}
    drawn: dict[int, list[int]] = {}
    for draw in sorted(set(range(table.cards)) - set(table.left)):
        drawn.setdefault(table.order[draw], []).append(draw)
    laid = [(number[drawn[kind].pop()], box.cell(x, y)) for kind, x, y in table.layout]
    kinds, draws = zip(*cards, strict=True)
    return kernel.Search(kinds, draws, table.ways, table.hold, *box.size, laid, wanted, without, budget, placements)


def in_components(table: Table) -> list[tuple[int, int]]:
    """Return all cards as (kind, draw index), one component of "matches in two ways" after another.

    Of equal cards the first drawn comes first.
    """
    draws: dict[int, list[int]] = {}
    for draw, kind in enumerate(table.order):
        draws.setdefault(kind, []).append(draw)
    return [(kind, draw) for part in components(table, 2) for kind in part for draw in draws[kind]]


def _layout(table: Table, box: Box, search: Search) -> Layout:
    placements = tuple((table.order[draw], *box.place(cell)) for draw, cell in search.layout())
    return Layout(placements, matched_ways(table, placements))
