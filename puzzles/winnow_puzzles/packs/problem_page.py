"""A pack of problems as one HTML page for paper: six to a page, solutions and refutations at the end. No script."""

from __future__ import annotations

from html import escape

from winnow.faces import FACES
from winnow.games import GAMES
from winnow_puzzles.packs.reading import Pack, Record
from winnow_puzzles.packs.solutions import solution_steps

_STYLE = """
body { font: 14px/1.35 Georgia, serif; max-width: 64rem; margin: 1rem auto; padding: 0 1rem; color: #222; }
section.six { display: grid; grid-template-columns: 1fr 1fr; grid-auto-rows: minmax(9cm, auto); gap: .4rem 1.2rem;
  break-after: page; }
article { break-inside: avoid; border-top: 1px solid #bbb; padding: .3rem 0; min-width: 0; }
h3 { margin: .2rem 0; font-size: 1rem; }
pre { white-space: pre-wrap; font-size: .8rem; margin: .3rem 0; }
small { color: #555; }
"""
_ON_A_PAGE = 6


def problem_page(pack: Pack) -> str:
    """Return the page."""
    about = pack.description
    title, legend = escape(about["title"]), escape(FACES.of(about["game"]).legend(GAMES[about["game"]]))
    problems = [_problem(problem, place) for place, problem in enumerate(pack.puzzles, 1)]
    pages = ["\n".join(problems[i : i + _ON_A_PAGE]) for i in range(0, len(problems), _ON_A_PAGE)]
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" '
            f'content="width=device-width">\n<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>',
            f"<h1>{title}</h1>\n<p>{legend}</p>\n<p><small>Pack {escape(about['id'])}, {escape(about['licence'])}. "
            "Every problem has one answer; solutions are at the end.</small></p>",
            *(f'<section class="six">\n{text}\n</section>' for text in pages),
            "<h2>Solutions</h2>",
            *(_solution(problem, place) for place, problem in enumerate(pack.puzzles, 1)),
            "</body>\n</html>\n",
        ]
    )


def _problem(problem: Record, place: int) -> str:
    diagram = escape("\n".join(problem["diagram"]))
    return (
        f'<article id="p{problem["id"]}">\n<h3>{place}. {escape(problem["goal_text"])}</h3>\n<pre>{diagram}</pre>\n'
        f"<small>Level {problem['level']}, deal {problem['number']}, {problem['id']}</small></article>"
    )


def _solution(problem: Record, place: int) -> str:
    decision = problem["decisions"][0]
    why = "".join(
        f"<br>Not <code>{escape(one['move'])}</code>: {escape(one['why'])}"
        for one in decision["losing"]
        if one["move"] in decision["natural"]
    )
    steps = escape(" ".join(f"{number}. {step}" for number, step in enumerate(solution_steps(problem), 1)))
    themes = escape(", ".join(problem["themes"]))
    return f"<p><b>{place}.</b> {steps} <small>({themes})</small>{why}</p>"
