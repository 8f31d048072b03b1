"""Evidence for Blink Solitaire: loss trees, and refutations of the referee's clauses."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import cast

from winnow.core.meter import ExhaustedError, Meter
from winnow.core.proofs import Case, Evidence
from winnow.core.question import Question
from winnow.core.results import BeyondError
from winnow.games.blink.engine.best import MANY_CARDS
from winnow.games.blink.engine.table import in_numbers, most_matched
from winnow.games.blink.referee.clauses import BlinkClauses, too_large
from winnow.games.blink.referee.loss_tree import CARD, CELL, COMPONENT, ORDER, Covered, Head, Told
from winnow.games.blink.referee.shares import MOST_PLACEMENTS, Box, Deck, Share, boxes, shares
from winnow.games.blink.rules import Blink, Position, ways
from winnow.proving.closed_sets import ClosedSets
from winnow.proving.refutation import refuted
from winnow_kernels.blink.loss import MOST_BOX, Placements, ShareTree
from winnow_kernels.common.budget import Budget

_FEW_CARDS = 12
_PARTS_FOR_THE_CHECK = 24
"""Writing trees may take the budget left divided by this number: a long check takes 20 times as long."""
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
_Tree = tuple[Head, Sequence[int]]
"""The line before a tree, and the nodes of the tree."""


class BlinkProofs(ClosedSets):
    """Writes loss trees of best scores, clausal proofs of these and of losses, and closed sets."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a loss tree, a refutation of "all cards are placed" or of a better score, and what every game yields.

        With few cards the refutation replaces the loss tree: more programs can check it.
        """
        game, found = cast(Blink, case.game), case.found
        bound = found.bound if found.optimal else None
        if bound is not None and len(game.deal) > _FEW_CARDS and not case.clausal:
            yield from loss_trees(game, case.position, [bound], budget)
        if (found.verdict == "unwinnable" or bound is not None) and not too_large(game, case.position):
            part = budget.share(2)
            refutation = list(refuted("clauses", bound, BlinkClauses(game, case.position, bound).write(), part))
            budget.settle(part)
            yield from refutation
        yield from super().evidence(case, budget)

    def bounds(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a loss tree of the least bound on the score for which one is found soon, from the order-free one down.

        Most of the budget is left to the check, which takes many times as long.
        """
        game, least = cast(Blink, case.game), case.found.bound
        most = 2 * most_matched(in_numbers(game, case.position))
        bounds = () if least is None else range(most, least - 1, -2)
        part = budget.share(_PARTS_FOR_THE_CHECK)
        found = deque(loss_trees(game, case.position, bounds, part), maxlen=1)
        budget.settle(part)
        yield from found

    def search_parts(self, question: Question) -> int:
        """Return 2 if the best score of many cards is asked for, as it is hardly ever found; otherwise 1."""
        return 2 if question.best and len(question.deal.cards) > MANY_CARDS else 1


def loss_trees(game: Blink, position: Position, bounds: Iterable[int], budget: Budget) -> Iterator[Evidence]:
    """Yield for each bound the loss trees that show that no layout scores above it, until one is not shown.

    Nothing is yielded unless the table is empty and all cards differ.
    """
    if position.layout:
        return
    try:
        trees = LossTrees(game, budget)
        for bound in bounds:
            yield Evidence("loss-tree", bound, list(trees.lines(bound)))
    except (BeyondError, ExhaustedError):
        return
    except MemoryError:
        budget.out_of_memory()


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
        cards, matches = self._cards, self._matches
        self._placements = lru_cache(1)(
            lambda box: Placements(cards, matches, box.columns, box.rows, budget, MOST_PLACEMENTS)
        )
        """The placements in a box, kept for the last one."""
        self._nodes_left = 0

    def lines(self, bound: int) -> Iterator[str]:
        """Yield the lines of the trees of all boxes.

        Raises BeyondError as the referee does, and ExhaustedError if a tree does not end within the limits.
        """
        self._nodes_left = _MOST_NODES
        for box in boxes(self._deck):
            for head, nodes in self._trees(box, bound, Meter(stop=self._budget.poll)):
                self._nodes_left -= len(nodes)
                if self._nodes_left <= 0:
                    raise ExhaustedError("positions")
                yield str(head)
                yield from map(_LINES.__getitem__, nodes)

    def _trees(self, box: Box, bound: int, meter: Meter) -> Iterator[_Tree]:
        covered, kept = Covered(meter), self._kept.setdefault(box, {})
        for share in shares(self._deck, box, bound, meter):
            if covered.has(share):
                continue
            known = (trees.get(told.numbers(share)) for told, trees in kept.items())
            tree = next((tree for tree in known if tree is not None), None)
            if tree is None:
                tree = self._write(box, share, bound)
                told = tree[0].told
                kept.setdefault(told, {})[told.numbers(share)] = tree
            covered.add(share, tree[0].told)
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
                    return Head(tree.pivot_card, tuple(tree.listed), told), array("H", tree.tree())
        raise ExhaustedError("positions")

    def _search(self, box: Box, share: Share, told: Told, *, written: bool) -> ShareTree:
        if box.area > MOST_BOX:
            raise BeyondError("the box is too large")
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
            self._placements(box),
            written,
        )
