"""Single Left, optional discarding without redeals: the least that can be left from any position, and a line to it.

The kernel's relations decide; games/single_left/ledger.md, `relations`, gives the argument.
"""

from __future__ import annotations

from typing import cast

from winnow.core.engine import Task
from winnow.games.single_left.engine.cards import MOVES, encode
from winnow.games.single_left.rules import Position, SingleLeft
from winnow_kernels.single_left.optional import MOST_CARDS, best_line, least_left_from


def covers(task: Task) -> bool:
    """Return whether the relations apply: optional discarding, no redeal left, at most 63 cards in hand and deck."""
    game, position = cast(SingleLeft, task.game), task.position
    return not game.forced and not position.redeals and len(position.hand) + len(position.deck) <= MOST_CARDS


def least_left(game: SingleLeft, position: Position) -> int:
    """Return the least number of cards that can be left from a position, without a redeal."""
    return least_left_from(*encode(game.deal), position.hand, position.deck)


def least_left_with_line(game: SingleLeft, position: Position) -> tuple[int, tuple[str, ...]]:
    """Return the least number of cards that can be left from a position without a redeal, and a line to it."""
    if position.deck == tuple(range(len(game.deal))):
        least, moves = best_line(*encode(game.deal))
        return least, tuple(MOVES[move] for move in moves)
    least = least_left(game, position)
    line: list[str] = []
    while position.deck or len(position.hand) > least:
        # Some move keeps the least number reachable.
        move, position = next(
            (move, after)
            for move, after in game.successors(position)
            if move != "redeal" and least_left(game, after) == least
        )
        line.append(move)
    return least, tuple(line)
