"""A pack as one HTML page for printing and reading: no script, nothing to load, solutions folded away."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import cast

from winnow.games import GAMES
from winnow_puzzles.games.base import PUZZLES
from winnow_puzzles.packs.pictures import picture
from winnow_puzzles.packs.reading import Pack, Record, deal_of
from winnow_puzzles.packs.texts import LEVEL_NAMES

_STYLE = """
body { font: 16px/1.45 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2, h3 { line-height: 1.2; }
article { break-inside: avoid; border-top: 1px solid #bbb; padding: .6rem 0 1.2rem; }
svg { max-width: 100%; height: auto; }
small, footer { color: #555; }
details { margin-top: .5rem; }
code { overflow-wrap: anywhere; }
li { break-inside: avoid; }
ol.line { columns: 12rem; }
@media print { body { margin: 0; max-width: none; } details:not([open]) { display: none; } h2 { break-before: page; } }
"""


def page(pack: Pack) -> str:
    """Return the page."""
    about = pack.description
    title = escape(about["title"])
    rules = ", ".join(f"{name} {value}" for name, value in about["rules"].items() if " " not in str(value))
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{_STYLE}</style>\n'
        f"</head>\n<body>\n<h1>{title}</h1>\n<p>{escape(PUZZLES.of(about['game']).notation)}</p>\n"
        f"<p><small>Rules: {escape(rules)}. Pack {escape(about['id'])}, {escape(about['licence'])}. "
        "Every puzzle can be solved; solutions are folded away until opened.</small></p>"
    ]
    definitions = PUZZLES.of(about["game"]).picture_definitions
    if definitions:
        parts.append(f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{definitions}</svg>')
    place = 0
    for level, puzzles in groupby(pack.puzzles, key=lambda puzzle: cast(int, puzzle["level"])):
        parts.append(f"<h2>Level {level}: {LEVEL_NAMES[level]}</h2>")
        for puzzle in puzzles:
            place += 1
            parts.append(_article(puzzle, place))
    parts.append("</body>\n</html>")
    return "\n".join(parts) + "\n"


def _article(puzzle: Record, place: int) -> str:
    deal, verdict = deal_of(puzzle), puzzle["verdict"]
    solution = "".join(f"<li>{escape(move)}</li>" for move in verdict["line"])
    shown = PUZZLES.of(puzzle["game"]).solution_picture(deal, verdict["line"])
    unit = GAMES[puzzle["game"]].score_unit
    return (
        f'<article id="p{puzzle["id"]}">\n<h3>{place}. {escape(puzzle["goal"])}</h3>\n'
        f"{picture(deal, puzzle['goal'], definitions='')}"
        f"<p><small>Deal {puzzle['number']}, puzzle {puzzle['id']}</small><br><code>{escape(deal.text)}</code></p>\n"
        f"<details><summary>Solution</summary>\n<p>{verdict['score']} {unit}.</p>{shown}"
        f'<ol class="line">{solution}</ol></details>\n</article>'
    )
