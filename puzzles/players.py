"""The players of the difficulty ladder, from pure luck to full search.

Each plays a deal once, by the rules of `solver.games`, and is the same on every machine: chance comes from pinned
seeds, planners break ties by the order in which moves are listed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ext.budget import Budget
from puzzles.manners import Manners
from solver.engines import universal
from solver.engines.base import Question
from solver.games import Game, Universal
from solver.splitmix import SplitMix64


@dataclass(frozen=True)
class Played:
    """What a player came to: the score (None: the game never reached an end), whether it is a win, and the line."""

    score: int | None
    won: bool
    line: tuple[str, ...]


Player = Callable[[Game[Any, Any], Manners], Played]


def better(game: Game[Any, Any], a: int | None, b: int | None) -> bool:
    """Tell whether score `a` is better than `b`; None is worse than any score."""
    if a is None or b is None:
        return a is not None
    return a > b if game.higher_is_better else a < b


def lucky(game: Game[Any, Any], manners: Manners, seed: int) -> Played:
    """Play a random legal move at every turn, drawn from the pinned seed."""
    chance = SplitMix64(seed)
    return _follow(game, lambda position: manners.at_random(game, position, chance))


def first_legal(game: Game[Any, Any], manners: Manners) -> Played:
    """Play the first legal move at every turn."""
    return _follow(game, lambda position: manners.first(game, position))


def greedy(game: Game[Any, Any], manners: Manners) -> Played:
    """Play the obvious move at every turn."""
    return _follow(game, lambda position: manners.obvious(game, position))


def _follow(game: Game[Any, Any], choose: Callable[[Any], tuple[str, Any] | None]) -> Played:
    """Play on until there is no move, or the game is won and may end."""
    position, line = game.start(), []
    while not game.won(position) and (chosen := choose(position)) is not None:
        line.append(chosen[0])
        position = chosen[1]
    return Played(game.score(position), game.won(position), tuple(line))


def planner(game: Game[Any, Any], manners: Manners, lines: int) -> Played:
    """Keep the `lines` most promising positions in mind after every step, until all have ended.

    With one line this is greedy play that looks at where each step leads. The best end on the way counts.
    """
    if isinstance(game, Universal):
        return _universal_planner(game, lines)
    start = game.start()
    best = Played(game.score(start), game.won(start), ())
    layer: list[tuple[Any, tuple[Any, ...]]] = [(start, ())]
    while layer and not (best.won and best.score == game.best_possible()):
        following: dict[Any, tuple[int, int, Any, tuple[Any, ...]]] = {}
        for position, behind in layer:
            for moves, after in manners.steps(game, position):
                path = (behind, moves)
                score = game.score(after)
                if better(game, score, best.score):
                    best = Played(score, game.won(after), _unrolled(path))
                state = game.state(after)
                found = (-manners.promise(game, after), len(following), after, path)
                if state not in following or found[0] < following[state][0]:
                    following[state] = found
        layer = [(after, path) for _, _, after, path in sorted(following.values(), key=_order)[:lines]]
    return best


def _order(found: tuple[int, int, Any, tuple[Any, ...]]) -> tuple[int, int]:
    return found[:2]


def _unrolled(path: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the moves of a path that is kept as (path before, last moves)."""
    parts = []
    while path:
        path, moves = path
        parts.append(moves)
    return tuple(move for moves in reversed(parts) for move in moves)


def _universal_planner(game: Universal, lines: int) -> Played:
    """Plan with the kernel's beam: the same idea, its steps the cards that leave the talon."""
    answer = universal.search(Question(game, game.start()), Budget(), lines)
    return Played(answer.score, answer.verdict == "winnable", answer.line or ())
