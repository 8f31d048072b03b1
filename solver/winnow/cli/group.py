"""Groups of commands that help with a mistyped name and refuse an option given twice."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import click

from winnow.core.counted import did_you_mean

ARGUMENTS = "winnow.arguments"
"""The key in a context's `meta` for the command's arguments, for commands whose options depend on them."""


class Amount(click.FloatRange):
    """A number within bounds; nan, which compares as if it were in all of them, is in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raises click.BadParameter."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not in the range {self._describe_range()}.", param, ctx)
        return number


_SENTENCE = 1000
"""More characters than any first sentence of a help has."""


class Group(click.Group):
    """A click.Group that suggests similar names and refuses a repeated option instead of using its last value."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the whole first sentence of each command's help; click would cut it at the line's end."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, command.get_short_help_str(_SENTENCE)) for name, command in commands if command is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name. Raises click.UsageError."""
        name = args[0] if args else ""
        unknown = args and self.get_command(ctx, name) is None and not name.startswith("-")
        if unknown and not ctx.resilient_parsing:
            commands = self.list_commands(ctx)
            raise click.UsageError(
                f"no command {name!r}{did_you_mean(name, commands)}; there are {', '.join(commands)}"
            )
        resolved = super().resolve_command(ctx, args)
        # The parser removes its arguments from the list.
        ctx.meta[ARGUMENTS] = tuple(resolved[2])
        if not ctx.resilient_parsing:
            _refuse_repeats(ctx, *resolved)
        return resolved


def _refuse_repeats(ctx: click.Context, name: str | None, command: click.Command | None, args: list[str]) -> None:
    if command is None:
        return
    with click.Context(command, info_name=name, parent=ctx, **command.context_settings) as inner:
        _, _, order = command.make_parser(inner).parse_args(list(args))
    for parameter, times in Counter(order).items():
        if times > 1 and isinstance(parameter, click.Option) and not (parameter.multiple or parameter.is_flag):
            raise click.UsageError(f"option {parameter.opts[0]} is given {times} times")
