"""Single Left from partly known deals: whether every completion, or none of them, wins."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain, permutations
from math import factorial
from typing import cast

from winnow.core.cards import Card
from winnow.core.deals import Deal, filled
from winnow.core.engine import Task, UnsoundLineError
from winnow.core.errors import AbsentPackageError, absent_packages_named
from winnow.core.rng import SplitMix64
from winnow.core.verdicts import Answer, Reason
from winnow.games.single_left.engine import cp_sat
from winnow.games.single_left.engine.solving import NAME, encode, parity, solve
from winnow.games.single_left.rules import SingleLeft, SingleLeftRules
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.search import Completions, OptionalCompletions, SuitSearch, cards_left

SAMPLES = {"forced": 20_000, "optional": 1_000, "redeals": 20}
"""The number of random completions played first: under forced, optional, and optional discarding with redeals."""

FIRST_LOOK = 20_000
"""Positions of a first search of all completions, before time is spent on annealing."""

ROUNDS, STEPS = 20, 20_000
"""Starts of the annealing, and completions played from each."""

SECOND_LOOK = 200_000
"""Positions of a second search of all completions, before clause learning takes over."""


@dataclass
class Found:
    """The completions found of one deal: in `orders`, by whether it wins, an order of the missing cards."""

    deal: Deal
    orders: dict[bool, tuple[Card, ...]] = field(default_factory=dict)
    lacking: str | None = None
    """What the answer's `stopped` says if a package that the search needs is not installed."""

    def note(self, order: Sequence[Card] | None, won: bool) -> None:
        """Keep an order of the missing cards, if it is the first winning or the first losing one; None: no order."""
        if order is not None:
            self.orders.setdefault(won, tuple(order))

    def note_numbers(self, order: Sequence[int] | None, won: bool) -> None:
        """Keep an order of the missing cards given by a kernel: their numbers."""
        self.note(None if order is None else [self.deal.missing[card] for card in order], won)

    def confirm(self) -> None:
        """Raise UnsoundLineError unless both completions, played as whole forced deals, end as found."""
        rules = cast(SingleLeftRules, self.deal.rules)
        low, high = rules.wanted(len(self.deal.cards))
        for won, order in self.orders.items():
            cards = filled(self.deal.cards, order)
            left = cards_left(*encode(cards), (), range(len(cards)), rules.redeals, low, high)
            if (low <= left <= high) != won:
                raise UnsoundLineError(f"{' '.join(cards)} ends with {left} left, not as the search found")

    def answer(self, engine: str, ended: bool) -> Answer:
        """Return the deal's answer; `ended` says that the search ended before all completions were examined."""
        kinds = (("winning", True), ("losing", False))
        shown = {kind: " ".join(filled(self.deal.cards, self.orders[won])) for kind, won in kinds if won in self.orders}
        if len(shown) == len(kinds):
            return Answer("open", engine, completions=shown)
        if ended or self.lacking:
            return Answer("undecided", engine, completions=shown or None, stopped=self.lacking)
        if True in self.orders:
            return Answer("winnable", engine, proof="exhausted")
        reason = Reason("every-completion", "However the unknown cards lie, the goal is not met.")
        return Answer("unwinnable", engine, proof="exhausted", reason=reason)


def solve_partial(deal: Deal, budget: Budget, without: frozenset[str] = frozenset()) -> Answer:
    """Return the answer for a deal with `?`: `winnable` if all completions win, `unwinnable` if none does, else `open`.

    The answer of an open deal has a winning and a losing completion, that of an undecided deal the one found, if any.
    Completions differ in their scores, so a partly known deal has no score, bound or line.

    Switches in `without`: "parity", "suits-first", "completion-memo", "completion-bound", "clause-learning".
    """
    rules = cast(SingleLeftRules, deal.rules)
    impossible = None if "parity" in without else parity(SingleLeft(rules, deal.cards))
    if impossible:
        return Answer("unwinnable", NAME, proof="theorem", reason=impossible)
    found = Found(deal)
    # The only reading that this engine knows is the order of a redeal; the kernels redeal in the original one.
    if rules.discarding == "forced" and not rules.readings():
        _forced(found, rules, budget, without)
        found.confirm()
    elif rules.redeals == 0:
        _optional(found, rules, budget, without)
    else:
        _each(found, rules, budget)
    return found.answer(NAME, ended=budget.stopped is not None)


def solve_by_circuit(deal: Deal, budget: Budget, without: frozenset[str] = frozenset()) -> Answer:
    """Return the answer of the engine `cp-sat` for a deal with `?`, as `solve_partial` does.

    Raises EngineError for optional discarding and for redeals.
    """
    rules = cast(SingleLeftRules, deal.rules)
    cp_sat.check_rules(rules)
    impossible = parity(SingleLeft(rules, deal.cards))
    if impossible:
        return Answer("unwinnable", cp_sat.NAME, proof="theorem", reason=impossible)
    found = Found(deal)
    for win in (True, False):
        _search_circuit(found, win, budget)
    return found.answer(cp_sat.NAME, ended=budget.stopped is not None)


def _search_circuit(found: Found, win: bool, budget: Budget) -> None:
    deal = found.deal
    low, high = cast(SingleLeftRules, deal.rules).wanted(len(deal.cards))
    wanted = [left for left in range(len(deal.cards) + 1) if (low <= left <= high) == win]
    found.note(cp_sat.completion(deal.cards, deal.missing, wanted, 0, budget), win)


def _numbers(found: Found) -> tuple[bytes, bytes, tuple[int, ...], list[tuple[int, int]]]:
    """Return the deal as the kernels take it: ranks, suits, unknown places, missing cards."""
    deal = found.deal
    return (*encode(deal.cards), deal.unknown, list(zip(*encode(deal.missing), strict=True)))


def _forced(found: Found, rules: SingleLeftRules, budget: Budget, without: frozenset[str]) -> None:
    """Look for a winning and a losing completion: by random ones, a short search, annealing, and the full search."""
    goal = rules.wanted(len(found.deal.cards))
    completions = Completions(*_numbers(found), rules.redeals, *goal)
    search: Callable[[bool, Budget, int], tuple[tuple[int, ...] | None, bool]] = completions.search
    if rules.redeals == 0 and "suits-first" not in without:
        memo, bound = "completion-memo" not in without, "completion-bound" not in without
        search = functools.partial(SuitSearch(*_numbers(found), *goal).search, memo=memo, bound=bound)
    # Few completions are faster to search than to sample.
    samples = SAMPLES["forced"] if factorial(len(found.deal.unknown)) > SAMPLES["forced"] else 0
    for order, won in zip(completions.sample(samples, budget), (True, False), strict=True):
        found.note_numbers(order, won)
    learns = rules.redeals == 0 and "clause-learning" not in without
    for win in (True, False):
        if win in found.orders:
            continue
        order, whole = search(win, budget, FIRST_LOOK)
        if order is None and not whole:
            order = completions.anneal(win, ROUNDS, STEPS, budget)
        if order is None and not whole:
            order, whole = search(win, budget, SECOND_LOOK if learns else -1)
        found.note_numbers(order, win)
        if order is None and not whole and budget.stopped is None:
            try:
                with absent_packages_named():
                    _search_circuit(found, win, budget)
            except AbsentPackageError as error:
                found.lacking = error.stopped


def _optional(found: Found, rules: SingleLeftRules, budget: Budget, without: frozenset[str]) -> None:
    completions = OptionalCompletions(*_numbers(found), *rules.wanted(len(found.deal.cards)))
    orders = completions.sample(SAMPLES["optional"], budget)
    if None in orders:
        searched = completions.search(budget, "completion-bound" not in without)
        orders = (orders[0] or searched[0], orders[1] or searched[1])
    for order, won in zip(orders, (True, False), strict=True):
        found.note_numbers(order, won)


def _each(found: Found, rules: SingleLeftRules, budget: Budget) -> None:
    """Decide a few random completions (of a fixed seed), and then all, one by one."""
    missing = found.deal.missing
    some = (SplitMix64(number).shuffled(missing) for number in range(SAMPLES["redeals"]))
    for order in chain(some, permutations(missing)):
        game = SingleLeft(rules, filled(found.deal.cards, order))
        verdict = solve(Task(game, game.start()), budget).verdict
        if verdict == "undecided":
            return
        found.note(order, verdict == "winnable")
        if len(found.orders) == 2:
            return
