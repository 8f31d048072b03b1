"""The preferred engine of Universal: narrow beams find most wins at once, clause learning decides the rest."""

from __future__ import annotations

from dataclasses import replace

from winnow.core.engine import Task
from winnow.core.verdicts import Answer
from winnow.games.universal.engine import beams as universal
from winnow_kernels.common.budget import Budget

NAME = "universal"
TECHNIQUES = universal.TECHNIQUES
# Without a redeal most deals are lost, and clause learning proves that faster than a wider beam. With more redeals more
# deals are won, and clause learning takes longer to find the line.
_WIDEST = (30, 810, 2430)
"""The widest beam by the number of redeals; the last entry also serves larger numbers. Each is the kernel's FIRST_WIDTH
times a power of `_WIDER`: beams take no other widths."""
_WIDER = 3
_BESIDE = (0, 2430, 0)
"""The width of one more beam, by the number of redeals, for what the clauses do not decide at once; 0: none."""
_AT_ONCE = 1
"""The number of redeals with which the clauses decide the moves of a position that the first beams left open."""


def solve(task: Task, budget: Budget) -> Answer:
    """Return the answer for a position, a win or the proven best score, as far as the budget allows."""
    redeals = min(task.position.redeals, len(_WIDEST) - 1)
    widest, width = _WIDEST[redeals], _BESIDE[redeals]
    if redeals == _AT_ONCE and task.before is not None and task.before.engine != universal.NAME:
        widest, width = _WIDEST[0], 0
    answer = universal.search(task, budget, widest, _WIDER)
    decided = answer.optimal if task.best else answer.verdict != "undecided"
    if answer.verdict == "winnable" or (budget.stopped and answer.verdict == "undecided"):
        return answer
    from winnow.games.universal.engine import clauses  # noqa: PLC0415  most deals are won by a beam

    if decided or budget.stopped:
        return clauses.explained(task, budget, answer)

    def beside() -> Answer:
        # From the narrowest beam straight to this one.
        found = universal.search(replace(task, best=False), budget, width, _WIDER**4)
        return replace(found, engine=NAME)

    return clauses.decide(task, budget, answer, beside if width else None)
