"""Checks a closed set: it contains the start and all successors of its states, and no score better than the claim."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from winnow.core.counted import counted
from winnow.core.errors import IllegalMoveError
from winnow.core.game import Game
from winnow.core.meter import Meter
from winnow.core.referee import Claim
from winnow.core.results import CheckFailedError, Proven, require

_MEMBER_BYTES, _CARD_BYTES = 1500, 60
"""Upper estimates of the bytes held: for a member, and for each card of the deal in it."""
_NUMBER = re.compile("0|[1-9][0-9]{0,8}")


Relaxed = Callable[[Any, Meter], tuple[int, bool]]
"""Returns a score that no line from a position beats, and whether it rules out a win. Raises CheckFailedError."""
MARK, PLAYED_ON = "*", "-"


def check(claim: Claim, lines: Iterator[str], meter: Meter, relaxed: Relaxed | None = None) -> Proven:
    """Return what the members prove. Each line names an earlier member and the move from it to a new member.

    Every successor of a member must be a member, at no greater cost than the member has (only One-Minute counts a
    cost). In such a game a member whose cost reaches the claimed bound cannot lead to less, and is not expanded. With
    `relaxed`, members marked `*` after the move are not expanded either, but bounded by `relaxed`; the first line is
    then `*` or `-`, for the position itself. Raises CheckFailedError.
    """
    members = _Members(claim, meter, relaxed)
    first = PLAYED_ON if relaxed is None else next(lines, "")
    require(first in (MARK, PLAYED_ON), "the first line does not tell whether the position is played on")
    members.take(claim.position, first == MARK)
    for number, line in enumerate(lines, 1):
        before, _, move = line.partition(" ")
        move, gap, mark = move.partition(" ") if relaxed is not None else (move, "", "")
        try:
            require(not gap or mark == MARK, "something follows the move")
            members.take(members.after(before, move), bool(gap))
        except (CheckFailedError, IllegalMoveError) as error:
            raise CheckFailedError(f"member {number}: {error}") from None
    return members.proven()


def member_bytes(game: Game[Any, Any]) -> int:
    """Return an upper estimate of the bytes that a check holds for a state."""
    return _MEMBER_BYTES + _CARD_BYTES * len(game.deal)


class _Members:
    def __init__(self, claim: Claim, meter: Meter, relaxed: Relaxed | None) -> None:
        self.game: Game[Any, Any] = claim.game
        self.bound: int | None = None if self.game.higher_is_better else claim.record.get("bound")
        self.meter = meter
        self.relaxed = relaxed
        self.relaxed_members = 0
        self.bytes = member_bytes(self.game)
        self.positions: list[Any] = []
        self.costs: dict[Hashable, int] = {}
        self.owed: dict[Hashable, int] = {}
        """Successors of members that are not members yet, by state, with the least cost at which they were reached."""
        self.cut = self.won = False
        self.best: int | None = None

    def after(self, before: str, move: str) -> Any:
        """Return the position after `move` from member number `before`, both as the certificate spells them."""
        known = _NUMBER.fullmatch(before) is not None and int(before) < len(self.positions)
        require(known, "no such member before it")
        return self.game.play(self.positions[int(before)], move)

    def take(self, position: Any, marked: bool = False) -> None:
        """Add a member: record its score and its successors, which must become members; only bound a marked one."""
        game = self.game
        state, cost = game.state(position), game.spent(position)
        require(state not in self.costs, "this member is there twice")
        if state not in self.owed:
            self.meter.hold(self.bytes)
        require(cost <= self.owed.pop(state, cost), "an earlier member leads here at less cost")
        self.positions.append(position)
        self.costs[state] = cost
        self.won = self.won or game.won(position)
        score = game.score(position)
        if score is not None and (self.best is None or self._betters(score, self.best)):
            self.best = score
        if marked and self.relaxed is not None:
            self._relax(*self.relaxed(position, self.meter))
            return
        if cost and self.bound is not None and cost >= self.bound:
            self.cut = True
            return
        for move, follower in game.successors(position):
            self.meter.step()
            key, then = game.state(follower), game.spent(follower)
            if key in self.costs:
                require(self.costs[key] <= then, f"{move} leads to an earlier member at less cost")
            else:
                if key not in self.owed:
                    self.meter.hold(self.bytes)
                self.owed[key] = min(then, self.owed.get(key, then))

    def _relax(self, limit: int, loses: bool) -> None:
        """Count a member as reaching `limit`, which no line from it beats; `loses` says that this rules out a win."""
        self.relaxed_members += 1
        self.won = self.won or not loses
        if self.best is None or self._betters(limit, self.best):
            self.best = limit

    def proven(self) -> Proven:
        """Return what the whole set proves; raise CheckFailedError if it is not closed."""
        require(not self.owed, f"the set is not closed: it lacks {counted(len(self.owed), 'states')} that can follow")
        bound = self.best
        if self.cut:
            bound = self.bound if bound is None or not self._betters(bound, self.bound) else bound
        loses = not self.won and not (self.cut and not self.game.bound_loses(self.bound or 0))
        relaxed = f", {self.relaxed_members:,} of them by relations" if self.relaxed_members else ""
        return Proven(loses, bound, f"a closed set of {counted(len(self.positions), 'states')}{relaxed}")

    def _betters(self, score: int, than: int | None) -> bool:
        if than is None:
            return True
        return score > than if self.game.higher_is_better else score < than
