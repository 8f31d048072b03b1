"""Natural play through a tree, with some slips, corrected where it would lose: a problem begins there."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from winnow.core.game import Game
from winnow_puzzles.base import Option
from winnow_puzzles.problems.base import NATURALS, Problems
from winnow_puzzles.problems.refuted import Refuted
from winnow_puzzles.problems.tree import Step, Tree


@dataclass(frozen=True)
class Decision:
    """A position of the solution at which some moves lose and others do not."""

    node: int
    place: int
    """The number of moves of the solution before it."""
    tempted: tuple[Step, ...]
    """The losing moves that a natural player makes here."""


@dataclass(frozen=True)
class Solution:
    """A line from a position to its goal, automatic moves included, and the decisions on it."""

    moves: tuple[str, ...]
    decisions: tuple[Decision, ...]
    path: tuple[tuple[Step, int], ...]
    """Every step, with the place of the position before it."""
    end: int
    """The place of the last position."""

    @property
    def crux(self) -> tuple[Decision, ...]:
        """The decisions up to the last at which a natural move loses: every natural player finds the rest."""
        last = max((i for i, decision in enumerate(self.decisions) if decision.tempted), default=-1)
        return self.decisions[: last + 1]

    @property
    def by_hand(self) -> int:
        """The number of moves up to the last decision of the crux, that move included, without automatic moves."""
        last = self.crux[-1].node if self.crux else None
        return next((i for i, (_, node) in enumerate(self.path, 1) if node == last), 0)

    @property
    def decided(self) -> int:
        """The number of moves of the line after which it is decided, automatic moves included."""
        return sum(1 + len(step.automatic) for step, _ in self.path[: self.by_hand])


def options_of(tree: Tree, node: int) -> list[Option]:
    """Return the moves of a position, each with the position after it."""
    return [(step.move, tree.positions[step.child]) for step in tree.steps(node)]


def natural_steps(tree: Tree, node: int, player: int) -> list[Step]:
    """Return a position's steps, the most natural to the player first."""
    found = tree.natural.get((player, node))
    if found is None:
        order = tree.problems.order(player, tree.game, tree.positions[node], options_of(tree, node))
        found = tree.natural[player, node] = [tree.steps(node)[place] for place in order]
    return found


def solve(tree: Tree, node: int) -> Solution:
    """Return the solution of a won position: at each turn the winning move most natural to the first player.

    It ends when the goal is reached.
    """
    moves: list[str] = []
    decisions: list[Decision] = []
    path: list[tuple[Step, int]] = []
    while not tree.is_goal(node):
        steps = [natural_steps(tree, node, player) for player in range(NATURALS)]
        chosen = next(step for step in steps[0] if tree.wins(step.child))
        if not all(tree.wins(step.child) for step in tree.steps(node)):
            first = (ordered[0] for ordered in steps)
            tempted = tuple(dict.fromkeys(step for step in first if not tree.wins(step.child)))
            decisions.append(Decision(node, len(moves), tempted))
        moves += (chosen.move, *chosen.automatic)
        path.append((chosen, node))
        node = chosen.child
    return Solution(tuple(moves), tuple(decisions), tuple(path), node)


def trap_nodes(tree: Tree, player: int) -> list[int]:
    """Return the positions in which the player's natural move loses, among those that such play can reach.

    On the way the player makes the winning move most natural to it, and at most `problems.slips` times another winning
    move.
    """
    slips, found = {tree.root: 0}, []
    queue = deque([tree.root])
    while queue:
        node = queue.popleft()
        if tree.is_goal(node):
            continue
        steps = natural_steps(tree, node, player)
        if not tree.wins(steps[0].child):
            found.append(node)
        for place, step in enumerate(step for step in steps if tree.wins(step.child)):
            made = slips[node] + (place > 0)
            if made <= tree.problems.slips and made < slips.get(step.child, made + 1):
                slips[step.child] = made
                queue.append(step.child) if place else queue.appendleft(step.child)
    return list(dict.fromkeys(found))


def refuted(tree: Tree, solution: Solution, decision: Decision, steps: Sequence[Step]) -> list[Refuted]:
    """Return those of the moves at a decision of a solution that lose."""
    begun = next(i for i, (_, node) in enumerate(solution.path) if node == decision.node)
    won = [(step.move, tree.positions[step.child]) for step, _ in solution.path[begun:]]
    goal, before = cast(int, tree.goal), tree.positions[decision.node]
    losing = (step for step in steps if not tree.wins(step.child))
    return [Refuted(tree, goal, before, step.move, step.child, won) for step in losing]


def crux(problems: Problems, game: Game[Any, Any], position: Any) -> Iterator[tuple[tuple[str, ...], list[Refuted]]]:
    """Yield, for each decision of a problem's crux, the solution's moves before it and the moves that lose there."""
    tree = Tree(problems, game)
    small = tree.begin(position, problems.most_positions)
    if not small or tree.goal is None or not problems.acceptable(game, tree.goal):
        return
    solution = solve(tree, tree.root)
    for decision in solution.crux:
        yield solution.moves[: decision.place], refuted(tree, solution, decision, tree.steps(decision.node))


def themes_of(tree: Tree, solution: Solution) -> list[str]:
    """Return the themes of the natural moves that lose, in order; each move's most specific theme comes first."""
    lost = (one for at in solution.decisions for one in refuted(tree, solution, at, at.tempted))
    told = map(tree.problems.themes_by_moves, lost)
    return list(dict.fromkeys(theme for themes in told for theme in tree.problems.themes if theme in themes))


def temptations(tree: Tree, solution: Solution) -> int:
    """Return the number of distinct ideas of the natural moves that lose along a solution."""
    return len({_idea(tree, decision, step) for decision in solution.crux for step in decision.tempted})


def decisions_that_matter(tree: Tree, solution: Solution) -> int:
    """Return the number of decisions of the crux, without those that only refuse the same temptation again.

    A decision at which no natural move loses is identified by its first losing move.
    """
    ideas = set()
    for decision in solution.crux:
        losing = decision.tempted or [s for s in tree.steps(decision.node) if not tree.wins(s.child)][:1]
        ideas.add(_idea(tree, decision, losing[0]))
    return len(ideas)


def _idea(tree: Tree, decision: Decision, step: Step) -> Hashable:
    idea: Hashable = tree.problems.idea(tree.game, tree.positions[decision.node], step.move)
    return idea
