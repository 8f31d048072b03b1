"""Planning by the rules alone: a number of lines of play is kept in mind, the most promising ones."""

from __future__ import annotations

from typing import Any

from winnow.games import Game
from winnow_puzzles.games.base import Puzzles
from winnow_puzzles.players.simple import better

_MOST_MOVES = 500
"""So many moves ahead the plain beam looks."""


def beam(puzzles: Puzzles, game: Game[Any, Any], start: Any, lines: int) -> tuple[str, ...] | None:
    """Return the best line that a beam over the rules finds from a position; None if it comes to no end.

    Move by move it keeps so many positions, none twice: those with the best scores where the rules score them, the
    obvious move's and then the earlier ones on a tie. It needs nothing but the rules.
    """
    sign = -1 if game.higher_is_better else 1
    best: tuple[int | None, tuple[str, ...] | None] = None, None
    layer: list[tuple[Any, tuple[str, ...]]] = [(start, ())]
    seen = {game.state(start)}
    for _ in range(_MOST_MOVES):
        following = []
        for position, line in layer:
            obvious = puzzles.obvious(game, position)
            options = list(game.successors(position))
            options.sort(key=lambda option: obvious is None or option[0] != obvious[0])
            following += [(after, (*line, move)) for move, after in options]
        scored = []
        for after, line in following:
            score = puzzles.reached(game, after)
            if better(game, score, best[0]):
                best = score, line
            if game.won(after):
                return line
            scored.append((score is None, 0 if score is None else sign * score, after, line))
        scored.sort(key=lambda one: one[:2])
        layer = []
        for _, _, after, line in scored:
            if len(layer) < lines and game.state(after) not in seen:
                seen.add(game.state(after))
                layer.append((after, line))
        if not layer:
            break
    return best[1]
