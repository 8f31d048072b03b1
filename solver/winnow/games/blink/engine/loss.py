"""The best layout by its loss: none, then one way less than the bound, and so on.

games/blink/ledger.md, `loss-search`, has the argument.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from winnow.games.blink.engine.beam import Found, Layout, matched_ways
from winnow.games.blink.engine.bound import most_matched, most_pairs
from winnow.games.blink.engine.first_cards import FirstCards, Trial
from winnow.games.blink.engine.shares import Cores, Share, shared_out
from winnow.games.blink.engine.table import Table
from winnow_kernels.blink import loss as kernel
from winnow_kernels.blink.components import most_pairs as pairs_by_component
from winnow_kernels.blink.placements import Placements
from winnow_kernels.blink.shapes import Shapes
from winnow_kernels.blink.share_tree import ShareTree
from winnow_kernels.common.budget import Budget

if TYPE_CHECKING:
    import networkx as nx

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
"""With more ways to share out a loss they are not gone through one by one, but where most are excluded by others."""
_FIRST_TURN, _FIRST_TURN_OF_WHOLE = 20_000, 3_000
_LONGER = 4
"""Nodes of a share's first turn, the latter of whole components, and by how much each turn is longer."""
_LOST_WITH_TRIALS = 2
"""Where so many ways are lost it is worth finding out with which cards to begin."""

_MOST_LISTED, _MOST_LISTED_OF_WHOLE = 65_536, 262_144
"""Placements of a component; the latter where whole components are placed."""


Search = kernel.Search | ShareTree


@dataclass
class Begun:
    """A search that takes turns: the nodes of its next turn, and those so far. A trial has one turn."""

    search: Search
    share: Share
    turn: int
    nodes: int = 0
    trial: bool = False

    @property
    def first(self) -> int:
        """Return the component of the card that it begins with; -1: of none."""
        return self.search.first_component if isinstance(self.search, kernel.Search) else -1


@dataclass(frozen=True)
class Box:
    """A box of cells that a layout may fill: its size, and where the corner of the layout on the table lies in it."""

    columns: int
    rows: int
    left: int
    top: int

    @property
    def turned(self) -> bool:
        """Return whether the kernel has it on its side: it goes across the shorter one."""
        return self.columns > self.rows

    def cell(self, x: int, y: int) -> int:
        """Return the kernel's cell of a place on the table."""
        across, down = (y + self.top, x + self.left) if self.turned else (x + self.left, y + self.top)
        return down * min(self.columns, self.rows) + across

    def place(self, cell: int) -> tuple[int, int]:
        """Return the place on the table of a cell of the kernel's."""
        down, across = divmod(cell, min(self.columns, self.rows))
        x, y = (down, across) if self.turned else (across, down)
        return x - self.left, y - self.top


class LossSearch:
    """Searches for a layout that reaches the bound, then for one that loses one way, and so on.

    The first layout found is the best. `bound` is proved all the time: no layout matches in more ways. What is too
    large for the kernel stops it: `bound` then stays.
    """

    def __init__(self, table: Table, without: frozenset[str], budget: Budget) -> None:
        self._table, self._without, self._budget = table, without, budget
        self._cards = in_components(table)
        self.bound = most_matched(table)
        self.layout: Layout | None = None
        self._above_one_way = most_pairs(table, 2) + most_pairs(table, 3)
        self._boxes = self._boxes_for(self.bound)
        self._box: Box | None = None
        self._shares: Iterator[Share] = iter(())
        self._begun: deque[Begun] = deque()
        """Searches of the box that take turns."""
        self._first_cards: dict[Box, FirstCards] = {}
        self._cores: dict[Box, Cores] = {}
        self._trials: Iterator[Trial] = iter(())
        self._trials_first = False
        """Whether they come before the first turns of the shares, or after them."""
        self._too_large = False
        self._placements: tuple[tuple[int, int], Placements] | None = None
        """Those of the last box, and its size."""
        different = not table.layout and table.cards == len(set(table.order))
        # Where the cards fill the table and some may be held back, the search by cells is faster.
        pays = not table.hold or table.spare > 0
        self._in_whole = different and pays and not without & {BY_COMPONENT, BY_WHOLE_COMPONENTS, "touching-order"}
        self._any_shares = self._in_whole and not table.hold and BY_CORES not in without
        """Whether there may be any number of shares, most of them excluded by others."""

    @staticmethod
    def of(table: Table, without: frozenset[str], budget: Budget) -> LossSearch | None:
        """Return a search for the best layout, or None if there are too many cards for one."""
        return LossSearch(table, without, budget) if table.cards <= kernel.MOST_CARDS else None

    def run(self, nodes: int, known: int) -> bool:
        """Search on for about so many nodes; True: `layout` is the best, or none matches in more ways than `known`."""
        while self.bound > known and not self._too_large and not self._budget.stopped:
            self._box = self._box or self._next_box()
            if self._box is None:
                continue
            begun = self._next_search(self._box)
            if begun is None:
                self._box = None
                continue
            before = self._budget.positions
            ended = begun.search.run(min(begun.turn, nodes))
            spent = self._budget.positions - before
            nodes -= spent
            if ended == "found":
                self.layout = _layout(self._table, self._box, begun.search)
                return True
            self._go_on_later(self._box, begun, spent, ended == "exhausted")
            if nodes <= 0:
                break
        return self.bound <= known

    def _next_box(self) -> Box | None:
        """Begin with the next box; None: go on with one way less, or not at all."""
        box = next(self._boxes, None)
        if box is None:
            self.bound -= 1
            self._boxes = self._boxes_for(self.bound)
            return None
        self._too_large = not _fits_the_kernel(box)
        if self._too_large:
            return None
        most = pairs_by_component(_kinds(self._cards), self._table.ways, *_size(box))
        first_cards = self._first_cards.setdefault(box, FirstCards(len(most)))
        self._cores.setdefault(box, Cores())
        self._shares = self._shares_of(box, most)
        if self._in_whole:
            return box
        shares = list(self._shares)
        self._shares = iter(shares)
        learns = self._is_full(box) and "fewest-first" not in self._without
        worth_it = bool(shares) and sum(shares[0].lost or ()) == _LOST_WITH_TRIALS
        self._trials = first_cards.trials() if learns and worth_it else iter(())
        # A layout often comes up in the first turns: what takes fewer nodes comes first.
        self._trials_first = first_cards.nodes_of_trials() <= _FIRST_TURN * len(shares)
        return box

    def _is_full(self, box: Box) -> bool:
        return box.columns * box.rows == self._table.cards

    def _next_search(self, box: Box) -> Begun | None:
        """Begin with the next way to share out the loss, or go on with one begun; None: all have ended."""
        if self._begun and self._begun[0].trial:
            return self._begun.popleft()
        begin = (self._next_trial, self._next_share)
        for begin_next in begin if self._trials_first else reversed(begin):
            begun = begin_next(box)
            if begun is not None or self._budget.stopped:
                return begun
        while self._begun and self._is_excluded(box, self._begun[0].share):
            self._begun.popleft()
        return self._go_on(box) if self._begun else None

    def _is_excluded(self, box: Box, share: Share) -> bool:
        return share.runs is not None and self._cores[box].exclude(share)

    def _next_trial(self, box: Box) -> Begun | None:
        trial = next(self._trials, None)
        if trial is None:
            return None
        share = self._tried(box, trial)
        search = self._begin(box, share, trial.component)
        return None if search is None else Begun(search, share, trial.nodes, trial=True)

    def _next_share(self, box: Box) -> Begun | None:
        share = next(self._shares, None)
        while share is not None and not self._budget.poll() and self._is_excluded(box, share):
            share = next(self._shares, None)
        if share is None or self._budget.stopped:
            return None
        search = self._begin(box, share, self._first_cards[box].choice(share.lost or ()))
        turn = _FIRST_TURN_OF_WHOLE if self._any_shares else _FIRST_TURN
        return None if search is None else Begun(search, share, turn)

    def _go_on(self, box: Box) -> Begun | None:
        """Take the search whose turn it is; begin it anew if another card has been found to be better."""
        begun = self._begun.popleft()
        first = self._first_cards[box].choice(begun.share.lost or ())
        if first in (-1, begun.first):
            return begun
        search = self._begin(box, begun.share, first)
        return None if search is None else Begun(search, begun.share, begun.turn)

    def _tried(self, box: Box, trial: Trial) -> Share:
        most = pairs_by_component(_kinds(self._cards), self._table.ways, *_size(box))
        pairs = [all_pairs - lost for all_pairs, lost in zip(most, trial.loss, strict=True)]
        return Share(pairs, pairs, lost=trial.loss)

    def _go_on_later(self, box: Box, begun: Begun, spent: int, ended: bool) -> None:
        """Note what a search has come to, and put it where its next turn comes."""
        begun.nodes += spent
        if ended and isinstance(begun.search, ShareTree) and BY_CORES not in self._without:
            self._cores[box].add(begun.share, *begun.search.rests_on)
        if not ended and spent < begun.turn:
            begun.turn -= spent
            self._begun.appendleft(begun)
        elif ended or begun.trial:
            if begun.first >= 0 and begun.share.lost is not None:
                self._first_cards[box].tell(begun.share.lost, begun.first, begun.nodes, ended)
        else:
            begun.turn *= _LONGER
            self._begun.append(begun)

    def _begin(self, box: Box, share: Share, first: int) -> Search | None:
        table, without, budget = self._table, self._without, self._budget
        try:
            placements = None if BY_PLACEMENTS in without else self._placements_in(box)
            if share.runs is not None:
                kinds, draws = _kinds(self._cards), [draw for _, draw in self._cards]
                tree = ShareTree(
                    kinds,
                    draws,
                    table.ways,
                    table.hold,
                    *_size(box),
                    share.least,
                    share.runs,
                    without,
                    budget,
                    placements,
                )
                if tree.listed:
                    return tree
            search = search_of(table, self._cards, box, self.bound, without, budget, placements)
            search.demand(share.least, share.most, first)
        except MemoryError:
            budget.out_of_memory()
            return None
        return search

    def _placements_in(self, box: Box) -> Placements:
        size = _size(box)
        if self._placements is None or self._placements[0] != size:
            shapes = Shapes(_kinds(self._cards), self._table.ways, *size)
            most = _MOST_LISTED_OF_WHOLE if self._in_whole else _MOST_LISTED
            self._placements = size, Placements(shapes, self._budget, most)
        return self._placements[1]

    def _shares_of(self, box: Box, most: Sequence[int]) -> Iterator[Share]:
        """Yield how many pairs of each component touch at least and at most, in all cases."""
        loss = 2 * self._table.cards - box.columns - box.rows + sum(most) - self.bound
        full = self._is_full(box)
        # Of whole components also how many runs there are is told, which in a full box is always the same.
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
                yield Share(pairs, pairs if full else most, lost=lost)

    def _boxes_for(self, wanted: int) -> Iterator[Box]:
        """Yield the boxes in which so many ways may be matched."""
        # All cards of w columns and h rows have at most 2 cards - w - h touching pairs.
        return boxes(self._table, 2 * self._table.cards + self._above_one_way - wanted)


def any_layout(table: Table, nodes: int, without: frozenset[str], budget: Budget) -> Found:
    """Look for any whole layout in about so many nodes."""
    cards = in_components(table)
    for box in boxes(table, table.columns + table.rows):
        if not _fits_the_kernel(box):
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
    """Yield all boxes that hold the cards, with a width and height of no more than `sides` in all, the smallest first.

    On an empty table a box on its side holds the mirror images, and is left out if both fit.
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
    """Return the search of one box for a layout that matches in so many ways; raises MemoryError.

    `cards` are those of `in_components`.
    """
    number = {draw: i for i, (_, draw) in enumerate(cards)}
    drawn: dict[int, list[int]] = {}
    for draw in sorted(set(range(table.cards)) - set(table.left)):
        drawn.setdefault(table.order[draw], []).append(draw)
    laid = [(number[drawn[kind].pop()], box.cell(x, y)) for kind, x, y in table.layout]
    draws = [draw for _, draw in cards]
    return kernel.Search(
        _kinds(cards), draws, table.ways, table.hold, *_size(box), laid, wanted, without, budget, placements
    )


def in_components(table: Table) -> list[tuple[int, int]]:
    """Return all cards as (kind, draw index), one component of "matches in two ways" after another.

    Of equal cards the first drawn comes first.
    """
    import networkx as nx  # noqa: PLC0415  loaded when a question needs it: most commands do not

    graph: nx.Graph[int] = nx.Graph()
    kinds = list(dict.fromkeys(table.order))
    graph.add_nodes_from(kinds)
    graph.add_edges_from((a, b) for a in kinds for b in kinds if a < b and table.ways[a][b] >= 2)
    draws: dict[int, list[int]] = {}
    for draw, kind in enumerate(table.order):
        draws.setdefault(kind, []).append(draw)
    return [(kind, draw) for part in nx.connected_components(graph) for kind in sorted(part) for draw in draws[kind]]


def _kinds(cards: Sequence[tuple[int, int]]) -> list[int]:
    return [kind for kind, _ in cards]


def _size(box: Box) -> tuple[int, int]:
    """Return the kernel's columns and rows of a box."""
    return min(box.columns, box.rows), max(box.columns, box.rows)


def _fits_the_kernel(box: Box) -> bool:
    return box.columns * box.rows <= kernel.MOST_BOX and max(box.columns, box.rows) <= kernel.MOST_CARDS


def _layout(table: Table, box: Box, search: Search) -> Layout:
    placements = tuple((table.order[draw], *box.place(cell)) for draw, cell in search.layout())
    return Layout(placements, matched_ways(table, placements))
