"""Ctrl-C reaches a whole process group: how worker processes leave it to the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess

_UNGUARDED = 70
"""Exit status of a process that was to import a script without a guard."""
_OF_THE_GROUP = tuple(getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name))
"""What a terminal sends to all processes of a command."""


class UnguardedError(RuntimeError):
    """Processes that a script starts while it is imported, as each of them imports it and would do the same."""

    def __init__(self) -> None:
        super().__init__(
            'each new process (jobs above 1) imports the script: call this under `if __name__ == "__main__":`'
        )


@contextmanager
def interrupt_held_back() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: a process started meanwhile never sees it, not even before it can ignore it."""
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, _OF_THE_GROUP)
    # The tracker starts with the first process, and has to live as long. Starting it lets Ctrl-C through again.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, _OF_THE_GROUP)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _OF_THE_GROUP)


def leave_if_imported_by_worker() -> None:
    """End this process, silently and with a status of its own, if it is one that is just importing the script."""
    # This is how multiprocessing itself tells; its error would be a traceback for each process.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(_UNGUARDED)


def require_guarded(process: BaseProcess) -> None:
    """Raise UnguardedError if a process that has ended did so by `leave_if_imported_by_worker`."""
    if process.exitcode == _UNGUARDED:
        raise UnguardedError from None


def leave_interrupts_to_parent() -> None:
    """Ignore Ctrl-C and the loss of the terminal in this process: the parent alone answers them for its group."""
    for number in _OF_THE_GROUP:
        signal.signal(number, signal.SIG_IGN)


def end_with_parent() -> None:
    """Let this process end with its parent, however that ends; a thread waits for it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_outlive, args=(parent,), daemon=True).start()


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
