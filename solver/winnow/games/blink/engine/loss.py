"""Finds the best layout by its loss: first one that reaches the bound, then one that loses one way, and so on.

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
from winnow_kernels.blink.box import most_pairs as pairs_by_component
from winnow_kernels.blink.placements import Placements, Shapes
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
"""With more shares of a loss than this, they are searched one by one only where earlier ones exclude most."""
_FIRST_TURN, _FIRST_TURN_OF_WHOLE = 20_000, 3_000
_LONGER = 4
"""Nodes of a share's first turn (`_OF_WHOLE`: with whole components), and the factor by which each turn grows."""
_LOST_WITH_TRIALS = 2
"""The number of lost ways at which trials of first cards are worthwhile."""

_MOST_LISTED, _MOST_LISTED_OF_WHOLE = 65_536, 262_144
"""Most placements listed for a component (`_OF_WHOLE`: if whole components are placed)."""


Search = kernel.Search | ShareTree


@dataclass
class Begun:
    """A search that takes turns: `turn` nodes come next, `nodes` were searched. A trial has one turn."""

    search: Search
    share: Share
    turn: int
    nodes: int = 0
    trial: bool = False

    @property
    def first(self) -> int:
        """Return the component of the search's first card; -1: none."""
        return self.search.first_component if isinstance(self.search, kernel.Search) else -1


@dataclass(frozen=True)
class Box:
    """A box of cells for a layout: its size, and the column and row in it of the corner of the layout on the table."""

    columns: int
    rows: int
    left: int
    top: int

    @property
    def turned(self) -> bool:
        """Return whether the kernel sees the box turned: its rows run along the shorter side."""
        return self.columns > self.rows

    def cell(self, x: int, y: int) -> int:
        """Return the kernel's number of the cell at (x, y) on the table."""
        across, down = (y + self.top, x + self.left) if self.turned else (x + self.left, y + self.top)
        return down * min(self.columns, self.rows) + across

    def place(self, cell: int) -> tuple[int, int]:
        """Return the (x, y) on the table of a kernel cell."""
        down, across = divmod(cell, min(self.columns, self.rows))
        x, y = (down, across) if self.turned else (across, down)
        return x - self.left, y - self.top


class LossSearch:
    """Searches for a layout that reaches the bound, then for one that loses one way, and so on.

    The first layout found is the best. `bound` is proved at every moment: no layout matches in more ways. A box that is
    too large for the kernel stops the search, and `bound` stays.
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
        """The searches of the box, in the order of their turns."""
        self._first_cards: dict[Box, FirstCards] = {}
        self._cores: dict[Box, Cores] = {}
        self._trials: Iterator[Trial] = iter(())
        self._trials_first = False
        """Whether the trials come before the first turns of the shares, or after them."""
        self._too_large = False
        self._placements: tuple[tuple[int, int], Placements] | None = None
        """The last box's size and placements."""
        different = not table.layout and table.cards == len(set(table.order))
        # Where the cards fill the table and some may be held back, the search by cells is faster.
        pays = not table.hold or table.spare > 0
        self._in_whole = different and pays and not without & {BY_COMPONENT, BY_WHOLE_COMPONENTS, "touching-order"}
        self._any_shares = self._in_whole and not table.hold and BY_CORES not in without
        """Whether the number of shares is not limited, because earlier ones exclude most."""

    @staticmethod
    def of(table: Table, without: frozenset[str], budget: Budget) -> LossSearch | None:
        """Return a search for the best layout, or None if there are more cards than the kernel takes."""
        return LossSearch(table, without, budget) if table.cards <= kernel.MOST_CARDS else None

    def run(self, nodes: int, known: int) -> bool:
        """Search about `nodes` more nodes; return True once `layout` is the best, or none exceeds `known` ways."""
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
        """Return the next box, ready to search; None if the bound falls by one way, or if the box is too large."""
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
        # A layout is often found in the first turns, so the cheaper of the two comes first.
        self._trials_first = first_cards.nodes_of_trials() <= _FIRST_TURN * len(shares)
        return box

    def _is_full(self, box: Box) -> bool:
        return box.columns * box.rows == self._table.cards

    def _next_search(self, box: Box) -> Begun | None:
        """Return the search of the next share, or the next one that is under way; None if all have ended."""
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
        """Return the search whose turn it is, restarted if another first card is expected to be better."""
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
        """Record the result of a turn, and queue the search for its next one if it has not ended."""
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
        """Yield the shares of the loss in a box, where at most `most[k]` pairs of component k can touch."""
        loss = 2 * self._table.cards - box.columns - box.rows + sum(most) - self.bound
        full = self._is_full(box)
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
                yield Share(pairs, pairs if full else most, lost=lost)

    def _boxes_for(self, wanted: int) -> Iterator[Box]:
        """Yield the boxes in which `wanted` ways may be matched."""
        # n cards in w columns and h rows have at most 2 n - w - h touching pairs.
        return boxes(self._table, 2 * self._table.cards + self._above_one_way - wanted)


def any_layout(table: Table, nodes: int, without: frozenset[str], budget: Budget) -> Found:
    """Return any whole layout found within about `nodes` nodes."""
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
