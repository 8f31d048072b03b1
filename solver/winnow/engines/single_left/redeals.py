"""Single Left, optional discarding with redeals: all positions of the earlier passes, and the relations for the last.

Exact, but the positions are many: one redeal of a full deck is within reach, two seldom are.
"""

from __future__ import annotations

from typing import cast

from winnow.engines.base import Task
from winnow.engines.single_left.optional import least_left, least_left_with_line
from winnow.games.single_left import Position, SingleLeft
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.optional import MOST_CARDS

_STATE_BYTES = 500
"""What is reserved of the memory limit for each state kept: its key, the one before it, and their places in tables."""

Key = tuple[bytes, bytes, int]


def covers(task: Task) -> bool:
    """Tell whether the search takes this position: optional, with redeals, at most 63 cards in all."""
    game, position = cast(SingleLeft, task.game), task.position
    return not game.forced and position.redeals > 0 and len(game.deal) <= MOST_CARDS


class Search:
    """Looks for the least number of cards left, or with `best` false for the goal; `run` leaves what it found.

    `least` cards can be left, by `line()`; nothing fewer is possible if `whole`.
    """

    def __init__(self, task: Task, budget: Budget) -> None:
        self.game = cast(SingleLeft, task.game)
        self.start: Position = task.position
        self.best = task.best
        self.budget = budget
        self.whole = False
        self._reached: dict[Key, tuple[Key | None, str]] = {}
        # Without a redeal the answer is at hand.
        self._from: Position = self.start._replace(redeals=0)
        self._before: Key | None = None
        self._redeal: tuple[str, ...] = ()
        self.least = least_left(self.game, self._from)

    def run(self) -> None:
        """Visit the positions of all passes but the last, latest found first, until enough is known."""
        queue: list[tuple[Position, Key | None, str]] = [(self.start, None, "")]
        while queue and not self._enough():
            position, before, move = queue.pop()
            key = _key(position)
            if key in self._reached:
                continue
            if self.budget.spend() or not self.budget.reserve(_STATE_BYTES):
                return
            self._reached[key] = before, move
            if not position.deck:
                self._note(position._replace(redeals=0), key, ())
            for following, after in self.game.successors(position):
                if after.redeals:
                    queue.append((after, key, following))
                else:
                    self._note(after, key, (following,))
        self.whole = not queue or self.least == self.game.best_possible()

    def line(self) -> tuple[str, ...]:
        """Return a line that leaves `least` cards."""
        moves: list[str] = []
        key = self._before
        while key is not None:
            key, move = self._reached[key]
            if key is not None:
                moves.append(move)
        return (*reversed(moves), *self._redeal, *least_left_with_line(self.game, self._from)[1])

    def close(self) -> None:
        """Forget the positions and give their memory back to the budget."""
        self.budget.reserve(-_STATE_BYTES * len(self._reached))
        self._reached.clear()

    def _enough(self) -> bool:
        return self.least == self.game.best_possible() or (not self.best and self.game.goal_met(self.least))

    def _note(self, position: Position, before: Key, redeal: tuple[str, ...]) -> None:
        """Keep the least that can be left from here without another redeal, if nothing less is known."""
        least = least_left(self.game, position)
        if least < self.least:
            self.least, self._from, self._before, self._redeal = least, position, before, redeal


def _key(position: Position) -> Key:
    """Return all that the future depends on: the discards are the cards that are neither held nor in the deck."""
    return bytes(position.hand), bytes(position.deck), position.redeals
