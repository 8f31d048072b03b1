"""The tree of a position, by the rules: every reachable position once, with the best result reachable from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from math import inf
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


class Tree:
    """Positions of a bound game by place, each examined once, and the best that can follow a root.

    `game` states the goal. `tick` is called for each move examined.
    """

    def __init__(self, problems: Judge, game: Game[Any, Any], tick: Callable[[], None] = lambda: None) -> None:
        self.problems = problems
        self.game = game
        self.positions: list[Any] = []
        self.root = 0
        """The place of the position from which the goal is asked."""
        self.value: dict[int, int | None] = {}
        """By place, each after all its successors: the best measure that can follow; None if none can."""
        self.depth: dict[int, int] = {}
        """The number of moves of the longest line from each of these, without automatic moves."""
        self.natural: dict[tuple[int, int], list[Step]] = {}
        """A cache of the steps by (player, place), the most natural to that player first."""
        self._tick = tick
        self._places: dict[Hashable, int] = {}
        self._steps: dict[int, tuple[Step, ...]] = {}
        self._written: dict[int, str] = {}

    @property
    def goal(self) -> int | None:
        """The best measure that can be reached from the root."""
        return self.value[self.root]

    def wins(self, node: int) -> bool:
        """Return whether the goal can still be reached."""
        return self.value[node] is not None and self.value[node] == self.goal

    def measure(self, node: int) -> int | None:
        """Return the result if play stops at a position; None where it may not stop."""
        measure: int | None = self.problems.measure(self.game, self.positions[node])
        return measure

    def is_goal(self, node: int) -> bool:
        """Return whether the goal is reached in a position."""
        return self.measure(node) == self.goal

    def place(self, position: Any) -> int:
        """Return the place of a position, or a new place."""
        place = self._places.setdefault(position, len(self.positions))
        if place == len(self.positions):
            self.positions.append(position)
        return place

    def ask(self, game: Game[Any, Any]) -> None:
        """Set another goal: `game` has the same moves, but other positions may be hopeless, and more moves hidden."""
        self.game = game
        known = ((place, tuple(s for s in steps if not self._hides(s.child))) for place, steps in self._steps.items())
        self._steps = {place: steps for place, steps in known if steps}

    def begin(self, position: Any, most: int) -> bool:
        """Set the root and evaluate all that can follow; return False if there are more than `most` positions."""
        self.root = self.place(position)
        if len(self.following(self.root, most)) > most:
            return False
        if self.root not in self.value:
            self._evaluate(self.root)
        return True

    def steps(self, place: int) -> tuple[Step, ...]:
        """Return the moves of a position, with the places to which they lead."""
        if place not in self._steps:
            self._steps[place] = tuple(self._examined(self.positions[place]))
        return self._steps[place]

    def following(self, node: int, most: float = inf) -> list[int]:
        """Return the places of a position and of all reachable ones; it stops at more than `most`."""
        found, seen = [node], {node}
        for place in found:
            new = [step.child for step in self.steps(place)]
            found += [child for child in dict.fromkeys(new) if child not in seen]
            seen.update(new)
            if len(found) > most:
                break
        return found

    def digest(self, node: int) -> tuple[int, str]:
        """Return the number of positions reachable from a position, itself included, and the SHA-256 of their list."""
        for place in (following := self.following(node)):
            if place not in self._written:
                self._written[place] = repr(self.positions[place])
        lines = sorted(self._written[place] for place in following)
        return len(lines), hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def _examined(self, position: Any) -> Iterator[Step]:
        if not self.problems.hopeless(self.game, position):
            for move, after in self.game.successors(position):
                self._tick()
                quiet, made = settled(self.problems, self.game, after)
                child = self.place(quiet)
                if not self._hides(child):
                    yield Step(move, made, child)

    def _hides(self, place: int) -> bool:
        return bool(self.problems.hides_hopeless and self.problems.hopeless(self.game, self.positions[place]))

    def _evaluate(self, node: int) -> None:
        best, depth = self.measure(node), 0
        for step in self.steps(node):
            if step.child not in self.value:
                self._evaluate(step.child)
            if better(self.game, self.value[step.child], best):
                best = self.value[step.child]
            depth = max(depth, 1 + self.depth[step.child])
        self.value[node], self.depth[node] = best, depth


def settled(problems: Judge, game: Game[Any, Any], position: Any) -> tuple[Any, tuple[str, ...]]:
    """Return the position after all automatic moves, and those moves."""
    made: list[str] = []
    while (option := problems.automatic(game, position)) is not None:
        made.append(option[0])
        position = option[1]
    return position, tuple(made)
