"""winnow generate: a pack of puzzles."""

from __future__ import annotations

import time
from collections import Counter
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
from winnow_puzzles.packs import generating
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.generating import NoneWonError, Progress, Wanted
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.players.rating import pack_rules


def _read_levels(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[int, ...]:
    try:
        return generating.read_levels(value)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None


@click.command()
@click.argument("game")
@click.option(
    "--count", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Number of puzzles in all."
)
@click.option(
    "--level", "levels", callback=_read_levels, default="all", show_default=True, help="1 (easy) to 5, a list, or all."
)
@common.rule_option
@click.option("--seed", type=click.IntRange(0, MAX_NUMBER - 1), default=0, show_default=True, help="First deal number.")
@click.option(
    "--deals", type=click.IntRange(1), default=10_000, show_default=True, help="Screen at most this number of deals."
)
@jobs_option
@dask_option
@click.option(
    "-o", "--output", required=True, metavar="DIR", help="Directory of the pack; an unfinished pack there is continued."
)
def generate(
    game: str,
    count: int,
    levels: tuple[int, ...],
    rules: dict[str, str],
    seed: int,
    deals: int,
    jobs: int,
    dask: str | None,
    output: str,
) -> int:
    """Make a pack of puzzles of GAME: winnable deals, rated by how often a panel of simulated players wins them.

    A level is a fifth of the rated deals, level 1 the easiest (in Blink within each size of table). The
    same arguments give the same bytes on any machine, with any number of jobs or on a cluster, also after an
    interruption.
    Exit status 3 if a level could not be filled, or if none of 1,000 deals can be won.
    """
    kind = game_type(game)
    wanted = Wanted(kind.name, pack_rules(kind.name, rules), count, levels, seed, deals)
    with common.interruptible() as interrupt, _shown() as report:
        stop = interrupt.has_been_asked
        try:
            with runner(jobs, dask, stop, in_order=True) as worker:
                made = generating.generate(wanted, Path(output), worker, report)
        except PackError as error:
            raise common.InputError(str(error)) from None
        except NoneWonError as error:
            raise common.UnansweredError(str(error)) from None
        except WorkerLostError as error:
            raise common.UnansweredError(f"{error}; the same command continues from here") from None
        except StoppedError:
            common.mention("interrupted; the same command continues from here")
            return common.EXIT_INTERRUPTED
    return _tell(wanted, made, output)


def _tell(wanted: Wanted, made: Counter[int], output: str) -> int:
    short = False
    for level in wanted.levels:
        share = wanted.shares.of(level)
        few = "" if made[level] >= share else f" of the {share} wanted: no more in {counted(wanted.deals, 'deals')}"
        short = short or bool(few)
        click.echo(f"level {level}: {counted(made[level], 'puzzles')}{few}")
    click.echo(f"{counted(sum(made.values()), 'puzzles')} of {wanted.game} in {output}")
    return common.EXIT_UNDECIDED if short else common.EXIT_DECIDED


class _Watched:
    """How far a run has come, in words that a terminal shows anew several times a second."""

    def __init__(self) -> None:
        self._began, self._before, self._progress = time.monotonic(), -1, Progress()

    def report(self, progress: Progress) -> None:
        """Take the progress; what was screened before this run is not counted into the rate."""
        self._progress = progress
        self._before = progress.screened if self._before < 0 else self._before

    def __rich__(self) -> str:
        """Return the step, how much of it is done, and the time since the beginning."""
        progress, seconds = self._progress, time.monotonic() - self._began
        if progress.chosen:
            told = f"working out figures: {progress.worked_out} of {counted(progress.chosen, 'puzzles')}"
        elif progress.rated or 0 < progress.wanted == progress.found:
            told = f"playing: {progress.rated} of {counted(progress.wanted, 'deals')}"
        elif not progress.screened:
            told = "screening the first deals"
        else:
            rate = 60 * (progress.screened - max(self._before, 0)) / max(seconds, 1e-3)
            left_open = f", {progress.left_open} left open" if progress.left_open else ""
            found = f"{progress.found} of {progress.wanted} that can be won{left_open}"
            told = f"{counted(progress.screened, 'deals')} screened, {rate:,.0f} a minute: {found}"
        return f"{told} ({seconds:,.0f} s)"


@contextmanager
def _shown() -> Iterator[Callable[[Progress], None]]:
    """Yield a function that shows the progress on a terminal's stderr."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    watched = _Watched()
    with console.status(watched):
        yield watched.report
