"""Universal Solitaire by clause learning, which also decides lost deals (docs/soundness/universal_model.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from winnow.core.engine import Task
from winnow.core.verdicts import Answer, Reason
from winnow.games.universal import theorems as universal_reason
from winnow.games.universal.engine import model
from winnow.games.universal.engine.solving import CLAUSES_NAME as NAME
from winnow.games.universal.engine.solving import in_numbers
from winnow.games.universal.rules import Universal
from winnow.search.satisfier import Satisfier
from winnow_kernels.common.budget import Budget
from winnow_kernels.universal.line import spell_out

SOLVER = "glucose42"
"""The solver: it needs fewer conflicts than Glucose 4, and like it can continue after a limit on them."""
_CONFLICTS_FOR_A_REASON = 300
"""The conflicts after which a short reason is given up: harder losses were never seen to have one."""
_SHRUNK = 40
"""The most cards of a reason that are tried one by one; larger ones were never seen to become short."""
_CONFLICTS_FOR_A_CARD = 100
_CONFLICTS_ALONE = 2_000
"""The conflicts after which another search for a win is tried, once: most losses are proved before."""

Beside = Callable[[], Answer]
"""Another search for a win."""


def solve(task: Task, budget: Budget) -> Answer:
    """Return the answer for a position, a win or the proven best score, as far as the budget allows."""
    size = len(task.game.deal)
    score = task.game.score(task.position)
    known = Answer("undecided", NAME, score, size, ()) if task.best else Answer("undecided", NAME, None, size)
    return decide(task, budget, known)


def decide(task: Task, budget: Budget, known: Answer, beside: Beside | None = None) -> Answer:
    """Return the answer as `solve` does, starting from `known`, which may already state a loss or hold a line.

    `beside` is another search for a win, which is tried if the clauses take long.
    """
    answer, open_before = known, known.verdict == "undecided"
    if open_before:
        # Few deals are won without a redeal, and the bound on the best score shows a loss, too.
        answer = _win(task, budget, known, short=task.best and _in_one_pass(task), beside=beside)
    if answer.verdict == "winnable":
        return answer
    if task.best:
        answer = _best(task, budget, answer)
        if answer.reason is None:
            answer = explained(task, budget, answer, only_buried=open_before)
    return replace(answer, engine=NAME)


def explained(task: Task, budget: Budget, answer: Answer, only_buried: bool = False) -> Answer:
    """Return the answer; a loss gets its reason, if a short one is found."""
    if answer.verdict != "unwinnable":
        return answer
    reason = universal_reason.buried(cast(Universal, task.game), task.position)
    if reason is None and _in_one_pass(task) and not only_buried:
        reason = _win(task, budget, Answer("undecided", NAME), short=True).reason
    return replace(answer, reason=reason)


def _in_one_pass(task: Task) -> bool:
    """Return whether the talon is turned once, card by card, as LooseTalon requires."""
    return bool(task.position.redeals == 0 and task.game.rules.draw == 1)


def _win(task: Task, budget: Budget, known: Answer, short: bool = False, beside: Beside | None = None) -> Answer:
    """Return whether the position can be won, with the reason and the known line if it cannot.

    With `short` the search stops when a short reason is no longer to be expected.
    """
    start, cards = in_numbers(task)
    size = len(cards)
    winning = model.Model(start, cards, best=False)
    keeps = winning.talon.keeps
    with Satisfier(budget, SOLVER) as satisfier:
        satisfier.add(winning.write())
        satisfier.hold_back(winning.held_back)
        alone = None if beside is None else _CONFLICTS_ALONE
        winnable = satisfier.solve(keeps, _CONFLICTS_FOR_A_REASON if keeps else alone)
        loosely = winnable is not None
        if not loosely and beside is not None:
            found = beside()
            if found.verdict == "winnable":
                return found
        if not loosely and not short:
            # Facts simplify the clauses at once; assumptions have to be learned about.
            satisfier.add([[[literal] for literal in keeps]])
            winnable = satisfier.solve()
        if winnable:
            line = spell_out(start, winning.line(satisfier.assignment()))
            return Answer("winnable", NAME, size, size, tuple(line))
        if winnable is None:
            return known
        reason = _reason(task, satisfier, keeps if loosely else ())
    return replace(known, verdict="unwinnable", bound=size - 1, proof="exhausted", reason=reason)


def _reason(task: Task, satisfier: Satisfier, keeps: Sequence[int]) -> Reason | None:
    """Return the reason for a loss, from the core of the solver that has just proved it."""
    reason = universal_reason.buried(cast(Universal, task.game), task.position)
    if reason is not None or not keeps:
        return reason
    core = satisfier.core()
    if len(core) <= _SHRUNK:
        core = satisfier.smaller_core(core, _CONFLICTS_FOR_A_CARD, universal_reason.MOST_NAMED)
    return universal_reason.stock_order(task.position, [keeps.index(literal) for literal in core])


def _best(task: Task, budget: Budget, known: Answer) -> Answer:
    """Return the best score, improving the known line until no better one exists or the budget ends."""
    start, cards = in_numbers(task)
    scoring = model.Model(start, cards, best=True)
    size, score = len(cards), known.score or 0
    with Satisfier(budget, SOLVER) as satisfier:
        satisfier.add(scoring.write())
        satisfier.hold_back(scoring.held_back)
        better: bool | None = True
        while better and score < size:
            satisfier.add([scoring.at_least(score + 1)])
            better = satisfier.solve()
            if better:
                found = scoring.line(satisfier.assignment())
                score = found.score
                known = replace(known, score=score, line=tuple(spell_out(start, found)))
    if score == size:
        return replace(known, verdict="winnable", bound=size)
    return known if better is None else replace(known, verdict="unwinnable", bound=score, proof="exhausted")
