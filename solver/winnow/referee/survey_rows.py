"""Reads a survey's database that may hold anything, without writing to it."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from winnow.errors import BadInputError
from winnow.referee.meter import ExhaustedError, Meter
from winnow.survey_files import APPLICATION_ID, CREATE, CREATE_CERTIFICATES, KEY, SCHEMA

_LONGEST_VALUE = 1 << 20
"""Bytes of a value; no survey writes as many."""
_INSTRUCTIONS = 10_000
"""Of SQLite's machine, between two looks at the meter."""
_SURVEY_BYTES = 2000
"""What Python holds for a survey besides its texts."""


class UnreadableError(BadInputError):
    """A file that is no survey's database, or cannot be read: one clear line."""


@dataclass(frozen=True)
class Row:
    """A deal's row as it stands in the database, of whatever types its values are; None also for what is missing."""

    number: Any
    verdict: Any
    score: Any
    bound: Any
    proof: Any
    reason: Any
    sha256: Any = None
    size: Any = None
    lacking: Any = None


class SurveyRows:
    """An open database: its surveys, and their rows. Every method raises sqlite3.Error, and ExhaustedError."""

    def __init__(self, connection: sqlite3.Connection, meter: Meter) -> None:
        self._connection = connection
        self._meter = meter
        self.certified = "certificate" in {name for name, _ in _objects(connection)}

    def surveys(self) -> list[tuple[int, tuple[Any, ...]]]:
        """Return the surveys' ids and the columns that name them."""
        found = []
        query = f"SELECT id, {', '.join(KEY)} FROM survey ORDER BY id"  # noqa: S608  names of columns
        for number, *values in self._connection.execute(query):
            self._meter.step()
            self._meter.hold(_SURVEY_BYTES + sum(4 * len(each) for each in values if isinstance(each, str | bytes)))
            found.append((number, tuple(values)))
        return found

    def verdicts(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield survey, number and verdict of each row, by survey and number.

        Every value of every row is looked at, one row after the other: one that is too long ends this here. To look a
        row up before would load whatever lies on the way to it.
        """
        if self.certified:
            for _ in self._connection.execute("SELECT * FROM certificate"):
                self._meter.step()
        for survey, number, verdict, *_ in self._connection.execute("SELECT * FROM deal ORDER BY survey, number"):
            self._meter.step()
            yield survey, number, verdict

    def row(self, survey: int, number: int) -> Row:
        """Return a row with what is stored about its certificate."""
        query = "SELECT number, verdict, score, bound, proof, reason FROM deal WHERE (survey, number) = (?, ?)"
        found = self._connection.execute(query, (survey, number)).fetchone()
        if found is None:
            raise UnreadableError("the database is damaged: a row is listed, and not found")
        if not self.certified:
            return Row(*found)
        query = "SELECT sha256, size, lacking FROM certificate WHERE (survey, number) = (?, ?)"
        stored = self._connection.execute(query, (survey, number)).fetchone()
        return Row(*found, *(stored or ()))


@contextmanager
def opened(path: Path, meter: Meter) -> Iterator[SurveyRows]:
    """Open a database to be read; raise UnreadableError for what is no survey's, and ExhaustedError."""
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(_address(path), uri=True, isolation_level=None)
        if sys.version_info >= (3, 11):
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        connection.set_progress_handler(_looking(meter), _INSTRUCTIONS)
        for pragma in ("query_only = ON", "trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"):
            connection.execute(f"PRAGMA {pragma}")
        # One transaction: whoever is writing does not change what is counted.
        connection.execute("BEGIN")
        _require_ours(connection, path)
        yield SurveyRows(connection, meter)
    except sqlite3.Error as error:
        meter.look()
        raise UnreadableError(f"{path}: {_words(error)}") from None
    finally:
        if connection is not None:
            connection.close()


def _address(path: Path) -> str:
    """Return the address under which SQLite reads a file, and leaves no file beside it."""
    log = path.with_name(f"{path.name}-wal")
    still = not log.exists() or not log.stat().st_size
    return f"file:{quote(str(path.absolute()))}?mode=ro{'&immutable=1' if still else ''}"


def _looking(meter: Meter) -> Callable[[], int]:
    def look() -> int:
        try:
            meter.look()
        except ExhaustedError:
            # Raised here it would be lost: the statement is ended, and the meter asked again.
            return 1
        return 0

    return look


def _words(error: sqlite3.Error) -> str:
    text = str(error)
    return "it is no survey database" if "not a database" in text else f"the database cannot be read: {text}"


def _objects(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for name, text in connection.execute("SELECT name, sql FROM sqlite_master"):
        yield str(name), str(text)


def _require_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Raise UnreadableError unless the tables are those that a survey makes, and nothing else is done by the file."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise UnreadableError(f"{path} is no survey database")
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    if schema > SCHEMA:
        raise UnreadableError(f"{path} was written by a newer winnow (format {schema}; this one reads {SCHEMA})")
    ours = {_plain(text) for text in (*CREATE, *CREATE_CERTIFICATES)}
    found = set()
    for name, text in _objects(connection):
        # SQLite's own: indexes of keys, figures for its planner.
        if name.startswith("sqlite_"):
            continue
        if _plain(text) not in ours:
            raise UnreadableError(f"{path} holds {name[:40]!a}, which is not what a survey writes")
        found.add(_plain(text))
    missing = [text for text in CREATE if _plain(text) not in found]
    if missing:
        raise UnreadableError(f"{path} is no survey database: it has no {missing[0].split()[2]}")


def _plain(text: str) -> str:
    return " ".join(text.replace("IF NOT EXISTS ", "").split())
