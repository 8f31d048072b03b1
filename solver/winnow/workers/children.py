"""How worker processes start and end: they import nothing of the current folder, and leave Ctrl-C to their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker, util
from multiprocessing.process import BaseProcess
from pathlib import Path

_UNGUARDED = 70
"""Exit status of a process that would have imported a script without a guard."""
_OF_THE_GROUP = tuple(getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name))
"""The signals that a terminal sends to all processes of a command."""
_ELSEWHERE = "import sys; sys.path[:] = filter(None, sys.path); _code = sys.argv[2]; del sys.argv[1:3]; exec(_code)"
"""Program that runs the `-c CODE` after it without the current folder, which `-c` puts on the path of imports."""
_START = threading.Lock()


class UnguardedError(RuntimeError):
    """Raised for processes started while a script is imported: each imports the script and would start more.

    >>> "__main__" in str(UnguardedError())
    True
    """

    def __init__(self) -> None:
        super().__init__(
            'each new process (jobs above 1) imports the script: call this under `if __name__ == "__main__":`'
        )


@contextmanager
def starting() -> Iterator[None]:
    """Start processes here: they import no file of the current folder, and Ctrl-C cannot end one that is not ready."""
    with _START, _no_script_on_stdin(), _off_the_folder():
        if sys.platform == "win32":
            yield
            return
        signal.pthread_sigmask(signal.SIG_BLOCK, _OF_THE_GROUP)
        try:
            # The resource tracker starts with the first process and must live as long. Starting it unblocks Ctrl-C.
            resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, _OF_THE_GROUP)
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _OF_THE_GROUP)


@contextmanager
def _off_the_folder() -> Iterator[None]:
    """Let multiprocessing start its programs by `_ELSEWHERE`; Python's own option for that came with 3.11."""
    flags = util._args_from_interpreter_flags  # type: ignore[attr-defined]
    util._args_from_interpreter_flags = lambda: [*flags(), "-c", _ELSEWHERE]  # type: ignore[attr-defined]
    try:
        yield
    finally:
        util._args_from_interpreter_flags = flags  # type: ignore[attr-defined]


@contextmanager
def _no_script_on_stdin() -> Iterator[None]:
    """Hide the name of a script that is no file (`python < script`): a new process would look for it and fail."""
    script = vars(sys.modules["__main__"])
    name = script.get("__file__")
    hidden = name is not None and script.get("__spec__") is None and not Path(name).is_file()
    if hidden:
        del script["__file__"]
    try:
        yield
    finally:
        if hidden:
            script["__file__"] = name


def leave_if_imported_by_worker() -> None:
    """End this process, silently and with a status of its own, if it is a new process that is importing the script."""
    # multiprocessing uses the same test; its error would be a traceback for each process.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(_UNGUARDED)


def end_of(processes: Iterable[BaseProcess]) -> str:
    """Return how worker processes ended: the signal or the status of the first that was not merely asked to end.

    Raises UnguardedError if one was ended by `leave_if_imported_by_worker`.
    """
    codes = [code for process in processes if (code := process.exitcode)]
    # When a process is lost, SIGTERM ends the others.
    code = next((code for code in codes if code != -signal.SIGTERM), codes[0] if codes else 0)
    if _UNGUARDED in codes:
        raise UnguardedError from None
    if code > 0:
        return f"a worker process ended with status {code}"
    if code == -getattr(signal, "SIGKILL", 0) or not code:
        return "a worker process was killed (out of memory?)"
    return f"a worker process was ended by signal {-code} ({signal.strsignal(-code)})"


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
