"""How a command ends: exit statuses, and what is said of bad input. It loads no engine."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click

from winnow.core.text_files import printable

EXIT_DECIDED, EXIT_CHECK_FAILED, EXIT_BAD_INPUT, EXIT_UNDECIDED, EXIT_INTERRUPTED = 0, 1, 2, 3, 130
EXIT_BROKEN_PIPE = 141
_NO_COLOURS = ("dumb", "unknown")
"""What TERM says of a terminal that takes no escape sequences."""


class InputError(click.ClickException):
    """Bad input: one clear line, exit status 2."""

    exit_code = EXIT_BAD_INPUT


def tell(text: str) -> None:
    """Print one line for a person on stdout; what could command a terminal, or add a line, is escaped."""
    click.echo(printable(text))


def complain(text: str) -> None:
    """Print one line on stderr; what could command a terminal, or add a line, is escaped.

    On a terminal the program's name is red, unless it is dumb or NO_COLOR is set (no-color.org).
    """
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") in _NO_COLOURS
    name = "winnow:" if plain else click.style("winnow:", fg="red", bold=True)
    # click leaves colours out where stderr is no terminal.
    mention(f"{name} {printable(text)}")


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
