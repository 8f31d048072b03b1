"""Replaces standard streams that the caller has closed (`winnow ... >&-`)."""

from __future__ import annotations

import os
import sys

from winnow.core.errors import OutputError


def open_closed_streams() -> None:
    """Open the null device in place of each closed standard stream, so that no other file gets its descriptor.

    Reading standard input then fails, and messages on standard error are lost. Raises OutputError if standard output
    was closed: every command prints something there.
    """
    silent = sys.stdout is None
    for number in range(3):
        _fill(number)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)
    if silent:
        raise OutputError("cannot write: standard output is closed")


def _fill(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        # The null device takes the lowest number that is free, which is this one. It is opened for writing only, so
        # that reading standard input fails. Child processes have it too.
        os.set_inheritable(os.open(os.devnull, os.O_WRONLY), True)
