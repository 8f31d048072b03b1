"""Ctrl-C as a request: the first one ends the search under way and keeps its result, the second the program.

SIGTERM and SIGHUP are requests too.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from winnow.workers.signals import ENDING, is_free
from winnow_kernels.common.budget import Budget


class Interrupt:
    """Records whether Ctrl-C was pressed, and stops the watched search."""

    def __init__(self) -> None:
        self.asked = False
        self.received = 0
        self.budget: Budget | None = None

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        """Handle the signal."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked, self.received = True, number
        if self.budget is not None:
            self.budget.interrupt()

    def has_been_asked(self) -> bool:
        """Return whether Ctrl-C was pressed."""
        return self.asked

    def watch(self, budget: Budget) -> Budget:
        """Let Ctrl-C stop this budget's search; return the budget."""
        self.budget = budget
        if self.asked:
            budget.interrupt()
        return budget


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Let Ctrl-C, SIGTERM and SIGHUP end the search cleanly while the block runs.

    Only the main thread can handle signals. A program's own handler of SIGTERM or SIGHUP
    stays. A signal that would have ended the program without this block is sent again after it.
    """
    interrupt = Interrupt()
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, *filter(is_free, ENDING)):
            before[number] = signal.signal(number, interrupt)
    try:
        yield interrupt
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if before.get(interrupt.received) == signal.SIG_DFL:
            signal.raise_signal(interrupt.received)
