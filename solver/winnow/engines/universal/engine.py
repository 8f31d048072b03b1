"""Universal Solitaire, the usual way: narrow beams find most wins at once, clause learning decides the rest."""

from __future__ import annotations

from winnow.engines.base import Task
from winnow.engines.universal import beams as universal
from winnow.engines.universal.techniques import CLAUSES
from winnow.verdicts import Answer
from winnow_kernels.common.budget import Budget

NAME = "universal"
TECHNIQUES = universal.TECHNIQUES | CLAUSES
# Without a redeal most deals are lost, and clause learning proves that in less time than a wider beam takes.
_WIDEST_WITH_REDEALS = 300
_WIDEST_WITHOUT = 30


def solve(task: Task, budget: Budget) -> Answer:
    """Decide a position of Universal Solitaire, or as far as the budget goes; best scores are found and proved too."""
    widest = _WIDEST_WITH_REDEALS if task.position.redeals else _WIDEST_WITHOUT
    answer = universal.search(task, budget, widest)
    decided = answer.optimal if task.best else answer.verdict != "undecided"
    if answer.verdict == "winnable" or (budget.stopped and answer.verdict == "undecided"):
        return answer
    from winnow.engines.universal import clauses  # noqa: PLC0415  most deals are won by a beam

    return (
        clauses.explained(task, budget, answer) if decided or budget.stopped else clauses.decide(task, budget, answer)
    )
