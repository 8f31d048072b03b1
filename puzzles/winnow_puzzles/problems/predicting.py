"""What few features together tell of a first move: a tree of depth four and a logistic model, by cross-validation.

The features of a move are public and look one move ahead: for each rule of thumb, the share of the other moves that it
likes better. Sums are rounded before they are compared, so a choice is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow_puzzles.problems.base import problems_of
from winnow_puzzles.problems.shortcuts import offered, thumbs_of

Floats = npt.NDArray[np.float64]
Model = Callable[[Floats], Floats]
"""Returns a score for each move, from its features, shape (moves, features)."""

FOLDS = 5
DEPTH = 4
MOST_ABOVE_CHANCE = 0.15
"""How much the share of first moves that a predictor finds may exceed chance."""
LEAST = 60
"""The fewest problems from which a predictor can learn."""
_LEAF = 20
"""The fewest moves in a leaf."""
_RIDGE = 1.0
_STEPS = 12
_CUTS = np.arange(1, 10) / 10
_AT_ONCE = 0.02
"""The share of the problems that is dropped before the predictors learn again."""


def started(problem: Mapping[str, Any]) -> tuple[Game[Any, Any], Any]:
    """Return a problem's game and position."""
    game = Deal.numbered(problem["game"], problem["number"], problem["rules"]).bind()
    return game, replay(game, game.start(), problem["after"])


@dataclass(frozen=True)
class Moves:
    """The legal first moves of a problem."""

    features: Floats
    """Shape (moves, features)."""
    wins: npt.NDArray[np.bool_]
    fold: int

    @classmethod
    def of(cls, problem: Mapping[str, Any]) -> Moves:
        """Return the first moves of a problem with their features."""
        own = problems_of(problem["game"])
        game, position = started(problem)
        options = offered(own, game, position)
        columns = []
        for thumb in thumbs_of(own).values():
            costs = list(thumb(game, position, options))
            columns.append([sum(other < cost for other in costs) / len(costs) for cost in costs])
        winning = set(problem["decisions"][0]["winning"])
        wins = np.array([move in winning for move, _ in options])
        return cls(np.array(columns, np.float64).T, wins, int(problem["id"], 16) % FOLDS)


def logistic(features: Floats, wins: Floats) -> Model:
    """Return a logistic model, fitted by Newton's method with a small ridge."""
    middle, spread = features.mean(axis=0), features.std(axis=0) + 1e-9

    def spelled(raw: Floats) -> Floats:
        return np.column_stack(((raw - middle) / spread, np.ones(len(raw))))

    known = spelled(features)
    weights = np.zeros(known.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-(known @ weights)))
        slope = known.T @ (wins - chance) - _RIDGE * weights
        bend = (known.T * (chance * (1 - chance))) @ known + _RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return lambda raw: spelled(raw) @ weights


def tree(features: Floats, wins: Floats, depth: int = DEPTH) -> Model:
    """Return a decision tree that halves the squared error greedily."""
    best: tuple[float, int, float] | None = None
    for column in range(features.shape[1] if depth else 0):
        for cut in _CUTS:
            low = features[:, column] < cut
            if min(low.sum(), (~low).sum()) >= _LEAF:
                error = round(float(low.sum() * wins[low].var() + (~low).sum() * wins[~low].var()), 6)
                best = min(best or (error, column, cut), (error, column, cut))
    if best is None:
        share = float(wins.mean())
        return lambda raw: np.full(len(raw), share)
    _, place, at = best
    low = features[:, place] < at
    below, above = (tree(features[half], wins[half], depth - 1) for half in (low, ~low))
    return lambda raw: np.where(raw[:, place] < at, below(raw), above(raw))


PREDICTORS: Mapping[str, Callable[[Floats, Floats], Model]] = {"tree": partial(tree, depth=DEPTH), "logistic": logistic}


def found(problems: Sequence[Moves]) -> dict[str, Floats]:
    """Return for each predictor the share of its favourite first moves that win, by problem; it learns on the others.

    With `chance` it has the share of the legal moves that win.
    """
    shares = {name: np.zeros(len(problems)) for name in PREDICTORS}
    for fold in range(FOLDS):
        others = [one for one in problems if one.fold != fold]
        features = np.concatenate([one.features for one in others])
        wins = np.concatenate([one.wins for one in others]).astype(np.float64)
        for name, fit in PREDICTORS.items():
            model = fit(features, wins)
            for place, one in enumerate(problems):
                if one.fold == fold:
                    scores = np.round(model(one.features), 6)
                    shares[name][place] = one.wins[scores == scores.max()].mean()
    return {**shares, "chance": np.array([one.wins.mean() for one in problems])}


def unpredicted(problems: Sequence[Moves]) -> list[int]:
    """Return the places of problems of whose first moves no predictor finds too many, after it has learned from them.

    Dropped are, some at a time, those that the predictors find best.
    """
    kept = list(range(len(problems)))
    while len(kept) >= LEAST:
        shares = found([problems[place] for place in kept])
        chance = shares.pop("chance")
        most = chance.mean() + MOST_ABOVE_CHANCE
        over = [share for share in shares.values() if share.mean() > most]
        if not over:
            break
        lead = np.round(sum(share - chance for share in over), 6)
        worst = {*np.lexsort((np.arange(len(kept)), -lead))[: max(1, int(_AT_ONCE * len(kept)))].tolist()}
        kept = [place for i, place in enumerate(kept) if i not in worst]
    return kept
