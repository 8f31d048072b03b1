"""Single Left, optional discarding with redeals: all positions of the earlier passes, and the relations for the last.

Exact, but with many positions. No position occurs twice on one line, so the table may forget positions when memory
ends, and the search may visit them again.
"""

from __future__ import annotations

from typing import cast

from winnow.core.engine import Task
from winnow.games.single_left.engine.cards import MOVES, encode
from winnow.games.single_left.engine.optional import least_left_with_line
from winnow.games.single_left.rules import SingleLeft
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.optional import MOST_CARDS, MOST_REDEALS, Search


def covers(task: Task) -> bool:
    """Return whether the search takes this position: optional, with redeals, at most 63 cards in all."""
    game, position = cast(SingleLeft, task.game), task.position
    return not game.forced and 0 < position.redeals <= MOST_REDEALS and len(game.deal) <= MOST_CARDS


def least_left(task: Task, budget: Budget, enough: int) -> tuple[int, tuple[str, ...], bool]:
    """Return the least cards left that was found, a line to it, and whether it is at most `enough` or proven least."""
    game, position = cast(SingleLeft, task.game), task.position
    forgetful = "forgetting" not in task.without
    search = Search(*encode(game.deal), position.hand, position.deck, position.redeals, budget, forgetful)
    whole = search.run(enough)
    moves = [MOVES[move] for move in search.moves]
    for move in moves:
        position = dict(game.successors(position))[move]
    return search.least, (*moves, *least_left_with_line(game, position._replace(redeals=0))[1]), whole
