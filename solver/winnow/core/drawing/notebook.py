"""Positions and solutions for notebooks: a picture with a few sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.drawing.svg import solution_svg, table_svg
from winnow.core.face import FACES, steps_legend
from winnow.core.game import Game
from winnow.core.lines import replay

_WIDTH = "max-width:36rem"


def position_svg(game: Game[Any, Any], position: Any) -> str:
    """Return a position's table as an SVG element."""
    face = FACES.of(game.name)
    return table_svg(face.table(game, position), face.looks(game), game.title)


def position_html(game: Game[Any, Any], position: Any) -> str:
    """Return a position's table with its counters below."""
    table = FACES.of(game.name).table(game, position)
    counters = (f"{c.title} {c.value}" + ("" if c.limit is None else f" of {c.limit}") for c in table.counters)
    state = "won" if table.won else "over" if table.over else counted(len(table.gestures), "moves")
    return _block(position_svg(game, position), [f"{'; '.join(counters)}; {state}."])


def solution_picture(deal: Deal, after: Sequence[str], line: Sequence[str]) -> str:
    """Return the table after the moves `after`, or the end of `line` played from there if that shows more."""
    game, face = deal.bind(), FACES.of(deal.game)
    position = replay(game, game.start(), after)
    return solution_svg(face, game, position, line, game.title) or position_svg(game, position)


def solution_html(picture: str, told: Iterable[str], deal: Deal, after: Sequence[str], line: Sequence[str]) -> str:
    """Return a picture with sentences below, and the line in steps, collapsed."""
    game, face = deal.bind(), FACES.of(deal.game)
    return _block(picture, told) + _steps(
        face.steps(game, replay(game, game.start(), after), line), steps_legend.of(game.name)()
    )


def sentences_html(told: Iterable[str]) -> str:
    """Return sentences as HTML, without a picture."""
    return _block("", told)


def puzzle_html(game: Game[Any, Any], position: Any, told: Iterable[str], line: Sequence[str]) -> str:
    """Return a position's table with sentences about it below, and a line in steps, collapsed."""
    face = FACES.of(game.name)
    steps = _steps(face.steps(game, position, line), steps_legend.of(game.name)())
    return _block(position_svg(game, position), told) + steps


def _block(picture: str, sentences: Iterable[str]) -> str:
    return f'<div style="{_WIDTH}">{picture}{"".join(f"<p>{escape(text)}</p>" for text in sentences)}</div>'


def _steps(steps: list[str], legend: str) -> str:
    if not steps:
        return ""
    rows = "".join(f"<li>{escape(step)}</li>" for step in steps)
    return f"<details><summary>Solution</summary><p>{escape(legend)}</p><ol>{rows}</ol></details>"
