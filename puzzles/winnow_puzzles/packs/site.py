"""A pack of problems as static files that play without an engine; the positions that any site stores of problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from winnow.core.games import GAMES
from winnow.play.answers import opened_puzzle
from winnow.play.opening import bound
from winnow.play.shelf import Pack as ShownPack
from winnow.play.shelf import puzzle_deal, reasons, with_reason
from winnow.play.tablebase import Graph, Ways, graph, near, packed, verdicts
from winnow.site import pages
from winnow.workers.local import InProcess, Runner
from winnow_puzzles.base import Record
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.packs.reading import Pack
from winnow_puzzles.problems.base import problems_of

MOST_POSITIONS = 10_000
"""The most positions examined of a problem."""

Report = Callable[[int], None]
"""Called after each puzzle with the number written."""
Task = tuple[Record, Record]
"""A problem, and the page's fields about its place in its pack."""


def write_site(pack: Pack, folder: Path, runner: Runner | None = None, report: Report = lambda _count: None) -> None:
    """Write the site to a folder; `index.html` opens it, also from disk.

    Raises PackError for a pack of full deals and for a problem of more than MOST_POSITIONS positions, SiteError if the
    folder holds something else, OSError if the site cannot be written, and StoppedError if the runner is stopped.
    """
    if not pack.of_problems:
        raise PackError(
            "its full deals have too many positions to store; `winnow site` plays every deal without a server, and "
            "`winnow play` this pack"
        )
    shown = pack.shown()
    stored = _stored(_whole, [shown], runner or InProcess(lambda: False), report)
    with pages.renewed(folder) as made:
        pages.write_page(made, pages.write_data(made / "data", [shown], stored, [GAMES[shown.game]]))


def first_positions(packs: Sequence[ShownPack], runner: Runner) -> Iterator[tuple[str, bytes]]:
    """Yield the id of each problem of packs, and the positions that its player meets first, as JSON.

    These are the positions of its solution and those one move off. A problem of more than MOST_POSITIONS positions is
    left out. Raises StoppedError if the runner is stopped.
    """
    return _stored(_first, packs, runner, lambda _count: None)


def _stored(
    work: Callable[[Task], bytes | None], packs: Sequence[ShownPack], runner: Runner, report: Report
) -> Iterator[tuple[str, bytes]]:
    given = [task for pack in packs if pack.of_problems for task in pack.placed()]
    done = 0
    for (puzzle, _), content in zip(given, runner.run(work, given), strict=False):
        done += 1
        report(done)
        if content is not None:
            yield puzzle["id"], content
    if done < len(given):
        raise StoppedError


def _whole(task: Task) -> bytes:
    found = _graph(task[0])
    if found is None:
        raise PackError(f"problem {task[0]['id']} has more than {MOST_POSITIONS:,} positions")
    return _data(task, found, verdicts(found))


def _first(task: Task) -> bytes | None:
    """Return a problem with the positions that its player meets first; None if it has too many positions."""
    puzzle, _ = task
    found = _graph(puzzle)
    if found is None:
        return None
    line = puzzle["solution"]
    return _data(task, *near(found, verdicts(found), line, puzzle["decided"] or len(line)))


def _graph(puzzle: Record) -> Graph | None:
    return graph(puzzle_deal(puzzle), puzzle["after"], MOST_POSITIONS, _ways(puzzle))


def _data(task: Task, found: Graph, told: Sequence[Record]) -> bytes:
    """Return a problem's start, and positions with their verdicts, as JSON."""
    puzzle, place = task
    why = reasons(puzzle)
    said = [with_reason(verdict, why.get(position)) for position, verdict in zip(found.positions, told, strict=True)]
    game = opened_puzzle(puzzle, place)
    del game["table"]
    return pages.packed({"game": game, **packed(found, said)})


def _ways(puzzle: Record) -> Ways:
    """Return a function that yields the moves to follow in a problem: none where a simple count shows a loss.

    An automatic move is the only one of its position.
    """
    problems = problems_of(puzzle["game"])
    game = bound(puzzle_deal(puzzle))

    def follow(position: Any) -> Iterable[tuple[str, Any]]:
        if problems.hopeless(game, position):
            return ()
        made = problems.automatic(game, position)
        return game.successors(position) if made is None else [made]

    return follow
