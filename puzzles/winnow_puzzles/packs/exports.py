"""A pack in other formats: a table (CSV), a database (SQLite), text, pictures (SVG), a page (HTML), a site."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import sys
import tempfile
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from winnow.core.games import GAMES
from winnow.core.output import Output
from winnow.core.text_files import printable
from winnow.workers.local import Runner
from winnow_puzzles.packs.files import PROBLEM_FORMAT, PackError
from winnow_puzzles.packs.page import page
from winnow_puzzles.packs.pictures import picture
from winnow_puzzles.packs.problem_page import problem_page
from winnow_puzzles.packs.reading import Pack, Record, deal_of
from winnow_puzzles.packs.site import Report, write_site
from winnow_puzzles.packs.solutions import solution_line, solution_steps

_WIDTH = 100
SEPARATOR = "; "


def export(
    pack: Pack, form: str, name: str, runner: Runner | None = None, report: Report = lambda _count: None
) -> None:
    """Write the pack in one of FORMS: to a directory for svg (a picture of each puzzle) and site, else to an output.

    `runner` computes the site of a pack of problems, and `report` is called with the number of puzzles written. Raises
    OutputError, OSError for a directory that cannot be written, PackError for a pack that the format cannot hold, and
    StoppedError if the runner is stopped.
    """
    if form == "site":
        write_site(pack, Path(name), runner, report)
        return
    if form == "svg":
        output = Path(name)
        output.mkdir(parents=True, exist_ok=True)
        for puzzle in pack.puzzles:
            (output / f"{puzzle['id']}.svg").write_bytes(picture(deal_of(puzzle), _goal(puzzle)).encode())
        return
    target = Output(name)
    target.write(_sqlite(pack) if form == "sqlite" else _shown(_TEXTS[form](pack), target).encode())


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


def _sqlite(pack: Pack) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pack.sqlite"
        _write_sqlite(pack, path)
        return path.read_bytes()


_SQL = ((float, "REAL"), (int, "INTEGER"), (object, "TEXT"))
"""Types of values with the SQL type of their column, the first match counting."""


def _holds(rows: list[dict[str, Any]], name: str, kind: type) -> bool:
    return any(isinstance(row.get(name), kind) for row in rows)


def _write_sqlite(pack: Pack, path: Path) -> None:
    columns, rows = _rows(pack)
    kinds = {name: next(kind for type_, kind in _SQL if _holds(rows, name, type_)) for name in columns}
    fields = ", ".join(f"{_quoted(name)} {kind}{' PRIMARY KEY' * (name == 'id')}" for name, kind in kinds.items())
    database = sqlite3.connect(path)
    try:
        with database:
            database.execute("CREATE TABLE pack (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
            database.execute(f"CREATE TABLE puzzle ({fields})")
            about = (
                (name, value if isinstance(value, str) else json.dumps(value))
                for name, value in pack.description.items()
            )
            database.executemany("INSERT INTO pack VALUES (?, ?)", about)
            marks = ", ".join("?" * len(columns))
            database.executemany(
                f"INSERT INTO puzzle VALUES ({marks})",  # noqa: S608 (question marks only)
                ([row.get(name) for name in columns] for row in rows),
            )
    except (OverflowError, sqlite3.Error) as error:
        raise PackError(f"a database cannot hold this pack: {error}") from None
    finally:
        database.close()


def _quoted(name: str) -> str:
    """Return a column's name quoted for SQL."""
    return '"' + name.replace('"', '""') + '"'


def _text(pack: Pack) -> str:
    """Return one record a puzzle, in the style of PGN files: tags in brackets, then the solution in sentences.

    A tag is one line: control characters in it are escaped.
    """
    return "\n".join(_record(pack.description, puzzle) for puzzle in pack.puzzles)


def _record(description: Mapping[str, Any], puzzle: Record) -> str:
    problem = puzzle["format"] == PROBLEM_FORMAT
    rules = " ".join(f"{name}={value}" for name, value in puzzle["rules"].items() if " " not in str(value))
    tags = {
        "Event": description["title"],
        "Id": puzzle["id"],
        "Game": GAMES[puzzle["game"]].title,
        "Rules": rules,
        "Number": puzzle["number"],
        "Level": puzzle["level"],
        "Goal": _goal(puzzle),
        "Deal": puzzle["deal"],
        **({"After": SEPARATOR.join(puzzle["after"])} if problem else {}),
        "Result": puzzle["goal"] if problem else puzzle["verdict"]["score"],
        "Line": SEPARATOR.join(solution_line(puzzle)),
    }
    lines = [*(printable(f'[{name} "{value}"]') for name, value in tags.items()), ""]
    for number, step in enumerate(solution_steps(puzzle), 1):
        lines += textwrap.wrap(printable(f"{number}. {step}"), _WIDTH, break_on_hyphens=False)
    return "\n".join([*lines, ""])


def _goal(puzzle: Record) -> str:
    """Return the goal as a sentence."""
    return str(puzzle.get("goal_text", puzzle["goal"]))


def _html(pack: Pack) -> str:
    return problem_page(pack) if pack.of_problems else page(pack)


_TEXTS: Mapping[str, Callable[[Pack], str]] = {
    "csv": _csv,
    "text": _text,
    "html": _html,
}
FORMS = ("csv", "sqlite", "text", "svg", "html", "site")
