"""The question of a survey about each numbered deal, and the answering of a batch of them."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from winnow.core.deals import MAX_NUMBER, Deal, game_type
from winnow.core.errors import BadInputError, DealError
from winnow.core.game import read_rules
from winnow.core.question import Question
from winnow.core.verdicts import Limits, Verdict
from winnow.core.version import __version__
from winnow.search.engines import choose
from winnow.search.questions import answer
from winnow.workers.local import stopping, watched_budget

MAX_SURVEYED = MAX_NUMBER // 2
"""The first deal number that does not fit the database's integers."""


@dataclass(frozen=True)
class Survey:
    """The question about every deal, as the texts that are the key of a survey's rows.

    `rules` and `limits` are JSON objects with every option spelled out, `engine` the engine's name with the techniques
    switched off.
    """

    game: str
    rules: str
    question: str
    engine: str
    version: str
    limits: str

    @classmethod
    def ask(
        cls,
        game: str,
        rules: Mapping[str, Any],
        best: bool,
        limits: Limits,
        engine: str | None,
        without: frozenset[str],
    ) -> Survey:
        """Return the survey with this question; raise DealError, RuleError or EngineError for invalid arguments."""
        kind = game_type(game)
        chosen = read_rules(kind, rules)
        spelled = chosen.spelled_out()
        Deal.numbered(game, 0, spelled)
        name = " without ".join([choose(game, engine, without, chosen).name, *sorted(without)])
        question = "best" if best else "win"
        return cls(kind.name, json.dumps(spelled), question, name, __version__, json.dumps(vars(limits)))

    def deal(self, number: int) -> Question:
        """Return the question for one deal."""
        engine, *without = self.engine.split(" without ")
        deal = Deal.numbered(self.game, number, json.loads(self.rules))
        return Question(deal, (), self.question == "best", engine, frozenset(without))


class Row(NamedTuple):
    """The result for one deal. All fields but `seconds` are the same on any machine, unless time is limited.

    `proof`, `reason`, `positions` and `seconds` are None where the row was read from a file of rows.
    """

    number: int
    verdict: str
    score: int | None
    bound: int | None
    proof: str | None
    reason: str | None
    stopped: str | None
    positions: int | None
    seconds: float | None

    @classmethod
    def of(cls, number: int, verdict: Verdict) -> Row:
        """Return the row of a verdict."""
        found = verdict.answer
        reason = None if found.reason is None else found.reason.kind
        return cls(
            number=number,
            verdict=verdict.verdict,
            score=found.score,
            bound=found.bound,
            proof=found.proof,
            reason=reason,
            stopped=verdict.stopped,
            positions=verdict.positions,
            seconds=round(verdict.seconds, 6),
        )


def numbers_of(first: int, count: int) -> range:
    """Return `count` numbers of deals from `first` on; raise DealError for numbers that are too large for a survey."""
    if not 0 <= first < first + count <= MAX_SURVEYED:
        raise DealError(f"deals {first} to {first + count - 1}: a survey takes the numbers 0 to {MAX_SURVEYED - 1}")
    return range(first, first + count)


def decide_batch(survey: Survey, numbers: tuple[int, ...]) -> tuple[list[Row], float]:
    """Return the rows of a batch, and the seconds spent, including those on an interrupted deal.

    Deals are decided in order; an interrupted one and all later ones are left out.
    """
    if survey.version != __version__:
        raise BadInputError(f"a worker runs winnow {__version__}, not {survey.version}")
    began = time.monotonic()
    limits = Limits(**json.loads(survey.limits))
    rows: list[Row] = []
    for number in numbers:
        if stopping():
            break
        verdict = answer(survey.deal(number), watched_budget(limits))
        if verdict.stopped == "interrupt":
            break
        rows.append(Row.of(number, verdict))
    return rows, time.monotonic() - began
