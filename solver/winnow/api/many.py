"""Decides many deals of one game, in one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from winnow.api.pose import DealLike, pose, searching, well_named
from winnow.core.counted import whole_number
from winnow.core.question import Question
from winnow.core.verdicts import Limits, Verdict
from winnow.search.fair.orders import Samples
from winnow.search.questions import answer
from winnow.workers.interrupts import interruptible
from winnow.workers.local import Processes, watched_budget

_AT_ONCE = 8
"""Deals that a process receives at a time: handing over one costs as much as deciding an easy one."""


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
    ask = partial(pose, game, rules=rules, best=best, engine=engine, without=tuple(without))
    bounds = limits or Limits()
    return _one_by_one(ask, bounds, deals) if jobs == 1 else _in_processes(ask, bounds, iter(deals), jobs)


def _one_by_one(ask: Callable[[DealLike], Question], limits: Limits, deals: Iterable[DealLike]) -> Iterator[Verdict]:
    for deal in deals:
        # Between two deals Ctrl-C belongs to the caller.
        with searching(limits, None) as budget:
            verdict = answer(ask(deal), budget, Samples())
        yield verdict
        if verdict.stopped == "interrupt":
            return


def _in_processes(
    ask: Callable[[DealLike], Question], limits: Limits, deals: Iterator[DealLike], jobs: int
) -> Iterator[Verdict]:
    batches = iter(lambda: tuple(islice(deals, _AT_ONCE)), ())
    with interruptible() as interrupt:
        runner = Processes(jobs, interrupt.has_been_asked, in_order=True)
        for verdicts in runner.run(partial(_verdicts, ask, limits), batches):
            yield from verdicts


def _verdicts(ask: Callable[[DealLike], Question], limits: Limits, deals: Sequence[DealLike]) -> list[Verdict]:
    """Return the verdicts on some deals, up to the first that was interrupted."""
    found: list[Verdict] = []
    for deal in deals:
        budget = watched_budget(limits)
        found.append(answer(ask(deal), budget, Samples()))
        if found[-1].stopped == "interrupt":
            break
    return found
