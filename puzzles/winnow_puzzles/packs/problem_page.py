"""A pack of problems as one HTML page for print: rules, legend, six problems a page, and solutions at the end."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from winnow.core.drawing.svg import shapes_svg
from winnow.core.face import FACES, steps_legend
from winnow.core.games import GAMES
from winnow_puzzles.packs.page import STYLE, legend_html, position_picture, rules_html
from winnow_puzzles.packs.reading import Pack, Puzzle, solution_steps

_ON_A_PAGE = 6
_STYLE = f"""{STYLE}
.six {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1.2rem; }}
.solution p {{ margin: .2rem 0; }}
@media print {{
  .six {{ grid-template-columns: 1fr 1fr; grid-auto-rows: 86mm; gap: 2mm 6mm; break-after: page; }}
  .six article {{ overflow: hidden; }}
  .six svg {{ max-height: 66mm; }}
  section.solution {{ break-inside: avoid; }}
}}
"""


def problem_page(pack: Pack) -> str:
    """Return the page, which loads nothing; links lead from each problem to its solution."""
    return "\n".join(_parts(pack)) + "\n"


def _parts(pack: Pack) -> Iterator[str]:
    about = pack.description
    kind, face = GAMES[about["game"]], FACES.of(about["game"])
    title, looks = escape(about["title"]), face.looks(kind)
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" '
        f'content="width=device-width">\n<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n'
        f"<h1>{title}</h1>\n<p>Each is a position from play with one right way to begin. The solutions stand at the "
        f"end.</p>\n<p><small>Pack {escape(about['id'])}, {escape(about['licence'])}.</small></p>"
    )
    yield shapes_svg(looks)
    yield f'<h2>How to play</h2>\n<div class="rules">\n{rules_html(kind.name)}</div>'
    yield f"<h2>The cards</h2>\n{legend_html(looks)}\n<p>{escape(face.legend(kind))}</p>"
    yield '<h2 class="start unseen">Problems</h2>'
    numbered = [_problem(problem, place) for place, problem in enumerate(pack.puzzles, 1)]
    for first in range(0, len(numbered), _ON_A_PAGE):
        yield '<div class="six">\n' + "\n".join(numbered[first : first + _ON_A_PAGE]) + "\n</div>"
    yield "<h2>Solutions</h2>"
    legend = steps_legend.of(kind.name)()
    if legend:
        yield f"<p>{escape(legend)}</p>"
    yield from (_solution(problem, place) for place, problem in enumerate(pack.puzzles, 1))
    yield "</main>\n</body>\n</html>"


def _problem(problem: Puzzle, place: int) -> str:
    position = problem.position
    counters = FACES.of(problem["game"]).counters(position.game, position.state)
    told = "; ".join(f"{c.title} {c.value}" + ("" if c.limit is None else f" of {c.limit}") for c in counters)
    return (
        f'<article id="p{problem["id"]}">\n<h3>{place}. {escape(problem.goal)}</h3>\n'
        f"{position_picture(position, problem.goal)}"
        f"<p>{escape(told)}</p>\n<p><small>Deal {problem['number']}, "
        f'problem {problem["id"]}. <a href="#s{problem["id"]}">Solution</a></small></p>\n</article>'
    )


def _solution(problem: Puzzle, place: int) -> str:
    steps = "".join(f"<li>{escape(step)}</li>" for step in solution_steps(problem))
    themes = escape(f"Level {problem['level']}: {', '.join(problem['themes'])}")
    return (
        f'<section class="solution" id="s{problem["id"]}">\n'
        f'<h3>{place}. <a href="#p{problem["id"]}">{themes}</a></h3>\n'
        f'<ol class="line">{steps}</ol>\n{"".join(_mistakes(problem))}</section>'
    )


def _mistakes(problem: Puzzle) -> Iterator[str]:
    """Yield the natural moves that lose, each with its reason."""
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
