"""The memory limit for searches whose tables are Python's or a library's: it limits the growth of the process."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from winnow.core.meter import resident
from winnow_kernels.common.budget import Budget

T = TypeVar("T")
_SECONDS_BETWEEN = 0.02
"""Between two looks: positions of a long deal are large, so their number says little."""


class ResidentMemory:
    """The growth of this process's resident memory since the budget's first such search.

    Where it cannot be measured the limit does not hold.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        if budget.resident_before is None:
            budget.resident_before = resident() or 0
        self._next_look = 0.0

    def within(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items until the budget is spent, which `budget.stopped` tells then.

        Clock and memory are looked at now and then: one position of a long deal may have as many successors as cards.
        """
        for item in items:
            now = time.monotonic()
            if now >= self._next_look:
                self._next_look = now + _SECONDS_BETWEEN
                if self._budget.poll() or self.is_over():
                    return
            yield item

    def is_over(self) -> bool:
        """Return whether the growth exceeds the budget's memory limit; if so, mark the budget as out of memory."""
        budget = self._budget
        over = budget.max_bytes >= 0 and (resident() or 0) - (budget.resident_before or 0) > budget.max_bytes
        if over:
            budget.out_of_memory()
        return over
