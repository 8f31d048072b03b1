"""The survey's database: one SQLite file, written by one or more processes of one machine."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from pathlib import Path

from winnow.games import GAMES
from winnow.surveys.survey import Numbers, Row, Survey

APPLICATION_ID = 0x57534E57
SCHEMA = 1
_BUSY_SECONDS = 600
_WINDOW = 4096
"""Numbers looked through at a time for deals that have no row yet."""

_CREATE = """
CREATE TABLE survey (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, rules TEXT NOT NULL, question TEXT NOT NULL, engine TEXT NOT NULL, version TEXT NOT NULL,
    limits TEXT NOT NULL,
    UNIQUE (game, rules, question, engine, version, limits)
);
CREATE TABLE deal (
    survey INTEGER NOT NULL REFERENCES survey (id), number INTEGER NOT NULL,
    verdict TEXT NOT NULL, score INTEGER, bound INTEGER, proof TEXT, reason TEXT, stopped TEXT,
    positions INTEGER NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (survey, number)
) WITHOUT ROWID;
CREATE VIEW verdicts AS
    SELECT game, rules, question, engine, version, limits, number, verdict, score, bound, proof, reason, stopped,
           positions, seconds
    FROM deal JOIN survey ON survey.id = deal.survey;
"""
_SAMPLE_ROWS = 50_000
_key_values = attrgetter(*(field.name for field in fields(Survey)))
_row_values = attrgetter(*(field.name for field in fields(Row)))


class StoreError(ValueError):
    """A file that is no survey database, or that cannot be read or written: one clear line."""


@dataclass(frozen=True)
class Tally:
    """How many deals of one survey share a verdict, score and bound, and were cut off by a limit or not."""

    verdict: str
    score: int | None
    bound: int | None
    cut: int
    deals: int
    positions: int
    seconds: float


@contextmanager
def opened(file: str, *, must_exist: bool = False) -> Iterator[Store]:
    """Open the survey database, made if it is not there; raise StoreError for any trouble with the file.

    A file of another program, or of a newer Winnow, is left as it is.
    """
    if must_exist and not Path(file).is_file():
        raise StoreError(f"cannot read {file}: there is no such file")
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None)
        _prepare(connection, file, must_exist)
        yield Store(connection)
    except sqlite3.Error as error:
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
            raise StoreError(f"{file} is no survey database") from None
        raise StoreError(f"{file}: {error}") from None
    finally:
        if connection is not None:
            connection.close()


def _prepare(connection: sqlite3.Connection, file: str, must_exist: bool) -> None:
    if _is_empty(connection) and not must_exist:
        # The mode stays with the file; it cannot be set within a transaction.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        if _is_empty(connection):
            for statement in _CREATE.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise StoreError(f"{file} is no survey database")
    schema = _pragma(connection, "user_version")
    if schema > SCHEMA:
        raise StoreError(f"{file} was written by a newer winnow (format {schema}; this one reads {SCHEMA})")
    connection.execute("PRAGMA synchronous = NORMAL")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _is_empty(connection: sqlite3.Connection) -> bool:
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and _pragma(connection, "application_id") == 0


class Store:
    """An open survey database. Every method is one transaction; a process that is killed leaves whole ones."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def file(self, survey: Survey) -> int:
        """Return the survey's id, filed now if it is new."""
        self._connection.execute(
            "INSERT OR IGNORE INTO survey (game, rules, question, engine, version, limits) VALUES (?, ?, ?, ?, ?, ?)",
            _key_values(survey),
        )
        found = self.find(survey)
        if found is None:
            raise RuntimeError("a survey just filed is not there")
        return found

    def find(self, survey: Survey) -> int | None:
        """Return the survey's id, None if it has no rows."""
        query = "SELECT id FROM survey WHERE (game, rules, question, engine, version, limits) = (?, ?, ?, ?, ?, ?)"
        found = self._connection.execute(query, _key_values(survey)).fetchone()
        return None if found is None else int(found[0])

    def surveys(self) -> list[tuple[int, Survey]]:
        """Return every survey with its id, in a fixed order."""
        query = (
            "SELECT id, game, rules, question, engine, version, limits FROM survey "
            "ORDER BY game, rules, question, engine, version, limits"
        )
        return [(row[0], _checked_survey(row[0], Survey(*row[1:]))) for row in self._connection.execute(query)]

    def add(self, survey: int, rows: Iterable[Row]) -> None:
        """Write rows, all or none; a deal that has one keeps it."""
        statement = (
            "INSERT OR IGNORE INTO deal "
            "(survey, number, verdict, score, bound, proof, reason, stopped, positions, seconds) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(statement, ((survey, *_row_values(row)) for row in rows))
        self._connection.execute("COMMIT")

    def rows(self, survey: int) -> Iterator[Row]:
        """Yield a survey's rows in the order of their numbers."""
        query = (
            "SELECT number, verdict, score, bound, proof, reason, stopped, positions, seconds "
            "FROM deal WHERE survey = ? ORDER BY number"
        )
        for row in self._connection.execute(query, (survey,)):
            yield Row(*row)

    def missing(self, survey: int, numbers: Numbers, most: int) -> tuple[tuple[int, ...], int]:
        """Return the next deals without a row, up to `most` of them, and the number to look on from."""
        end = min(numbers.end, numbers.first + max(most, _WINDOW))
        query = "SELECT number FROM deal WHERE survey = ? AND number BETWEEN ? AND ?"
        done = {row[0] for row in self._connection.execute(query, (survey, numbers.first, end - 1))}
        found: list[int] = []
        for number in range(numbers.first, end):
            if number not in done:
                found.append(number)
                if len(found) == most:
                    return tuple(found), number + 1
        return tuple(found), end

    def tallies(self, survey: int, numbers: Numbers) -> list[Tally]:
        """Return the counts of a survey's rows with these numbers, by verdict, score and bound."""
        query = (
            "SELECT verdict, score, bound, stopped IS NOT NULL AS cut, count(*), sum(positions), sum(seconds) "
            "FROM deal WHERE survey = ? AND number BETWEEN ? AND ? "
            "GROUP BY verdict, score, bound, cut ORDER BY verdict, score, bound, cut"
        )
        found = self._connection.execute(query, (survey, numbers.first, numbers.end - 1))
        return [_checked_tally(Tally(*row)) for row in found]

    def span(self, survey: int) -> Numbers | None:
        """Return the numbers from a survey's least to its greatest, None if it has no row."""
        query = "SELECT min(number), max(number) FROM deal WHERE survey = ?"
        least, greatest = self._connection.execute(query, (survey,)).fetchone()
        if least is None:
            return None
        if not (type(least) is int and type(greatest) is int):
            raise StoreError("this database holds a deal whose number is not a whole number")
        return Numbers(least, greatest + 1)


def _checked_survey(number: int, survey: Survey) -> Survey:
    """Return the survey; raise StoreError for one that nobody can have asked, so in an edited database."""
    for name in ("game", "rules", "question", "engine", "version", "limits"):
        if not isinstance(getattr(survey, name), str):
            raise StoreError(f"survey {number} of this database has no {name}")
    if survey.game not in GAMES:
        raise StoreError(f"survey {number} of this database is of an unknown game: {survey.game[:40]!a}")
    if survey.question not in ("win", "best"):
        raise StoreError(f"survey {number} of this database asks an unknown question: {survey.question[:40]!a}")
    for name in ("rules", "limits"):
        try:
            found = json.loads(getattr(survey, name))
        except (ValueError, RecursionError):
            found = None
        numbers = isinstance(found, dict) and all(
            name == "rules" or value is None or type(value) in (int, float) for value in found.values()
        )
        if not numbers:
            raise StoreError(f"survey {number} of this database: {name} is not what a survey writes there")
    return survey


def _checked_tally(tally: Tally) -> Tally:
    """Return the counts; raise StoreError for rows that hold anything else than a survey writes."""
    if tally.verdict not in ("winnable", "unwinnable", "undecided"):
        raise StoreError(f"this database holds a row with the verdict {str(tally.verdict)[:40]!a}")
    whole = all(value is None or type(value) is int for value in (tally.score, tally.bound))
    if not (whole and type(tally.positions) is int and type(tally.seconds) in (int, float)):
        raise StoreError("this database holds a row whose score, bound, positions or seconds is not a number")
    return tally


def bytes_per_row(rows: list[Row]) -> float:
    """Return the size of a database of rows like these, per row, by writing many of them in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        _prepare(connection, "", must_exist=False)
        store = Store(connection)
        store.add(1, (replace(rows[number % len(rows)], number=number) for number in range(_SAMPLE_ROWS)))
        return _pragma(connection, "page_count") * _pragma(connection, "page_size") / _SAMPLE_ROWS
    finally:
        connection.close()
