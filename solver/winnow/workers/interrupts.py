"""Ctrl-C as a request: the first one ends the search under way and keeps its result, the second the program.

SIGTERM from a caller and SIGHUP from a closed terminal are requests too. Windows has no SIGHUP: a closed window, and
Ctrl-Break, arrive there as SIGBREAK.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # The command handles signals before it loads a kernel.
    from winnow_kernels.common.budget import Budget

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


@contextmanager
def end_as_ctrl_c_does() -> Iterator[None]:
    """Let these signals raise KeyboardInterrupt here, except one that has a handler already or is ignored (nohup)."""
    default = [number for number in ENDING if signal.getsignal(number) == signal.SIG_DFL]
    for number in default:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in default:
            signal.signal(number, signal.SIG_DFL)


def is_free(number: int) -> bool:
    """Return whether a signal has no handler but Python's default or that of `end_as_ctrl_c_does`."""
    return signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)


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

    Only the main thread of the main interpreter can handle signals. A program's own handler of SIGTERM or SIGHUP
    stays. A signal that would have ended the program without this block is sent again after it.
    """
    interrupt = Interrupt()
    before: dict[int, Any] = {}
    with suppress(ValueError):  # raised in every other thread
        for number in (signal.SIGINT, *filter(is_free, ENDING)):
            before[number] = signal.signal(number, interrupt)
    try:
        yield interrupt
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if before.get(interrupt.received) == signal.SIG_DFL:
            signal.raise_signal(interrupt.received)
