"""The panel: noisy players of different kinds, and the exact probability with which each solves a problem.

Every player chooses by the position alone, and no position comes up twice on a line, so one pass over the tree from
its ends gives the probabilities exactly: nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum
from typing import Any

from winnow.games import Game
from winnow_puzzles.problems.base import Problems
from winnow_puzzles.problems.tree import Tree
from winnow_puzzles.problems.walk import natural_steps

PANEL_VERSION = 1
"""Whatever changes a probability raises this number."""
DEPTHS = (1, 2, 3, 4)
LAPSES = (0.1, 0.3)
"""The share of moves that a player with lapses draws from all legal ones."""
SHARPNESS = (3.0, 8.0, 20.0)
"""How strongly a player who judges by play-outs prefers the better move: the odds of two moves whose random play-outs
win with probabilities p and q are as exp(sharpness * (p - q))."""


@dataclass(frozen=True)
class _Seen:
    """A problem's tree as the players see it: the children of each position, and what a look ahead tells."""

    order: list[int]
    children: dict[int, list[int]]
    won: set[int]
    natural: list[dict[int, list[int]]]
    """For each natural player the children of each position, the most natural first."""
    to_loss: dict[int, int]
    """After how many moves every line has ended without the goal; no entry: some line reaches it, or it is not seen."""
    to_win: dict[int, int]
    """After how many moves the goal can be reached first."""
    by_chance: dict[int, float]
    """The probability that random play reaches the goal."""


def success(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> dict[str, float]:
    """Return for each player of the panel the probability, exact up to rounding, that it solves the problem."""
    seen = _see(problems, game, tree, node)
    players = _players(problems.naturals)
    return {name: _solved(seen, choice) for name, choice in players.items()}


Choice = Callable[[_Seen, int], Mapping[int, float]]
"""The weights, not yet scaled, with which a player chooses among the children of a position."""


def _players(naturals: int) -> dict[str, Choice]:
    players: dict[str, Choice] = {}
    for lapse in LAPSES:
        for depth in DEPTHS:
            players[f"ahead-{depth}/{lapse}"] = _lapsing(lapse, _ahead(depth, None))
        for player in range(naturals):
            players[f"natural-{player + 1}/{lapse}"] = _lapsing(lapse, _ahead(0, player))
            players[f"careful-{player + 1}/{lapse}"] = _lapsing(lapse, _ahead(2, player))
    for sharpness in SHARPNESS:
        players[f"play-outs-{sharpness:g}"] = _by_play_outs(sharpness)
    return players


def kinds(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the players by their kind.

    >>> kinds(["ahead-1/0.1", "ahead-2/0.1", "natural-1/0.1"])
    {'ahead': ['ahead-1/0.1', 'ahead-2/0.1'], 'natural': ['natural-1/0.1']}
    """
    found: dict[str, list[str]] = {}
    for name in names:
        kind = "play-outs" if name.startswith("play-outs") else name.partition("-")[0]
        found.setdefault(kind, []).append(name)
    return found


def _solved(seen: _Seen, choice: Choice) -> float:
    chance: dict[int, float] = {}
    for place in seen.order:
        if place in seen.won:
            chance[place] = 1.0
            continue
        weights = choice(seen, place) if seen.children[place] else {}
        total = fsum(weights.values())
        chance[place] = fsum(weight * chance[child] for child, weight in weights.items()) / total if total else 0.0
    return chance[seen.order[-1]]


def _lapsing(lapse: float, choice: Choice) -> Choice:
    """Return the player who, with probability `lapse`, takes any child instead."""

    def weights(seen: _Seen, place: int) -> Mapping[int, float]:
        children = seen.children[place]
        chosen = choice(seen, place)
        total = fsum(chosen.values())
        return {child: lapse / len(children) + (1 - lapse) * chosen.get(child, 0.0) / total for child in children}

    return weights


def _ahead(depth: int, natural: int | None) -> Choice:
    """Return the player who looks so many moves ahead.

    It goes for a goal that it sees and shuns what it sees ending without one. Among the rest it takes the most natural
    child to a natural player, or any if `natural` is None.
    """

    def weights(seen: _Seen, place: int) -> Mapping[int, float]:
        children = seen.children[place] if natural is None else seen.natural[natural][place]
        winning = [child for child in children if seen.to_win.get(child, depth) < depth]
        shunned = [child for child in children if seen.to_loss.get(child, depth) < depth]
        left = winning or [child for child in children if child not in shunned] or children
        return dict.fromkeys(left if natural is None else left[:1], 1.0)

    return weights


def _by_play_outs(sharpness: float) -> Choice:
    def weights(seen: _Seen, place: int) -> Mapping[int, float]:
        best = max(seen.by_chance[child] for child in seen.children[place])
        return {child: exp(sharpness * (seen.by_chance[child] - best)) for child in seen.children[place]}

    return weights


def _see(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> _Seen:
    inside = set(tree.following(node))
    order = [place for place in tree.order if place in inside]
    won = {place for place in order if problems.measure(game, tree.positions[place]) == tree.value[0]}
    children = {place: list(dict.fromkeys(step.child for step in tree.steps[place])) for place in order}
    natural = [
        {
            place: list(dict.fromkeys(s.child for s in natural_steps(problems, game, tree, place, player)))
            for place in order
            if children[place]
        }
        for player in range(problems.naturals)
    ]
    to_loss: dict[int, int] = {}
    to_win: dict[int, int] = {}
    by_chance: dict[int, float] = {}
    for place in order:
        below = children[place]
        if place in won:
            to_win[place], by_chance[place] = 0, 1.0
            continue
        wins = [to_win[child] for child in below if child in to_win]
        if wins:
            to_win[place] = min(wins) + 1
        elif all(child in to_loss for child in below):
            to_loss[place] = max((to_loss[child] for child in below), default=-1) + 1
        by_chance[place] = fsum(by_chance[child] for child in below) / len(below) if below else 0.0
    return _Seen(order, children, won, natural, to_loss, to_win, by_chance)
