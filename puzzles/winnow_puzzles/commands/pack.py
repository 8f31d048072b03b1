"""winnow pack: show a pack of puzzles, or convert it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from winnow.cli import common, exits
from winnow.cli.group import Group
from winnow.cli.runners import jobs_option
from winnow.core.counted import counted
from winnow.core.face import FACES, steps_legend
from winnow.core.games import GAMES
from winnow.core.output import STDOUT, Output
from winnow.core.statistics import wilson
from winnow.core.text_files import printable
from winnow_puzzles.commands.making import running, shown
from winnow_puzzles.packs.files import PackError, level_name, only_planners_won
from winnow_puzzles.packs.page import page
from winnow_puzzles.packs.reading import Pack, Puzzle, read_pack
from winnow_puzzles.packs.site import write_site
from winnow_puzzles.problems.base import problems_of


@click.group(cls=Group)
def pack() -> None:
    """Show a pack of puzzles, or convert it to other formats."""


@pack.command()
@click.argument("directory", metavar="DIR")
@click.option("--puzzle", "wanted", metavar="ID", help="One puzzle, by the beginning of its id or its place from 1.")
@click.option("--solution", is_flag=True, help="With --puzzle, also show the solution.")
def show(directory: str, wanted: str | None, solution: bool) -> None:
    """Show the pack in DIR, or one of its puzzles."""
    if solution and wanted is None:
        raise common.InputError("--solution needs --puzzle")
    known = _read(directory)
    if wanted is None:
        _show_pack(known)
        return
    _show_puzzle(known, known.find(wanted), solution)


@pack.command(name="export")
@click.argument("directory", metavar="DIR")
@click.option("--to", "form", type=click.Choice(("html", "site")), required=True, help="The format.")
@jobs_option
@click.option("-o", "--output", required=True, metavar="FILE", help="The output; for site a directory.")
def export_pack(directory: str, form: str, jobs: int, output: str) -> int:
    """Write the pack in DIR as a page for printing, or a site that plays.

    A site is for packs of problems: it holds all their positions, which --jobs processes lay out. `winnow site` plays
    every deal.
    """
    if form != "site":
        exits.refuse_given("is for a site", "jobs")
    known = _read(directory)
    if form == "html":
        target = Output(output)
        text = page(known)
        on_terminal = target.to_stdout and sys.stdout.isatty()
        target.write(("\n".join(map(printable, text.split("\n"))) if on_terminal else text).encode())
    else:
        _write_site(known, directory, jobs, output)
    if output != STDOUT:
        click.echo(f"{counted(len(known.puzzles), 'puzzles')} in {output}")
    return common.EXIT_DECIDED


def _write_site(known: Pack, directory: str, jobs: int, output: str) -> None:
    try:
        with running(jobs, None, f"{output} is unchanged") as worker, shown("writing ...") as show:
            write_site(known, Path(output), worker, lambda done: show(f"{done} of {len(known.puzzles)} puzzles"))
    except OSError as error:
        raise common.InputError(f"cannot write {output}: {error.strerror}") from None
    except PackError as error:
        raise common.InputError(f"{directory}: {error}") from None


def _read(directory: str) -> Pack:
    folder = Path(directory)
    # The tests validate the packs that come with Winnow: checking hundreds of records again takes seconds.
    bundled = Path(str(resources.files("winnow_puzzles"))) / "curated"
    return read_pack(folder, known_good=folder.resolve().parent == bundled.resolve())


def _say(console: Console, line: str, style: str = "") -> None:
    """Print one line with control characters escaped, as a pack's texts are untrusted."""
    console.print(Text(printable(line), style=style))


def _show_pack(known: Pack) -> None:
    about = known.description
    console = common.out()
    _say(console, about["title"], "bold")
    rules = ", ".join(f"{name}={value}" for name, value in about["rules"].items())
    _say(console, f"{about['id']}, {about['licence']}, rating {about['rating_version']}; {rules}", "dim")
    for place, puzzle in enumerate(known.puzzles, 1):
        if known.of_problems:
            # Themes, levels and ratings tell something of the answer: --solution shows them.
            _say(console, f"{place:>4}. {puzzle['id']}  {puzzle['goal_text']}")
            continue
        rated = f"level {puzzle['level']}, rating {puzzle['rating']['logits']:+.2f}"
        fair = f", face down won by the adviser: {known.fair[puzzle['id']]:.0%}" if puzzle["id"] in known.fair else ""
        figures = f"{rated}, {counted(len(puzzle['verdict']['line']), 'moves')}{fair}"
        tags = f" ({', '.join(puzzle['tags'])})" if puzzle["tags"] else ""
        _say(console, f"{place:>3}. {puzzle['id']}  {figures}  {puzzle['goal']}{tags}")


def _show_players(puzzle: Puzzle) -> Iterator[str]:
    rating = puzzle["rating"]
    error = f"{rating['logits']:+.2f}, standard error {rating['standard_error']:.2f}"
    yield f"Rating: {error}; one kind of player left out: {rating['low']:+.2f} to {rating['high']:+.2f}"
    low, high = wilson(rating["solved"], rating["plays"])
    yield f"Won {rating['solved']} of {rating['plays']} plays of the panel ({100 * low:.0f} to {100 * high:.0f}%)"
    yield f"Wins by player: {', '.join(f'{name} {won}' for name, won in puzzle['played'].items())}"
    if only_planners_won([puzzle]):
        yield "Nobody without planning has won it"


def _show_puzzle(pack: Pack, puzzle: Puzzle, solution: bool) -> None:
    console, position, face = common.out(), puzzle.position, FACES.of(puzzle["game"])
    level = "" if puzzle.is_problem else f", level {level_name(pack.description, puzzle['level'])}"
    _say(console, f"{GAMES[puzzle['game']].title}: {puzzle.goal}", "bold")
    _say(console, f"{puzzle['id']}, deal {puzzle['number']}{level}")
    console.print(face.text(position.game, position.state))
    console.print(Text(face.legend(position.game), style="dim"))
    if not puzzle.is_problem:
        for text in _show_players(puzzle):
            _say(console, text)
        figures = ", ".join(f"{name} {value}" for name, value in puzzle["metrics"].items() if value is not None)
        _say(console, f"Figures: {figures}")
    if not solution:
        return
    if puzzle.is_problem:
        rating = puzzle["rating"]
        told = f"rating {rating['logits']:+.2f} ({rating['low']:+.2f} to {rating['high']:+.2f})"
        # Packs of earlier versions have levels without names.
        grade = "".join(f" ({name})" for name in problems_of(puzzle["game"]).grades[puzzle["level"] - 1 :][:1])
        _say(console, f"Level {puzzle['level']}{grade}, {told}. Themes: {', '.join(puzzle['themes'])}")
    else:
        score = face.score_text(position.game, puzzle["verdict"]["score"])
        console.print(Text(f"Solution: {score}", style="bold"))
    _show_solution(console, puzzle)
    if puzzle.is_problem:
        own = problems_of(puzzle["game"])
        for sentence in own.thought(position.game, position.state):
            _say(console, sentence)
    for decision in puzzle.get("decisions", ()):
        place = decision["place"]
        for one in decision["losing"]:
            mark = " (the natural move)" if one["move"] in decision["natural"] else ""
            right = puzzle.line[place]
            _say(console, f"Move {place + 1} is {right}, not {one['move']}{mark}. {one['why']}")


def _show_solution(console: Console, puzzle: Puzzle) -> None:
    """Print the solution in steps, as `winnow solve` does, and as a line for other commands."""
    legend = steps_legend.of(puzzle["game"])()
    if legend:
        console.print(Text(legend, style="dim"))
    for number, step in enumerate(puzzle.steps, 1):
        _say(console, f"{number:>3}. {step}")
    separator = "; " if GAMES[puzzle["game"]].move_separator == ";" else " "
    console.print(Text.assemble(("Line: ", "bold"), printable(separator.join(puzzle.line))), soft_wrap=True)
