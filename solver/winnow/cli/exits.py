"""How a command ends: exit statuses, and what is said of bad input. It loads no engine."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click

EXIT_DECIDED, EXIT_CHECK_FAILED, EXIT_BAD_INPUT, EXIT_UNDECIDED, EXIT_INTERRUPTED = 0, 1, 2, 3, 130
EXIT_BROKEN_PIPE = 141


class InputError(click.ClickException):
    """Bad input: one clear line, exit status 2."""

    exit_code = EXIT_BAD_INPUT


def complain(text: str) -> None:
    """Print one line on stderr; what could break the line or the terminal is shown as a space.

    On a terminal the program's name is red, unless NO_COLOR is set (no-color.org).
    """
    name = "winnow:" if os.environ.get("NO_COLOR") else click.style("winnow:", fg="red", bold=True)
    # click leaves colours out where stderr is no terminal.
    mention(f"{name} {''.join(c if c.isprintable() else ' ' for c in text)}")


def mention(text: str) -> None:
    """Print text on stderr; where that cannot be written the exit status alone tells how the command ended."""
    try:
        click.echo(text, err=True)
    except OSError:
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Let what is still buffered for a standard stream go nowhere, so that the program can end."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
