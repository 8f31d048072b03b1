"""Decides many deals of one game, in one process or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from winnow.api.pose import DealLike, pose, searching, well_named
from winnow.core.counted import whole_number
from winnow.core.verdicts import Limits, Verdict
from winnow.search.fair.orders import Samples
from winnow.search.questions import answer
from winnow.workers.interrupts import interruptible
from winnow.workers.local import Processes, watched_budget
from winnow_kernels.common.budget import Budget

_AT_ONCE = 8
"""Deals that a process receives at a time: handing over one costs as much as deciding an easy one."""


@dataclass(frozen=True)
class _Asked:
    game: str
    rules: Mapping[str, Any] | None
    best: bool
    limits: Limits
    engine: str | None
    without: tuple[str, ...]

    def verdict(self, deal: DealLike, budget: Budget) -> Verdict:
        question = pose(self.game, deal, rules=self.rules, best=self.best, engine=self.engine, without=self.without)
        return answer(question, budget, Samples())

    def verdicts(self, deals: Sequence[DealLike]) -> list[Verdict]:
        """Return the verdicts on some deals, up to the first that was interrupted."""
        found: list[Verdict] = []
        for deal in deals:
            found.append(self.verdict(deal, watched_budget(self.limits)))
            if found[-1].stopped == "interrupt":
                break
        return found


@well_named
def solve_many(
    game: str,
    deals: Iterable[DealLike],
    *,
    rules: Mapping[str, Any] | None = None,
    best: bool = False,
    limits: Limits | None = None,
    engine: str | None = None,
    without: Iterable[str] = (),
    jobs: int = 1,
) -> Iterator[Verdict]:
    """Yield the verdict of each deal, in the order of `deals`; arguments as in `solve`, with `limits` for each deal.

    `deals` may be endless: with `jobs` processes it is read a few deals ahead. Each new process imports the script that
    calls: with `jobs` above 1 call this under `if __name__ == "__main__":`. Ctrl-C ends the iteration after the deal
    under way, whose verdict's `stopped` is then "interrupt".

    Raises ValueError for fewer than one job, UnguardedError without the guard, and, as it yields, what `solve` raises;
    with several jobs, verdicts on the deals just before a bad one may be lost.

    >>> [verdict.answer.score for verdict in solve_many('single-left', range(4), best=True)]
    [24, 18, 18, 20]
    """
    jobs = whole_number("jobs", jobs, 1)
    asked = _Asked(game, rules, best, limits or Limits(), engine, tuple(without))
    return _one_by_one(asked, deals) if jobs == 1 else _in_processes(asked, iter(deals), jobs)


def _one_by_one(asked: _Asked, deals: Iterable[DealLike]) -> Iterator[Verdict]:
    for deal in deals:
        # Between two deals Ctrl-C belongs to the caller.
        with searching(asked.limits, None) as budget:
            verdict = asked.verdict(deal, budget)
        yield verdict
        if verdict.stopped == "interrupt":
            return


def _in_processes(asked: _Asked, deals: Iterator[DealLike], jobs: int) -> Iterator[Verdict]:
    batches = iter(lambda: tuple(islice(deals, _AT_ONCE)), ())
    with interruptible() as interrupt:
        for verdicts in Processes(jobs, interrupt.has_been_asked, in_order=True).run(asked.verdicts, batches):
            yield from verdicts
