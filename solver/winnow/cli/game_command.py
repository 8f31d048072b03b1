"""A command whose options depend on its game: those of every game, and those that the named game brings."""

from __future__ import annotations

import click

from winnow.cli.group import ARGUMENTS
from winnow.core.commands import EXTRAS
from winnow.core.games import GAMES


class GameCommand(click.Command):
    """Takes the game's own options (`Extras.options`) too. Its help, asked for without a game, lists those of all."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the command, those of the game, and --help."""
        *params, help_option = super().get_params(ctx)
        game = next((arg for arg in ctx.meta.get(ARGUMENTS, ()) if arg in GAMES), None)
        named = [kind.name for kind in GAMES.usable()] if game is None else [game]
        return [*params, *(option for name in named for option in EXTRAS.of(name).options()), help_option]


def owners(option: str) -> list[str]:
    """Return the games that have an option of this spelling to themselves."""
    names = [kind.name for kind in GAMES.usable()]
    return [name for name in names if any(option in own.opts for own in EXTRAS.of(name).options())]


def has_rule(name: str) -> bool:
    """Tell whether some game has a rule of this name."""
    return any(name in kind.rules_type().__dataclass_fields__ for kind in GAMES.usable())
