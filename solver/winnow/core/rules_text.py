"""How a game is played, for a person: the page `rules.md` of the game's package."""

from __future__ import annotations

import dataclasses
from importlib import resources

from winnow.core.deals import game_type
from winnow.core.registry import package_of


def rules_text(game: str) -> str:
    """Return the rules of a game as Markdown.

    A game that brings no `rules.md` in its package has its title and options listed. Raises RuleError for an unknown
    game and BrokenGameError for one that is installed wrongly.

    >>> rules_text('head').splitlines()[0]
    '# Head Solitaire'
    """
    kind = game_type(game)
    page = resources.files(package_of(kind.name)) / "rules.md"
    if page.is_file():
        return page.read_text(encoding="utf-8")
    options = dataclasses.fields(kind.rules_type())
    rows = [f"- `{option.name}` (default {option.default}): {option.metadata['help']}" for option in options]
    return "\n".join([f"# {kind.title}", "", f"Score: {kind.score_unit}.", "", "## Options", "", *rows, ""])
