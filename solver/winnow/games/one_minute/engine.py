"""One-Minute Solitaire: free passing by priced bounds and layers of labels, forced passing by trying its choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from winnow.core.cards import STANDARD_RANKS, STANDARD_SUITS, label
from winnow.core.counted import counted
from winnow.core.engine import Engine, Task
from winnow.core.verdicts import Answer, Reason
from winnow.games.one_minute.rules import OneMinute, Position, at_impasse
from winnow.games.one_minute.theorems import Capacity, capacity
from winnow.search import plain
from winnow_kernels.common.budget import Budget
from winnow_kernels.one_minute.search import MOST_CARDS, MOST_PICKUP, Search, play_forced
from winnow_kernels.one_minute.search import TECHNIQUES as SEARCH_TECHNIQUES

NAME = "one-minute"
TECHNIQUES = SEARCH_TECHNIQUES | {"pass-capacity"}
# The width of the beam without prices that precedes the proof (measured).
_WIDTH = 1_000


def solve(task: Task, budget: Budget) -> Answer:
    """Return whether a position can be won within its budget, or with `task.best` the least handlings.

    Decks with more than 64 cards go to plain search.
    """
    game, position = cast(OneMinute, task.game), cast(Position, task.position)
    if position.top is None:
        base = game.deal[0]
        answer = solve(replace(task, position=game.play(position, base)), budget)
        return answer if answer.line is None else replace(answer, line=(base, *answer.line))
    if len(position.hand) + len(position.waste) > MOST_CARDS:
        return plain.solve(task, budget)
    return _Solver(task, position, budget).answer(task.best)


def beam(task: Task, budget: Budget, width: int) -> Answer:
    """Return the best line that forced play and a beam of this width find, with no prices; nothing is proved.

    Works on positions with the base laid and at most 64 cards left to play.
    """
    solver = _Solver(task, cast(Position, task.position), budget)
    found = solver.play_forced()
    if found is not None and solver.game.rules.passing == "free":
        solver.beam(*found, width)
    return Answer("undecided", NAME, solver.score, solver.bound, solver.line())


class _Solver:
    """Beams and proofs on one position; scores and bounds are handlings from the start of the game."""

    def __init__(self, task: Task, position: Position, budget: Budget) -> None:
        self.game = cast(OneMinute, task.game)
        self.position = position
        self.budget = budget
        self.without = task.without
        self.cards = position.waste + position.hand
        in_order = [*self.cards, cast(str, position.top)]
        self.pickup = min(self.game.rules.pickup, MOST_PICKUP)
        self.deck = (
            [STANDARD_SUITS.index(card[1]) for card in in_order],
            [STANDARD_RANKS.index(card[0]) for card in in_order],
            len(position.waste),
            self.pickup,
        )
        self.bound = position.handlings + len(self.cards)
        self.score: int | None = None
        self.held: Capacity | None = None
        self.kernel_line: list[int] | None = None

    def answer(self, best: bool) -> Answer:
        """Return the answer; at the end of the budget, the best line and bound found so far."""
        target = self.game.rules.handlings
        # If a pick-up costs more than all handlings, the number of passes decides, and a bound in handlings is weak.
        best_needed = best or self.pickup < self.game.rules.pickup
        self._run(None if best_needed else target)
        score, bound = self.score, self.bound
        won = score is not None and score <= target
        line = self.line() if best or won else None
        proven = score == bound and score != self.game.best_possible()
        if won:
            return Answer("winnable", NAME, score, bound, line, proof="exhausted" if best and proven else None)
        if bound <= target:
            return Answer("undecided", NAME, score, bound, line)
        self._count_passes()
        return Answer("unwinnable", NAME, score, bound, line, proof="exhausted", reason=self._reason(target))

    def play_forced(self) -> tuple[int, list[int]] | None:
        """Return the handlings and the line of forced play, which is one way of free play; None if it did not end."""
        found = play_forced(*self.deck, self.budget)
        if found is not None:
            self._note(*found)
        return found

    def beam(self, score: int, line: Sequence[int], width: int) -> Search:
        """Return a search that holds the best line found by a beam without prices."""
        search = Search(*self.deck, line, score, self.budget, self.without | {"priced-bound"})
        if search.tighten(search.score):
            search.search(search.score, width)
        self._note(search.score, search.line)
        return search

    def _count_passes(self) -> None:
        """Raise `bound` by the capacity of the passes."""
        if self.held is None and "pass-capacity" not in self.without:
            self.held = capacity(self.game, self.position)
            self.bound = max(self.bound, self.held.handlings)

    def _reason(self, target: int) -> Reason | None:
        """Return the reason why `target` handlings are too few, if the capacity of the passes shows it."""
        if self.held is None or self.held.handlings <= target:
            return None
        held = self.held
        now, later, impasses = held.now[0], held.later[0], len(held.now) - 1
        even = f"even with {counted(impasses, 'impasses')} " if impasses else ""
        text = f"Match by match, this pass can play {counted(now, 'cards')} at most and any later one {later} at most; "
        return Reason("pass-capacity", f"{text}{even}that takes at least {counted(held.handlings, 'handlings')}.")

    def _run(self, target: int | None) -> None:
        """Lower `score` and raise `bound` until they meet, `score` is at most `target`, or `bound` is above it."""
        found = self.play_forced()
        if found is None:
            return
        if self.game.rules.passing == "forced":
            self.bound = cast(int, self.score)
            return
        if target is not None and cast(int, self.score) > target:
            self._count_passes()
            if self.bound > target:
                return
        beam = self.beam(*found, _WIDTH)
        search = Search(*self.deck, beam.line, beam.score, self.budget, self.without)
        spent = self.position.handlings

        def settled() -> bool:
            self._note(search.score, search.line)
            score = cast(int, self.score)
            self.bound = max(self.bound, score if search.bound == search.score else spent + search.bound)
            return self.bound >= score or (target is not None and (score <= target or self.bound > target))

        def below() -> int:
            return search.score if target is None else min(search.score, target - spent + 1)

        if not settled() and search.tighten(below()) and not settled():
            search.search(below(), enough=target is not None)
        settled()

    def _note(self, score: int, line: list[int]) -> None:
        """Keep a line of `score` handlings from here, plus the cost of pick-ups above the kernels' limit."""
        if self.kernel_line == line:
            return
        self.kernel_line = line
        self.score = self.position.handlings + score
        dearer = self.game.rules.pickup - self.pickup
        if dearer:
            self.score += dearer * self._spell_out(line)[1]

    def line(self) -> tuple[str, ...] | None:
        """Return the best line as the rules spell it; None if there is none."""
        if self.kernel_line is None:
            return None
        if len(set(self.cards)) == len(self.cards):
            return tuple([self.cards[card] for card in self.kernel_line])
        return self._spell_out(self.kernel_line)[0]

    def _spell_out(self, line: list[int]) -> tuple[tuple[str, ...], int]:
        """Return the kernels' line as the rules spell it, and the number of its pick-ups."""
        moves, pickups, top = [], 0, self.position.top
        # The waste from its bottom, then the hand, as the kernels number them; a pick-up turns this order round.
        left, waste = list(range(len(self.cards))), len(self.position.waste)
        for card in line:
            coming = left[waste:] + left[:waste][::-1]
            cards, place, in_hand = [self.cards[x] for x in coming], coming.index(card), len(left) - waste
            moves.append(label(cards, place))
            if at_impasse(top, cards):
                waste -= place >= in_hand
            elif place < in_hand:
                waste += place
            else:
                left, waste, pickups = left[::-1], place, pickups + 1
            left.remove(card)
            top = self.cards[card]
        return tuple(moves), pickups


def engines() -> Sequence[Engine]:
    """Return the one engine."""
    return (Engine(NAME, solve, TECHNIQUES),)
