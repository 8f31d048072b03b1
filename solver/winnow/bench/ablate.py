"""Compares costs of the bench's workloads in one run: with and without a technique, or here and in another clone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, cast

from winnow.bench import asking
from winnow.bench.base import Deals, hinted, workloads
from winnow.core.game import unusual
from winnow.core.games import GAMES
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
    """One workload with a technique (`on`) and without it, or here and in the clone that `technique` names."""

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
    for workload, questions in _chosen(game, only, deals, first):
        measure(workload, questions[:1], "")  # imports and tables are made before the clock runs
        on = measure(workload, questions, "")
        for technique in techniques(game):
            if without and technique not in without:
                continue
            off = measure(workload, questions, technique)
            yield Effect(game, workload.name, technique, len(questions), on, off)


def _chosen(game: str, only: str, deals: int | None, first: int) -> Iterator[tuple[Deals, list[Question]]]:
    """Yield the workloads of deals with `only` in their name, each with its questions; arguments as of `effects`."""
    for workload in workloads.of(game)(game):
        if isinstance(workload, Deals) and only in workload.name:
            count = workload.deals if deals is None else min(deals, workload.deals)
            yield workload, [workload.make(number) for number in range(first, first + count)]


def effects_against(game: str, only: str, tree: Path, deals: int | None, first: int) -> Iterator[Effect]:
    """Yield the costs of workloads here and in the clone at `tree`, which answer deal by deal; arguments as `effects`.

    Raises RuntimeError if one of them ends.
    """
    with _asked_in(None) as here, _asked_in(tree) as there:
        for workload, questions in _chosen(game, only, deals, first):
            # The first is asked twice, as it loads what is needed.
            asked = [[_ask(process, workload, one) for process in (here, there)] for one in questions[:1] + questions]
            on, off = (Cost(*map(sum, zip(*side, strict=True))) for side in zip(*asked[1:], strict=True))
            yield Effect(game, workload.name, tree.resolve().name, len(questions), on, off)


@contextmanager
def _asked_in(tree: Path | None) -> Iterator[subprocess.Popen[str]]:
    """Yield a process that answers questions with the packages of a clone (None: with these)."""
    path = os.pathsep.join(sys.path if tree is None else [str(tree.resolve() / name) for name in ("solver", "ext")])
    pipe, environment = subprocess.PIPE, {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, asking.__file__]  # this program's own file
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:  # noqa: S603
        try:
            yield process
        finally:
            process.kill()


def _ask(process: subprocess.Popen[str], workload: Deals, question: Question) -> list[float]:
    """Return what a question costs: deals decided, positions and CPU seconds."""
    deal = question.deal
    asked = {"game": deal.game, "deal": deal.text, "after": question.after, "best": question.best}
    rules = unusual(GAMES[deal.game], deal.rules.spelled_out())
    line = {"hinted": workload.ask is hinted, "limits": asdict(workload.limits), "asked": asked | {"rules": rules}}
    questions, answers = cast(IO[str], process.stdin), cast(IO[str], process.stdout)
    questions.write(json.dumps(line) + "\n")
    questions.flush()
    answer = answers.readline()
    if not answer:
        raise RuntimeError(f"{workload.name}, {deal.text}: the process that was asked has ended")
    return cast(list[float], json.loads(answer))


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
