"""Checks a closed set: states that hold the start and everything that follows, and nothing better than the claim."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from winnow.games import Game, IllegalMoveError
from winnow.referee.records import Claim
from winnow.referee.results import CheckFailedError, Proven, require

_MEMBER_BYTES, _CARD_BYTES = 1500, 60
"""What Python holds for a member: an estimate from above, for the member itself and for each card of the deal."""


def check(claim: Claim, lines: Iterator[str], most_bytes: int) -> Proven:
    """Check the members one by one: each line names an earlier member and the move that leads from it to a new one.

    Every successor of a member must be a member, at no greater cost than the member has (only One-Minute counts a
    cost). In such a game a member whose cost is the claimed bound or more cannot lead to less, and is not played on.
    """
    members = _Members(claim, most_bytes)
    members.take(claim.position)
    for number, line in enumerate(lines, 1):
        before, _, move = line.partition(" ")
        try:
            members.take(members.after(before, move))
        except (CheckFailedError, IllegalMoveError) as error:
            raise CheckFailedError(f"member {number}: {error}") from None
    return members.proven()


def most_members(game: Game[Any, Any], most_bytes: int) -> int:
    """Return how many members of a set are checked in so much memory."""
    return most_bytes // (_MEMBER_BYTES + _CARD_BYTES * len(game.deal))


class _Members:
    def __init__(self, claim: Claim, most_bytes: int) -> None:
        self.game: Game[Any, Any] = claim.game
        self.bound: int | None = None if self.game.higher_is_better else claim.record.get("bound")
        self.most = most_members(self.game, most_bytes)
        self.positions: list[Any] = []
        self.costs: dict[Hashable, int] = {}
        self.owed: dict[Hashable, int] = {}
        """States that follow from members and are not members yet, with the least cost at which they follow."""
        self.cut = self.won = False
        self.best: int | None = None

    def after(self, before: str, move: str) -> Any:
        """Return the position after a move from a member, both as the certificate names them."""
        require(before.isdigit() and len(before) < 10 and int(before) < len(self.positions), "no such member before it")
        return self.game.play(self.positions[int(before)], move)

    def take(self, position: Any) -> None:
        """Take a member, and note what it is worth and what must be members too."""
        game = self.game
        require(len(self.positions) < self.most, "the set needs more memory than allowed")
        state, cost = game.state(position), game.spent(position)
        require(state not in self.costs, "this member is there twice")
        require(cost <= self.owed.pop(state, cost), "an earlier member leads here at less cost")
        self.positions.append(position)
        self.costs[state] = cost
        self.won = self.won or game.won(position)
        score = game.score(position)
        if score is not None and (self.best is None or self._betters(score, self.best)):
            self.best = score
        if cost and self.bound is not None and cost >= self.bound:
            self.cut = True
            return
        for move, follower in game.successors(position):
            key, then = game.state(follower), game.spent(follower)
            if key in self.costs:
                require(self.costs[key] <= then, f"{move} leads to an earlier member at less cost")
            else:
                self.owed[key] = min(then, self.owed.get(key, then))

    def proven(self) -> Proven:
        """Return what the whole set shows; raise CheckFailedError if it is not closed."""
        require(not self.owed, f"the set is not closed: {len(self.owed)} states that follow are missing")
        bound = self.best
        if self.cut:
            bound = self.bound if bound is None or not self._betters(bound, self.bound) else bound
        loses = not self.won and not (self.cut and not self.game.bound_loses(self.bound or 0))
        return Proven(loses, bound, f"a closed set of {len(self.positions):,} states")

    def _betters(self, score: int, than: int | None) -> bool:
        if than is None:
            return True
        return score > than if self.game.higher_is_better else score < than
