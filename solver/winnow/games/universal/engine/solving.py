"""The preferred engine of Universal: narrow beams find most wins at once, clause learning decides the rest."""

from __future__ import annotations

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


def solve(task: Task, budget: Budget) -> Answer:
    """Return the answer for a position, a win or the proven best score, as far as the budget allows."""
    widest = _WIDEST[min(task.position.redeals, len(_WIDEST) - 1)]
    answer = universal.search(task, budget, widest, _WIDER)
    decided = answer.optimal if task.best else answer.verdict != "undecided"
    if answer.verdict == "winnable" or (budget.stopped and answer.verdict == "undecided"):
        return answer
    from winnow.games.universal.engine import clauses  # noqa: PLC0415  most deals are won by a beam

    return (
        clauses.explained(task, budget, answer) if decided or budget.stopped else clauses.decide(task, budget, answer)
    )
