"""Planning by the rules alone: a beam search over lines of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from winnow.core.game import Game

_MOST_MOVES = 500
"""The number of moves that the beam looks ahead."""


def better(game: Game[Any, Any], a: int | None, b: int | None) -> bool:
    """Return whether score `a` is better than `b`; None is worse than any score."""
    if a is None or b is None:
        return a is not None
    return a > b if game.higher_is_better else a < b


def beam(
    game: Game[Any, Any],
    start: Any,
    lines: int,
    obvious_move: Callable[[Game[Any, Any], Any], tuple[str, Any] | None],
    reached: Callable[[Game[Any, Any], Any], int | None],
) -> tuple[str, ...] | None:
    """Return the best line that a beam over the rules finds from the position `start`; None if it reaches no end.

    Move by move the beam keeps at most `lines` different positions: those with the best scores (`reached`) if the rules
    score them, then the one after `obvious_move`, then the earlier ones.
    """
    sign = -1 if game.higher_is_better else 1
    best: tuple[int | None, tuple[str, ...] | None] = None, None
    layer: list[tuple[Any, tuple[str, ...]]] = [(start, ())]
    seen = {game.state(start)}
    for _ in range(_MOST_MOVES):
        following = []
        for position, line in layer:
            obvious = obvious_move(game, position)
            options = list(game.successors(position))
            options.sort(key=lambda option: obvious is None or option[0] != obvious[0])
            following += [(after, (*line, move)) for move, after in options]
        scored = []
        for after, line in following:
            score = reached(game, after)
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
