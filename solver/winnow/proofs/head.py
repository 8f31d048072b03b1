"""Block sets: why no score of Head Solitaire is below a bound, over positions whose orders are left open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from winnow.engines.head.engine import melds_of
from winnow.games.head import Head, Position
from winnow.proofs.base import Case, Evidence, Proofs
from winnow.referee.head.block_set import MOST_CARDS, BlockSet, member_bytes, write
from winnow.referee.head.blocks import BlockGame, BlockPosition, State
from winnow.referee.meter import Meter
from winnow.theorems.head import TooManySetsError
from winnow_kernels.common.budget import Budget
from winnow_kernels.head.melds import Melds

_BYTES = 2000
"""For a position that is known, as an estimate from above."""
_ALL = 1 << 10
"""More cards than there are: nothing of the pile was looked at."""


class _StoppedError(Exception):
    """The budget is spent, or the set is too large."""


class HeadProofs(Proofs):
    """Writes block sets, and closed sets where the cards are too many for them."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a block set; else a closed set."""
        game = cast(Head, case.game)
        bound = case.found.bound if case.best else game.rules.target + 1
        members = None if bound is None else block_set(game, case.position, bound, budget)
        if members is not None:
            yield Evidence("block-set", bound, members)
        yield from super().evidence(case, budget)


def block_set(game: Head, start: Position, bound: int, budget: Budget) -> list[str] | None:
    """Return the members of a set that shows that no score is below `bound`, each after all that follow from it.

    None at a limit, with more than 64 cards or too many melds, or if a check takes too much memory. Raises ValueError
    if there is a better score.
    """
    cards = start.hand + start.pile + start.discards
    if len(cards) > MOST_CARDS:
        return None
    writer = None
    most = Meter().bytes_left // member_bytes(len(cards))
    try:
        melds = melds_of(cards, game.rules.hand, budget)
        writer = _Writer(BlockGame(game, start), melds, bound, most, budget)
        writer.search()
        return list(writer.members())
    except (TooManySetsError, _StoppedError):
        return None
    finally:
        if writer is not None:
            budget.give_back(len(writer.lost.spent) * _BYTES)


@dataclass
class _Open:
    """A position whose moves are being looked at; none so far asked for its last `unseen` cards."""

    position: BlockPosition
    moves: Iterator[BlockPosition]
    unseen: int = _ALL


class _Writer:
    def __init__(self, game: BlockGame, melds: Melds, bound: int, most: int, budget: Budget) -> None:
        self.game, self.melds, self.bound, self.most, self.budget = game, melds, bound, most, budget
        self.lost = BlockSet(game, bound, Meter())
        """Filled here without being checked."""

    def search(self) -> None:
        """Look at all that follows from the start, depth first; note each position without what did not matter.

        Raises ValueError if there is a better score, `_StoppedError` and TooManySetsError.
        """
        if self._unseen(self.game.start) is not None:
            return
        stack = [self._opened(self.game.start)]
        while stack:
            top = stack[-1]
            after = next(top.moves, None)
            if after is None:
                stack.pop()
                unseen, after = self._note(top), top.position
                if not stack:
                    return
                top = stack[-1]
            else:
                at_once = self._unseen(after)
                if at_once is None:
                    stack.append(self._opened(after))
                    continue
                unseen = at_once
            top.unseen = min(top.unseen, unseen - self._behind(top.position, after))

    def members(self) -> Iterator[str]:
        """Yield the lines of the members that it takes, each after those it needs. Raises `_StoppedError`."""
        given: set[State] = set()
        stack: list[_Open] = []
        after: BlockPosition | None = self.game.start
        while True:
            state = None if after is None else self._needed(after)
            if state is not None and state not in given:
                given.add(state)
                stack.append(self._opened(BlockPosition(*state, self.lost.spent[state])))
            elif after is None:
                yield write(stack.pop().position)
            if not stack:
                return
            after = next(stack[-1].moves, None)

    def _needed(self, position: BlockPosition) -> State | None:
        """Return the member that must stand for a position; None if it is settled."""
        if position.spent >= self.bound:
            return None
        state = self.lost.member_for(position)
        if state is None or (state == position.state and self._too_few_melds(position)):
            return None
        return state

    def _opened(self, position: BlockPosition) -> _Open:
        if self.budget.spend():
            raise _StoppedError
        return _Open(position, self.game.successors(position))

    def _unseen(self, position: BlockPosition) -> int | None:
        """Return how many cards at the end do not matter for what is known already; None if the moves must tell."""
        if position.spent >= self.bound:
            return _ALL
        state = self.lost.member_for(position)
        if state is not None:
            return self._tail(position.state) - self._tail(state)
        score = self.game.score(position)
        if score is not None and score < self.bound:
            raise ValueError(f"the bound is {self.bound}, and {score} can be reached")
        # In the last pass the moves tell mostly without the end of the pile, which a cover never does.
        by_cover = position.turn < self.game.passes or score is not None
        return 0 if by_cover and self._too_few_melds(position) else None

    def _too_few_melds(self, position: BlockPosition) -> bool:
        """Tell whether the check will find so; the kernel tells sooner where it will not."""
        least = self.melds.least_left(sum(position.line) + sum(position.discards))
        return position.spent + least >= self.bound and not self.game.may_better(position, self.bound)

    def _note(self, done: _Open) -> int:
        """Note a position that is lost, without cards at the end that do not matter; return how many these are."""
        position = done.position
        least = self._tail(position.state) - done.unseen
        states = (state for state in self.game.cuts(position) if self._tail(state) >= least)
        state = next(states, position.state)
        if state not in self.lost.spent and (len(self.lost.spent) == self.most or not self.budget.reserve(_BYTES)):
            raise _StoppedError
        self.lost.spent[state] = position.spent
        return self._tail(position.state) - self._tail(state)

    def _tail(self, state: State) -> int:
        """Return how many cards lie where the end may be cut off."""
        turn, line, discards, _, _ = state
        return sum(block.bit_count() for block in (line if turn == self.game.passes else discards))

    def _behind(self, position: BlockPosition, after: BlockPosition) -> int:
        """Return how many cards lie, after a move, behind the last ones that lay there before it."""
        if position.turn == self.game.passes:
            return 0
        before = sum(position.discards)
        count = 0
        for block in reversed(after.line if after.turn > position.turn else after.discards):
            if block & before:
                break
            count += block.bit_count()
        return count
