"""Single Left from partly known deals: whether every completion, or none of them, wins."""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import chain, permutations
from math import factorial
from typing import cast

from winnow.core.absent import absent_packages_named
from winnow.core.deals import Deal, shuffled
from winnow.core.engine import Task
from winnow.core.errors import AbsentPackageError
from winnow.core.verdicts import Answer
from winnow.games.single_left.engine import cp_sat as single_left_cp_sat
from winnow.games.single_left.engine import solving as single_left
from winnow.games.single_left.engine.cards import encode
from winnow.games.single_left.engine.found import Found
from winnow.games.single_left.engine.solving import NAME, goal_range, parity
from winnow.games.single_left.rules import SingleLeft, SingleLeftRules
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.partial import Completions, OptionalCompletions, SuitSearch

SAMPLES = {"forced": 20_000, "optional": 1_000, "redeals": 20}
"""The number of random completions played first: under forced, optional, and optional discarding with redeals."""

FIRST_LOOK = 20_000
"""Positions of a first search of all completions, before time is spent on annealing."""

ROUNDS, STEPS = 20, 20_000
"""Starts of the annealing, and completions played from each."""

SECOND_LOOK = 200_000
"""Positions of a second search of all completions, before clause learning takes over."""


def solve_partial(deal: Deal, budget: Budget, without: frozenset[str] = frozenset()) -> Answer:
    """Return the answer for a deal with `?`: `winnable` if all completions win, `unwinnable` if none does, else `open`.

    The answer of an open deal has a winning and a losing completion, that of an undecided deal the one found, if any.
    Completions differ in their scores, so a partly known deal has no score, bound or line.

    Switches in `without`: "parity", "suits-first", "completion-memo", "completion-bound", "clause-learning".
    """
    rules = cast(SingleLeftRules, deal.rules)
    impossible = None if "parity" in without else parity(rules, len(deal.cards))
    if impossible:
        return Answer("unwinnable", NAME, proof="theorem", reason=impossible)
    found = Found(deal)
    if rules.readings():
        # The only reading that this engine knows is the order of a redeal; the kernels redeal in the original one.
        _each(found, rules, budget)
    elif rules.discarding == "forced":
        _forced(found, rules, budget, without)
        found.confirm()
    elif rules.redeals == 0:
        _optional(found, rules, budget, without)
    else:
        _each(found, rules, budget)
    return found.answer(NAME, ended=budget.stopped is not None)


def _numbers(found: Found) -> tuple[bytes, bytes, tuple[int, ...], list[tuple[int, int]]]:
    """Return the deal as the kernels take it: ranks, suits, unknown places, missing cards."""
    deal = found.deal
    return (*encode(deal.cards), deal.unknown, list(zip(*encode(deal.missing), strict=True)))


def _forced(found: Found, rules: SingleLeftRules, budget: Budget, without: frozenset[str]) -> None:
    """Look for a winning and a losing completion: by random ones, a short search, annealing, and the full search."""
    goal = goal_range(rules.goal, len(found.deal.cards))
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
        if found.has(win):
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
                    single_left_cp_sat.search(found, win, budget)
            except AbsentPackageError as error:
                found.lacking = error.stopped


def _optional(found: Found, rules: SingleLeftRules, budget: Budget, without: frozenset[str]) -> None:
    completions = OptionalCompletions(*_numbers(found), *goal_range(rules.goal, len(found.deal.cards)))
    orders = completions.sample(SAMPLES["optional"], budget)
    if None in orders:
        searched = completions.search(budget, "completion-bound" not in without)
        orders = (orders[0] or searched[0], orders[1] or searched[1])
    for order, won in zip(orders, (True, False), strict=True):
        found.note_numbers(order, won)


def _each(found: Found, rules: SingleLeftRules, budget: Budget) -> None:
    """Decide a few random completions (of a fixed seed), and then all, one by one."""
    missing = found.deal.missing
    some = (shuffled(missing, number) for number in range(SAMPLES["redeals"]))
    for order in chain(some, permutations(missing)):
        game = SingleLeft(rules, found.cards(order))
        verdict = single_left.solve(Task(game, game.start()), budget).verdict
        if verdict == "undecided":
            return
        found.note(order, verdict == "winnable")
        if found.both:
            return
