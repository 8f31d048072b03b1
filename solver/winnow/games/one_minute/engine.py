"""One-Minute Solitaire: free passing by priced bounds and layers of labels, forced passing by trying its choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from winnow.core.cards import STANDARD_RANKS, STANDARD_SUITS, label
from winnow.core.counted import counted
from winnow.core.engine import Engine, Task
from winnow.core.verdicts import Answer, Reason
from winnow.games.one_minute.rules import OneMinute, Position
from winnow.games.one_minute.theorems import Capacity, capacity
from winnow.search import plain
from winnow_kernels.common.budget import Budget
from winnow_kernels.one_minute.search import MOST_CARDS, MOST_PICKUP, Search, play_forced
from winnow_kernels.one_minute.search import TECHNIQUES as SEARCH_TECHNIQUES

NAME = "one-minute"
TECHNIQUES = SEARCH_TECHNIQUES | {"pass-capacity"}
# The widths of the beams without prices that precede the proof, and when the proof changes the prices (measured).
_WIDTHS = (1_000,)
_REPRICE_FROM = (10_000, 100_000)


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


def beams(task: Task, budget: Budget, widths: Sequence[int]) -> Answer:
    """Return the best line that forced play and beams of these widths find, with no prices; nothing is proved.

    Works on positions with the base laid and at most 64 cards left to play.
    """
    return _Solver(task, cast(Position, task.position), budget).beams(widths)


class _Solver:
    """Beams and proofs on one position; scores and bounds are handlings from the start of the game."""

    def __init__(self, task: Task, position: Position, budget: Budget) -> None:
        self.game = cast(OneMinute, task.game)
        self.position = position
        self.budget = budget
        self.without = task.without
        self.cards = position.waste + position.hand
        in_order = [*self.cards, cast(str, position.top)]
        self.suits = [STANDARD_SUITS.index(card[1]) for card in in_order]
        self.ranks = [STANDARD_RANKS.index(card[0]) for card in in_order]
        self.pickup = min(self.game.rules.pickup, MOST_PICKUP)
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
        line = self._line() if best or won else None
        proven = score == bound and score != self.game.best_possible()
        if won:
            return Answer("winnable", NAME, score, bound, line, proof="exhausted" if best and proven else None)
        if bound <= target:
            return Answer("undecided", NAME, score, bound, line)
        self._count_passes()
        return Answer("unwinnable", NAME, score, bound, line, proof="exhausted", reason=self._reason(target))

    def beams(self, widths: Sequence[int]) -> Answer:
        """Return the best line that forced play and beams of these widths find, without prices."""
        found = play_forced(self.suits, self.ranks, len(self.position.waste), self.pickup, self.budget)
        if found is not None:
            self._note(*found)
            if self.game.rules.passing == "free":
                self._beam(*found, widths)
        return Answer("undecided", NAME, self.score, self.bound, self._line())

    def _beam(self, score: int, line: Sequence[int], widths: Sequence[int]) -> Search:
        """Return a search that holds the best line found by beams without prices."""
        search = self._search_below(score, line, self.without | {"priced-bound"})
        going = search.tighten(search.score)
        for width in widths:
            going = going and search.search(search.score, width)
        self._note(search.score, search.line)
        return search

    def _search_below(self, score: int, line: Sequence[int], without: frozenset[str]) -> Search:
        place = len(self.position.waste)
        return Search(self.suits, self.ranks, place, self.pickup, line, score, self.budget, without)

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
        now, later, impasses = held.now[0], held.later[0], held.impasses
        even = f"even with {counted(impasses, 'impasses')} " if impasses else ""
        text = f"Match by match, this pass can play {counted(now, 'cards')} at most and any later one {later} at most; "
        return Reason("pass-capacity", f"{text}{even}that takes at least {counted(held.handlings, 'handlings')}.")

    def _run(self, target: int | None) -> None:
        """Lower `score` and raise `bound` until they meet, `score` is at most `target`, or `bound` is above it."""
        found = play_forced(self.suits, self.ranks, len(self.position.waste), self.pickup, self.budget)
        if found is None:
            return
        self._note(*found)
        if self.game.rules.passing == "forced":
            self.bound = cast(int, self.score)
            return
        if target is not None and cast(int, self.score) > target:
            self._count_passes()
            if self.bound > target:
                return
        # Forced play is one way of free play.
        beam = self._beam(*found, _WIDTHS)
        search = self._search_below(beam.score, beam.line, self.without)
        search.reprice_from(*_REPRICE_FROM)
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

    def _line(self) -> tuple[str, ...] | None:
        if self.kernel_line is None:
            return None
        if len(set(self.cards)) == len(self.cards):
            return tuple([self.cards[card] for card in self.kernel_line])
        return self._spell_out(self.kernel_line)[0]

    def _spell_out(self, line: list[int]) -> tuple[tuple[str, ...], int]:
        """Return the kernels' line as the rules spell it, and the number of its pick-ups."""
        top, turn, place = len(self.cards), 0, len(self.position.waste)
        left = list(range(len(self.cards)))
        moves = []
        for card in line:
            matched = any(
                self.suits[top] == self.suits[other] or self.ranks[top] == self.ranks[other] for other in left
            )
            below, above = [x for x in left if x < place][::-1], [x for x in left if x >= place]
            hand, waste = (below, above) if turn % 2 else (above, below)
            coming = hand + waste
            moves.append(label([self.cards[x] for x in coming], coming.index(card)))
            if matched:
                turn += card in waste
                place = card
            left.remove(card)
            top = card
        return tuple(moves), turn


def engines() -> Sequence[Engine]:
    """Return the one engine."""
    return (Engine(NAME, solve, TECHNIQUES),)
