"""Completion in the shell: games, engines, rules, levels and files; in bash also of words that hold an `=`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from winnow.cli.group import ARGUMENTS
from winnow.core.games import GAMES
from winnow.search.engines import engines_of


def _rules(game: str) -> Iterable[str]:
    """Yield each option with each of its values, or with its default where they are not words."""
    for rule in dataclasses.fields(GAMES[game].rules_type()):
        for value in _words(rule.metadata["read"]) or [str(rule.default)]:
            yield f"{rule.name}={value}"


def _words(read: Callable[[str], Any]) -> list[str]:
    """Return the words that an option takes, which its reader's message lists; none if it takes others."""
    try:
        read("")
    except ValueError as error:
        words = str(error).split(" or ")
        try:
            return [word for word in words if read(word) is not None]
        except ValueError:
            pass
    return []


def _themes(game: str) -> Iterable[str]:
    from winnow_puzzles.problems.base import problems_of  # noqa: PLC0415

    return problems_of(game).themes


_OF_A_GAME: dict[str, Callable[[str], Iterable[str]]] = {
    "engine": lambda game: (engine.name for engine in engines_of(game)),
    "without": lambda game: sorted({name for engine in engines_of(game) for name in engine.techniques}),
    "rules": _rules,
    "theme": _themes,
}
_OF_ALL: dict[str, Callable[[], Iterable[str]]] = {
    "game": lambda: list(GAMES),
    "what": lambda: list(GAMES),
    "levels": lambda: ["all", *"12345"],
}
"""The values of parameters by name, for the game that the command line names or for all."""
_FILES = {"F", "FILE", "FILE...", "PREFIX", "PROGRAM"}


class _Values(click.types.StringParamType):
    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the values that begin so."""
        name = param.name or ""
        game = next((word for word in ctx.meta.get(ARGUMENTS, ()) if word in GAMES), None)
        values = _OF_ALL[name]() if name in _OF_ALL else [] if game is None else _OF_A_GAME[name](game)
        return [CompletionItem(value) for value in values if value.startswith(incomplete)]


def completed(command: click.Command) -> click.Command:
    """Return the command, and its subcommands, with parameters that complete their values; only for completion."""
    for parameter in command.params:
        if parameter.name in _OF_ALL or parameter.name in _OF_A_GAME:
            parameter.type = _Values()
        elif parameter.metavar in _FILES or parameter.metavar == "DIR":
            parameter.type = click.Path(file_okay=parameter.metavar != "DIR")
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        completed(inner)
    return command


class _Bash(BashComplete):
    """Completion in bash, which takes `name=value` for three words, and completes files where nothing else is known."""

    source_template = BashComplete.source_template.replace("-o nosort", "-o nosort -o default")
    _begun = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one to complete, and that one."""
        args, last = super().get_completion_args()
        words: list[str] = []
        for word in (*args, last):
            if words and word and (word == "=" or words[-1].endswith("=")):
                words[-1] += word
            else:
                words.append(word)
        self._begun = words[-1] if last == "=" else words[-1][: len(words[-1]) - len(last)]
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        """Return the item without what bash leaves in place."""
        item.value = item.value.removeprefix(self._begun)
        return super().format_completion(item)


add_completion_class(_Bash)
