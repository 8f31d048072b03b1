"""A pack in other formats: a table (CSV), a page (HTML), a site."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from winnow.core.output import Output
from winnow.core.text_files import printable
from winnow.workers.local import Runner
from winnow_puzzles.packs.files import PROBLEM_FORMAT, PackError
from winnow_puzzles.packs.page import page
from winnow_puzzles.packs.reading import Pack, Record
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


def _row(puzzle: Record) -> dict[str, Any]:
    """Return a puzzle as one flat row."""
    if puzzle["format"] == PROBLEM_FORMAT:
        return _problem_row(puzzle)
    verdict = puzzle["verdict"]
    return _joined(
        {name: puzzle[name] for name in ("id", "game", "level", "goal")},
        {"number": str(puzzle["number"])},
        {"deal": puzzle["deal"]},
        {"score": verdict["score"]},
        {"line": SEPARATOR.join(verdict["line"])},
        {"player": verdict["engine"]},
        {f"rule_{name}": str(value) for name, value in puzzle["rules"].items()},
        {f"rating_{name}": value for name, value in puzzle.get("rating", {}).items()},
        {f"won_{name}": count for name, count in puzzle.get("played", {}).items()},
        puzzle["metrics"],
        {"tags": " ".join(puzzle["tags"])},
    )


def _joined(*parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a row merged into one; raise PackError for a repeated name."""
    row = dict[str, Any]()
    for part in parts:
        for name, value in part.items():
            if name in row:
                raise PackError(f"two columns would be called {name!a}")
            row[name] = value
    return row


def _problem_row(problem: Record) -> dict[str, Any]:
    """Return a problem as one flat row; its decisions are JSON."""
    lists = {name: SEPARATOR.join(problem[name]) for name in ("after", "solution", "themes")}
    rules = {f"rule_{name}": str(value) for name, value in problem["rules"].items()}
    plain = ("id", "game", "level", "goal", "goal_text", "deal", "decisions_that_matter", "temptations", "positions")
    return {
        **{name: problem[name] for name in plain},
        "number": str(problem["number"]),
        **lists,
        **{f"rating_{name}": value for name, value in problem["rating"].items()},
        "core": problem["core"],
        "diagram": "\n".join(problem["diagram"]),
        "decisions": json.dumps(problem["decisions"]),
        **rules,
    }


def _rows(pack: Pack) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the columns and the rows. Raises PackError for an empty column name or two that differ only in case."""
    rows = [_row(puzzle) for puzzle in pack.puzzles]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    seen = set[str]()
    for name in columns:
        if not name.isprintable() or not name:
            raise PackError(f"no column can be called {name!a}")
        if name.lower() in seen:
            raise PackError(f"two columns would be called {name!a}")
        seen.add(name.lower())
    return columns, rows


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
