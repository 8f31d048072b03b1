"""The output of winnow survey: summaries as text, CSV, Markdown, JSON or a picture, and the forecast."""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from winnow.cli import common
from winnow.core.counted import counted
from winnow.core.deals import game_type
from winnow.core.games import GAMES
from winnow.core.output import Output
from winnow.core.text_files import printable
from winnow.surveys import kept
from winnow.surveys.conduct import Forecast
from winnow.surveys.report import Summary, brief, cells, engine_text, limits_text, rules_text, span_text, summaries
from winnow.surveys.store import StoreError, opened
from winnow.surveys.survey import Numbers, Survey


@dataclass(frozen=True)
class Shape:
    """The form of a report."""

    csv: bool
    markdown: bool
    json: bool
    svg: str | None
    all_columns: bool

    @property
    def chosen(self) -> str:
        """The option that chose the form; "" if none was given."""
        given = {"--csv": self.csv, "--markdown": self.markdown, "--json": self.json, "--svg": self.svg}
        return next((name for name, value in given.items() if value), "")


def format_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of the report's form; the command receives a Shape."""

    @functools.wraps(command)
    def wrapped(**given: Any) -> Any:
        form = Shape(
            given.pop("csv"), given.pop("markdown"), given.pop("as_json"), given.pop("svg"), given.pop("all_columns")
        )
        return command(shape=form, **given)

    result: Any = wrapped
    for option in (
        click.option("--all-columns", is_flag=True, help="With --markdown: every column, not only the first eight."),
        click.option("--svg", metavar="FILE", help="Draw the report."),
        common.json_option,
        click.option("--markdown", is_flag=True, help="Print the report as a Markdown table."),
        click.option("--csv", is_flag=True, help="Print the report as CSV."),
    ):
        result = option(result)
    return result  # type: ignore[no-any-return]


def tell(db: str | None, game: str | None, shape: Shape) -> int:
    """Print or draw the report of a database, of one game or of all."""
    if db is None:
        raise common.InputError("--report needs --db FILE")
    wanted = None if game is None else game_type(game).name
    try:
        paths = kept.files(db)
        if paths or Path(db).is_dir():
            found = kept.summaries(paths, wanted)
        else:
            with opened(db, must_exist=True) as store:
                found = summaries(store, wanted)
    except StoreError as error:
        raise common.InputError(str(error)) from None
    if not found:
        raise common.InputError(_no_rows(db, game))
    if shape.csv:
        click.echo(_csv(cells(found)), nl=False)
    if shape.markdown:
        click.echo(markdown(cells(found) if shape.all_columns else brief(found)))
    if shape.json:
        for each in found:
            common.write_json(each.record())
    if shape.svg is not None:
        _draw(found, Output(shape.svg))
    if not shape.chosen:
        for each in found:
            tell_one(each, common.out())
    return common.EXIT_DECIDED


def write_rows(db: str | None, game: str | None, folder: str) -> int:
    """Write the rows of a database's surveys, of one game or of all, to files for publication; print their names."""
    if db is None:
        raise common.InputError("--rows needs --db FILE")
    if not Path(folder).is_dir():
        raise common.InputError(f"cannot write to {folder}: there is no such directory")
    wanted = None if game is None else game_type(game).name
    try:
        with opened(db, must_exist=True) as store:
            written = kept.keep(store, wanted, Path(folder))
    except StoreError as error:
        raise common.InputError(str(error)) from None
    if not written:
        raise common.InputError(_no_rows(db, game))
    for path in written:
        click.echo(path)
    return common.EXIT_DECIDED


def _no_rows(db: str, game: str | None) -> str:
    return f"{db} holds no rows" + (f" of {game}" if game else "")


def _csv(rows: Sequence[dict[str, Any]]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: printable(str(value)) for name, value in row.items()} for row in rows)
    return stream.getvalue()


def markdown(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as a Markdown table, without empty columns."""
    shown = [name for name in rows[0] if any(row[name] != "" for row in rows)]
    lines = [shown, ["---"] * len(shown), *([printable(str(row[name])) for name in shown] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _draw(found: Sequence[Summary], output: Output) -> None:
    try:
        from winnow.surveys.plot import draw  # noqa: PLC0415  an extra, and slow to import
    except ImportError:
        raise common.InputError("--svg needs matplotlib: pip install 'winnow-solitaire[report]'") from None
    output.write(draw(found))


def tell_one(each: Summary, console: Console) -> None:
    """Print one survey's counts, win rate and scores."""
    survey = each.survey
    console.print(
        Text.assemble((survey.game, "bold"), f", {printable(rules_text(survey))}, question {survey.question}")
    )
    console.print(f"  engine {engine_text(survey)}; limits: {limits_text(survey) or 'none'}")
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
    if each.certificates is not None:
        held = each.certificates
        why = "".join(f"; {counted(rows, 'rows')}: {name}" for name, rows in held.lacking.items())
        console.print(f"  {counted(held.stored, 'certificates')}, {_size(held.size)} unpacked{why}")


def rows_there(db: str, asked: Survey, numbers: Numbers) -> int:
    """Return how many of the deals have a row; 0 if the database does not exist yet."""
    if not Path(db).exists():
        return 0
    with opened(db, must_exist=True) as store:
        survey_id = store.find(asked)
        return 0 if survey_id is None else sum(tally.deals for tally in store.tallies(survey_id, numbers))


def tell_forecast(found: Forecast, left: int, console: Console) -> None:
    """Print the forecast of a survey."""
    console.print(
        f"Sample: {counted(found.sampled, 'deals')}, {found.deals_a_second:,.1f} a second with {found.workers} at work"
    )
    span = f"{_duration(found.least)} to {_duration(found.most)}"
    console.print(
        f"Time for {counted(left, 'deals')}: {_duration(found.seconds)} ({span} by the sample's 95% interval)"
    )
    console.print(f"Disk: {_size(found.disk)}")


def _duration(seconds: float) -> str:
    for unit, name in ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.1f} {name}"
    return f"{seconds:,.1f} seconds"


def _size(size: float) -> str:
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB")):
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return f"{size / 1024:,.1f} KiB"
