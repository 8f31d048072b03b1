"""All that can follow a position, by the rules: every position once, and the best that can be reached from each."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from winnow.games import Game

if TYPE_CHECKING:
    from winnow_puzzles.problems.base import Problems


@dataclass(frozen=True)
class Step:
    """A legal move, the moves that are then made without asking, and the place of the position they lead to."""

    move: str
    automatic: tuple[str, ...]
    child: int


@dataclass
class Tree:
    """The positions that can follow the first one, each after those from which it can be reached, with their moves.

    `value` is the best measure that can be reached from each position; None if none can.
    """

    higher_is_better: bool
    positions: list[Any] = field(default_factory=list)
    steps: list[list[Step]] = field(default_factory=list)
    value: list[int | None] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    """The places in an order in which each comes after all that can follow it."""

    def wins(self, node: int) -> bool:
        """Tell whether the best of the whole tree can still be reached."""
        return self.value[node] is not None and self.value[node] == self.value[0]

    def better(self, a: int | None, b: int | None) -> bool:
        """Tell whether measure `a` is better than `b`; None is worse than any."""
        if a is None or b is None:
            return a is not None
        return a > b if self.higher_is_better else a < b

    def following(self, node: int) -> list[int]:
        """Return the place of a position and of all that can follow it."""
        found, seen = [node], {node}
        for place in found:
            for step in self.steps[place]:
                if step.child not in seen:
                    seen.add(step.child)
                    found.append(step.child)
        return found

    def digest(self, node: int) -> tuple[int, str]:
        """Return how many positions follow a position, itself included, and the SHA-256 of their sorted list."""
        lines = sorted(repr(self.positions[place]) for place in self.following(node))
        return len(lines), hashlib.sha256("\n".join(lines).encode()).hexdigest()


def build(
    problems: Problems, game: Game[Any, Any], position: Any, most: int, tick: Callable[[], None] = lambda: None
) -> Tree | None:
    """Return the whole tree of a position; None if it has more than `most` positions. `tick` is called at each move."""
    tree = Tree(game.higher_is_better, [position], [])
    places = {problems.key(game, position): 0}
    for at in tree.positions:
        if len(tree.positions) > most:
            return None
        steps = []
        if not problems.hopeless(game, at):
            for move, after in game.successors(at):
                tick()
                quiet, made = settled(problems, game, after)
                key = problems.key(game, quiet)
                if key not in places:
                    places[key] = len(tree.positions)
                    tree.positions.append(quiet)
                steps.append(Step(move, made, places[key]))
        tree.steps.append(steps)
    _value(problems, game, tree)
    return tree


def settled(problems: Problems, game: Game[Any, Any], position: Any) -> tuple[Any, tuple[str, ...]]:
    """Return the position after all moves that are made without asking, and those moves."""
    made: list[str] = []
    while (move := problems.automatic(game, position)) is not None:
        made.append(move)
        position = game.play(position, move)
    return position, tuple(made)


def _value(problems: Problems, game: Game[Any, Any], tree: Tree) -> None:
    """Set `order` and `value`: what can follow a position comes before it."""
    tree.value = [None] * len(tree.positions)
    done = [False] * len(tree.positions)
    stack = [(0, False)]
    while stack:
        node, left = stack.pop()
        if left:
            best = problems.measure(game, tree.positions[node])
            for step in tree.steps[node]:
                if tree.better(tree.value[step.child], best):
                    best = tree.value[step.child]
            tree.value[node] = best
            tree.order.append(node)
        elif not done[node]:
            done[node] = True
            stack.append((node, True))
            stack += [(step.child, False) for step in tree.steps[node] if not done[step.child]]
