"""A pack as one HTML page for printing and reading: rules, legend, puzzles, and at the end the solutions in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import cast

from markdown_it import MarkdownIt

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.drawing.looks import Looks
from winnow.core.drawing.svg import piles_svg, shapes_svg, solution_svg, symbol_svg
from winnow.core.face import FACES, steps_legend
from winnow.core.games import GAMES
from winnow.core.position import Position
from winnow.core.rules_text import rules_text
from winnow_puzzles.packs.reading import Pack, Record, deal_of, solution_steps
from winnow_puzzles.players.levels import LEVEL_NAMES

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.45 Georgia, serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fff; }
h1, h2, h3 { line-height: 1.2; break-after: avoid; }
a { color: #1a4f8f; }
small { color: #555; }
code { overflow-wrap: anywhere; }
table { border-collapse: collapse; }
td, th { border: 1px solid #bbb; padding: .15rem .5rem; text-align: left; vertical-align: top; }
.rules h1 { display: none; }
.rules h2 { font-size: 1.15rem; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; padding: 0; list-style: none; }
.legend svg { width: 1.5rem; height: 1.5rem; vertical-align: middle; margin-right: .3rem; }
.unseen { margin: 0; height: 0; overflow: hidden; }
.puzzles { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1.2rem; }
article { break-inside: avoid; border-top: 1px solid #bbb; padding-top: .4rem; }
article h3 { font-size: 1rem; margin: .2rem 0 .4rem; }
article p { margin: .3rem 0; }
section.solution { break-inside: avoid-page; }
section.solution svg { max-width: 20rem !important; }
ol.line { columns: 22rem; margin-top: .3rem; }
ol.line li { break-inside: avoid; }
@page { size: A4; margin: 11mm 12mm; }
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 10pt; }
  .puzzles { grid-template-columns: 1fr 1fr; gap: 2mm 6mm; }
  article { padding-top: 1mm; }
  article h3 { font-size: 9.5pt; margin: 0 0 1mm; }
  article p { margin: .5mm 0; line-height: 1.2; }
  article svg { max-height: 54mm; }
  section.solution svg { max-width: 45mm !important; }
  .start { break-before: page; }
  article code { font-size: 7pt; }
  ol.line, section.solution p { font-size: 7.5pt; line-height: 1.25; }
  section.solution h3 { font-size: 9.5pt; margin: 2mm 0 1mm; }
  ol.line { columns: 3; column-gap: 9mm; padding-left: 5mm; }
  section.solution { break-inside: auto; }
  a { color: inherit; text-decoration: none; }
}
"""


def page(pack: Pack) -> str:
    """Return the page, which loads nothing; links lead from each puzzle to its solution."""
    return "\n".join(_parts(pack)) + "\n"


def _parts(pack: Pack) -> Iterator[str]:
    about = pack.description
    title, kind = escape(about["title"]), GAMES[about["game"]]
    looks = FACES.of(kind.name).looks(kind)
    rules = ", ".join(f"{name} {value}" for name, value in about["rules"].items() if " " not in str(value))
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{STYLE}</style>\n'
        f"</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p>{counted(len(pack.puzzles), 'puzzles')}; "
        "every one can be solved. "
        "The solutions stand at the end.</p>\n"
        f"<p><small>Rules: {escape(rules)}. Pack {escape(about['id'])}, {escape(about['licence'])}.</small></p>"
    )
    yield shapes_svg(looks)
    yield f'<h2>How to play</h2>\n<div class="rules">\n{rules_html(kind.name)}</div>'
    yield f"<h2>The cards</h2>\n{legend_html(looks)}\n<p>{escape(FACES.of(kind.name).legend(kind))}</p>"
    numbered = list(enumerate(pack.puzzles, 1))
    start = ' class="start"'
    for level, puzzles in groupby(numbered, key=lambda item: cast(int, item[1]["level"])):
        yield f'<h2{start}>Level {level}: {LEVEL_NAMES[level]}</h2>\n<div class="puzzles">'
        start = ""
        yield from (_article(puzzle, place) for place, puzzle in puzzles)
        yield "</div>"
    yield '<h2 class="start">Solutions</h2>'
    legend = steps_legend.of(kind.name)()
    if legend:
        yield f"<p>{escape(legend)}</p>"
    yield from (_solution(puzzle, place) for place, puzzle in numbered)
    yield "</main>\n</body>\n</html>"


def rules_html(game: str) -> str:
    """Return the rules as HTML, their headings one level down."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(rules_text(game))
    for token in tokens:
        if token.type in ("heading_open", "heading_close") and token.tag != "h1":
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
    return str(parser.renderer.render(tokens, parser.options, {}))


def legend_html(looks: Looks) -> str:
    """Return the legend of the deck: every suit, or every colour and shape, drawn with letter and name."""
    rows = []
    for letter in dict.fromkeys([*looks.inks, *looks.shapes]):
        ink, shape = looks.inks.get(letter), looks.shapes.get(letter)
        names = ", ".join(part.name for part in (shape, ink) if part is not None)
        rows.append(f"<li>{symbol_svg(looks, shape, ink)} <b>{escape(letter)}</b> {escape(names)}</li>")
    return f'<ul class="legend">{"".join(rows)}</ul>'


def _article(puzzle: Record, place: int) -> str:
    deal = deal_of(puzzle)
    return (
        f'<article id="p{puzzle["id"]}">\n<h3>{place}. {escape(puzzle["goal"])}</h3>\n'
        f"{picture(deal, puzzle['goal'], shapes=False)}"
        f"<p><small>Deal {puzzle['number']}, puzzle {puzzle['id']}. "
        f'<a href="#s{puzzle["id"]}">Solution</a></small><br><code>{escape(deal.text)}</code></p>\n</article>'
    )


def _solution(puzzle: Record, place: int) -> str:
    deal, verdict = deal_of(puzzle), puzzle["verdict"]
    game, face = deal.bind(), FACES.of(deal.game)
    steps = "".join(f"<li>{escape(step)}</li>" for step in solution_steps(puzzle))
    end = solution_picture(deal, verdict["line"], f"The end of puzzle {place}")
    score = escape(face.score_text(game, verdict["score"]))
    return (
        f'<section class="solution" id="s{puzzle["id"]}">\n<h3>{place}. <a href="#p{puzzle["id"]}">{score}</a></h3>\n'
        f'{end}<ol class="line">{steps}</ol>\n</section>'
    )


def picture(deal: Deal, title: str, shapes: bool = True) -> str:
    """Return an SVG element with every card of the deal in its place at the start.

    Without `shapes`, those of the deck must stand elsewhere on the page.
    """
    face, game = FACES.of(deal.game), deal.bind()
    return piles_svg(face.piles(game, game.start()), face.looks(game), title, shapes)


def position_picture(position: Position, title: str) -> str:
    """Return a position's cards as an SVG element; the deck's shapes must stand elsewhere on the page."""
    face = FACES.of(position.deal.game)
    return piles_svg(face.piles(position.game, position.state), face.looks(position.game), title, shapes=False)


def solution_picture(deal: Deal, line: Sequence[str], title: str) -> str:
    """Return the end of a won line as an SVG element without its deck's shapes; "" if the game draws no end."""
    game = deal.bind()
    return solution_svg(FACES.of(deal.game), game, game.start(), line, title, shapes=False)
