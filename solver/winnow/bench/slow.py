"""winnow bench --slow: the questions that take longest, with the aim for each; old and new in one run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from winnow.bench import asking
from winnow.bench.base import BENCH, Slow, quantile

FIRST = 930_000
"""The first numbered deal: no parameter of a search was chosen by these."""
_SECONDS = 60
_LEAST_SECONDS = 1e-4
"""CPU times below this are too short to compare, and count as this."""
COLUMNS = ("question", "deals", "decided", "median s", "p99 s", "aim")
BESIDE = ("old: decided", "median s", "p99 s", "positions x", "CPU x")
"""The further columns where another clone is measured, too: its costs, and those of this one divided by them."""


@dataclass(frozen=True)
class Costs:
    """The cost of one row's deals."""

    seconds: tuple[float, ...]
    positions: int
    decided: int

    def cells(self) -> tuple[str, str, str]:
        """Return decided deals, and the CPU seconds of the median deal and of the 99th percentile."""
        ordered = sorted(self.seconds)
        return str(self.decided), _short(quantile(ordered, 50)), _short(quantile(ordered, 99))

    def fields(self) -> dict[str, Any]:
        """Return the costs as `--json` prints them."""
        ordered = sorted(self.seconds)
        times = {"median_seconds": quantile(ordered, 50), "p99_seconds": quantile(ordered, 99)}
        return {"deals": len(ordered), "decided": self.decided, "positions": self.positions, **times}


@dataclass(frozen=True)
class Row:
    """A question with its cost in this clone, and in the other one if there is one."""

    game: str
    slow: Slow
    new: Costs
    old: Costs | None

    def fields(self) -> dict[str, Any]:
        """Return the row as `--json` prints it."""
        asked = {"game": self.game, "question": self.slow.name, "aim": self.slow.aim}
        return asked | self.new.fields() | ({} if self.old is None else {"old": self.old.fields()})

    def cells(self) -> list[str]:
        """Return the cells of the table's row; costs of old and new as ratios, new to old."""
        decided, median, high = self.new.cells()
        cells = [f"{self.game}: {self.slow.name}", str(len(self.new.seconds)), decided, median, high, self.slow.aim]
        if self.old is None:
            return cells
        ratios = (
            self.new.positions / max(self.old.positions, 1),
            sum(self.new.seconds) / max(sum(self.old.seconds), _LEAST_SECONDS),
        )
        return [*cells, *self.old.cells(), *(f"{ratio:.2f}" for ratio in ratios)]


def rows(games: Sequence[str], only: str, deals: int | None, first: int, against: Path | None) -> Iterator[Row]:
    """Yield the rows whose question contains `only`: deal by deal in this clone, and in the one at `against`."""
    with ExitStack() as stack:
        trees = [stack.enter_context(_asked_in(tree)) for tree in ((None,) if against is None else (None, against))]
        for game in games:
            for slow in BENCH.of(game).slow():
                if only in slow.name:
                    yield Row(game, slow, *_costs(game, slow, range(first, first + (deals or slow.deals)), trees))


def _costs(game: str, slow: Slow, numbers: range, trees: Sequence[subprocess.Popen[str]]) -> tuple[Costs, Costs | None]:
    """Return the costs of the deals in each tree; the first deal is asked twice, as it loads what is needed."""
    for tree in trees:
        _ask(tree, game, slow, numbers[0])
    found = [[_ask(tree, game, slow, number) for tree in trees] for number in numbers]
    new, *old = [
        Costs(tuple(a["seconds"] for a in each), sum(a["positions"] for a in each), sum(a["decided"] for a in each))
        for each in zip(*found, strict=True)
    ]
    return new, old[0] if old else None


@contextmanager
def _asked_in(tree: Path | None) -> Iterator[subprocess.Popen[str]]:
    """Yield a process that answers questions with the packages of a clone (None: with these)."""
    path = os.pathsep.join(sys.path if tree is None else [str(tree.resolve() / name) for name in ("solver", "ext")])
    process = subprocess.Popen(  # noqa: S603  this program's own file
        [sys.executable, asking.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _ask(process: subprocess.Popen[str], game: str, slow: Slow, number: int) -> dict[str, Any]:
    """Return the cost of one deal; raise RuntimeError if the process ends."""
    asked = {"game": game, "number": number, "seconds": _SECONDS, "rules": dict(slow.rules)}
    asked |= {"ask": slow.ask, "calls": slow.calls, "without": slow.without}
    questions, answers = cast(IO[str], process.stdin), cast(IO[str], process.stdout)
    questions.write(json.dumps(asked) + "\n")
    questions.flush()
    line = answers.readline()
    if not line:
        raise RuntimeError(f"{slow.name}, deal {number}: the process that was asked has ended")
    answer: dict[str, Any] = json.loads(line)
    return answer


def _short(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds >= 0.1 else f"{seconds:.5f}"
