"""The signals that end a program as Ctrl-C does: SIGTERM from its caller, SIGHUP from a closed terminal.

Windows has no SIGHUP: a closed window, and Ctrl-Break, arrive there as SIGBREAK.
"""

from __future__ import annotations

import signal

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


def end_as_ctrl_c_does() -> None:
    """Let these signals raise KeyboardInterrupt, except one that has a handler already or is ignored (nohup)."""
    for number in ENDING:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def is_free(number: int) -> bool:
    """Tell whether a signal has no handler but Python's default or that of `end_as_ctrl_c_does`."""
    return signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)
