"""The reference engine: exhaustive search by the rules alone, with an exact visited set, for every game.

It uses nothing but `successors`, `score` and `won`. Positions are visited in order of the cost spent to reach them
(Dijkstra); among equals the latest found comes first. Where the score is no cost, that cost is always zero, and this is
a depth-first search.
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from winnow.core.engine import Task
from winnow.core.game import Game
from winnow.core.verdicts import Answer
from winnow.search.resident import ResidentMemory
from winnow_kernels.common.budget import Budget

NAME = "plain"


def solve(task: Task, budget: Budget) -> Answer:
    """Return the answer after a search of every reachable position; it is exact unless the budget ends the search."""
    search = _Search(task, budget)
    search.run()
    return search.answer()


class _Search:
    def __init__(self, task: Task, budget: Budget) -> None:
        self.game: Game[Any, Any] = task.game
        self.start = task.position
        self.best = task.best
        self.budget = budget
        self.reached: dict[Hashable, tuple[int, Hashable, str]] = {}
        """By state: its least cost, and the previous state and the move by which that cost was first reached."""
        self.won: tuple[Hashable, int] | None = None
        """The won state with the best score so far, and that score."""
        self.top: tuple[Hashable, int] | None = None
        """The state with the best score so far, won or not, and that score."""
        self.bound = self.game.best_possible()
        self.memory = ResidentMemory(budget)

    def run(self) -> None:
        game, budget = self.game, self.budget
        order = 0
        first = game.state(self.start)
        queue: list[tuple[int, int, Hashable, Any]] = [(game.spent(self.start), 0, first, self.start)]
        self.reached[first] = (game.spent(self.start), None, "")
        while queue:
            spent, _, state, position = heapq.heappop(queue)
            if spent > self.reached[state][0]:
                continue
            if self.bound is not None and not game.higher_is_better:
                # Positions come in order of cost, and what is not yet found costs at least `spent`.
                self.bound = max(self.bound, spent)
            if budget.spend() or self._note(state, position) or (not self.best and self._loses()):
                return
            for move, after in self.memory.within(game.successors(position)):
                key = game.state(after)
                cost = game.spent(after)
                known = self.reached.get(key)
                if known is None or cost < known[0]:
                    self.reached[key] = (cost, state, move)
                    order -= 1
                    heapq.heappush(queue, (cost, order, key, after))
            if budget.stopped is not None:
                return
        self.bound = None if self.top is None else self.top[1]

    def _note(self, state: Hashable, position: Any) -> bool:
        """Record the position's score if the game may end here; tell whether no position left can have a better one."""
        score = self.game.score(position)
        if score is None:
            return False
        won = self.game.won(position)
        if self._better(score, self.top):
            self.top = (state, score)
        if won and self._better(score, self.won):
            self.won = (state, score)
        # In a game of costs the first end reached is the cheapest; in others nothing beats a perfect score.
        if score == self.bound or self.game.spent(position) > 0:
            self.bound = score
            return True
        return won and not self.best

    def _loses(self) -> bool:
        """Return whether every line left costs too much for a win."""
        return self.bound is not None and self.game.bound_loses(self.bound)

    def _better(self, score: int, than: tuple[Hashable, int] | None) -> bool:
        return than is None or (score > than[1] if self.game.higher_is_better else score < than[1])

    def answer(self) -> Answer:
        shown, best = self.top if self.best else self.won, self.game.best_possible()
        line = None if shown is None else self._line(shown[0])
        found = Answer("undecided", NAME, None if self.top is None else self.top[1], self.bound, line)
        if self.won is not None and shown is not None:
            optimal = self.best and shown[1] == self.bound != best
            return replace(found, verdict="winnable", score=shown[1], proof="exhausted" if optimal else None)
        if self.budget.stopped is not None and not self._loses():
            return found
        return replace(found, verdict="unwinnable", proof="exhausted")

    def _line(self, state: Hashable) -> tuple[str, ...]:
        line: list[str] = []
        _, before, move = self.reached[state]
        while before is not None:
            line.append(move)
            _, before, move = self.reached[before]
        return tuple(reversed(line))
