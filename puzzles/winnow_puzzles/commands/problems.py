"""winnow problems: a pack of problems."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

from winnow.cli import common
from winnow.cli.runners import dask_option, jobs_option, runner
from winnow.core.counted import counted
from winnow.core.deals import MAX_NUMBER, game_type
from winnow.workers.local import WorkerLostError
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.problems import generating
from winnow_puzzles.problems.base import problems_of
from winnow_puzzles.problems.generating import Harvest, Span, WantedProblems


def _span(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Span | None:
    try:
        return None if value is None else generating.spans(value)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None


@click.command()
@click.argument("game")
@click.option(
    "--count", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Number of problems in all."
)
@click.option("--theme", help="Only problems with this theme; 'list' lists them.")
@click.option(
    "--rating", callback=_span, metavar="LO-HI", help="Only ratings from LO to HI, in logits (below 0: LO:HI)."
)
@click.option(
    "--decisions", callback=_span, metavar="LO-HI", help="Only problems with LO to HI decisions that matter (2 to 8)."
)
@common.rule_option
@click.option("--seed", type=click.IntRange(0, MAX_NUMBER - 1), default=0, show_default=True, help="First deal number.")
@click.option(
    "--deals", type=click.IntRange(1), default=100_000, show_default=True, help="Harvest at most this number of deals."
)
@jobs_option
@dask_option
@click.option("-o", "--output", metavar="DIR", help="Directory of the pack; an unfinished pack there is continued.")
def problems(
    game: str,
    count: int,
    theme: str | None,
    rating: Span | None,
    decisions: Span | None,
    rules: dict[str, str],
    seed: int,
    deals: int,
    jobs: int,
    dask: str | None,
    output: str | None,
) -> int:
    """Make a pack of problems of GAME: rated positions from play with one solution, every other move refuted.

    The same arguments give the same bytes on any machine, with any number of jobs or on a cluster, also after an
    interruption. Exit status 3 if the allowed deals held too few.
    """
    kind = game_type(game).name
    themes = problems_of(kind).themes
    if theme == "list":
        for name in themes:
            click.echo(name)
        return common.EXIT_DECIDED
    if theme is not None and theme not in themes:
        raise common.InputError(f"--theme {theme}: the themes of {kind} are {', '.join(themes)}")
    if output is None:
        raise common.InputError("-o DIR is needed")
    own = generating.problem_rules(kind, rules)
    wanted = WantedProblems(kind, own, count, theme, rating, decisions, seed, deals)
    with common.interruptible() as interrupt, _shown(wanted) as report:
        try:
            with runner(jobs, dask, interrupt.has_been_asked, in_order=True) as worker:
                taken = generating.generate(wanted, Path(output), worker, report)
        except PackError as error:
            raise common.InputError(str(error)) from None
        except WorkerLostError as error:
            raise common.UnansweredError(f"{error}; the same command continues from here") from None
        except StoppedError:
            common.mention("interrupted; the same command continues from here")
            return common.EXIT_INTERRUPTED
    return _tell(wanted, taken, output)


def _tell(wanted: WantedProblems, taken: Harvest, output: str) -> int:
    """Print what the pack holds and what was rejected; return the exit status."""
    few = len(taken.kept) < wanted.count
    deals = counted(taken.screened, "deals")
    short = f" of the {wanted.count} wanted: no more in {deals}" if few else ""
    click.echo(f"{counted(len(taken.kept), 'problems')}{short} of {wanted.game}, from {deals}, in {output}")
    for reason, number in taken.rejected.most_common():
        click.echo(f"rejected {number:>9,}: {reason}")
    return common.EXIT_UNDECIDED if few else common.EXIT_DECIDED


@contextmanager
def _shown(wanted: WantedProblems) -> Iterator[Callable[[Harvest], None]]:
    """Yield a function that shows the progress on a terminal's stderr."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    began = time.monotonic()
    with console.status("harvesting ...") as status:

        def report(taken: Harvest) -> None:
            rate = 60 * len(taken.kept) / max(time.monotonic() - began, 1e-3)
            status.update(
                f"{len(taken.kept)} of {wanted.count} problems from {taken.screened} deals, {rate:,.0f} a minute"
            )

        yield report
