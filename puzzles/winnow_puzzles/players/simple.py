"""The players without foresight: luck, the first legal move, the obvious move. They need the rules only.

Each plays a deal once and is the same on every machine: chance comes from pinned seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from winnow.core.game import Game
from winnow.core.rng import SplitMix64
from winnow_puzzles.base import PUZZLES, Option, Puzzles
from winnow_puzzles.beam import better

RANDOM_GAMES = 8
"""Pinned seeds 0..7: what luck comes to is the median of these games, so that one lucky game says little."""
_MOST_MOVES = 10_000
"""So many moves a game lasts at most: luck may go round for ever."""


@dataclass(frozen=True)
class Played:
    """What a player came to: how far (`Puzzles.reached`; None: to no end of the game), whether that wins, the line."""

    score: int | None
    won: bool
    line: tuple[str, ...]


Tick = Callable[[], None]
"""Called before each move; it may end a game that has no end by raising."""


def lucky(game: Game[Any, Any], tick: Tick | None = None) -> tuple[Played, ...]:
    """Play random legal moves from each of the pinned seeds, in their order."""
    return tuple(_lucky(game, PUZZLES.of(game.name), SplitMix64(seed), tick) for seed in range(RANDOM_GAMES))


def _lucky(game: Game[Any, Any], puzzles: Puzzles, chance: SplitMix64, tick: Tick | None) -> Played:
    return _follow(game, puzzles, lambda position: _at_random(puzzles.options(game, position), chance), tick)


def _at_random(options: Sequence[Option], chance: SplitMix64) -> Option | None:
    """Return one of the options drawn evenly; None if there is none."""
    return options[chance.below(len(options))] if options else None


def median(game: Game[Any, Any], games: tuple[Played, ...]) -> Played:
    """Return the game than which just under half are better."""
    return sorted(games, key=lambda one: sum(better(game, other.score, one.score) for other in games))[len(games) // 2]


def first_legal(game: Game[Any, Any], tick: Tick | None = None) -> Played:
    """Play the first legal move at every turn."""
    puzzles = PUZZLES.of(game.name)
    return _follow(game, puzzles, lambda position: puzzles.first(game, position), tick, settled=True)


def greedy(game: Game[Any, Any], tick: Tick | None = None) -> Played:
    """Play the obvious move at every turn."""
    puzzles = PUZZLES.of(game.name)
    return _follow(game, puzzles, lambda position: puzzles.obvious(game, position), tick, settled=True)


def _follow(
    game: Game[Any, Any],
    puzzles: Puzzles,
    choose: Callable[[Any], tuple[str, Any] | None],
    tick: Tick | None,
    settled: bool = False,
) -> Played:
    """Play on until there is no move, or the game is won and may end, or it has lasted too long.

    `settled`: the position alone decides the move, so the game ends where a position comes back: it would go round.
    """
    position = game.start()
    line: list[str] = []
    seen: set[Any] = set()
    while not game.won(position) and (chosen := choose(position)) is not None and len(line) < _MOST_MOVES:
        if tick is not None:
            tick()
        if settled:
            if position in seen:
                break
            seen.add(position)
        line.append(chosen[0])
        position = chosen[1]
    return Played(puzzles.reached(game, position), game.won(position), tuple(line))


def decision_points(game: Game[Any, Any], line: Sequence[str]) -> list[int]:
    """Return after how many moves of the line there is a choice."""
    position, places = game.start(), []
    for place, move in enumerate(line):
        successors = iter(game.successors(position))
        if next(successors, None) and next(successors, None):
            places.append(place)
        position = game.play(position, move)
    return places
