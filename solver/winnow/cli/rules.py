"""winnow rules: how a game is played."""

from __future__ import annotations

import click
from rich.markdown import Markdown

from winnow.cli import common
from winnow.core.face import rules_text


@click.command()
@click.argument("game")
def rules(game: str) -> None:
    """Print how GAME is played: aim, set-up, play, end, options, and the readings chosen."""
    text = rules_text(game)
    console = common.out()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        click.echo(text, nl=False)
