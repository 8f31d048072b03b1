"""A pack in other formats: a table (CSV), a page (HTML), a site."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from winnow.core.output import Output
from winnow.core.text_files import printable
from winnow.workers.local import Runner
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.page import page
from winnow_puzzles.packs.reading import Pack, Puzzle
from winnow_puzzles.packs.site import Report, write_site

SEPARATOR = "; "


def export(
    pack: Pack, form: str, name: str, runner: Runner | None = None, report: Report = lambda _count: None
) -> None:
    """Write the pack in one of FORMS: to a directory for site, else to an output.

    `runner` computes the site of a pack of problems, and `report` is called with the number of puzzles written. Raises
    OutputError, OSError for a directory that cannot be written, PackError for a pack that the format cannot hold, and
    StoppedError if the runner is stopped.
    """
    if form == "site":
        write_site(pack, Path(name), runner, report)
        return
    target = Output(name)
    target.write(_shown(_csv(pack) if form == "csv" else page(pack), target).encode())


def _shown(text: str, target: Output) -> str:
    """Return a text for the target: for a terminal, control characters are escaped."""
    if not (target.to_stdout and sys.stdout.isatty()):
        return text
    return "\n".join(map(printable, text.split("\n")))


def _row(puzzle: Puzzle) -> Iterator[tuple[str, Any]]:
    verdict = puzzle["verdict"]
    yield from ((name, puzzle[name]) for name in ("id", "game", "level", "goal"))
    yield "number", str(puzzle["number"])
    yield "deal", puzzle["deal"]
    yield "score", verdict["score"]
    yield "line", SEPARATOR.join(verdict["line"])
    yield "player", verdict["engine"]
    yield from ((f"rule_{name}", str(value)) for name, value in puzzle["rules"].items())
    yield from ((f"rating_{name}", value) for name, value in puzzle["rating"].items())
    yield from ((f"won_{name}", count) for name, count in puzzle["played"].items())
    yield from puzzle["metrics"].items()
    yield "tags", " ".join(puzzle["tags"])


def _problem_row(problem: Puzzle) -> Iterator[tuple[str, Any]]:
    """Yield the columns of a problem with their values; its decisions are JSON."""
    plain = ("id", "game", "level", "goal", "goal_text", "deal", "decisions_that_matter", "temptations", "positions")
    yield from ((name, problem[name]) for name in plain)
    yield "number", str(problem["number"])
    yield from ((name, SEPARATOR.join(problem[name])) for name in ("after", "solution", "themes"))
    yield from ((f"rating_{name}", value) for name, value in problem["rating"].items())
    yield "core", problem["core"]
    yield "diagram", "\n".join(problem["diagram"])
    yield "decisions", json.dumps(problem["decisions"])
    yield from ((f"rule_{name}", str(value)) for name, value in problem["rules"].items())


def _rows(pack: Pack) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the columns and the rows. Raises PackError for an empty column name or two that differ only in case."""
    made = _problem_row if pack.of_problems else _row
    rows = [list(made(puzzle)) for puzzle in pack.puzzles]
    columns = list(dict.fromkeys(name for row in rows for name, _ in row))
    twice = {name for row in rows for name, times in Counter(name for name, _ in row).items() if times > 1}
    seen = set[str]()
    for name in columns:
        if not name.isprintable() or not name:
            raise PackError(f"no column can be called {name!a}")
        if name.lower() in seen or name in twice:
            raise PackError(f"two columns would be called {name!a}")
        seen.add(name.lower())
    return columns, [dict(row) for row in rows]


def _csv(pack: Pack) -> str:
    columns, rows = _rows(pack)
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    try:
        writer.writerows(rows)
    except csv.Error as error:
        # Python 3.10 writes no zero byte.
        raise PackError(f"a value cannot be written as CSV: {error}") from None
    return text.getvalue()


FORMS = ("csv", "html", "site")
