"""A pack as one HTML page for printing and reading: rules, legend, puzzles, and at the end the solutions in words.

Problems stand six to a page, full deals by level.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from markdown_it import MarkdownIt

from winnow.core.counted import counted
from winnow.core.drawing.looks import Looks
from winnow.core.drawing.svg import piles_svg, shapes_svg, solution_svg, symbol_svg
from winnow.core.face import FACES, rules_text, steps_legend
from winnow.core.games import GAMES
from winnow.core.position import Position
from winnow_puzzles.packs.reading import Pack, Puzzle
from winnow_puzzles.players.levels import UNPLANNED, level_name, only_planners_won

_STYLE = """
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
_ON_A_PAGE = 6
_STYLE_OF_PROBLEMS = """
.six { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1.2rem; }
.solution p { margin: .2rem 0; }
@media print {
  .six { grid-template-columns: 1fr 1fr; grid-auto-rows: 86mm; gap: 2mm 6mm; break-after: page; }
  .six article { overflow: hidden; }
  .six svg { max-height: 66mm; }
  section.solution { break-inside: avoid; }
}
"""


def page(pack: Pack) -> str:
    """Return the page, which loads nothing; links lead from each puzzle to its solution."""
    return "\n".join(_parts(pack)) + "\n"


def _parts(pack: Pack) -> Iterator[str]:
    about, of_problems = pack.description, pack.of_problems
    title, kind = escape(about["title"]), GAMES[about["game"]]
    face = FACES.of(kind.name)
    looks = face.looks(kind)
    named = f"Pack {escape(about['id'])}, {escape(about['licence'])}."
    if of_problems:
        lead = "Each is a position from play with one right way to begin."
    else:
        lead = f"{counted(len(pack.puzzles), 'puzzles')}; every one can be solved."
        rules = ", ".join(f"{name} {value}" for name, value in about["rules"].items() if " " not in str(value))
        named = f"Rules: {escape(rules)}. {named}"
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" '
        f'content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{_STYLE}{_STYLE_OF_PROBLEMS if of_problems else ''}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n<p>{lead} The solutions stand at the end.</p>\n<p><small>{named}</small></p>"
    )
    yield shapes_svg(looks)
    yield f'<h2>How to play</h2>\n<div class="rules">\n{_rules(kind.name)}</div>'
    yield f"<h2>The cards</h2>\n{_legend(looks)}\n<p>{escape(face.legend(kind))}</p>"
    yield from _problems(pack) if of_problems else _levels(pack)
    legend = steps_legend.of(kind.name)()
    if legend:
        yield f"<p>{escape(legend)}</p>"
    yield from (_solution(puzzle, place) for place, puzzle in enumerate(pack.puzzles, 1))
    yield "</main>\n</body>\n</html>"


def _problems(pack: Pack) -> Iterator[str]:
    yield '<h2 class="start unseen">Problems</h2>'
    articles = [_article(puzzle, place) for place, puzzle in enumerate(pack.puzzles, 1)]
    for first in range(0, len(articles), _ON_A_PAGE):
        yield '<div class="six">\n' + "\n".join(articles[first : first + _ON_A_PAGE]) + "\n</div>"
    yield "<h2>Solutions</h2>"


def _levels(pack: Pack) -> Iterator[str]:
    start = ' class="start"'
    for level, group in groupby(enumerate(pack.puzzles, 1), key=lambda item: int(item[1]["level"])):
        puzzles = list(group)
        yield f"<h2{start}>Level {level_name(pack.description, level)}</h2>"
        if only_planners_won(puzzle for _, puzzle in puzzles):
            yield f"<p>{UNPLANNED.capitalize()}.</p>"
        yield '<div class="puzzles">'
        start = ""
        yield from (_article(puzzle, place) for place, puzzle in puzzles)
        yield "</div>"
    yield '<h2 class="start">Solutions</h2>'


def _rules(game: str) -> str:
    """Return the rules as HTML, their headings one level down."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(rules_text(game))
    for token in tokens:
        if token.type in ("heading_open", "heading_close") and token.tag != "h1":
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
    return str(parser.renderer.render(tokens, parser.options, {}))


def _legend(looks: Looks) -> str:
    """Return the legend of the deck: every suit, or every colour and shape, drawn with letter and name."""
    rows = []
    for letter in dict.fromkeys([*looks.inks, *looks.shapes]):
        ink, shape = looks.inks.get(letter), looks.shapes.get(letter)
        names = ", ".join(part.name for part in (shape, ink) if part is not None)
        rows.append(f"<li>{symbol_svg(looks, shape, ink)} <b>{escape(letter)}</b> {escape(names)}</li>")
    return f'<ul class="legend">{"".join(rows)}</ul>'


def _article(puzzle: Puzzle, place: int) -> str:
    position = puzzle.position
    told = f"Deal {puzzle['number']}, puzzle {puzzle['id']}"
    end = f"<br><code>{escape(position.deal.text)}</code></p>"
    above = ""
    if puzzle.is_problem:
        counters = FACES.of(puzzle["game"]).counters(position.game, position.state)
        values = "; ".join(f"{c.title} {c.value}" + ("" if c.limit is None else f" of {c.limit}") for c in counters)
        told, end, above = f"Deal {puzzle['number']}, problem {puzzle['id']}", "</p>", f"<p>{escape(values)}</p>\n"
    return (
        f'<article id="p{puzzle["id"]}">\n<h3>{place}. {escape(puzzle.goal)}</h3>\n{picture(position, puzzle.goal)}'
        f'{above}<p><small>{told}. <a href="#s{puzzle["id"]}">Solution</a></small>{end}\n</article>'
    )


def _solution(puzzle: Puzzle, place: int) -> str:
    position, face, end, mistakes = puzzle.position, FACES.of(puzzle["game"]), "", ""
    if puzzle.is_problem:
        title = f"Level {puzzle['level']}: {', '.join(puzzle['themes'])}"
        mistakes = "".join(_mistakes(puzzle))
    else:
        title = face.score_text(position.game, puzzle["verdict"]["score"])
        told = f"The end of puzzle {place}"
        end = solution_svg(face, position.game, position.state, puzzle.line, told, shapes=False)
    steps = "".join(f"<li>{escape(step)}</li>" for step in puzzle.steps)
    return (
        f'<section class="solution" id="s{puzzle["id"]}">\n<h3>{place}. <a href="#p{puzzle["id"]}">{escape(title)}</a>'
        f'</h3>\n{end}<ol class="line">{steps}</ol>\n{mistakes}</section>'
    )


def _mistakes(problem: Puzzle) -> Iterator[str]:
    position, face = problem.position, FACES.of(problem["game"])
    decisions = {decision["place"]: decision for decision in problem["decisions"]}
    for place, move in enumerate(problem.line):
        decision = decisions.get(place, {"losing": (), "natural": ()})
        for one in decision["losing"]:
            if one["move"] in decision["natural"]:
                says = escape(face.says(position.game, position.state, one["move"]))
                right = escape(face.says(position.game, position.state, move))
                yield f"<p>Move {place + 1}: {right} Not: {says} {escape(one['why'])}</p>\n"
        position.push(move)


def picture(position: Position, title: str) -> str:
    """Return a position's cards as an SVG element; the deck's shapes must stand elsewhere on the page."""
    face = FACES.of(position.deal.game)
    return piles_svg(face.piles(position.game, position.state), face.looks(position.game), title, shapes=False)
