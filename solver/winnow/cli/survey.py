"""winnow survey: winnability tables over numbered deals."""

from __future__ import annotations

import time

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from winnow.api.certify import certified_batch
from winnow.checking.survey_files import VERDICTS
from winnow.cli import common, survey_report
from winnow.cli.runners import dask_option, jobs_option, runner
from winnow.cli.survey_fair import fair_record, tell_fair
from winnow.core.deals import game_type
from winnow.core.game import read_rules, unusual
from winnow.core.statistics import percent_outward, win_rate
from winnow.core.verdicts import Limits
from winnow.search.fair.players import POLICIES
from winnow.surveys.conduct import Decide, conduct, forecast, until
from winnow.surveys.fair import Sight, play_deals
from winnow.surveys.report import Summary, summary
from winnow.surveys.store import Store, StoreError, opened
from winnow.surveys.survey import Batch, Numbers, Survey, VersionError, decide_batch
from winnow.workers.local import Runner, WorkerLostError

_PLAN_SECONDS = 20.0


@click.command()
@click.argument("game", required=False)
@click.option("--deals", type=click.IntRange(min=1), metavar="N", help="Decide N numbered deals.")
@click.option("--from", "first", type=click.IntRange(min=0), default=0, metavar="K", help="Number of the first deal.")
@click.option("--db", metavar="FILE", help="The database of the rows (SQLite).")
@jobs_option
@dask_option
@click.option("--batch", type=click.IntRange(1, 100_000), metavar="N", help="Deals in a batch (default: a second's).")
@click.option("--certify", is_flag=True, help="Keep a certificate of each row, in a folder beside the database.")
@click.option("--plan", is_flag=True, help="Only estimate the time and disk space, from a short sample.")
@click.option("--report", is_flag=True, help="Report on the rows in the database, or in files that --rows wrote.")
@click.option(
    "--rows",
    metavar="DIR",
    help="Write the rows in the database as compressed CSV, or add them to such files.",
)
@click.option(
    "--fair",
    type=click.Choice([*POLICIES, "all-seeing"]),
    help="Play the deals with the cards face down, by this player; no --db.",
)
@common.games_option
@survey_report.format_options
@common.search_options
def survey(
    game: str | None,
    deals: int | None,
    first: int,
    db: str | None,
    jobs: int,
    dask: str | None,
    batch: int | None,
    certify: bool,
    plan: bool,
    report: bool,
    rows: str | None,
    fair: Sight | None,
    games: int,
    shape: survey_report.Shape,
    rules: dict[str, str],
    best: bool,
    limits: Limits,
    engine: str | None,
    without: frozenset[str],
) -> int:
    """Decide numbered deals of GAME and keep a row of each; a repeated run continues where the last one stopped.

    Several runs may work on one file and share its deals. --report prints the counts, the win rate with its 95%
    interval, and the scores. With --certify the limits hold for each deal, and once more for its certificate; winnow
    check FILE --sample N checks a random sample of the certificates.

    With --fair a player who sees shown cards alone plays the deals; `all-seeing` decides the same deals to compare.
    """
    if fair is not None:
        if game is None or deals is None or db is not None or report or plan or certify or rows is not None or best:
            raise common.InputError("--fair takes a game, --deals N, --from, --rule, --games and --jobs alone")
        if shape.chosen not in ("", "--json"):
            raise common.InputError(f"--fair takes no {shape.chosen}")
        return _play(game, rules, fair, games, Numbers.counted(first, deals), jobs, dask, shape)
    if report:
        if deals is not None or plan or certify or rows is not None:
            raise common.InputError("--report takes no --deals, --plan, --certify or --rows")
        return survey_report.tell(db, game, shape)
    if rows is not None:
        if deals is not None or plan or certify or shape.chosen:
            raise common.InputError("--rows takes no --deals, --plan, --certify or form of a report")
        return survey_report.write_rows(db, game, rows)
    if shape.chosen:
        raise common.InputError(f"{shape.chosen} needs --report")
    if game is None or deals is None:
        raise common.InputError("a survey needs a game and --deals N (or --report)")
    asked = Survey.ask(game, rules, best, limits, engine, without)
    numbers = Numbers.counted(first, deals)
    if not plan and db is None:
        raise common.InputError("a survey needs --db FILE for its rows")
    return _conduct(asked, numbers, db, jobs, dask, batch, certify, plan)


def _conduct(
    asked: Survey,
    numbers: Numbers,
    db: str | None,
    jobs: int,
    dask: str | None,
    batch: int | None,
    certify: bool,
    plan: bool,
) -> int:
    """Decide the deals, or with `plan` a sample of them, print the summary and return the exit status."""
    decide = certified_batch if certify else decide_batch
    with common.interruptible() as interrupt:
        stop = until(interrupt.has_been_asked, _PLAN_SECONDS) if plan else interrupt.has_been_asked
        try:
            with runner(jobs, dask, stop) as worker:
                if plan:
                    return _plan(asked, numbers, db, worker, decide, interrupt)
                with opened(str(db), certify=certify) as store:
                    return _run(store, asked, numbers, worker, batch, decide)
        except WorkerLostError as error:
            raise common.UnansweredError(f"{error}; {_which(error.task)} not decided, run again to continue") from None
        except (StoreError, VersionError) as error:
            raise common.InputError(str(error)) from None


def _play(
    game: str,
    rules: dict[str, str],
    fair: Sight,
    games: int,
    numbers: Numbers,
    jobs: int,
    dask: str | None,
    shape: survey_report.Shape,
) -> int:
    """Play the deals by one player, print the result and return the exit status."""
    kind = game_type(game)
    spelled = read_rules(kind, rules).spelled_out()
    with (
        common.interruptible() as interrupt,
        runner(jobs, dask, interrupt.has_been_asked) as worker,
    ):
        found = play_deals(worker, kind.name, spelled, fair, games, range(numbers.first, numbers.end))
        interrupted = interrupt.asked
    if found is not None and shape.chosen == "--json":
        common.write_json(fair_record(found, kind.name, spelled, fair, games))
    elif found is not None:
        changed = " ".join(f"{name}={value}" for name, value in unusual(kind, spelled).items()) or "defaults"
        tell_fair(found, kind.name, changed, fair, common.out())
    else:
        common.mention("no game was over when the survey ended")
    if interrupted:
        return common.EXIT_INTERRUPTED
    return common.EXIT_UNDECIDED if found is None else common.EXIT_DECIDED


def _which(batch: Batch) -> str:
    first, *rest = batch.numbers
    return f"deals {first} to {rest[-1]}" if rest else f"deal {first}"


def _run(store: Store, asked: Survey, numbers: Numbers, worker: Runner, batch: int | None, decide: Decide) -> int:
    survey_id = store.file(asked)
    before = summary(store, survey_id, asked, numbers)
    done = _done(before, decide)
    seen = dict.fromkeys(VERDICTS, 0)
    if before is not None and done == before.deals:
        seen = {"winnable": before.winnable, "unwinnable": before.unwinnable, "undecided": before.undecided}
    with _progress() as progress:
        task = progress.add_task("", total=len(numbers), completed=done)
        began, new = time.monotonic(), 0
        for result in conduct(store, asked, numbers, worker, batch, decide):
            for row in result.rows:
                seen[row.verdict] += 1
            new += len(result.rows)
            rate = new / max(time.monotonic() - began, 1e-3)
            low, high = percent_outward(win_rate(seen["winnable"], seen["undecided"], sum(seen.values())))
            text = f"{rate:,.1f} a second, winnable {low} to {high} %"
            progress.update(task, completed=done + new, description=text)
    found = summary(store, survey_id, asked, numbers)
    if found is not None:
        survey_report.tell_one(found, common.out())
    if found is None or _done(found, decide) < len(numbers):
        return common.EXIT_INTERRUPTED
    return common.EXIT_UNDECIDED if found.unanswered else common.EXIT_DECIDED


def _done(found: Summary | None, decide: Decide) -> int:
    """Return how many deals are done: they have a row, and with --certify their certificate has been looked for."""
    if found is None or decide is decide_batch:
        return 0 if found is None else found.deals
    return 0 if found.certificates is None else min(found.deals, found.certificates.rows)


def _progress() -> Progress:
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal)


def _plan(
    asked: Survey, numbers: Numbers, db: str | None, worker: Runner, decide: Decide, interrupt: common.Interrupt
) -> int:
    left = len(numbers)
    if db is not None:
        left -= survey_report.rows_there(db, asked, numbers)
    found = forecast(asked, numbers, left, worker, decide)
    if interrupt.asked:
        return common.EXIT_INTERRUPTED
    if found is None:
        seconds = f"{_PLAN_SECONDS:g} seconds"
        raise common.InputError(f"no deal was decided in the {seconds} of the sample: set --positions or --seconds")
    survey_report.tell_forecast(found, left, common.out())
    return common.EXIT_DECIDED
