"""Decides a range of numbered deals and sums up their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from winnow.core.counted import whole_number
from winnow.core.verdicts import Limits
from winnow.surveys.report import Summary, summary
from winnow.surveys.store import conduct, opened
from winnow.surveys.survey import Survey, numbers_of
from winnow.workers.interrupts import interruptible
from winnow.workers.local import InProcess, Processes


def survey(
    game: str,
    deals: int,
    *,
    first: int = 0,
    db: str | Path | None = None,
    rules: Mapping[str, Any] | None = None,
    best: bool = False,
    limits: Limits | None = None,
    engine: str | None = None,
    without: Iterable[str] = (),
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Summary | None:
    """Return the summary of the verdicts of `deals` numbered deals from `first` on.

    `db` names a database that keeps the rows, so that another call continues where one stopped (None: rows are not
    kept); `jobs` is a number of processes; `progress` is called with the deals decided, after each batch; other
    arguments are as in `solve`, with `limits` for each deal. Ctrl-C, SIGTERM or SIGHUP ends the survey: the summary
    then has fewer deals. Returns None if no deal was decided.

    Each new process imports the script that calls: with `jobs` above 1 call this under `if __name__ == "__main__":`.

    Raises DealError, RuleError or EngineError for bad input, StoreError for a file that is no survey database, and
    ValueError for fewer than one deal or job. Without the guard it raises UnguardedError.

    >>> found = survey('single-left', 20)
    >>> found.deals, found.unwinnable
    (20, 20)
    """
    deals, jobs, first = whole_number("deals", deals, 1), whole_number("jobs", jobs, 1), whole_number("first", first)
    asked = Survey.ask(game, rules or {}, best, limits or Limits(), engine, frozenset(without))
    numbers = numbers_of(first, deals)
    decided = 0
    with interruptible() as interrupt, opened(":memory:" if db is None else str(db)) as store:
        stop = interrupt.has_been_asked
        runner = InProcess(stop) if jobs == 1 else Processes(jobs, stop)
        for batch in conduct(store, asked, numbers, runner):
            decided += len(batch.rows)
            if progress is not None:
                progress(decided)
        return summary(store, store.file(asked), asked, numbers)
