"""winnow survey: winnability tables over numbered deals."""

from __future__ import annotations

import time

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from winnow.cli import common, survey_report
from winnow.cli.group import Group
from winnow.cli.runners import deals_options, runner
from winnow.cli.survey_fair import fair
from winnow.core.statistics import percent_outward, win_rate
from winnow.core.verdicts import Limits
from winnow.surveys.conduct import conduct
from winnow.surveys.report import summary
from winnow.surveys.store import VERDICTS, Store, opened
from winnow.surveys.survey import Survey, numbers_of
from winnow.workers.local import Runner, WorkerLostError


class _Survey(Group):
    """Takes `run` for the command where the first word names none: `winnow survey GAME` is `winnow survey run GAME`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name. Raises click.UsageError."""
        if args and args[0] not in self.commands:
            args = ["run", *args]
        return super().resolve_command(ctx, args)


# Options before the game's name are those of `run`.
@click.group(cls=_Survey, context_settings={"ignore_unknown_options": True})
def survey() -> None:
    """Solve numbered deals and store one row per deal: how often can a game be won?

    `winnow survey GAME ...` means `winnow survey run GAME ...`.
    """


for _command in (survey_report.report, survey_report.rows, fair):
    survey.add_command(_command)


@survey.command("run")
@deals_options
@common.search_options
@click.option("--db", required=True, metavar="FILE", help="The database of the rows (SQLite).")
@click.option("--batch", type=click.IntRange(1, 100_000), metavar="N", help="Deals per batch (default: a second's).")
def run_survey(
    game: str,
    deals: int,
    first: int,
    db: str,
    jobs: int,
    dask: str | None,
    batch: int | None,
    rules: dict[str, str],
    best: bool,
    limits: Limits,
    engine: str | None,
    without: frozenset[str],
) -> int:
    """Solve numbered deals of GAME and store one row per deal; a repeated run continues where the last one stopped.

    Several runs may work on one file and share its deals. At the end it prints the report. `winnow check FILE --search
    --sample N` solves a random sample of the rows again.
    """
    asked = Survey.ask(game, rules, best, limits, engine, without)
    numbers = numbers_of(first, deals)
    try:
        with common.interruptible() as interrupt, runner(jobs, dask, interrupt.has_been_asked) as worker:
            return _run(db, asked, numbers, worker, batch)
    except WorkerLostError as error:
        first, *rest = error.task.numbers
        lost = f"deals {first} to {rest[-1]}" if rest else f"deal {first}"
        raise common.UnansweredError(f"{error}; {lost} not decided, run again to continue") from None


def _run(db: str, asked: Survey, numbers: range, worker: Runner, batch: int | None) -> int:
    """Decide the deals, print the summary and return the exit status."""
    with opened(db) as store:
        survey_id = store.file(asked)
        _decide(store, survey_id, asked, numbers, worker, batch)
        found = summary(store, survey_id, asked, numbers)
    if found is not None:
        survey_report.tell_one(found, common.out())
    if found is None or found.deals < len(numbers):
        return common.EXIT_INTERRUPTED
    return common.EXIT_UNDECIDED if found.unanswered else common.EXIT_DECIDED


def _decide(store: Store, survey_id: int, asked: Survey, numbers: range, worker: Runner, batch: int | None) -> None:
    """Decide the deals that have no row; show progress on a terminal."""
    before = summary(store, survey_id, asked, numbers)
    seen = {name: 0 if before is None else getattr(before, name) for name in VERDICTS}
    done = sum(seen.values())
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(numbers), completed=done)
        began, new = time.monotonic(), 0
        for result in conduct(store, asked, numbers, worker, batch):
            for row in result.rows:
                seen[row.verdict] += 1
            new += len(result.rows)
            rate = new / max(time.monotonic() - began, 1e-3)
            low, high = percent_outward(win_rate(seen["winnable"], seen["undecided"], sum(seen.values())))
            text = f"{rate:,.1f} a second, winnable {low} to {high} %"
            progress.update(task, completed=done + new, description=text)
