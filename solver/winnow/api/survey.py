"""Decides a range of numbered deals and sums up their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from winnow.api.pose import well_named
from winnow.core.counted import whole_number
from winnow.core.verdicts import Limits
from winnow.surveys.report import Summary, summarize
from winnow.surveys.store import conduct, opened
from winnow.surveys.survey import Row, Survey, numbers_of
from winnow.workers.interrupts import interruptible
from winnow.workers.runners import runner


@dataclass(frozen=True, repr=False)
class SurveyResult(Summary):
    """A survey's summary; iteration yields its rows as dicts, in the order of their numbers.

    A row has the columns of the database (docs/formats.md). The rows are read from `db`, or were `kept` where
    there is none.

    >>> [row["score"] for row in survey('single-left', 3)]
    [24, 18, 18]
    """

    db: str | None
    kept: tuple[Row, ...]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        if self.db is None:
            yield from map(Row._asdict, self.kept)
            return
        with opened(self.db, must_exist=True) as store:
            for row in store.rows(store.file(self.survey), range(self.first, self.last + 1)):
                yield row._asdict()


@well_named
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
    dask: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> SurveyResult | None:
    """Return the summary and the rows of the verdicts on `deals` numbered deals from `first` on.

    `db` names a database that keeps the rows, so that another call continues where one stopped (None: rows are not
    kept in a file); `jobs` is a number of processes, and `dask` (HOST:PORT) the scheduler of a cluster, which works
    instead of them; `progress` is called with the deals decided, after each batch; other
    arguments are as in `solve`, with `limits` for each deal. Ctrl-C ends the survey: the summary then has fewer deals.
    SIGTERM and SIGHUP end the program, unless it handles them; `db` keeps what was decided. Returns None if no deal was
    decided.

    Each new process imports the script that calls: with `jobs` above 1 call this under `if __name__ == "__main__":`.

    Raises DealError, RuleError or EngineError for bad input, StoreError for a file that is no survey database, and
    ValueError for fewer than one deal or job. Without the guard it raises UnguardedError. WorkerLostError says that
    processes died again and again, UnreachableError that no scheduler answers, and ClusterLostError that it went away:
    the rows in `db` are kept.

    >>> found = survey('single-left', 20)
    >>> found.deals, found.unwinnable
    (20, 20)
    """
    deals, jobs, first = whole_number("deals", deals, 1), whole_number("jobs", jobs, 1), whole_number("first", first)
    asked = Survey.ask(game, rules or {}, best, limits or Limits(), engine, frozenset(without))
    numbers = numbers_of(first, deals)
    decided = 0
    with interruptible() as interrupt, opened(":memory:" if db is None else str(db)) as store:
        with runner(jobs, dask, interrupt.has_been_asked) as worker:
            for rows in conduct(store, asked, numbers, worker):
                decided += len(rows)
                if progress is not None:
                    progress(decided)
        stored = store.rows(store.file(asked), numbers)
        kept = tuple(stored) if db is None else ()
        found = summarize(asked, kept or stored, numbers)
        return None if found is None else SurveyResult(**vars(found), db=None if db is None else str(db), kept=kept)
