"""The budget of one call: its limits, its progress, and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from winnow.core.verdicts import Limits
from winnow.search.questions import make_budget
from winnow.workers.interrupts import interruptible
from winnow_kernels.common.budget import Budget


@contextmanager
def searching(limits: Limits | None, progress: Callable[[int], None] | None) -> Iterator[Budget]:
    """Yield a running budget that Ctrl-C ends; `progress` is called with the positions visited, ten times a second.

    Raises TypeError for a value that is not Limits.
    """
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"limits takes winnow.Limits(...), not {type(limits).__name__}")
    with interruptible() as interrupt:
        yield interrupt.watch(make_budget(limits or Limits(), progress))
