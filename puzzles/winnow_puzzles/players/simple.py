"""The players without foresight: random moves, the obvious move. They need the rules only.

Each plays a deal once, with fixed seeds, and is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.core.rng import SplitMix64
from winnow_puzzles.base import PUZZLES, Option, better

RANDOM_GAMES = 8
"""The seeds 0..7: the score of random play is the median of these games, so one lucky game has little effect."""
_MOST_MOVES = 10_000
"""The most moves of a game: random play may cycle for ever."""


@dataclass(frozen=True)
class Played:
    """A player's result: how far it came (`Puzzles.reached`; None: to no end), whether that wins, and the line."""

    score: int | None
    won: bool
    line: tuple[str, ...]


Tick = Callable[[], None]
"""Called before each move; an exception from it ends a game that never ends."""
Choose = Callable[[Any], Option | None]
"""Returns the chosen option of a position; None ends the game."""


def lucky(game: Game[Any, Any], tick: Tick = lambda: None) -> tuple[Played, ...]:
    """Return the results of random play, one for each seed."""
    return tuple(_follow(game, _luck(game, SplitMix64(seed)), tick) for seed in range(RANDOM_GAMES))


def _luck(game: Game[Any, Any], chance: SplitMix64) -> Choose:
    def choose(position: Any) -> Option | None:
        options = PUZZLES.of(game.name).options(game, position)
        return options[chance.below(len(options))] if options else None

    return choose


def median(game: Game[Any, Any], games: tuple[Played, ...]) -> Played:
    """Return the median game, the one with just under half of the games better."""
    return sorted(games, key=lambda one: sum(better(game, other.score, one.score) for other in games))[len(games) // 2]


def greedy(game: Game[Any, Any], tick: Tick = lambda: None) -> Played:
    """Return the result of playing the obvious move at every turn."""
    return _follow(game, lambda position: PUZZLES.of(game.name).obvious(game, position), tick, settled=True)


def _follow(game: Game[Any, Any], choose: Choose, tick: Tick, settled: bool = False) -> Played:
    """Return the result of play until there is no move, the game is won and may end, or it is too long.

    `settled`: the position alone decides the move, so a repeated position means a cycle and ends the game.
    """
    position = game.start()
    line: list[str] = []
    seen: set[Any] = set()
    while not game.won(position) and (chosen := choose(position)) is not None and len(line) < _MOST_MOVES:
        tick()
        if settled:
            if position in seen:
                break
            seen.add(position)
        line.append(chosen[0])
        position = chosen[1]
    return Played(PUZZLES.of(game.name).reached(game, position), game.won(position), tuple(line))


def decision_points(game: Game[Any, Any], line: Sequence[str]) -> list[int]:
    """Return the places (moves before) at which the line has a choice."""
    position, places = game.start(), []
    for place, move in enumerate(line):
        successors = iter(game.successors(position))
        if next(successors, None) and next(successors, None):
            places.append(place)
        position = game.play(position, move)
    return places


ASKED_POINTS = 8
"""The most decision points of a line at which the other moves are examined."""
ASKED_MOVES = 12
"""The most moves examined at one point."""


def asked_points(game: Game[Any, Any], line: Sequence[str]) -> list[int]:
    """Return the places (moves before) of the examined decision points of a line, spread evenly."""
    points = decision_points(game, line)
    return sorted({points[i * len(points) // ASKED_POINTS] for i in range(ASKED_POINTS)} if points else ())


def points(game: Game[Any, Any], line: Sequence[str]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield, for each of these points, the moves before it and the legal moves other than the line's."""
    for place in asked_points(game, line):
        before, own = tuple(line[:place]), game.normal(line[place])
        moves = game.moves(replay(game, game.start(), before))
        yield before, [other for other in moves if game.normal(other) != own]


def light(deal: Deal, line: Sequence[str], tick: Tick = lambda: None) -> dict[str, Any]:
    """Return the figures of a deal that the rules alone decide, for a line that wins it.

    `random_wins` of `random_games` games of random play reach the goal; `random_score` is their median score; `gap` is
    the difference between the line's score and that of the obvious play (`greedy_score`); `decisions` counts the line's
    positions with a choice. Scores are the game's; in Blink, where an unfinished game has none, the cards placed.
    """
    game = deal.bind()
    random, obvious = lucky(game, tick), greedy(game, tick).score
    reached = PUZZLES.of(game.name).reached(game, replay(game, game.start(), line))
    return {
        "random_games": len(random),
        "random_wins": sum(one.won for one in random),
        "random_score": median(game, random).score,
        "greedy_score": obvious,
        "gap": None if obvious is None or reached is None else abs(reached - obvious),
        "line_length": len(line),
        "decisions": len(decision_points(game, line)),
    }


def tags(metrics: Mapping[str, Any]) -> list[str]:
    """Return the tags that follow from a puzzle's figures."""
    words = {
        "early-trap": metrics["trap_at"] is not None and metrics["trap_at"] * 4 < metrics["line_length"],
        "long-agony": metrics["trap_after"] is not None and metrics["trap_after"] * 2 > metrics["line_length"],
        "narrow-path": metrics["only_moves"] * 2 >= metrics["only_asked"] > 0,
        "luck-helps": metrics["random_wins"] > 0,
        "obvious": metrics["gap"] == 0,
    }
    return [word for word, holds in words.items() if holds]
