"""Exit statuses, standard streams, and the messages for bad input. It loads no engine."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click
from click.core import ParameterSource

from winnow.core.errors import BadInputError, OutputError
from winnow.core.text_files import printable

EXIT_DECIDED, EXIT_CHECK_FAILED, EXIT_BAD_INPUT, EXIT_UNDECIDED, EXIT_INTERRUPTED = 0, 1, 2, 3, 130
EXIT_BROKEN_PIPE = 141
_NO_COLOURS = ("dumb", "unknown")
"""The values of TERM for a terminal without escape sequences."""
InputError = BadInputError
"""What a command raises for bad input: one clear line, exit status 2."""


def refuse_given(why: str, *names: str) -> None:
    """Raise InputError if an option with one of these names was given to the command that runs: it has no effect."""
    context = click.get_current_context()
    for option in context.command.params:
        if option.name in names and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE:
            raise InputError(f"{option.opts[0]} {why}")


def status(stopped: str | None, answered: bool) -> int:
    """Return the exit status of a search that `stopped` ended, if anything did."""
    if stopped == "interrupt":
        return EXIT_INTERRUPTED
    return EXIT_DECIDED if answered else EXIT_UNDECIDED


def tell(text: str) -> None:
    """Print one readable line on stdout, with control characters and line breaks escaped."""
    click.echo(printable(text))


def input_name(file: str) -> str:
    """Return what a message calls the file of this name; "-" is standard input."""
    return "standard input" if file == "-" else file


def complain(text: str) -> None:
    """Print one line on stderr, with control characters and line breaks escaped.

    On a terminal the program's name is red, unless it is dumb or NO_COLOR is set (no-color.org).
    """
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") in _NO_COLOURS
    name = "winnow:" if plain else click.style("winnow:", fg="red", bold=True)
    # click leaves colours out where stderr is no terminal.
    mention(f"{name} {printable(text)}")


def mention(text: str) -> None:
    """Print text on stderr; if stderr cannot be written to, drop it: the exit status remains."""
    try:
        click.echo(text, err=True)
    except OSError:
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Discard the buffered output of a standard stream, so that the program can end."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def open_closed_streams() -> None:
    """Open the null device in place of each closed standard stream, so that no other file gets its descriptor.

    Reading standard input then fails, and messages on standard error are lost. Raises OutputError if standard output
    was closed: every command prints something there.
    """
    silent = sys.stdout is None
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The null device takes the lowest number that is free, which is this one. It is opened for writing only,
            # so that reading standard input fails. Child processes have it too.
            os.set_inheritable(os.open(os.devnull, os.O_WRONLY), True)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)
    if silent:
        raise OutputError("cannot write: standard output is closed")
