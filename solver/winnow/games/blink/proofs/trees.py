"""Loss trees of Blink: a share without a layout excludes all shares with the same head (docs/formats.md)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from winnow.core.meter import ExhaustedError, Meter
from winnow.core.results import BeyondError
from winnow.games.blink.referee.loss_tree import CARD, CELL, COMPONENT, ORDER, Covered, Head, Told
from winnow.games.blink.referee.shares import MOST_PLACEMENTS, Box, Deck, Share, boxes, shares
from winnow.games.blink.rules import Blink, ways
from winnow_kernels.blink.loss import MOST_BOX, Placements, Shapes, ShareTree
from winnow_kernels.common.budget import Budget

_MOST_NODES = 4_000_000
"""The most nodes of a certificate: a larger one exceeds what a check allows."""
_ENOUGH_NODES = 10_000
_TIMES = 10
"""A tree of part of a share may have `_ENOUGH_NODES` nodes, or `_TIMES` the search's nodes if these are more.

Beyond both, the tree of the whole share is written, and its head names the whole share.
"""
_KINDS = (CELL, CARD, COMPONENT)
_LINES = {
    **{kind << 8 | number: f"{word}{number}" for kind, word in enumerate(_KINDS) for number in range(256)},
    len(_KINDS) << 8: ORDER,
}
"""The line of each two-byte node of the kernel."""


@dataclass(frozen=True)
class _Tree:
    head: Head
    nodes: array[int]

    def lines(self) -> Iterator[str]:
        yield str(self.head)
        yield from (_LINES[node] for node in self.nodes)


class LossTrees:
    """Writes the trees that show a bound, and keeps them for other bounds, whose shares they may cover, too."""

    def __init__(self, game: Blink, budget: Budget) -> None:
        """Raise BeyondError for a deck that loss trees do not support."""
        self._deck, self._budget = Deck(game), budget
        deck = self._deck
        self._cards = [card for members in deck.components for card in members]
        self._cards += [card for card in range(deck.count) if not deck.partners[card]]
        self._matches = [bytes(ways(a, b) for b in game.deal) for a in game.deal]
        self._everything = Told(tuple(range(len(deck.components))), runs=True)
        self._kept: dict[Box, dict[Told, dict[tuple[int, ...], _Tree]]] = {}
        self._placements: tuple[Box, Placements] | None = None
        """The last box and its placements."""
        self._nodes_left = 0

    def lines(self, bound: int) -> Iterator[str]:
        """Yield the lines of the trees of all boxes.

        Raises BeyondError as the referee does, and ExhaustedError if a tree does not end within the limits.
        """
        self._nodes_left = _MOST_NODES
        for box in boxes(self._deck):
            for tree in self._trees(box, bound, Meter(stop=self._budget.poll)):
                self._nodes_left -= len(tree.nodes)
                if self._nodes_left <= 0:
                    raise ExhaustedError("positions")
                yield from tree.lines()

    def _trees(self, box: Box, bound: int, meter: Meter) -> Iterator[_Tree]:
        covered, kept = Covered(meter), self._kept.setdefault(box, {})
        for share in shares(self._deck, box, bound, meter):
            if covered.has(share):
                continue
            known = (trees.get(told.numbers(share)) for told, trees in kept.items())
            tree = next((tree for tree in known if tree is not None), None)
            if tree is None:
                tree = self._write(box, share, bound)
                kept.setdefault(tree.head.told, {})[tree.head.told.numbers(share)] = tree
            covered.add(share, tree.head.told)
            yield tree

    def _write(self, box: Box, share: Share, bound: int) -> _Tree:
        """Return the tree of the part of a share that excludes every layout, or else the tree of the whole share."""
        search = self._search(box, share, self._everything, written=False)
        ended = search.run(self._nodes_left)
        if ended == "found":
            raise ValueError(f"a layout scores above {bound}, which was said to be the best score")
        components, runs = search.rests_on
        enough = max(_ENOUGH_NODES, _TIMES * search.nodes)
        for told, most in ((Told(tuple(components), runs), enough), (self._everything, self._nodes_left)):
            if ended == "exhausted":
                tree = self._search(box, share, told, written=True)
                if tree.run(min(most, self._nodes_left)) == "exhausted":
                    return _Tree(Head(tree.pivot_card, tuple(tree.listed), told), array("H", tree.tree()))
        raise ExhaustedError("positions")

    def _search(self, box: Box, share: Share, told: Told, *, written: bool) -> ShareTree:
        deck = self._deck
        return ShareTree(
            self._cards,
            self._cards,
            self._matches,
            min(deck.game.rules.hold, deck.count),
            box.columns,
            box.rows,
            [pairs if k in told.components else -1 for k, pairs in enumerate(share.pairs)],
            share.runs if told.runs else 2 * deck.count,
            frozenset(),
            self._budget,
            self._placements_in(box),
            written,
        )

    def _placements_in(self, box: Box) -> Placements:
        if box.area > MOST_BOX:
            raise BeyondError("the box is too large")
        if self._placements is None or self._placements[0] != box:
            shapes = Shapes(self._cards, self._matches, box.columns, box.rows)
            self._placements = box, Placements(shapes, self._budget, MOST_PLACEMENTS)
        return self._placements[1]
