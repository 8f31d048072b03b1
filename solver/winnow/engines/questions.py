"""A deal, what is asked of it, and the verdict: the one question that every command and every survey puts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from winnow.counted import counted
from winnow.deals import Deal
from winnow.engines import ENGINES, choose
from winnow.engines.base import Task
from winnow.errors import DealError
from winnow.games import Game
from winnow.lines import replay
from winnow.verdicts import SEARCH, Answer, Limits, Reason, Verdict
from winnow_kernels.common.budget import Budget


@dataclass(frozen=True)
class Question:
    """A deal, the moves already played, and what is asked: everything that a verdict answers.

    `best` asks for the best score instead of a win; `engine` names an engine (None: the preferred one); `without` are
    techniques to switch off (docs/soundness).

    >>> Question(Deal.numbered('head', 3), best=True).after
    ()
    """

    deal: Deal
    after: tuple[str, ...] = ()
    best: bool = False
    engine: str | None = None
    without: frozenset[str] = frozenset()


def make_budget(limits: Limits, on_tick: Callable[[int], None] | None = None) -> Budget:
    """Return a running budget for the limits; `on_tick` is told the positions visited, ten times a second."""
    return Budget(limits.positions, limits.seconds, limits.memory, on_tick)


def answer(question: Question, budget: Budget) -> Verdict:
    """Decide what is asked within the budget.

    Raises IllegalMoveError for moves that the rules do not allow, DealError and EngineError for what no engine takes.
    """
    began, visited = time.monotonic(), budget.positions
    engine = choose(question.deal.game, question.engine, question.without)
    if question.deal.unknown:
        if question.after or question.best:
            raise DealError("a deal with unknown cards takes the plain question only: no --after or --best")
        found = engine.solve_partial(question.deal, budget, question.without)
    else:
        game = question.deal.bind()
        position = replay(game, game.start(), question.after)
        found = engine.solve(Task(game, position, question.best, question.without), budget)
        found = with_reason(game, position, found, budget.positions - visited)
    return verdict_of(question, found, budget, visited, began)


def with_reason(game: Game[Any, Any], position: Any, found: Answer, positions: int) -> Answer:
    """Return a position's answer; if it is a loss for which a search alone speaks, with what that saw as the reason.

    It tells how much was searched and reached, and what is in the way.
    """
    known = found.reason
    if found.verdict != "unwinnable" or found.proof != "exhausted" or (known is not None and known.kind != SEARCH):
        return found
    texts = [
        f"Every line of play was tried or excluded by a proven rule ({counted(positions, 'positions')} searched), "
        "and none wins."
    ]
    if found.score is not None:
        texts.append(f"The best one found ends with {counted(found.score, game.score_unit)}.")
    texts += [ENGINES.of(game.name).obstacle(game, position), "" if known is None else known.text]
    return replace(found, reason=Reason(SEARCH, " ".join(filter(None, texts)), () if known is None else known.cards))


def verdict_of(question: Question, found: Answer, budget: Budget, visited: int, began: float) -> Verdict:
    """Return the answer with its question and its cost, counted from `visited` positions and the time `began`."""
    return Verdict(
        game=question.deal.game,
        rules=question.deal.rules.spelled_out(),
        deal=question.deal.text,
        number=question.deal.number,
        after=question.after,
        question="best" if question.best else "win",
        answer=found,
        positions=budget.positions - visited,
        seconds=time.monotonic() - began,
        stopped=budget.stopped,
    )
