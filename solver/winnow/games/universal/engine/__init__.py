"""Universal Solitaire: beams find wins, clause learning decides the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from winnow.core.engine import Engine, Task
from winnow.core.verdicts import Answer
from winnow.games.universal.engine import solving
from winnow.games.universal.engine.solving import WIDER, WIDTHS, obstacle, search
from winnow_kernels.common.budget import Budget

__all__ = ["engines", "obstacle"]

NAME = "universal"
_AT_ONCE = 1
"""The number of redeals with which the clauses decide the moves of a position that the first beams left open."""


def engines() -> Sequence[Engine]:
    """Return the engine that combines both, the beams, and the clauses."""
    return (
        Engine(NAME, solve, solving.TECHNIQUES, repeatable=False, carried=_without),
        Engine(solving.NAME, solving.solve_by_beams, solving.TECHNIQUES),
        Engine(solving.CLAUSES_NAME, solve_by_clauses, repeatable=False),
    )


def _without(_game: Any, _position: Any, move: str, line: Sequence[str]) -> Sequence[str]:
    """Return a line without a move that it makes later, such as a turn or bar move that is only made earlier."""
    rest = list(line)
    if move in rest:
        rest.remove(move)
    return rest


def solve(task: Task, budget: Budget) -> Answer:
    """Return the answer for a position, a win or the proven best score, as far as the budget allows."""
    redeals = min(task.position.redeals, len(WIDTHS) - 1)
    widest, width = WIDTHS[redeals]
    if redeals == _AT_ONCE and task.before is not None and task.before.engine != solving.NAME:
        widest, width = WIDTHS[0]
    answer = search(task, budget, widest, WIDER)
    decided = answer.optimal if task.best else answer.verdict != "undecided"
    if answer.verdict == "winnable" or (budget.stopped and answer.verdict == "undecided"):
        return answer
    from winnow.games.universal.engine import clauses  # noqa: PLC0415  most deals are won by a beam

    if decided or budget.stopped:
        return clauses.explained(task, budget, answer)

    def beside() -> Answer:
        # From the narrowest beam straight to this one.
        found = search(replace(task, best=False), budget, width, WIDER**4)
        return replace(found, engine=NAME)

    return clauses.decide(task, budget, answer, beside if width else None)


def solve_by_clauses(task: Task, budget: Budget) -> Answer:
    """Return the answer that clause learning finds."""
    from winnow.games.universal.engine import clauses  # noqa: PLC0415  as above

    return clauses.solve(task, budget)
