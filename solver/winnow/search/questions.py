"""Decides a question; every command and every survey goes through here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from winnow.core.counted import counted
from winnow.core.engine import Task, obstacle
from winnow.core.errors import DealError
from winnow.core.game import Game
from winnow.core.lines import replay_within
from winnow.core.question import Question
from winnow.core.verdicts import SEARCH, Answer, Limits, Reason, Verdict
from winnow.search.engines import choose
from winnow.search.fair.orders import Samples, answer_every_order
from winnow_kernels.common.budget import Budget

_MOST_MIB = 2.0**40
"""More memory than any machine has, in MiB: its bytes fit a 64-bit word."""


def make_budget(limits: Limits, on_tick: Callable[[int], None] | None = None) -> Budget:
    """Return a running budget for the limits; `on_tick` is called with the positions visited, ten times a second."""
    memory = None if limits.memory is None else min(limits.memory, _MOST_MIB)
    return Budget(limits.positions, limits.seconds, memory, on_tick)


def answer(question: Question, budget: Budget, samples: Samples | None = None) -> Verdict:
    """Return the verdict on the question, found within the budget.

    For a deal with unknown cards `samples` asks for the share of their orders that can be won.

    Raises IllegalMoveError for moves that the rules do not allow, and DealError or EngineError for a question that no
    engine takes.
    """
    began, visited = time.monotonic(), budget.positions
    engine = choose(question.deal.game, question.engine, question.without, question.deal.rules)
    if question.deal.unknown:
        if question.best:
            raise DealError("a deal with unknown cards takes no --best: its best score depends on their order")
        found = answer_every_order(question, engine, budget, samples)
    else:
        game = question.deal.bind()
        position = replay_within(game, game.start(), question.after, budget)
        if position is None:
            return verdict_of(question, Answer("undecided", engine.name), budget, visited, began)
        found = engine.solve(Task(game, position, question.best, question.without), budget)
        found = with_reason(game, position, found, budget.positions - visited)
    return verdict_of(question, found, budget, visited, began)


def with_reason(game: Game[Any, Any], position: Any, found: Answer, positions: int) -> Answer:
    """Return the answer `found`; if it is a loss shown by a search alone, with a summary of the search as its reason.

    The reason says how many positions were searched, the best score found, and the game's `obstacle`.
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
    texts += [obstacle.of(game.name)(game, position), "" if known is None else known.text]
    return replace(found, reason=Reason(SEARCH, " ".join(filter(None, texts)), () if known is None else known.cards))


def verdict_of(question: Question, found: Answer, budget: Budget, visited: int, began: float) -> Verdict:
    """Return the verdict: the answer with its question and its cost since `visited` positions and the time `began`."""
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
        stopped=budget.stopped or found.stopped,
    )
