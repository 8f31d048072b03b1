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


@contextmanager
def interrupt_held_back() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: a process started meanwhile never sees it, not even before it can ignore it."""
    if sys.platform == "win32":
        yield
        return
    # The tracker starts with the first process, and starting it would let Ctrl-C through again.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def leave_interrupts_to_parent() -> None:
    """Ignore Ctrl-C in this process: it reaches the whole process group, and the parent alone answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_with_parent() -> None:
    """Let this process end with its parent, however that ends; a thread waits for it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_outlive, args=(parent,), daemon=True).start()


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
