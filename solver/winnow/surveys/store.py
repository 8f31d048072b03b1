"""The database of a survey, an SQLite file that processes of one machine share, and the run that fills it."""

from __future__ import annotations

import json
import random
import re
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from winnow.core.errors import BadInputError
from winnow.core.games import GAMES
from winnow.surveys.survey import Row, Survey, decide_batch
from winnow.workers.local import Runner

VERDICTS = ("winnable", "unwinnable", "undecided")
_APPLICATION_ID = 0x57534E57
_FORMAT = 1
_TABLES = (
    """CREATE TABLE survey (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, rules TEXT NOT NULL, question TEXT NOT NULL, engine TEXT NOT NULL, version TEXT NOT NULL,
    limits TEXT NOT NULL,
    UNIQUE (game, rules, question, engine, version, limits)
)""",
    """CREATE TABLE deal (
    survey INTEGER NOT NULL REFERENCES survey (id), number INTEGER NOT NULL,
    verdict TEXT NOT NULL, score INTEGER, bound INTEGER, proof TEXT, reason TEXT, stopped TEXT,
    positions INTEGER NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (survey, number)
) WITHOUT ROWID""",
    """CREATE VIEW verdicts AS
    SELECT game, rules, question, engine, version, limits, number, verdict, score, bound, proof, reason, stopped,
           positions, seconds
    FROM deal JOIN survey ON survey.id = deal.survey""",
)
_LONGEST_VALUE = 1 << 20
"""The most bytes of a value, more than any survey writes."""
_BUSY_SECONDS = 600
BATCH_SECONDS = 1.0
MAX_BATCH = 1000
_WINDOW = 4096
"""Numbers searched at a time for deals without a row."""

_KEY = tuple(field.name for field in fields(Survey))
_key_values = attrgetter(*_KEY)
_ROW = ", ".join(Row._fields)
_STOPPED = re.compile("[a-z]{0,20}")
_MOST_SCORE = 10**9


class StoreError(BadInputError):
    """Raised for a file that is no survey database, or cannot be read or written; the message is one line.

    >>> import winnow
    >>> winnow.survey('head', 1, db='/')
    Traceback (most recent call last):
    ...
    winnow.surveys.store.StoreError: / is no plain file, which a survey database is
    """


@contextmanager
def opened(file: str, *, must_exist: bool = False) -> Iterator[Store]:
    """Yield the open survey database, created if it does not exist; raise StoreError for any fault of the file.

    A file of another program, or of a newer Winnow, is not changed.
    """
    if must_exist and not Path(file).is_file():
        raise StoreError(f"cannot read {file}: there is no such file")
    if Path(file).exists() and not Path(file).is_file():
        raise StoreError(f"{file} is no plain file, which a survey database is")
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None)
        _prepare(connection, file, must_exist)
        yield Store(connection)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # SQLite quotes a damaged schema in its error; where that is no text, Python 3.10 cannot decode it.
        text = "it is damaged" if isinstance(error, UnicodeDecodeError) else str(error)
        raise StoreError(f"{file} is no survey database" if "not a database" in text else f"{file}: {text}") from None
    finally:
        if connection is not None:
            connection.close()


def _prepare(connection: sqlite3.Connection, file: str, must_exist: bool) -> None:
    if sys.version_info >= (3, 11):
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.execute("PRAGMA trusted_schema = OFF")
    if _is_empty(connection) and not must_exist:
        _set_mode(connection)
        connection.execute("BEGIN IMMEDIATE")
        if _is_empty(connection):
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {_FORMAT}")
        connection.execute("COMMIT")
    if _pragma(connection, "application_id") != _APPLICATION_ID:
        raise StoreError(f"{file} is no survey database")
    found = _pragma(connection, "user_version")
    if found > _FORMAT:
        raise StoreError(f"{file} was written by a newer winnow (format {found}; this one reads {_FORMAT})")
    connection.execute("PRAGMA synchronous = NORMAL")


def _set_mode(connection: sqlite3.Connection) -> None:
    """Set the write-ahead log, so that readers never keep a run waiting; the file stores it, outside a transaction."""
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # Here SQLite does not wait for another run that creates the file.
            if "locked" not in str(error) or time.monotonic() >= end:
                raise
            time.sleep(0.01)


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _is_empty(connection: sqlite3.Connection) -> bool:
    empty = not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    return empty and _pragma(connection, "application_id") == 0


class Store:
    """An open survey database. Every method is one transaction, so a killed process leaves a consistent file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def file(self, survey: Survey) -> int:
        """Return the survey's id; a new survey is inserted."""
        add = f"INSERT OR IGNORE INTO survey ({', '.join(_KEY)}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608
        self._connection.execute(add, _key_values(survey))
        query = f"SELECT id FROM survey WHERE ({', '.join(_KEY)}) = (?, ?, ?, ?, ?, ?)"  # noqa: S608  names of columns
        return int(self._connection.execute(query, _key_values(survey)).fetchone()[0])

    def surveys(self) -> list[tuple[int, Survey]]:
        """Return every survey with its id, in a fixed order."""
        key = ", ".join(_KEY)
        query = f"SELECT id, {key} FROM survey ORDER BY {key}"  # noqa: S608  names of columns
        return [
            (row[0], checked_survey(f"survey {row[0]} of this database", Survey(*row[1:])))
            for row in self._connection.execute(query)
        ]

    def add(self, survey: int, rows: Iterable[Row]) -> None:
        """Write rows, all or none; a deal that has a row keeps it."""
        statement = f"INSERT OR IGNORE INTO deal (survey, {_ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(statement, ((survey, *row) for row in rows))
        self._connection.execute("COMMIT")

    def rows(self, survey: int, numbers: range | None = None) -> Iterator[Row]:
        """Yield a survey's rows, all or those of some numbers, in the order of their numbers."""
        among = "" if numbers is None else f" AND number BETWEEN {numbers.start} AND {numbers.stop - 1}"
        query = f"SELECT {_ROW} FROM deal WHERE survey = ?{among} ORDER BY number"  # noqa: S608  as above
        yield from map(_checked_row, self._connection.execute(query, (survey,)))

    def every_row(self) -> Iterator[tuple[int, Row]]:
        """Yield (survey's id, row) of all surveys, in the order of the table.

        A query for one survey would load a row of any length to compare its key.
        """
        for survey, *row in self._connection.execute(f"SELECT survey, {_ROW} FROM deal"):  # noqa: S608  as above
            yield survey, _checked_row(row)

    def missing(self, survey: int, numbers: range, most: int) -> tuple[tuple[int, ...], int]:
        """Return the next deals without a row, at most `most`, and the number from which to continue."""
        end = min(numbers.stop, numbers.start + max(most, _WINDOW))
        query = "SELECT number FROM deal WHERE survey = ? AND number BETWEEN ? AND ?"
        done = {row[0] for row in self._connection.execute(query, (survey, numbers.start, end - 1))}
        found: list[int] = []
        for number in range(numbers.start, end):
            if number not in done:
                found.append(number)
                if len(found) == most:
                    return tuple(found), number + 1
        return tuple(found), end


def checked_survey(place: str, survey: Survey) -> Survey:
    """Return the survey; raise StoreError, naming `place`, for values that no survey writes."""
    for name, value in zip(_KEY, _key_values(survey), strict=True):
        if not isinstance(value, str):
            raise StoreError(f"{place} has no {name}")
    if survey.game not in GAMES:
        raise StoreError(f"{place} is of an unknown game: {survey.game[:40]!a}")
    if survey.question not in ("win", "best"):
        raise StoreError(f"{place} asks an unknown question: {survey.question[:40]!a}")
    _require_object(survey.rules, f"{place} has rules that no survey writes")
    limits = _require_object(survey.limits, f"{place} has limits that no survey writes")
    if not all(value is None or type(value) in (int, float) for value in limits.values()):
        raise StoreError(f"{place} has limits that no survey writes")
    return survey


def _require_object(text: str, fault: str) -> dict[str, object]:
    """Return the JSON object in a text; raise StoreError with the fault if there is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise StoreError(fault)
    return found


def _checked_row(values: Iterable[Any]) -> Row:
    """Return the row; raise StoreError for values that no survey writes."""
    row = Row(*values)
    whole = all(value is None or (type(value) is int and abs(value) < _MOST_SCORE) for value in (row.score, row.bound))
    cost = type(row.positions) is int and type(row.seconds) in (int, float)
    ended = row.stopped is None or (isinstance(row.stopped, str) and _STOPPED.fullmatch(row.stopped) is not None)
    if not (type(row.number) is int and row.number >= 0 and row.verdict in VERDICTS and whole and cost and ended):
        told = ",".join(str(value)[:40] for value in row[:4])
        raise StoreError(f"this database holds a row that no survey writes: {told!a}")
    return row


def conduct(
    store: Store, survey: Survey, numbers: range, runner: Runner, batch: int | None = None
) -> Iterator[list[Row]]:
    """Decide every deal that has no row, write each batch as it is finished, then yield its rows.

    `batch` fixes the number of deals in a batch. Several runs on one file share the work: each starts at another place,
    goes round once, and skips finished deals; a deal decided twice keeps its first row.
    """
    survey_id = store.file(survey)
    size, deals, seconds = batch or 1, 0, 0.0

    def batches() -> Iterator[tuple[int, ...]]:
        start = random.randrange(numbers.start, numbers.stop)
        for first, end in ((start, numbers.stop), (numbers.start, start)):
            at = first
            while at < end:
                found, at = store.missing(survey_id, range(at, end), size)
                if found:
                    yield found

    for rows, spent in runner.run(partial(decide_batch, survey), batches()):
        store.add(survey_id, rows)
        deals, seconds = deals + len(rows), seconds + spent
        if batch is None and deals:
            # No batch is more than double the last.
            fitting = int(BATCH_SECONDS * deals / max(seconds, 1e-9))
            size = max(1, min(fitting, 2 * len(rows), MAX_BATCH))
        yield rows
