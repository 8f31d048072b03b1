"""Positions and verdicts as notebooks show them: a picture, and what there is to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from winnow.counted import counted
from winnow.deals import Deal
from winnow.faces import FACES
from winnow.faces.svg import solution_svg, table_svg
from winnow.faces.words import score_sentence, sentence
from winnow.games import Game
from winnow.lines import replay
from winnow.verdicts import Verdict

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


def verdict_svg(verdict: Verdict) -> str | None:
    """Return the table asked about, or where that says more the solution's end; None where cards are unknown."""
    deal = Deal.parse(verdict.game, verdict.deal, verdict.rules)
    if deal.unknown:
        return None
    game, face = deal.bind(), FACES.of(deal.game)
    position = replay(game, game.start(), verdict.after)
    return solution_svg(face, game, position, verdict.answer.line or (), game.title) or position_svg(game, position)


def verdict_html(verdict: Verdict) -> str:
    """Return a verdict's picture, its sentences, and the line in steps, folded away."""
    deal = Deal.parse(verdict.game, verdict.deal, verdict.rules)
    if deal.unknown:
        return _block("", [sentence(verdict)])
    game, face = deal.bind(), FACES.of(deal.game)
    told = [sentence(verdict), score_sentence(game, verdict)]
    return _block(verdict_svg(verdict) or "", [text for text in told if text]) + _steps(
        face.steps(game, replay(game, game.start(), verdict.after), verdict.answer.line or ()), face.steps_legend()
    )


def puzzle_html(game: Game[Any, Any], position: Any, told: Iterable[str], line: Sequence[str]) -> str:
    """Return a position's table with sentences about it below, and a line in steps, folded away."""
    face = FACES.of(game.name)
    steps = _steps(face.steps(game, position, line), face.steps_legend())
    return _block(position_svg(game, position), told) + steps


def _block(picture: str, sentences: Iterable[str]) -> str:
    return f'<div style="{_WIDTH}">{picture}{"".join(f"<p>{escape(text)}</p>" for text in sentences)}</div>'


def _steps(steps: list[str], legend: str) -> str:
    if not steps:
        return ""
    rows = "".join(f"<li>{escape(step)}</li>" for step in steps)
    return f"<details><summary>Solution</summary><p>{escape(legend)}</p><ol>{rows}</ol></details>"
