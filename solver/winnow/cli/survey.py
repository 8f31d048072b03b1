"""winnow survey: winnability tables over numbered deals, their summaries, and rows for publication."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from winnow.cli import common, exits
from winnow.cli.group import Group
from winnow.cli.runners import deals_options, runner
from winnow.core.counted import counted
from winnow.core.deals import game_type
from winnow.core.game import read_rules, unusual
from winnow.core.games import GAMES
from winnow.core.output import Output
from winnow.core.statistics import percent_outward, win_rate
from winnow.core.text_files import printable
from winnow.search.fair.players import POLICIES
from winnow.surveys import kept
from winnow.surveys.fair import Estimate, Record, Sight, play_deals
from winnow.surveys.report import Summary, limits_text, markdown_table, rules_text, span_text, summarize
from winnow.surveys.store import Store, conduct, opened
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


@survey.command("run")
@deals_options
@common.search_options
@click.option("--db", required=True, metavar="FILE", help="The database of the rows (SQLite).")
@click.option("--batch", type=click.IntRange(1, 100_000), metavar="N", help="Deals per batch (default: a second's).")
def run_survey(
    game: str, deals: int, first: int, db: str, jobs: int, dask: str | None, batch: int | None, **question: Any
) -> int:
    """Solve numbered deals of GAME and store one row per deal; a repeated run continues where the last one stopped.

    Several runs may work on one file and share its deals. At the end it prints the report. `winnow check FILE --search
    --sample N` solves a random sample of the rows again.
    """
    asked = Survey.ask(game, **question)
    numbers = numbers_of(first, deals)
    try:
        with common.interruptible() as interrupt, runner(jobs, dask, interrupt.has_been_asked) as worker:
            return _run(db, asked, numbers, worker, batch)
    except WorkerLostError as error:
        first, *rest = error.task
        lost = f"deals {first} to {rest[-1]}" if rest else f"deal {first}"
        raise common.UnansweredError(f"{error}; {lost} not decided, run again to continue") from None


def _run(db: str, asked: Survey, numbers: range, worker: Runner, batch: int | None) -> int:
    """Decide the deals, print the summary and return the exit status."""
    with opened(db) as store:
        survey_id = store.file(asked)
        _decide(store, survey_id, asked, numbers, worker, batch)
        found = summarize(asked, store.rows(survey_id, numbers), numbers)
    if found is not None:
        _tell(found, common.out())
    if found is None or found.deals < len(numbers):
        return common.EXIT_INTERRUPTED
    return common.EXIT_DECIDED


def _decide(store: Store, survey_id: int, asked: Survey, numbers: range, worker: Runner, batch: int | None) -> None:
    """Decide the deals that have no row; show progress on a terminal."""
    seen = Counter(row.verdict for row in store.rows(survey_id, numbers))
    done = seen.total()
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with common.progress(*columns) as progress:
        task = progress.add_task("", total=len(numbers), completed=done)
        began, new = time.monotonic(), 0
        for found in conduct(store, asked, numbers, worker, batch):
            seen.update(row.verdict for row in found)
            new += len(found)
            rate = new / max(time.monotonic() - began, 1e-3)
            low, high = percent_outward(win_rate(seen["winnable"], seen["undecided"], seen.total()))
            text = f"{rate:,.1f} a second, winnable {low} to {high} %"
            progress.update(task, completed=done + new, description=text)


@survey.command()
@common.game_argument(required=False)
@click.option("--db", required=True, metavar="FILE", help="The database, a file of rows, or a folder of such files.")
@click.option("--markdown", is_flag=True, help="Print the main figures as a Markdown table.")
@click.option("--svg", metavar="FILE", help="Draw win rates and scores.")
@common.json_option
def report(game: str | None, db: str, markdown: bool, svg: str | None, as_json: bool) -> int:
    """Print the counts, the win rate with its 95% interval, and the scores, of all games or of GAME."""
    if [markdown, svg is not None, as_json].count(True) > 1:
        raise common.InputError("a report has one form: --markdown, --svg or --json")
    found = kept.summaries(db, game)
    if not found:
        raise common.InputError(_no_rows(db, game))
    if svg is not None:
        output = Output(svg)
        try:
            from winnow.surveys.plot import draw  # noqa: PLC0415  an extra, and slow to import
        except ImportError:
            raise common.InputError("--svg needs matplotlib: pip install 'winnow-solitaire[report]'") from None
        output.write(draw(found))
    elif markdown:
        click.echo(markdown_table(found))
    else:
        for each in found:
            if as_json:
                common.write_json(each.record())
            else:
                _tell(each, common.out())
    return common.EXIT_DECIDED


@survey.command()
@common.game_argument(required=False)
@click.option("--db", required=True, metavar="FILE", help="The database of the rows (SQLite).")
@click.option("-o", "--output", "folder", required=True, metavar="DIR", help="The directory of the files.")
def rows(game: str | None, db: str, folder: str) -> int:
    """Write the rows of all games or of GAME as compressed CSV, or add them to such files; print the files' names."""
    if not Path(folder).is_dir():
        raise common.InputError(f"cannot write to {folder}: there is no such directory")
    with opened(db, must_exist=True) as store:
        written = kept.keep(store, game, Path(folder))
    if not written:
        raise common.InputError(_no_rows(db, game))
    for path in written:
        click.echo(path)
    return common.EXIT_DECIDED


def _no_rows(db: str, game: str | None) -> str:
    return f"{db} holds no rows" + (f" of {game}" if game else "")


def _tell(each: Summary, console: Console) -> None:
    """Print one survey's counts, win rate and scores."""
    survey = each.survey
    console.print(
        Text.assemble((survey.game, "bold"), f", {printable(rules_text(survey))}, question {survey.question}")
    )
    console.print(f"  engine {survey.engine}, {survey.version}; limits: {limits_text(survey) or 'none'}")
    whole = "" if each.deals == each.last - each.first + 1 else f", {each.deals:,} of them"
    cost = "" if each.positions is None else f"; {counted(each.positions, 'positions')}"
    cost += "" if each.seconds is None else f", {each.seconds:,.1f} s"
    console.print(f"  deals {each.first} to {each.last}{whole}{cost}")
    counts = f"{each.winnable:,} winnable, {each.unwinnable:,} unwinnable, {each.undecided:,} undecided"
    low, high = each.rate
    console.print(f"  {counts}; win rate {low} to {high} % (95%, undecided counted both ways)")
    if each.scores is not None:
        unit = GAMES[survey.game].score_unit
        quantiles = ", ".join(f"{percent}%: {span_text(span)}" for percent, span in each.scores.quantiles.items())
        console.print(f"  best score in {unit}, by quantile: {quantiles}")
        if each.scores.unproven or each.scores.none:
            console.print(
                f"  {counted(each.scores.unproven, 'best scores')} not proven; "
                f"{counted(each.scores.none, 'deals')} without a score"
            )


FAIR_SURVEY_FORMAT = "winnow-fair-survey/1"


@survey.command()
@deals_options
@click.option(
    "--policy",
    type=click.Choice([*POLICIES, "all-seeing"]),
    required=True,
    help="The player, who sees only face-up cards; `all-seeing` decides the same deals to compare.",
)
@common.games_option
@common.rule_option
@common.json_option
def fair(
    game: str,
    deals: int,
    first: int,
    policy: Sight,
    games: int,
    rules: dict[str, str],
    jobs: int,
    dask: str | None,
    as_json: bool,
) -> int:
    """Play numbered deals of GAME with the cards face down: how often are they won, and with which mean score?"""
    if policy in ("natural", "all-seeing"):
        exits.refuse_given("is for a player who plays games on to choose a move", "games")
    kind = game_type(game)
    spelled = read_rules(kind, rules).spelled_out()
    numbers = numbers_of(first, deals)
    with common.interruptible() as interrupt, runner(jobs, dask, interrupt.has_been_asked) as worker:
        found = play_deals(worker, kind.name, spelled, policy, games, numbers)
        interrupted = interrupt.asked
    if found is None:
        common.mention("no game was over when the survey ended")
    elif as_json:
        common.write_json(fair_record(found, kind.name, spelled, policy, games))
    else:
        changed = " ".join(f"{name}={value}" for name, value in unusual(kind, spelled).items()) or "defaults"
        tell_fair(found, kind.name, changed, policy, common.out())
    if interrupted:
        return common.EXIT_INTERRUPTED
    return common.EXIT_UNDECIDED if found is None else common.EXIT_DECIDED


def tell_fair(record: Record, game: str, rules: str, player: str, console: Console) -> None:
    """Print the games won with their share, the mean score and the time."""
    won = sum(each.won is True for each in record.games)
    console.print(Text(f"{game} ({rules}), {player}", style="bold"))
    console.print(Text(f"  {won:,} of {counted(len(record.games), 'deals')} won: {span(record.rate, 100, ' %')}"))
    if (mean := record.mean_score) is not None:
        console.print(Text(f"  mean score in {GAMES[game].score_unit}: {span(mean)}"))
    a_move = "" if record.seconds_a_move is None else f", {record.seconds_a_move:.2g} a move"
    console.print(Text(f"  {record.seconds:.3f} CPU seconds a deal{a_move}", style="dim"))


def fair_record(record: Record, game: str, rules: dict[str, Any], player: str, games: int) -> dict[str, Any]:
    """Return the survey as the object that `--json` prints (format `winnow-fair-survey/1`)."""
    mean = record.mean_score
    return {
        "format": FAIR_SURVEY_FORMAT,
        "game": game,
        "rules": rules,
        "policy": player,
        "games": games,
        "from": record.games[0].number,
        "deals": len(record.games),
        "won": sum(each.won is True for each in record.games),
        "undecided": sum(each.won is None for each in record.games),
        "rate": rounded(record.rate),
        "mean_score": None if mean is None else rounded(mean),
    }


def rounded(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate as records state it."""
    return {name: None if value is None else round(value, 6) for name, value in vars(estimate).items()}


def span(estimate: Estimate, factor: int = 1, unit: str = "") -> str:
    """Return a value and its interval."""
    value = f"{factor * estimate.value:.2f}{unit}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({factor * estimate.low:.2f} to {factor * estimate.high:.2f})"
