"""A pack as one HTML page for printing and reading: rules, puzzles, and at the end the solutions in words."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from winnow.core.counted import counted
from winnow.core.drawing.svg import piles_svg, shapes_svg, solution_svg
from winnow.core.face import FACES, steps_legend
from winnow.core.games import GAMES
from winnow.play.opening import rules_page
from winnow_puzzles.packs.files import UNPLANNED, level_name, only_planners_won
from winnow_puzzles.packs.reading import Pack, Puzzle

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.45 Georgia, serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fff; }
h1, h2, h3 { line-height: 1.2; break-after: avoid; }
a { color: #1a4f8f; }
code { overflow-wrap: anywhere; }
table { border-collapse: collapse; }
td, th { border: 1px solid #bbb; padding: .15rem .5rem; text-align: left; vertical-align: top; }
.rules h1 { display: none; }
.puzzles { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1.2rem; }
article, section { break-inside: avoid; }
article { border-top: 1px solid #bbb; padding-top: .4rem; }
article h3 { font-size: 1rem; margin: .2rem 0 .4rem; }
article p { margin: .3rem 0; }
section svg { max-width: 20rem !important; }
section ol { columns: 22rem; margin-top: .3rem; }
@page { size: A4; margin: 11mm 12mm; }
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 9pt; line-height: 1.25; }
  .puzzles { grid-template-columns: 1fr 1fr; gap: 2mm 6mm; }
  article svg { max-height: 54mm; }
  section svg { max-width: 45mm !important; }
  section ol { columns: 3; column-gap: 9mm; padding-left: 5mm; }
  .start { break-before: page; }
}
"""


def page(pack: Pack) -> str:
    """Return the page, which loads nothing; links lead from each puzzle to its solution."""
    return "\n".join(_parts(pack)) + "\n"


def _parts(pack: Pack) -> Iterator[str]:
    about, of_problems = pack.description, pack.of_problems
    title, kind = escape(about["title"]), GAMES[about["game"]]
    face = FACES.of(kind.name)
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
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n<p>{lead} The solutions stand at the end.</p>\n<p><small>{named}</small></p>"
    )
    yield shapes_svg(face.looks(kind))
    yield f'<h2>How to play</h2>\n<div class="rules">\n{rules_page(kind.name)}</div>'
    yield f"<h2>The cards</h2>\n<p>{escape(face.legend(kind))}</p>"
    yield from _puzzles(pack)
    yield '<h2 class="start">Solutions</h2>'
    legend = steps_legend.of(kind.name)()
    if legend:
        yield f"<p>{escape(legend)}</p>"
    yield from (_solution(puzzle, place) for place, puzzle in enumerate(pack.puzzles, 1))
    yield "</main>\n</body>\n</html>"


def _puzzles(pack: Pack) -> Iterator[str]:
    """Yield the puzzles: full deals by level; the level of a problem gives something away."""
    numbered = enumerate(pack.puzzles, 1)
    for level, group in groupby(numbered, key=lambda item: 0 if pack.of_problems else int(item[1]["level"])):
        title = f"Level {level_name(pack.description, level)}" if level else "Problems"
        own = list(group)
        yield f'<h2 class="start">{title}</h2>'
        if level and only_planners_won(puzzle for _, puzzle in own):
            yield f"<p>{UNPLANNED.capitalize()}.</p>"
        yield '<div class="puzzles">'
        yield from (_article(puzzle, place) for place, puzzle in own)
        yield "</div>"


def _article(puzzle: Puzzle, place: int) -> str:
    position, face = puzzle.position, FACES.of(puzzle["game"])
    drawn = piles_svg(face.piles(position.game, position.state), face.looks(position.game), puzzle.goal, shapes=False)
    told = f"Deal {puzzle['number']}, puzzle {puzzle['id']}"
    end = f"<br><code>{escape(position.deal.text)}</code></p>"
    above = ""
    if puzzle.is_problem:
        counters = face.counters(position.game, position.state)
        values = "; ".join(map(str, counters))
        told, end, above = f"Deal {puzzle['number']}, problem {puzzle['id']}", "</p>", f"<p>{escape(values)}</p>\n"
    return (
        f'<article id="p{puzzle["id"]}">\n<h3>{place}. {escape(puzzle.goal)}</h3>\n{drawn}'
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
        f'<section id="s{puzzle["id"]}">\n<h3>{place}. <a href="#p{puzzle["id"]}">{escape(title)}</a>'
        f"</h3>\n{end}<ol>{steps}</ol>\n{mistakes}</section>"
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
