"""Worker processes leave Ctrl-C, which reaches a whole process group, to the process that started them."""

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
"""Exit status of a process that would have imported a script without a guard."""
_OF_THE_GROUP = tuple(getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name))
"""The signals that a terminal sends to all processes of a command."""


class UnguardedError(RuntimeError):
    """Raised for processes started while a script is imported: each imports the script and would start more."""

    def __init__(self) -> None:
        super().__init__(
            'each new process (jobs above 1) imports the script: call this under `if __name__ == "__main__":`'
        )


@contextmanager
def interrupt_held_back() -> Iterator[None]:
    """Block Ctrl-C while processes start: they inherit the block, so it cannot end one that does not ignore it yet."""
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, _OF_THE_GROUP)
    # The resource tracker starts with the first process and must live as long. Starting it unblocks Ctrl-C.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, _OF_THE_GROUP)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _OF_THE_GROUP)


def leave_if_imported_by_worker() -> None:
    """End this process, silently and with a status of its own, if it is a new process that is importing the script."""
    # multiprocessing uses the same test; its error would be a traceback for each process.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(_UNGUARDED)


def require_guarded(process: BaseProcess) -> None:
    """Raise UnguardedError if a process was ended by `leave_if_imported_by_worker`."""
    if process.exitcode == _UNGUARDED:
        raise UnguardedError from None


def leave_interrupts_to_parent() -> None:
    """Ignore Ctrl-C and the loss of the terminal in this process: the parent handles them for its group."""
    for number in _OF_THE_GROUP:
        signal.signal(number, signal.SIG_IGN)


def end_with_parent() -> None:
    """Start a thread that ends this process when its parent ends, in any way."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_outlive, args=(parent,), daemon=True).start()


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
