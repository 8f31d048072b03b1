"""Runs a survey: deals without a row go to a runner, in batches of about a second, and their rows into the store."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain

from winnow.surveys.store import Store
from winnow.surveys.survey import Batch, BatchResult, Survey, decide_batch
from winnow.workers.local import Runner

BATCH_SECONDS = 1.0
MAX_BATCH = 1000


def conduct(
    store: Store, survey: Survey, numbers: range, runner: Runner, batch: int | None = None
) -> Iterator[BatchResult]:
    """Decide every deal that has no row, write each batch as it is finished, then yield it.

    `batch` fixes the number of deals in a batch. Several runs on one file share the work: each starts at another place,
    goes round once, and skips finished deals; a deal decided twice keeps its first row.
    """
    batches = _Batches(store, survey, numbers, batch)
    for result in runner.run(decide_batch, batches):
        store.add(batches.survey_id, result.rows)
        batches.learn(result)
        yield result


class _Batches:
    """The batches still to be decided, sized by the time that earlier ones took."""

    def __init__(self, store: Store, survey: Survey, numbers: range, size: int | None) -> None:
        self.survey_id = store.file(survey)
        self._store, self._survey, self._numbers = store, survey, numbers
        self._fixed = size is not None
        self._size = size or 1
        self._deals, self._seconds = 0, 0.0

    def __iter__(self) -> Iterator[Batch]:
        first, end = self._numbers.start, self._numbers.stop
        start = random.randrange(first, end)
        return chain(self._stretch(start, end), self._stretch(first, start))

    def _stretch(self, at: int, end: int) -> Iterator[Batch]:
        while at < end:
            found, at = self._store.missing(self.survey_id, range(at, end), self._size)
            if found:
                yield Batch(self._survey, found)

    def learn(self, result: BatchResult) -> None:
        """Set the size of the next batches from a result; no batch is more than double the last."""
        self._deals += len(result.rows)
        self._seconds += result.seconds
        if not self._fixed and self._deals:
            fitting = int(BATCH_SECONDS * self._deals / max(self._seconds, 1e-9))
            self._size = max(1, min(fitting, 2 * len(result.rows), MAX_BATCH))
