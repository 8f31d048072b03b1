"""The signals that end a program as Ctrl-C does: its caller asks it to go, or its terminal has gone."""

from __future__ import annotations

import signal

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def end_as_ctrl_c_does() -> None:
    """Let these signals raise KeyboardInterrupt, except one that is answered already or ignored (nohup)."""
    for number in ENDING:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def is_free(number: int) -> bool:
    """Tell whether nobody answers a signal but Python itself, or `end_as_ctrl_c_does`."""
    return signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)
