"""How a command ends: exit statuses, and what is said of bad input. It loads no engine."""

from __future__ import annotations

import os

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
    click.echo(f"{name} {''.join(c if c.isprintable() else ' ' for c in text)}", err=True)
