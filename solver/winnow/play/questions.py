"""The questions that the page's engine processes answer: functions of plain values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from winnow.api.review import review_line
from winnow.api.solve import Question, answer
from winnow.core.deals import Deal
from winnow_kernels.common.budget import Budget

Json = dict[str, Any]
NewBudget = Callable[[float | None], Budget]
"""Takes seconds (None: no limit) and returns a budget that ends when the page moves on."""

_SECONDS_A_DEAL = 5.0
"""Seconds after which an undecided random deal is skipped."""


def verdict(new_budget: NewBudget, deal: Deal, line: tuple[str, ...], best: bool) -> Json:
    """Return the verdict of the position after `line`, or with `best` its best known score and bound."""
    return answer(Question(deal, line, best), new_budget(None)).record()


def story(new_budget: NewBudget, deal: Deal, after: tuple[str, ...], line: tuple[str, ...]) -> Json:
    """Return where `line`, played after `after`, lost the win, and the verdict of the position that was lost first."""
    budget = new_budget(None)
    found = review_line(Question(deal, after), line, budget)
    record = found.record() | {"start": found.start, "end": found.end, "why": None}
    if found.lost is not None and budget.stopped is None:
        record["why"] = answer(Question(deal, after + line[: found.lost]), budget).record()
    return record


def winnable(new_budget: NewBudget, deal: Deal) -> bool | None:
    """Return whether the deal can be won; None if that is not decided in `_SECONDS_A_DEAL`."""
    verdict = answer(Question(deal), new_budget(_SECONDS_A_DEAL)).verdict
    return None if verdict == "undecided" else verdict == "winnable"


_FUNCTIONS: dict[str, Callable[..., Any]] = {"verdict": verdict, "story": story, "winnable": winnable}


def told(new_budget: NewBudget, name: str, arguments: tuple[Any, ...]) -> tuple[Any, str | None]:
    """Return (result of the function `name`, None), or (None, sentence that says why there is no result)."""
    try:
        return _FUNCTIONS[name](new_budget, *arguments), None
    except ValueError as error:
        return None, str(error)
