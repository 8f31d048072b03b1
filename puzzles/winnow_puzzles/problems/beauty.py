"""How good a problem is to solve, measured on its tree: each part and the score go from 0 to 100."""

from __future__ import annotations

from typing import Any

from winnow.core.game import Game
from winnow_puzzles.problems.base import NATURALS, Problems, Record
from winnow_puzzles.problems.tree import Tree
from winnow_puzzles.problems.walk import Solution, natural_steps, themes_of, traps

_LONG = 12
"""The moves of a refutation that count as late."""
_MOST_DECISIONS = 8
_LEAST_DECISIONS = 2


def beauty(problems: Problems, game: Game[Any, Any], tree: Tree, node: int, solution: Solution) -> Record:
    """Return the parts of a problem's beauty, and their mean as `score`.

    `surprise`: how late the winning first move comes in the order of the natural players; `brevity`: few decisions;
    `delay`: how long the longest line after a natural move is that loses; `sacrifice`: the share of the other first
    moves that gain more material; `unity`: one theme.
    """
    decisions = len(solution.crux)
    tempted = solution.crux[0].tempted
    parts = {
        "surprise": _surprise(problems, game, tree, node),
        "brevity": (_MOST_DECISIONS - decisions) / (_MOST_DECISIONS - _LEAST_DECISIONS),
        "delay": min(1.0, max((tree.depth[step.child] for step in tempted), default=0) / _LONG),
        "sacrifice": _sacrifice(problems, game, tree, node),
        "unity": 1 / len(themes_of(problems, game, traps(tree, solution))),
    }
    rounded = {name: min(100, max(0, round(100 * value))) for name, value in parts.items()}
    return {"score": round(sum(rounded.values()) / len(rounded)), **rounded}


def _surprise(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> float:
    """Return the place of the first winning move, from 0 for the most natural to 1 for the least; mean of players."""
    orders = [natural_steps(problems, game, tree, node, player) for player in range(NATURALS)]
    places = [next(i for i, step in enumerate(order) if tree.wins(step.child)) for order in orders]
    return sum(places) / len(places) / max(1, len(tree.steps[node]) - 1)


def _sacrifice(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> float:
    """Return the share of the losing first moves that gain more material than each winning one."""
    gained = [(tree.wins(step.child), problems.material(game, tree.positions[step.child])) for step in tree.steps[node]]
    best = max(material for wins, material in gained if wins)
    losing = [material for wins, material in gained if not wins]
    return sum(material > best for material in losing) / len(losing)
