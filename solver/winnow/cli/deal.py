"""winnow rules, games and deal: the games, how they are played, and their deals."""

from __future__ import annotations

import dataclasses

import click
from rich.markdown import Markdown
from rich.text import Text

from winnow.cli import common, exits
from winnow.core.deals import Deal
from winnow.core.face import FACES, rules_text
from winnow.core.games import GAMES
from winnow.search.engines import engines_of


@click.command()
@common.json_option
def games(as_json: bool) -> None:
    """List the games with their rule options and defaults."""
    console = common.out()
    for kind in GAMES.usable(exits.complain):
        options = dataclasses.fields(kind.rules_type())
        if as_json:
            record = {
                "game": kind.name,
                "title": kind.title,
                "score": kind.score_unit,
                "rules": {f.name: {"default": f.default, "help": f.metadata["help"]} for f in options},
                "engines": {info.name: sorted(info.techniques) for info in engines_of(kind.name)},
            }
            common.write_json(record)
            continue
        console.print(Text.assemble((kind.name, "bold"), f"  {kind.title}; score: {kind.score_unit}"))
        for f in sorted(options, key=lambda f: f.name == "deck"):
            default = str(f.default).lower() if isinstance(f.default, bool) else f.default
            console.print(Text.assemble((f"    {f.name}={default}", "cyan"), f"  {f.metadata['help']}"), soft_wrap=True)
        engines = ", ".join(info.name for info in engines_of(kind.name))
        console.print(Text(f"    engines: {engines}", style="dim"))


@click.command()
@common.game_argument()
@click.option("--number", type=int, required=True, metavar="N", help="The N-th numbered deal.")
@common.rule_option
@click.option("--layout", "as_layout", is_flag=True, help="Show the deal as on a table, too.")
def deal(game: str, number: int, rules: dict[str, str], as_layout: bool) -> None:
    """Print the tokens of a numbered deal of GAME on one line."""
    numbered = Deal.numbered(game, number, rules)
    click.echo(numbered.text)
    if as_layout:
        bound = numbered.bind()
        common.out().print(FACES.of(game).text(bound, bound.start()))


@click.command()
@common.game_argument()
def rules(game: str) -> None:
    """Print how GAME is played: aim, set-up, play, end, options, and the readings chosen."""
    text = rules_text(game)
    console = common.out()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        click.echo(text, nl=False)
