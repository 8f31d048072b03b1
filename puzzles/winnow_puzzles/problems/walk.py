"""Walks through a tree: natural play with some noise, put right where it would lose. A problem begins there."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from winnow.games import Game
from winnow.rng import SplitMix64
from winnow_puzzles.problems.base import Option, Problems, Trap
from winnow_puzzles.problems.tree import Step, Tree


@dataclass(frozen=True)
class Decision:
    """A position of the solution at which some moves lose and others do not."""

    node: int
    place: int
    """How many moves of the solution come before it."""
    chosen: Step
    tempted: tuple[Step, ...]
    """The losing moves that natural players choose here."""


@dataclass(frozen=True)
class Solution:
    """A line from a position to its goal: moves with the automatic ones in their place, and the decisions on it."""

    moves: tuple[str, ...]
    decisions: tuple[Decision, ...]
    path: tuple[tuple[Step, int], ...]
    """Every step with the place of the position in which it is made."""


def options_of(tree: Tree, node: int) -> list[Option]:
    """Return the moves of a position, each with the position that it comes to."""
    return [(step.move, tree.positions[step.child]) for step in tree.steps[node]]


def natural_steps(problems: Problems, game: Game[Any, Any], tree: Tree, node: int, player: int) -> list[Step]:
    """Return a position's steps, the most natural to the player first."""
    order = problems.order(player, game, tree.positions[node], options_of(tree, node))
    return [tree.steps[node][place] for place in order]


def solve(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> Solution:
    """Return the solution from a won position: at each turn the winning move that is most natural to the first player.

    It ends where the goal is reached.
    """
    moves: list[str] = []
    decisions: list[Decision] = []
    path: list[tuple[Step, int]] = []
    while problems.measure(game, tree.positions[node]) != tree.value[0]:
        steps = [natural_steps(problems, game, tree, node, player) for player in range(problems.naturals)]
        chosen = next(step for step in steps[0] if tree.wins(step.child))
        if not all(tree.wins(step.child) for step in tree.steps[node]):
            first = (ordered[0] for ordered in steps)
            tempted = tuple(dict.fromkeys(step for step in first if not tree.wins(step.child)))
            decisions.append(Decision(node, len(moves), chosen, tempted))
        moves += (chosen.move, *chosen.automatic)
        path.append((chosen, node))
        node = chosen.child
    return Solution(tuple(moves), tuple(decisions), tuple(path))


def trap_nodes(problems: Problems, game: Game[Any, Any], tree: Tree, player: int, chance: SplitMix64) -> list[int]:
    """Return the positions of one walk in which the player's natural move loses, in the order of the walk."""
    node, found = 0, []
    while problems.measure(game, tree.positions[node]) != tree.value[0]:
        steps = natural_steps(problems, game, tree, node, player)
        if not tree.wins(steps[0].child):
            found.append(node)
        winning = [step for step in steps if tree.wins(step.child)]
        node = winning[chance.below(len(winning)) if chance.below(problems.noise) == 0 else 0].child
    return found


def traps(tree: Tree, solution: Solution) -> list[Trap]:
    """Return the traps on a solution: one for each natural move that loses."""
    found = []
    for decision in solution.decisions:
        begun = next(i for i, (_, node) in enumerate(solution.path) if node == decision.node)
        following = tuple((step.move, tree.positions[step.child]) for step, _ in solution.path[begun + 1 :])
        won = decision.chosen.move, tree.positions[decision.chosen.child]
        for step in decision.tempted:
            lost = step.move, tree.positions[step.child]
            found.append(Trap(tree.positions[decision.node], lost, won, following))
    return found


def temptations(problems: Problems, game: Game[Any, Any], tree: Tree, solution: Solution) -> list[Hashable]:
    """Return the different ideas of the natural moves that lose along a solution."""
    ideas = (
        problems.idea(game, tree.positions[decision.node], step.move)
        for decision in solution.decisions
        for step in decision.tempted
    )
    return list(dict.fromkeys(ideas))


def decisions_that_matter(problems: Problems, game: Game[Any, Any], tree: Tree, solution: Solution) -> int:
    """Return the number of decisions, those that only refuse again what was refused before left out.

    A decision at which no natural move loses is one of its own by the first losing move listed.
    """
    ideas = set()
    for decision in solution.decisions:
        losing = decision.tempted or [s for s in tree.steps[decision.node] if not tree.wins(s.child)][:1]
        ideas.add(problems.idea(game, tree.positions[decision.node], losing[0].move))
    return len(ideas)
