"""Numbered deals decided in a row, and what their verdicts say of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from winnow.surveys.conduct import conduct
from winnow.surveys.report import Summary, summary
from winnow.surveys.store import opened
from winnow.surveys.survey import Numbers, Survey
from winnow.verdicts import Limits
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
    """Decide `deals` numbered deals from `first` on and return what their verdicts come to.

    `db` names a database whose rows are kept, so that another call goes on where one stopped (None: kept nowhere);
    `jobs` is a number of processes; `progress` is told the deals decided, after each batch; the rest is as in `solve`,
    `limits` being for each deal. Ctrl-C ends the survey: the summary then has fewer deals. None: not one was decided.

    Raises DealError, RuleError or EngineError for bad input, StoreError for a file that is no such database, and
    ValueError for fewer than one deal or job.

    >>> found = survey('single-left', 20)
    >>> found.deals, found.unwinnable
    (20, 20)
    """
    for name, value in (("deals", deals), ("jobs", jobs)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{name} is a whole number, not {value!r}")
        if value < 1:
            raise ValueError(f"{name} is 1 or more, not {value}")
    asked = Survey.ask(game, rules or {}, best, limits or Limits(), engine, frozenset(without))
    numbers = Numbers.counted(first, deals)
    decided = 0
    with interruptible() as interrupt, opened(":memory:" if db is None else str(db)) as store:
        stop = interrupt.has_been_asked
        runner = InProcess(stop) if jobs == 1 else Processes(jobs, stop)
        for batch in conduct(store, asked, numbers, runner):
            decided += len(batch.rows)
            if progress is not None:
                progress(decided)
        return summary(store, store.file(asked), asked, numbers)
