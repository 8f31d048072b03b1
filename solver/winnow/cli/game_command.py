"""A command whose options depend on its game: the common ones, and those of the named game."""

from __future__ import annotations

import click

from winnow.cli.group import ARGUMENTS
from winnow.core import commands
from winnow.core.games import GAMES


class GameCommand(click.Command):
    """Accepts the game's own options (the hook `options`) too. Its help without a game lists those of all games."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the command, those of the game, and --help."""
        *params, help_option = super().get_params(ctx)
        game = next((arg for arg in ctx.meta.get(ARGUMENTS, ()) if arg in GAMES), None)
        named = [kind.name for kind in GAMES.usable()] if game is None else [game]
        return [*params, *(option for name in named for option in commands.options.of(name)()), help_option]


def owners(option: str) -> list[str]:
    """Return the games whose own options include this one."""
    names = [kind.name for kind in GAMES.usable()]
    return [name for name in names if any(option in own.opts for own in commands.options.of(name)())]


def has_rule(name: str) -> bool:
    """Return whether some game has a rule of this name."""
    return any(name in kind.rules_type().__dataclass_fields__ for kind in GAMES.usable())
