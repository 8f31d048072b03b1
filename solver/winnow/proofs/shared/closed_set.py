"""Closed sets: every state that follows from a position, each named by a move from one named before."""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from typing import Any

from winnow.games import Game
from winnow.referee.closed_set import member_bytes
from winnow.referee.meter import Meter
from winnow_kernels.common.budget import Budget

_BYTES = 3000
"""For a state that is known, as an estimate from above."""


def closed_set(game: Game[Any, Any], start: Any, bound: int | None, budget: Budget) -> list[str] | None:
    """Return the members after the first, as lines "member move"; None at a limit, or if a check takes too much memory.

    In a game of costs members come at their least cost, and from `bound` on they are not played on.
    """
    most = Meter().bytes_left // member_bytes(game)
    first = game.state(start)
    known: dict[Hashable, int] = {first: game.spent(start)}
    members: list[str] = []
    numbers: dict[Hashable, int] = {}
    queue: list[tuple[int, int, Hashable, Any, str]] = [(game.spent(start), 0, first, start, "")]
    tries = reserved = 0
    try:
        while queue:
            cost, _, state, position, line = heapq.heappop(queue)
            if state in numbers:
                continue
            if numbers:
                members.append(line)
            numbers[state] = len(numbers)
            if cost and not game.higher_is_better and bound is not None and cost >= bound:
                continue
            for move, after in game.successors(position):
                key, then = game.state(after), game.spent(after)
                if key not in known:
                    if budget.spend() or len(known) >= most or not budget.reserve(_BYTES):
                        return None
                    reserved += _BYTES
                if key not in known or then < known[key]:
                    known[key] = then
                    tries += 1
                    heapq.heappush(queue, (then, tries, key, after, f"{numbers[state]} {move}"))
        return members
    finally:
        budget.give_back(reserved)
