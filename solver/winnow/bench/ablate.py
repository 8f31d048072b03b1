"""Measures what each technique saves: the bench's workloads with and without it, in one run."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from winnow.bench.base import BENCH, Deals
from winnow.core.question import Question
from winnow.search.engines import engines_of
from winnow.search.questions import make_budget

PAYS = 1.1
"""A technique pays in a workload that takes at least this multiple of the positions or CPU time without it."""
_LEAST_SECONDS = 0.05
"""CPU times below this are too short to compare, and count as this."""


@dataclass(frozen=True)
class Cost:
    """The total cost of a workload: deals decided, positions visited and CPU seconds."""

    decided: int
    positions: int
    seconds: float


@dataclass(frozen=True)
class Effect:
    """One workload with a technique and without it."""

    game: str
    workload: str
    technique: str
    deals: int
    on: Cost
    off: Cost

    @property
    def positions(self) -> float:
        """The positions without the technique, divided by those with it."""
        return self.off.positions / max(self.on.positions, 1)

    @property
    def seconds(self) -> float:
        """The CPU time without the technique, divided by that with it."""
        return max(self.off.seconds, _LEAST_SECONDS) / max(self.on.seconds, _LEAST_SECONDS)

    @property
    def pays(self) -> bool:
        """Whether the technique pays in this workload: fewer deals are decided without it, or none as cheaply."""
        return self.off.decided < self.on.decided or max(self.positions, self.seconds) >= PAYS

    def record(self) -> dict[str, object]:
        """Return the effect as a JSON object."""
        ratios = {"positions_ratio": round(self.positions, 3), "seconds_ratio": round(self.seconds, 2)}
        return {**asdict(self), **ratios, "pays": self.pays}


def techniques(game: str) -> list[str]:
    """Return the switches of a game's preferred engine, in alphabetical order.

    >>> 'cover-bound' in techniques('head')
    True
    """
    return sorted(engines_of(game)[0].techniques)


def effects(game: str, only: str, without: Collection[str], deals: int | None, first: int) -> Iterator[Effect]:
    """Yield the effects of the techniques in `without` (of all, if it is empty) on workloads with `only` in their name.

    `deals` is the number of deals of each workload (None: the workload's own number), from deal number `first` on.
    """
    for workload in BENCH.of(game).workloads(game):
        if not isinstance(workload, Deals) or only not in workload.name:
            continue
        count = workload.deals if deals is None else min(deals, workload.deals)
        questions = [workload.make(number) for number in range(first, first + count)]
        measure(workload, questions[:1], "")  # imports and tables are made before the clock runs
        on = measure(workload, questions, "")
        for technique in techniques(game):
            if without and technique not in without:
                continue
            yield Effect(game, workload.name, technique, count, on, measure(workload, questions, technique))


def measure(workload: Deals, questions: Sequence[Question], technique: str) -> Cost:
    """Return the cost of the questions with one technique switched off ("": with none)."""
    without = frozenset({technique} if technique else ())
    began = time.process_time()
    verdicts = [
        workload.ask(replace(question, without=without), make_budget(workload.limits)) for question in questions
    ]
    seconds = time.process_time() - began
    decided = sum(verdict.decided for verdict in verdicts)
    return Cost(decided, sum(verdict.positions for verdict in verdicts), seconds)


def best_effects(found: Sequence[Effect]) -> list[Effect]:
    """Return for each technique the workload in which it saves most."""
    best: dict[tuple[str, str], Effect] = {}
    for effect in found:
        key = effect.game, effect.technique
        if key not in best or _saved(effect) > _saved(best[key]):
            best[key] = effect
    return list(best.values())


def _saved(effect: Effect) -> tuple[int, float]:
    return effect.on.decided - effect.off.decided, max(effect.positions, effect.seconds)
