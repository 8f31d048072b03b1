"""The command `winnow`."""

from __future__ import annotations

import os
import sys

import click

from solver import __version__
from solver.cli import common
from solver.cli.bench import bench
from solver.cli.check import check_files
from solver.cli.construct import construct_deal
from solver.cli.count import count
from solver.cli.deal import deal, games
from solver.cli.generate import generate
from solver.cli.hint import hint
from solver.cli.pack import pack
from solver.cli.solve import solve
from solver.cli.study import study
from solver.cli.survey import survey
from solver.games import GAMES


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="winnow")
def winnow() -> None:
    """Tell winnable deals from unwinnable ones in five little-known solitaires."""


for command in (games, deal, solve, hint, construct_deal, count, check_files, generate, pack, study, survey, bench):
    winnow.add_command(command)


def main(args: list[str] | None = None) -> None:
    """Run the command and exit with the contract's status; bad input is one line on stderr and status 2."""
    try:
        status = winnow.main(args, prog_name="winnow", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        status = common.EXIT_BAD_INPUT
    except click.UsageError as error:
        common.complain(_usage_line(error))
        status = common.EXIT_BAD_INPUT
    except click.ClickException as error:
        common.complain(error.format_message())
        status = error.exit_code
    except common.BAD_INPUT as error:
        common.complain(str(error))
        status = common.EXIT_BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        status = common.EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        status = common.EXIT_BROKEN_PIPE
    except OSError as error:
        _drop_output()
        common.complain(f"cannot write: {error.strerror}")
        status = common.EXIT_BAD_INPUT
    sys.exit(status or 0)


def _drop_output() -> None:
    """Let what is still buffered for stdout go nowhere, so that the program can end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage_line(error: click.UsageError) -> str:
    """Return a usage error on one line; an option that is really a rule is told so."""
    text = " ".join(error.format_message().split())
    if isinstance(error, click.NoSuchOption):
        name = error.option_name.lstrip("-")
        if any(name in kind.rules_type().__dataclass_fields__ for kind in GAMES.values()):
            return f"no option {error.option_name}: rules are set with --rule {name}=VALUE"
    return text
