"""The tree of a position, by the rules: every reachable position once, with the best result reachable from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from winnow.core.game import Game
from winnow_puzzles.base import better

Judge = Any
"""A game's `Problems` (`problems/base.py`), which ask for trees."""


@dataclass(frozen=True)
class Step:
    """A legal move, the automatic moves after it, and the place of the position to which they lead."""

    move: str
    automatic: tuple[str, ...]
    child: int


@dataclass
class Tree:
    """The positions reachable from the first one, each after its predecessors, with their moves.

    `game` states the goal; `value` is the best measure reachable from each position, None if none is.
    """

    problems: Judge
    game: Game[Any, Any]
    positions: list[Any]
    steps: list[list[Step]]
    value: list[int | None] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    """The number of moves of the longest line from each position, without automatic moves."""
    order: list[int] = field(default_factory=list)
    """The places in an order in which each comes after all its successors."""
    natural: dict[tuple[int, int], list[Step]] = field(default_factory=dict)
    """A cache of the steps by (player, place), the most natural to that player first."""
    _written: dict[int, str] = field(default_factory=dict)

    def wins(self, node: int) -> bool:
        """Return whether the best measure of the whole tree can still be reached."""
        return self.value[node] is not None and self.value[node] == self.value[0]

    def measure(self, node: int) -> int | None:
        """Return the result if play stops at a position; None where it may not stop."""
        measure: int | None = self.problems.measure(self.game, self.positions[node])
        return measure

    def is_goal(self, node: int) -> bool:
        """Return whether the best measure of the whole tree is reached in a position."""
        return self.measure(node) == self.value[0]

    def following(self, node: int) -> list[int]:
        """Return the places of a position and of all positions reachable from it."""
        found, seen = [node], {node}
        for place in found:
            for step in self.steps[place]:
                if step.child not in seen:
                    seen.add(step.child)
                    found.append(step.child)
        return found

    def digest(self, node: int) -> tuple[int, str]:
        """Return the number of positions reachable from a position, itself included, and the SHA-256 of their list."""
        for place in (following := self.following(node)):
            if place not in self._written:
                self._written[place] = repr(self.positions[place])
        lines = sorted(self._written[place] for place in following)
        return len(lines), hashlib.sha256("\n".join(lines).encode()).hexdigest()


class Known:
    """Positions of one bound game, each examined once, also if several trees contain it.

    `tick` is called for each move examined.
    """

    def __init__(self, problems: Judge, game: Game[Any, Any], tick: Callable[[], None] = lambda: None) -> None:
        self.problems = problems
        self.game = game
        self.positions: list[Any] = []
        self._tick = tick
        self._places: dict[Hashable, int] = {}
        self._steps: list[tuple[Step, ...] | None] = []

    def place(self, position: Any) -> int:
        """Return the place of a position, or a new place."""
        place = self._places.setdefault(position, len(self.positions))
        if place == len(self.positions):
            self.positions.append(position)
            self._steps.append(None)
        return place

    def ask(self, game: Game[Any, Any]) -> None:
        """Set another goal: `game` has the same moves, but other positions may be hopeless, and more moves hidden."""
        self.game = game
        offered = (tuple(step for step in steps or () if not self._hides(step.child)) for steps in self._steps)
        self._steps = [steps or None for steps in offered]

    def steps(self, place: int) -> tuple[Step, ...]:
        """Return the moves of a position, with the places to which they lead."""
        found = self._steps[place]
        if found is None:
            found = self._steps[place] = tuple(self._seen(self.positions[place]))
        return found

    def following(self, position: Any, most: int) -> dict[int, int] | None:
        """Return the places of a position and of all reachable ones, numbered from 0; None if more than `most`."""
        found = [self.place(position)]
        numbers = {found[0]: 0}
        for at in found:
            for step in self.steps(at):
                if step.child not in numbers:
                    numbers[step.child] = len(found)
                    found.append(step.child)
            if len(found) > most:
                return None
        return numbers

    def _seen(self, position: Any) -> Iterator[Step]:
        if not self.problems.hopeless(self.game, position):
            for move, after in self.game.successors(position):
                self._tick()
                quiet, made = settled(self.problems, self.game, after)
                child = self.place(quiet)
                if not self._hides(child):
                    yield Step(move, made, child)

    def _hides(self, place: int) -> bool:
        return bool(self.problems.hides_hopeless and self.problems.hopeless(self.game, self.positions[place]))


def build(known: Known, position: Any, most: int) -> Tree | None:
    """Return the whole tree of a position; None if it has more than `most` positions."""
    numbers = known.following(position, most)
    if numbers is None:
        return None
    steps = [[Step(s.move, s.automatic, numbers[s.child]) for s in known.steps(at)] for at in numbers]
    tree = Tree(known.problems, known.game, [known.positions[at] for at in numbers], steps)
    _value(tree)
    return tree


def settled(problems: Judge, game: Game[Any, Any], position: Any) -> tuple[Any, tuple[str, ...]]:
    """Return the position after all automatic moves, and those moves."""
    made: list[str] = []
    while (option := problems.automatic(game, position)) is not None:
        made.append(option[0])
        position = option[1]
    return position, tuple(made)


def _value(tree: Tree) -> None:
    """Set `order`, `value` and `depth` of the tree."""
    tree.value = [None] * len(tree.positions)
    tree.depth = [0] * len(tree.positions)
    seen = set[int]()

    def visit(node: int) -> None:
        seen.add(node)
        best = tree.measure(node)
        for step in tree.steps[node]:
            if step.child not in seen:
                visit(step.child)
            if better(tree.game, tree.value[step.child], best):
                best = tree.value[step.child]
            tree.depth[node] = max(tree.depth[node], 1 + tree.depth[step.child])
        tree.value[node] = best
        tree.order.append(node)

    visit(0)
