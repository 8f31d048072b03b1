"""winnow generate and winnow problems: packs of full deals and of problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console

from winnow.cli import common
from winnow.cli.runners import dask_option, jobs_option, runner
from winnow.core.counted import counted
from winnow.core.deals import MAX_NUMBER
from winnow.workers.local import Runner, WorkerLostError
from winnow_puzzles.base import Record
from winnow_puzzles.packs import generating as deal_packs
from winnow_puzzles.packs.generating import Wanted
from winnow_puzzles.packs.journal import NoneWonError, StoppedError
from winnow_puzzles.players.rating import pack_rules
from winnow_puzzles.problems import generating as problem_packs
from winnow_puzzles.problems.base import problems_of
from winnow_puzzles.problems.generating import WantedProblems

T = TypeVar("T")
_CONTINUES = "the same command continues from here"


@contextmanager
def running(jobs: int, dask: str | None, left: str) -> Iterator[Runner]:
    """Yield the runner of a pack's tasks; `left` says what there is if it stops early.

    Raises UnansweredError if a process is lost, and Exit if the command is interrupted.
    """
    try:
        with common.interruptible() as interrupt, runner(jobs, dask, interrupt.has_been_asked, in_order=True) as worker:
            yield worker
    except WorkerLostError as error:
        raise common.UnansweredError(f"{error}; {left}") from None
    except StoppedError:
        common.mention(f"interrupted; {left}")
        raise click.exceptions.Exit(common.EXIT_INTERRUPTED) from None


@contextmanager
def shown(first: str) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows how far a run has come on a terminal's stderr; `first` is shown before."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status(first) as status:
        yield status.update


def _read(read: Callable[[str], T]) -> Callable[[click.Context, click.Parameter, str | None], T | None]:
    """Return the callback of an option whose text `read` reads, or refuses with a ValueError."""

    def callback(_context: click.Context, _parameter: click.Parameter, value: str | None) -> T | None:
        try:
            return None if value is None else read(value)
        except ValueError as error:
            raise click.BadParameter(f"{error}.") from None

    return callback


def _count_option(of: str) -> Callable[[Any], Any]:
    kind = click.IntRange(1, 100_000)
    return click.option("--count", type=kind, default=50, show_default=True, help=f"Number of {of} in all.")


def _pack_options(deals: int, verb: str, required: bool) -> Callable[[Any], Any]:
    """Return a decorator with the options that both commands have: the rules, deals, processes and directory."""
    most = f"{verb} at most this number of deals."
    into = "Directory of the pack; an unfinished pack there is continued."
    return common.added(
        common.rule_option,
        click.option(
            "--seed", type=click.IntRange(0, MAX_NUMBER - 1), default=0, show_default=True, help="First deal number."
        ),
        click.option("--deals", type=click.IntRange(1), default=deals, show_default=True, help=most),
        jobs_option,
        dask_option,
        click.option("-o", "--output", required=required, metavar="DIR", help=into),
    )


@click.command()
@common.game_argument()
@_count_option("puzzles")
@click.option(
    "--level",
    "levels",
    callback=_read(deal_packs.read_levels),
    default="all",
    show_default=True,
    help="1 (easy) to 3, a list, or all.",
)
@_pack_options(10_000, "Screen", required=True)
def generate(game: str, rules: dict[str, str], jobs: int, dask: str | None, output: str, **asked: Any) -> int:
    """Make a pack of puzzles of GAME: winnable deals, rated by how often a panel of simulated players wins them.

    A level is a third of the rated deals, level 1 the easiest. The same arguments give the same bytes on any
    machine, with any number of jobs or on a cluster, also after an interruption.
    Exit status 3 if a level could not be filled, or if none of 1,000 deals can be won.
    """
    wanted = Wanted(game, pack_rules(game, rules), **asked)
    try:
        with running(jobs, dask, _CONTINUES) as worker, shown("screening the first deals") as show:
            made = deal_packs.generate(wanted, Path(output), worker, show)
    except NoneWonError as error:
        raise common.UnansweredError(str(error)) from None
    return _tell_levels(wanted, made["counts"], output)


def _tell_levels(wanted: Wanted, made: dict[str, int], output: str) -> int:
    short = False
    for level in wanted.levels:
        found, share = made[str(level)], wanted.of_level(level)
        few = "" if found >= share else f" of the {share} wanted: no more in {counted(wanted.deals, 'deals')}"
        short = short or bool(few)
        click.echo(f"level {level}: {counted(found, 'puzzles')}{few}")
    click.echo(f"{counted(sum(made.values()), 'puzzles')} of {wanted.game} in {output}")
    return common.EXIT_UNDECIDED if short else common.EXIT_DECIDED


@click.command()
@common.game_argument()
@_count_option("problems")
@click.option("--theme", help="Only problems with this theme; 'list' lists them.")
@click.option(
    "--rating",
    callback=_read(problem_packs.spans),
    metavar="LO-HI",
    help="Only ratings from LO to HI, in logits (below 0: LO:HI).",
)
@_pack_options(100_000, "Harvest", required=False)
def problems(
    game: str, theme: str | None, rules: dict[str, str], jobs: int, dask: str | None, output: str | None, **asked: Any
) -> int:
    """Make a pack of problems of GAME: rated positions with one solution, every other move refuted.

    The same arguments give the same bytes on any machine, with any number of jobs or on a cluster, also after an
    interruption. Exit status 3 if the allowed deals held too few.
    """
    if theme == "list":
        for name in problems_of(game).themes:
            click.echo(name)
        return common.EXIT_DECIDED
    if output is None:
        raise common.InputError("-o DIR is needed")
    wanted = WantedProblems(game, problem_packs.problem_rules(game, rules), theme=theme, **asked)

    with running(jobs, dask, _CONTINUES) as worker, shown("harvesting ...") as show:
        made = problem_packs.generate(wanted, Path(output), worker, show)
    return _tell_problems(wanted, made, output)


def _tell_problems(wanted: WantedProblems, made: Record, output: str) -> int:
    found, run = made["deals"]["puzzles"], made["generator"]
    few = found < wanted.count
    deals = counted(run["screened"], "deals")
    short = f" of the {wanted.count} wanted: no more in {deals}" if few else ""
    click.echo(f"{counted(found, 'problems')}{short} of {wanted.game}, from {deals}, in {output}")
    for reason, number in sorted(run["rejected"].items(), key=lambda item: (-item[1], item[0])):
        click.echo(f"rejected {number:>9,}: {reason}")
    return common.EXIT_UNDECIDED if few else common.EXIT_DECIDED
