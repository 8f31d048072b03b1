"""winnow rules, games and deal: the games, how they are played, and their deals."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import click
from rich.markdown import Markdown
from rich.text import Text

from winnow.cli import common, exits
from winnow.core.deals import Deal
from winnow.core.face import FACES, rules_text
from winnow.core.games import GAMES
from winnow.search.engines import engines_of


@click.command()
@click.option("--test", "game", metavar="GAME", help="Check what GAME's package brings, and say what is missing.")
@common.rule_option
@common.json_option
def games(game: str | None, rules: dict[str, Any], as_json: bool) -> None:
    """List the games with their rule options and defaults, or test one.

    A test takes small decks from the full one, under the rules given. It exits with 1 if a check fails.
    """
    if game is not None:
        sys.exit(_tested(game, rules, as_json))
    exits.refuse_given("is for --test", "rules")
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


def _tested(game: str, rules: dict[str, Any], as_json: bool) -> int:
    """Print what each check of the game found; return the exit status."""
    from winnow.api.trial import try_game  # noqa: PLC0415  a list of the games loads no engine

    failed = False
    for found in try_game(game, rules):
        failed = failed or found.status == "failed"
        if as_json:
            common.write_json({"game": game, **dataclasses.asdict(found)})
        else:
            common.out().print(f"{found.status:8} {found.check:7} {found.text}")
    return exits.EXIT_CHECK_FAILED if failed else exits.EXIT_DECIDED


@click.command()
@common.game_argument()
@click.option("--number", type=int, required=True, metavar="N", help="The N-th numbered deal.")
@common.rule_option
@click.option("--layout", "as_layout", is_flag=True, help="Also show the deal as on a table.")
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
