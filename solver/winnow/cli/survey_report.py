"""winnow survey report and rows: summaries as text, Markdown, JSON or a picture; rows for publication."""

from __future__ import annotations

from collections.abc import Sequence
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
from winnow.surveys.report import Summary, brief, limits_text, rules_text, span_text, summaries
from winnow.surveys.store import opened


@click.command()
@click.argument("game", required=False)
@click.option("--db", required=True, metavar="FILE", help="The database, a file of rows, or a folder of such files.")
@click.option("--markdown", is_flag=True, help="Print the main figures as a Markdown table.")
@click.option("--svg", metavar="FILE", help="Draw win rates and scores.")
@common.json_option
def report(game: str | None, db: str, markdown: bool, svg: str | None, as_json: bool) -> int:
    """Print the counts, the win rate with its 95% interval, and the scores, of all games or of GAME."""
    if [markdown, svg is not None, as_json].count(True) > 1:
        raise common.InputError("a report has one form: --markdown, --svg or --json")
    wanted = None if game is None else game_type(game).name
    paths = kept.files(db)
    if paths or Path(db).is_dir():
        found = kept.summaries(paths, wanted)
    else:
        with opened(db, must_exist=True) as store:
            found = summaries(store, wanted)
    if not found:
        raise common.InputError(_no_rows(db, game))
    if svg is not None:
        _draw(found, Output(svg))
    elif markdown:
        click.echo(markdown_table(brief(found)))
    else:
        for each in found:
            if as_json:
                common.write_json(each.record())
            else:
                tell_one(each, common.out())
    return common.EXIT_DECIDED


@click.command()
@click.argument("game", required=False)
@click.option("--db", required=True, metavar="FILE", help="The database of the rows (SQLite).")
@click.option("-o", "--output", "folder", required=True, metavar="DIR", help="The directory of the files.")
def rows(game: str | None, db: str, folder: str) -> int:
    """Write the rows of all games or of GAME as compressed CSV, or add them to such files; print the files' names."""
    if not Path(folder).is_dir():
        raise common.InputError(f"cannot write to {folder}: there is no such directory")
    wanted = None if game is None else game_type(game).name
    with opened(db, must_exist=True) as store:
        written = kept.keep(store, wanted, Path(folder))
    if not written:
        raise common.InputError(_no_rows(db, game))
    for path in written:
        click.echo(path)
    return common.EXIT_DECIDED


def _no_rows(db: str, game: str | None) -> str:
    return f"{db} holds no rows" + (f" of {game}" if game else "")


def markdown_table(rows: Sequence[dict[str, Any]]) -> str:
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
