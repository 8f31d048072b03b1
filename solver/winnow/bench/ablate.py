"""Compares costs of the bench's workloads in one run: with and without a technique, or here and in another clone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from winnow.bench.base import Deals, workloads
from winnow.core.question import Question
from winnow.search.engines import engines_of
from winnow.search.questions import make_budget

PAYS = 1.1
"""A technique pays in a workload that takes at least this multiple of the positions or CPU time without it."""
_PACKAGES = ("solver", "ext", "puzzles")
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
    for workload in workloads.of(game)(game):
        if not (isinstance(workload, Deals) and only in workload.name):
            continue
        count = workload.deals if deals is None else min(deals, workload.deals)
        questions = [workload.make(number) for number in range(first, first + count)]
        measure(workload, questions[:1], "")  # imports and tables are made before the clock runs
        on = measure(workload, questions, "")
        for technique in techniques(game):
            if without and technique not in without:
                continue
            off = measure(workload, questions, technique)
            yield Effect(game, workload.name, technique, len(questions), on, off)


def effects_against(game: str, only: str, tree: Path, deals: int | None, first: int) -> Iterator[Effect]:
    """Yield the costs of workloads here and in the clone at `tree`, one after the other; arguments as of `effects`.

    Raises RuntimeError if a bench ends with an error.
    """
    for workload in workloads.of(game)(game):
        if only in workload.name:
            here, there = (_benched(place, game, workload.name, deals, first) for place in (None, tree))
            on, off = (Cost(*(side[name] for name in ("decided", "positions", "seconds"))) for side in (here, there))
            yield Effect(game, workload.name, tree.resolve().name, here["deals"], on, off)


def _benched(tree: Path | None, game: str, workload: str, deals: int | None, first: int) -> dict[str, Any]:
    """Return what the bench prints of a workload with the packages of a clone (None: with these)."""
    path = os.pathsep.join(sys.path if tree is None else [str(tree.resolve() / name) for name in _PACKAGES])
    size = [] if deals is None else ["--deals", str(deals)]
    command = [sys.executable, "-m", "winnow", "bench", game, "--only", workload, "--from", str(first), "--json", *size]
    done = subprocess.run(  # noqa: S603  this program's own
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path}
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} in {tree or 'this clone'}: {done.stderr}")
    records: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    return next(record for record in records if record["workload"] == workload)


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
