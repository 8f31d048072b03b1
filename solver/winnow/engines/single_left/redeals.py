"""Single Left, optional discarding with redeals: all positions of the earlier passes, and the relations for the last.

Exact, but the positions are many: one redeal of a full deck is within reach, two seldom are. No position comes twice on
one line, so what memory has no room for can be forgotten and met again.
"""

from __future__ import annotations

from typing import TypeAlias, cast

from winnow.engines.base import Task
from winnow.engines.single_left.optional import least_left, least_left_with_line
from winnow.games.single_left import Position, SingleLeft
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.optional import MOST_CARDS

_STATE_BYTES = 300
"""What is reserved of the memory limit for each state kept: its key, and its place in a set."""

Key = tuple[bytes, bytes, int]
Moves: TypeAlias = "tuple[Moves, str] | None"
"""The moves so far: those before the last, and the last."""


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
        self._seen = _Seen(budget, "forgetting" not in task.without)
        # Without a redeal the answer is at hand.
        self._from: Position = self.start._replace(redeals=0)
        self._moves: Moves = None
        self.least = least_left(self.game, self._from)

    def run(self) -> None:
        """Visit the positions of all passes but the last, latest found first, until enough is known."""
        queue: list[tuple[Position, Moves]] = [(self.start, None)]
        while queue and not self._enough():
            position, moves = queue.pop()
            key = _key(position)
            if key in self._seen:
                continue
            if self.budget.spend() or not self._seen.add(key):
                return
            if not position.deck:
                self._note(position._replace(redeals=0), moves)
            for move, after in self.game.successors(position):
                if after.redeals:
                    queue.append((after, (moves, move)))
                else:
                    self._note(after, (moves, move))
        self.whole = not queue or self.least == self.game.best_possible()

    def line(self) -> tuple[str, ...]:
        """Return a line that leaves `least` cards."""
        moves: list[str] = []
        before = self._moves
        while before is not None:
            before, move = before
            moves.append(move)
        return (*reversed(moves), *least_left_with_line(self.game, self._from)[1])

    def close(self) -> None:
        """Forget the positions and give their memory back to the budget."""
        self._seen.clear()

    def _enough(self) -> bool:
        return self.least == self.game.best_possible() or (not self.best and self.game.goal_met(self.least))

    def _note(self, position: Position, moves: Moves) -> None:
        """Keep the least that can be left from here without another redeal, if nothing less is known."""
        least = least_left(self.game, position)
        if least < self.least:
            self.least, self._from, self._moves = least, position, moves


class _Seen:
    """Positions met before: all of them, or when memory ends the latest half (docs/soundness: forgetting)."""

    def __init__(self, budget: Budget, forgetting: bool) -> None:
        self._budget = budget
        self._young: set[Key] = set()
        self._old: set[Key] = set()
        self._most: int | None = None
        """As many are young when the old are forgotten."""
        if forgetting and budget.max_bytes >= 0:
            self._most = (budget.max_bytes - budget.bytes_used) // (2 * _STATE_BYTES)

    def __contains__(self, key: Key) -> bool:
        return key in self._young or key in self._old

    def add(self, key: Key) -> bool:
        """Keep a position; False if there is no memory for it."""
        if self._most and len(self._young) >= self._most:
            self._budget.give_back(_STATE_BYTES * len(self._old))
            self._young, self._old = set(), self._young
        if not self._budget.reserve(_STATE_BYTES):
            return False
        self._young.add(key)
        return True

    def clear(self) -> None:
        """Forget all."""
        self._budget.give_back(_STATE_BYTES * (len(self._young) + len(self._old)))
        self._young, self._old = set(), set()


def _key(position: Position) -> Key:
    """Return all that the future depends on: the discards are the cards that are neither held nor in the deck."""
    return bytes(position.hand), bytes(position.deck), position.redeals
