"""Universal Solitaire, the usual way: narrow beams find most wins at once, clause learning decides the rest."""

from __future__ import annotations

from winnow.core.engine import Task
from winnow.core.verdicts import Answer
from winnow.games.universal.engine import beams as universal
from winnow_kernels.common.budget import Budget

NAME = "universal"
TECHNIQUES = universal.TECHNIQUES
# Without a redeal most deals are lost, and clause learning proves that in less time than a wider beam takes. The more
# redeals, the more deals are won, and the longer clause learning takes to find how.
_WIDEST = (30, 810, 2430)
"""By the number of redeals; the last one for more of them, too."""
_WIDER = 3


def solve(task: Task, budget: Budget) -> Answer:
    """Decide a position of Universal Solitaire, or as far as the budget goes; best scores are found and proved too."""
    widest = _WIDEST[min(task.position.redeals, len(_WIDEST) - 1)]
    answer = universal.search(task, budget, widest, _WIDER)
    decided = answer.optimal if task.best else answer.verdict != "undecided"
    if answer.verdict == "winnable" or (budget.stopped and answer.verdict == "undecided"):
        return answer
    from winnow.games.universal.engine import clauses  # noqa: PLC0415  most deals are won by a beam

    return (
        clauses.explained(task, budget, answer) if decided or budget.stopped else clauses.decide(task, budget, answer)
    )
