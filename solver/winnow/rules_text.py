"""How a game is played, for a person: the pages of docs/rules, which are installed with the package."""

from __future__ import annotations

import dataclasses
from importlib import resources

from winnow import columns
from winnow.deals import game_type


def rules_text(game: str) -> str:
    """Return the rules of a game as Markdown.

    A game from outside brings a `rules.md` in its package; without one its title and options are told. Raises
    RuleError for an unknown game and BrokenGameError for one that is installed wrongly.

    >>> rules_text('head').splitlines()[0]
    '# Head Solitaire'
    """
    kind = game_type(game)
    package = columns.outside_package(kind.name)
    if package is None:
        page = resources.files("winnow") / "rules" / f"{kind.name.replace('-', '_')}.md"
    else:
        page = resources.files(package) / "rules.md"
    if page.is_file():
        return page.read_text(encoding="utf-8")
    options = dataclasses.fields(kind.rules_type())
    rows = [f"- `{option.name}` (default {option.default}): {option.metadata['help']}" for option in options]
    return "\n".join([f"# {kind.title}", "", f"Score: {kind.score_unit}.", "", "## Options", "", *rows, ""])
