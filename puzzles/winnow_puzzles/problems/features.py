"""What a rating may rest on: figures of a problem's tree, and how far they predict its rating together.

Step difficulty and dependency among steps are those of R. Pelánek, Difficulty Rating of Sudoku Puzzles, 2014, and of
P. Jarušek and R. Pelánek, Difficulty Rating of Sokoban Puzzle, 2010; the meaningful tree is that of S. Stoiljkovikj,
I. Bratko and M. Guid, A Computational Model for Estimating the Difficulty of Chess Problems, 2015.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnow.core.game import Game
from winnow_puzzles.problems.base import NATURALS, Problems
from winnow_puzzles.problems.tree import Step, Tree
from winnow_puzzles.problems.walk import Decision, Solution, natural_steps

Features = Mapping[str, float]
Floats = NDArray[np.float64]

_FOLDS = 5
_RIDGE = 1.0
"""The penalty on the squared weights of standardized features: several features measure nearly the same."""


def features(problems: Problems, game: Game[Any, Any], tree: Tree, solution: Solution) -> dict[str, float]:
    """Return the features by name, counted up to the last decision at which a natural move loses."""
    crux = solution.crux
    losing = [child for decision in crux for child in _losing(tree, decision)]
    tempting = {step.child for decision in crux for step in decision.tempted}
    return {
        "decisions": len(crux),
        "dependent decisions": sum(_outlasts(tree, one, later) for one, later in pairwise(crux)),
        "moves by hand": solution.by_hand,
        "moves to the goal": len(solution.path),
        "step difficulty (bits)": sum(_bits(tree, decision) for decision in crux),
        "losing moves": len(losing),
        "natural moves that lose": len(tempting),
        "positions that refute the losing moves": sum(len(tree.following(child)) for child in losing),
        "longest refutation of a natural move": max(tree.depth[child] for child in tempting),
        "meaningful positions": _meaningful(problems, game, tree),
        "positions that can follow": len(tree.positions),
    }


def _losing(tree: Tree, decision: Decision) -> list[int]:
    return [step.child for step in tree.steps[decision.node] if not tree.wins(step.child)]


def _outlasts(tree: Tree, decision: Decision, later: Decision) -> bool:
    """Tell whether a losing move is refuted only after the moves that the solution makes up to the later decision."""
    return max(tree.depth[child] for child in _losing(tree, decision)) > later.place - decision.place


def _bits(tree: Tree, decision: Decision) -> float:
    """Return the information of a right move drawn at random, in bits."""
    steps = tree.steps[decision.node]
    return log2(len(steps) / (len(steps) - len(_losing(tree, decision))))


def _meaningful(problems: Problems, game: Game[Any, Any], tree: Tree) -> int:
    """Return the number of positions that winning moves and the first choices of natural players reach."""
    found, seen = [0], {0}
    for node in found:
        if problems.measure(game, tree.positions[node]) == tree.value[0]:
            continue
        for step in _considered(problems, game, tree, node):
            if step.child not in seen:
                seen.add(step.child)
                found.append(step.child)
    return len(found)


def _considered(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> list[Step]:
    natural = [step for player in range(NATURALS) for step in natural_steps(problems, game, tree, node, player)[:1]]
    return natural + [step for step in tree.steps[node] if tree.wins(step.child)]


@dataclass(frozen=True)
class Fit:
    """A ridge regression of ratings on the logarithms of features, standardized."""

    mean: Floats
    spread: Floats
    weights: Floats
    """Logits for one standard deviation of each feature's logarithm."""
    middle: float

    @classmethod
    def of(cls, table: Floats, ratings: Floats) -> Fit:
        """Return the fit to problems: `table` has a row for each, with its features."""
        mean, spread = table.mean(axis=0), table.std(axis=0)
        spread = np.where(spread > 0, spread, 1.0)
        scaled, middle = (table - mean) / spread, float(ratings.mean())
        squares = scaled.T @ scaled + _RIDGE * np.eye(table.shape[1])
        return cls(mean, spread, np.linalg.solve(squares, scaled.T @ (ratings - middle)), middle)

    def __call__(self, table: Floats) -> Floats:
        """Return the rating that the features predict, by row."""
        found: Floats = (table - self.mean) / self.spread @ self.weights + self.middle
        return found


def weights(found: Sequence[Features], ratings: Sequence[float]) -> dict[str, float]:
    """Return by feature its weight in a fit of the ratings: logits for one standard deviation of its logarithm."""
    fit = Fit.of(_table(found), np.array(ratings))
    return dict(zip(found[0], fit.weights.tolist(), strict=True))


def predicted(deals: Sequence[int], found: Sequence[Features], ratings: Sequence[float]) -> list[float]:
    """Return for each problem the rating that its features predict, fitted to the problems of other deals.

    Deals fall into five folds by their numbers (`several_folds`).
    """
    table, wanted, fold = _table(found), np.array(ratings, dtype=float), np.array(deals) % _FOLDS
    result = np.zeros(len(wanted))
    for number in set(fold.tolist()):
        own, others = fold == number, fold != number
        result[own] = Fit.of(table[others], wanted[others])(table[own])
    values: list[float] = result.tolist()
    return values


def several_folds(deals: Sequence[int]) -> bool:
    """Tell whether the deals are in more than one fold."""
    return len({number % _FOLDS for number in deals}) > 1


def _table(found: Sequence[Features]) -> Floats:
    table: Floats = np.log1p(np.array([list(one.values()) for one in found], dtype=float))
    return table
