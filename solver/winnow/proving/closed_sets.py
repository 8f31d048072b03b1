"""Closed sets: every state reachable from a position, each named by a move from an earlier one."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from winnow.checking.closed_set import MARK, PLAYED_ON, member_bytes
from winnow.core.deals import Deal
from winnow.core.game import Game, Rules
from winnow.core.meter import Meter
from winnow.core.proofs import Case, Evidence
from winnow.core.question import Question
from winnow.core.referee import knows
from winnow.core.registry import Part
from winnow.core.verdicts import Answer
from winnow_kernels.common.budget import Budget

_BYTES = 3000
"""The bytes held for each known state, an upper estimate."""


def closed_set(
    game: Game[Any, Any], start: Any, bound: int | None, budget: Budget, marked: Callable[[Any], bool] | None = None
) -> list[str] | None:
    """Return the members after the first, as lines "member move"; None at a limit, or if a check needs too much memory.

    In a game of costs members come at their least cost, and members that cost `bound` or more are not expanded. With
    `marked`, members of which it is true are marked and not expanded either; the first line is that of the start.
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
            if budget.poll():
                return None
            if state in numbers:
                continue
            ends = marked is not None and marked(position)
            if numbers:
                members.append(f"{line} {MARK}" if ends else line)
            elif marked is not None:
                members.append(MARK if ends else PLAYED_ON)
            numbers[state] = len(numbers)
            if ends:
                continue
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


class ClosedSets:
    """The writer of a game's evidence. By default it writes closed sets; a game's own writer falls back to it."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield evidence for the case, the cheapest first; the first that the referee accepts is written.

        By default: the closed set of the position. Yields no evidence that takes more than the budget to find, or more
        than the limits of a check to verify. Raises ValueError if the search for evidence shows that the verdict is
        wrong.
        """
        if case.best and not case.found.optimal and case.found.score is not None:
            # No bound equals the best score found, but the win is lost all the same.
            return
        game, position, bound = case.game, case.position, case.found.bound
        counts = game.spent(position) > 0 or not game.higher_is_better
        members = closed_set(game, position, bound if counts else None, budget)
        if members is not None:
            yield Evidence("closed-set", case.bound, tuple(members))

    def bounds(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield evidence for bounds on the score where the best line is not known, the least bound first.

        Nothing by default: other contents take as long to prove a bound as the search that did not end.
        """
        return iter(())

    def search_parts(self, question: Question) -> int:
        """Return n, where the search gets 1/n of the budget and `bounds` the rest."""
        return 1

    def partial(self, deal: Deal, found: Answer, budget: Budget) -> Iterator[Evidence]:
        """Yield evidence for a verdict on every completion of a deal with unknown cards; by default nothing."""
        return iter(())


PROOFS = Part("proofs", ClosedSets)
"""The writer of each game's evidence."""


def known_proofs(game: str, rules: Rules) -> ClosedSets:
    """Return the game's writer, or closed sets alone for a reading of the rules that its referee does not know."""
    return PROOFS.of(game) if knows(game, rules) else ClosedSets()
