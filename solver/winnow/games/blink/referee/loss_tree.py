"""Checks that no layout of Blink scores above a bound: trees of what the cells hold, which cover all shares of a loss.

The lines say which cell, card or component is decided at each node; what it may become, and which nodes are closed,
is worked out here (docs/formats.md, *loss-tree*; why it stands: docs/soundness/certificates.md, *Loss trees*).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from winnow.core.bits import bits
from winnow.core.counted import counted
from winnow.core.meter import Meter
from winnow.core.referee import Claim
from winnow.core.results import BeyondError, CheckFailedError, Proven, field_of, require
from winnow.games.blink.referee.shares import Box, Deck, Placement, Share, boxes, placements, shares
from winnow.games.blink.rules import Blink

UNDECIDED, EMPTY = -1, -2
CELL, CARD, COMPONENT, ORDER = "c ", "d ", "k ", "o"
"""What a line decides: the cell, card or component of this number; or that the order of the deal closes the node."""
TOLD, RUNS = "/", "runs"
"""The word before the components on whose pairs a tree rests, and the word for a tree that rests on the runs, too."""
_NUMBER = "(?:0|[1-9][0-9]{0,8})"
_HEAD = re.compile(rf"({_NUMBER}(?: {_NUMBER})*)(?: {TOLD}((?: {_NUMBER})*)( {RUNS})?)?")
_LINE = re.compile(rf"({CELL}|{CARD}|{COMPONENT})({_NUMBER})")
_TREE_BYTES = 200
_NUMBER_BYTES = 8


class Listed:
    """The placements of a component in a box in which `pairs` pairs touch; bit i of a mask is placement i."""

    def __init__(self, deck: Deck, box: Box, members: Placement, pairs: int, meter: Meter) -> None:
        self.placements = placements(deck, box, members, pairs, meter)
        self.all = (1 << len(self.placements)) - 1
        self._deck, self._box, self._meter = deck, box, meter
        size = self._size = len(self.placements) // 8 + 100
        rows = {card: [bytearray(size) for _ in range(box.area)] for card in members}
        meter.hold(2 * size * box.area * len(members))
        for number, cells in enumerate(self.placements):
            for card, cell in zip(members, cells, strict=True):
                rows[card][cell][number >> 3] |= 1 << (number & 7)
        self._holding = {card: [int.from_bytes(row, "little") for row in of] for card, of in rows.items()}
        meter.release(size * box.area * len(members))
        self._rows: dict[tuple[int, int], int] = {}

    def row(self, cell: int, card: int) -> int:
        """Return the mask of the placements that allow a card, or EMPTY, in a cell."""
        if card in self._holding:
            return self._holding[card][cell]
        if (cell, card) not in self._rows:
            # They leave the cell free and have no card beside it that does not match.
            strangers = [] if card == EMPTY else [k for k in self._holding if not self._deck.matching[card] >> k & 1]
            held = [self._holding[other][cell] for other in self._holding]
            held += [self._holding[other][near] for other in strangers for near in self._box.near[cell]]
            self._rows[cell, card] = self.all & ~reduce(or_, held)
            self._meter.hold(self._size)
        return self._rows[cell, card]


@dataclass
class Node:
    """A node of a tree: for each cell what it holds (`at`), and the cards that match all beside it (`fit`).

    `left` are the cards without a cell, `spare` the cells that may still stay empty. `alive` has the placements left of
    each component that is listed; `touching` and `apart` count the pairs of each component that do and do not touch.
    """

    at: list[int]
    fit: list[int]
    left: int
    spare: int
    alive: list[int]
    touching: list[int]
    apart: list[int]


class Tree:
    """The tree of a share, which rests on what `head` names; `lists` are those of its listed components, in order."""

    def __init__(self, deck: Deck, box: Box, share: Share, head: Head, lists: list[Listed], meter: Meter) -> None:
        self._deck, self._box, self._pivot, self._meter = deck, box, head.pivot, meter
        self._numbers, self._lists = head.listed, lists
        self._component = {card: k for k, members in enumerate(deck.components) for card in members}
        # What the head does not name closes nothing: all pairs may touch, or none, and every card may be a run.
        told, pairs = set(head.told.components), tuple(zip(deck.edges, share.pairs, strict=True))
        self._touching = [some if k in told else edges for k, (edges, some) in enumerate(pairs)]
        self._apart = [edges - some if k in told else edges for k, (edges, some) in enumerate(pairs)]
        self._runs = share.runs if head.told.runs else 2 * box.area

    def root(self) -> Node | None:
        """Return the node with nothing decided; None if it is closed."""
        area, everything, none = self._box.area, self._deck.everything, [0] * len(self._deck.components)
        alive = [listed.all for listed in self._lists]
        fit, at = [everything] * area, [UNDECIDED] * area
        return Node(at, fit, everything, area - self._deck.count, alive, none, none) if all(alive) else None

    def decide(self, node: Node, cell: int, card: int) -> Node | None:
        """Return the node in which an undecided cell holds a card, or EMPTY; None if it is closed."""
        self._meter.step()
        if card == self._pivot and cell not in self._box.quarter:
            return None
        alive = []
        for mask, listed in zip(node.alive, self._lists, strict=True):
            rest = mask & listed.row(cell, card)
            if not rest:
                return None
            alive.append(rest)
        at = node.at.copy()
        at[cell] = card
        if card == EMPTY:
            after = replace(node, at=at, spare=node.spare - 1, alive=alive)
        else:
            fit = node.fit.copy()
            for near in self._box.near[cell]:
                fit[near] &= self._deck.matching[card]
            counts = self._counts(node, cell, card)
            if counts is None:
                return None
            after = Node(at, fit, node.left & ~(1 << card), node.spare, alive, *counts)
        return None if self._box.area > self._deck.count and self._too_many_runs(after) else after

    def _counts(self, node: Node, cell: int, card: int) -> tuple[list[int], list[int]] | None:
        """Return by component how many pairs touch, and do not, once a card lies in a cell; None: more than are to."""
        k = self._component.get(card)
        if k is None:
            return node.touching, node.apart
        laid = self._deck.partners[card] & ~node.left
        beside = laid & sum(1 << node.at[near] for near in self._box.near[cell] if node.at[near] >= 0)
        touching, apart = node.touching.copy(), node.apart.copy()
        touching[k] += beside.bit_count()
        apart[k] += (laid & ~beside).bit_count()
        return None if touching[k] > self._touching[k] or apart[k] > self._apart[k] else (touching, apart)

    def _too_many_runs(self, node: Node) -> bool:
        """Return whether the rows and columns hold too many runs of cards, or one of them is decided to hold none.

        Once no card is left the runs are counted; before, the least number in each that has room for a card.
        """
        at, columns = node.at, self._box.columns
        lines = [at[i : i + columns] for i in range(0, len(at), columns)] + [at[i::columns] for i in range(columns)]
        runs = 0
        for line in lines:
            if all(held == EMPTY for held in line):
                return True
            inside, count = False, 0
            for held in line:
                if held != UNDECIDED or not node.left:
                    count += held >= 0 and not inside
                    inside = held >= 0
            runs += max(1, count) if node.left else count
        return runs > self._runs

    def children(self, node: Node, line: str) -> Iterator[Node | None]:
        """Yield what a node becomes by each way to decide what the line names; None for closed ones.

        Raises CheckFailedError for what is no line, or cannot be decided.
        """
        words = _LINE.fullmatch(line)
        if words is None:
            raise CheckFailedError(f"{line[:60]!a} is not a line of a loss tree")
        kind, number = words[1], int(words[2])
        if kind == CELL:
            require(number < self._box.area and node.at[number] == UNDECIDED, f"cell {number} is not undecided")
            for card in bits(node.fit[number] & node.left):
                yield self.decide(node, number, card)
            if node.spare:
                yield self.decide(node, number, EMPTY)
        elif kind == CARD:
            require(bool(node.left >> number & 1), f"card {number} is not left")
            for cell in range(self._box.area):
                fits = node.at[cell] == UNDECIDED and node.fit[cell] >> number & 1
                if fits and self._comes_in_time(node, cell, number):
                    yield self.decide(node, cell, number)
        else:
            require(number in self._numbers, f"component {number} is not listed")
            i, members = self._numbers.index(number), self._deck.components[number]
            require(any(node.left >> card & 1 for card in members), f"component {number} lies already")
            for place in bits(node.alive[i]):
                yield self._lay(node, members, self._lists[i].placements[place])

    def _comes_in_time(self, node: Node, cell: int, card: int) -> bool:
        """With nothing held back, tell whether the first card without a cell would lie beside one before it."""
        if self._deck.game.rules.hold or not card or node.left & ((1 << card) - 1):
            return True
        return any(0 <= node.at[near] < card for near in self._box.near[cell])

    def _lay(self, node: Node, members: Placement, cells: Placement) -> Node | None:
        """Return the node in which a component's cards lie in these cells; None if it is closed."""
        after: Node | None = node
        for card, cell in zip(members, cells, strict=True):
            if after is not None and node.left >> card & 1:
                after = self.decide(after, cell, card)
        return after

    def in_time(self, node: Node) -> bool:
        """Return whether all cards might be placed in the deal's order, if what is undecided turned out at its best."""
        deck, everything = self._deck, self._deck.everything
        beside = [deck.matching[card] & node.left for card in range(deck.count)]
        for cell, card in enumerate(node.at):
            if card >= 0:
                beside[card] = 0
                for near in self._box.near[cell]:
                    held = node.at[near]
                    beside[card] |= 1 << held if held >= 0 else node.fit[near] & node.left if held == UNDECIDED else 0
        placed = everything & ~node.left
        for card in bits(placed):
            for other in bits(beside[card] & node.left):
                beside[other] |= 1 << card
        hold = min(deck.game.rules.hold, deck.count)
        return any(self._reached(beside, first, hold) == everything for first in range(min(hold + 1, deck.count)))

    def _reached(self, beside: list[int], first: int, hold: int) -> int:
        """Return the cards that can be placed if this one is the first: each beside another, and when it has come."""
        reached, touched, fresh = 1 << first, 0, 1 << first
        while fresh:
            for card in bits(fresh):
                self._meter.step()
                touched |= beside[card]
            fresh = touched & ~reached & ((1 << reached.bit_count() + hold + 1) - 1)
            reached |= fresh
        return reached


@dataclass(frozen=True)
class Told:
    """The part of a share that a tree rests on: the pairs of `components`, rising, and with `runs` the runs."""

    components: tuple[int, ...]
    runs: bool

    def numbers(self, share: Share) -> tuple[int, ...]:
        """Return the numbers of `share` that a tree rests on; it covers every share with the same numbers."""
        pairs = tuple(share.pairs[k] for k in self.components)
        return (*pairs, share.runs) if self.runs else pairs


@dataclass(frozen=True)
class Head:
    """The line before a tree: the card kept to a quarter (`pivot`), the components listed, what the tree rests on."""

    pivot: int
    listed: tuple[int, ...]
    told: Told

    def __str__(self) -> str:
        """Return the line.

        >>> str(Head(7, (1,), Told((0, 1), runs=True)))
        '7 1 / 0 1 runs'
        """
        words = [self.pivot, *self.listed, TOLD, *self.told.components, *[RUNS] * self.told.runs]
        return " ".join(map(str, words))


def head_of(line: str, cards: int, components: int) -> Head:
    """Return the head in `line`, of a deck with this number of cards and components. Raises CheckFailedError.

    >>> head_of("7 1", 60, 3)
    Head(pivot=7, listed=(1,), told=Told(components=(0, 1, 2), runs=True))
    """
    words = _HEAD.fullmatch(line)
    if words is None:
        raise CheckFailedError(f"{line[:60]!a} is not the line before a tree")
    pivot, *listed = map(int, words[1].split())
    told = list(range(components)) if words[2] is None else list(map(int, words[2].split()))
    for numbers in (listed, told):
        require(sorted(set(numbers)) == numbers, "components are not rising")
        require(all(k < components for k in numbers), "there is no such component")
    require(pivot < cards, f"there is no card {pivot}")
    require(set(listed) <= set(told), "a component is listed whose pairs are not told")
    return Head(pivot, tuple(listed), Told(tuple(told), words[2] is None or words[3] is not None))


class Covered:
    """The shares of a box that are covered by trees."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._found: dict[Told, set[tuple[int, ...]]] = {}

    def add(self, share: Share, told: Told) -> None:
        """Record a tree that covers `share` and every other share with the same numbers in `told`."""
        numbers = told.numbers(share)
        self._meter.hold(_TREE_BYTES + 2 * _NUMBER_BYTES * (len(numbers) + len(told.components)))
        self._found.setdefault(told, set()).add(numbers)

    def has(self, share: Share) -> bool:
        """Return whether a tree covers `share`."""
        self._meter.step(len(self._found))
        return any(told.numbers(share) in found for told, found in self._found.items())


def check_loss_tree(claim: Claim, text: Iterator[str], meter: Meter) -> Proven:
    """Check that no layout scores above the bound. Raises as every content does."""
    game, bound = claim.bound_to(Blink), field_of(claim.record, "bound", int)
    require(claim.question == "best", "a loss tree shows a bound on the best score")
    require(not claim.position.layout, "loss trees are for empty tables", BeyondError)
    deck = Deck(game)
    nodes = sum(_check_box(deck, box, bound, text, meter) for box in boxes(deck))
    return Proven(False, bound, f"a loss tree of {counted(nodes, 'nodes')}")


def _check_box(deck: Deck, box: Box, bound: int, text: Iterator[str], meter: Meter) -> int:
    """Check trees that cover all shares of a box; return the number of their nodes."""
    held, nodes, covered = meter.held, 0, Covered(meter)
    lists: dict[tuple[int, int], Listed] = {}
    for share in shares(deck, box, bound, meter):
        if covered.has(share):
            continue
        head = head_of(next(text, ""), deck.count, len(deck.components))
        for k in head.listed:
            if (k, share.pairs[k]) not in lists:
                lists[k, share.pairs[k]] = Listed(deck, box, deck.components[k], share.pairs[k], meter)
        tree = Tree(deck, box, share, head, [lists[k, share.pairs[k]] for k in head.listed], meter)
        nodes += _check_tree(tree, text, meter)
        covered.add(share, head.told)
    meter.release(meter.held - held)
    return nodes


def _check_tree(tree: Tree, text: Iterator[str], meter: Meter) -> int:
    """Check the nodes of a tree, each before its children, those in rising order; return their number."""
    stack, nodes = [iter([tree.root()])], 0
    while stack:
        waiting = next((node for node in stack[-1] if node is not None), None)
        if waiting is None:
            stack.pop()
            continue
        nodes += 1
        meter.step()
        line = next(text, "")
        if line == ORDER:
            require(not tree.in_time(waiting), f"of node {nodes:,} all cards may be placed in time")
        else:
            stack.append(tree.children(waiting, line))
    return nodes
