"""The command `winnow`."""

from __future__ import annotations

import errno
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

import click

from winnow.cli import exits
from winnow.cli.examples import with_examples
from winnow.cli.group import Group
from winnow.core.errors import AbsentPackageError, BadInputError, UnansweredError
from winnow.core.version import __version__
from winnow.workers.interrupts import end_as_ctrl_c_does

_COMMANDS = {
    "rules": ("winnow.cli.deal", "rules"),
    "games": ("winnow.cli.deal", "games"),
    "deal": ("winnow.cli.deal", "deal"),
    "solve": ("winnow.cli.solve", "solve"),
    "prove": ("winnow.cli.prove", "prove_deal"),
    "hint": ("winnow.cli.hint", "hint"),
    "along": ("winnow.cli.along", "along"),
    "play": ("winnow.cli.play", "play"),
    "site": ("winnow.cli.site", "site"),
    "construct": ("winnow.cli.construct", "construct_deal"),
    "count": ("winnow.cli.construct", "count"),
    "check": ("winnow.cli.check", "check_files"),
    "generate": ("winnow_puzzles.commands.making", "generate"),
    "problems": ("winnow_puzzles.commands.making", "problems"),
    "pack": ("winnow_puzzles.commands.pack", "pack"),
    "survey": ("winnow.cli.survey", "survey"),
    "bench": ("winnow.bench.command", "bench"),
}
"""The module of each command, and the command's name in it."""
if find_spec("winnow.bench") is None:
    # The bench is in a clone only.
    del _COMMANDS["bench"]


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of a standard output that cannot be written; for other files the message names the file, too."""


class _Commands(Group):
    """Loads a command on first use: `winnow check` runs without any engine."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; if the reader of its output goes away, exit with status 141 (click would exit with 1)."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            exits.drop(sys.stdout)
            raise click.exceptions.Exit(exits.EXIT_BROKEN_PIPE) from None
        return status

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, which is loaded now; None for an unknown name."""
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name]
        return with_examples(cast(click.Command, getattr(import_module(module), name)), cmd_name)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="winnow")
def command() -> None:
    """Tell winnable deals from unwinnable ones in five little-known solitaires."""


with_examples(command, "")


def main(args: list[str] | None = None) -> None:
    """Run the command and exit with the contract's status; bad input is one line on stderr and status 2."""
    try:
        exits.open_closed_streams()
        with end_as_ctrl_c_does():
            status = command.main(args, prog_name="winnow", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        exits.mention(error.format_message())
        status = exits.EXIT_BAD_INPUT
    except click.ClickException as error:
        exits.complain(_usage_line(error))
        status = error.exit_code
    except (AbsentPackageError, UnansweredError) as error:
        exits.complain(str(error))
        status = exits.EXIT_UNDECIDED
    except BadInputError as error:
        exits.complain(str(error))
        status = exits.EXIT_BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        status = exits.EXIT_INTERRUPTED
    except OSError as error:
        trouble = _trouble(error)
        exits.drop(sys.stdout)
        exits.complain(trouble)
        status = exits.EXIT_BAD_INPUT
    sys.exit(status or 0)


def _trouble(error: OSError) -> str:
    """Return what could not be done: whoever writes a file names it, so what names one here was to be read."""
    if error.filename is not None:
        return f"cannot read {error.filename}: {error.strerror}"
    if error.errno in _NO_ROOM:
        return f"cannot write standard output: {error.strerror}"
    return f"the system refuses: {error.strerror}"


def _usage_line(error: click.ClickException) -> str:
    """Return click's error as one line; for an option that is really a rule, it suggests --rule."""
    text = " ".join(error.format_message().split())
    if isinstance(error, click.NoSuchOption):
        name = error.option_name.lstrip("-")
        # The games are loaded by the commands that need them.
        from winnow.core.commands import options  # noqa: PLC0415
        from winnow.core.games import GAMES  # noqa: PLC0415

        kinds = list(GAMES.usable())
        if any(name in kind.rules_type().__dataclass_fields__ for kind in kinds):
            return f"no option {error.option_name}: rules are set with --rule {name}=VALUE"
        owners = [k.name for k in kinds if any(error.option_name in own.opts for own in options.of(k.name)())]
        if owners:
            return f"{error.option_name} is for {' and '.join(owners)} only"
    return text
