"""Ctrl-C as a request: the first one ends the search under way and keeps its result, the second the program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from winnow_kernels.common.budget import Budget


class Interrupt:
    """What Ctrl-C has asked for."""

    def __init__(self) -> None:
        self.asked = False
        self.budget: Budget | None = None

    def __call__(self, _signal: int, _frame: FrameType | None) -> None:
        """Answer the signal."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        if self.budget is not None:
            self.budget.interrupt()

    def has_been_asked(self) -> bool:
        """Return whether Ctrl-C was pressed."""
        return self.asked

    def watch(self, budget: Budget) -> Budget:
        """Let Ctrl-C stop this budget's search."""
        self.budget = budget
        if self.asked:
            budget.interrupt()
        return budget


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Let Ctrl-C end the search cleanly while the block runs; only the main thread can answer signals."""
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)
