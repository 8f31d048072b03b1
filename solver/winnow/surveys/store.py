"""The survey's database: one SQLite file, written by one or more processes of one machine."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from pathlib import Path

from winnow.checking.survey_files import (
    APPLICATION_ID,
    CREATE,
    CREATE_CERTIFICATES,
    SCHEMA,
    VERDICTS,
    certificate_folder,
    certificate_name,
    database_fault,
    pragma,
    schema_of,
    survey_fault,
)
from winnow.core.errors import BadInputError
from winnow.core.output import Output
from winnow.surveys.survey import Evidence, Numbers, Row, Survey

_BUSY_SECONDS = 600
_WINDOW = 4096
"""Numbers searched at a time for deals without a row."""

_SAMPLE_ROWS = 50_000
_key_values = attrgetter(*(field.name for field in fields(Survey)))
_row_values = attrgetter(*(field.name for field in fields(Row)))


class StoreError(BadInputError):
    """Raised for a file that is no survey database, or cannot be read or written; the message is one line."""


@dataclass(frozen=True)
class Tally:
    """The number of a survey's deals with one verdict, score, bound and `cut` (1: a limit ended the search, else 0).

    `positions` and `seconds` are None if the rows do not record their cost.
    """

    verdict: str
    score: int | None
    bound: int | None
    cut: int
    deals: int
    positions: int | None
    seconds: float | None


@dataclass(frozen=True)
class Certificates:
    """The number of rows whose certificates were looked for, of those that have one, and the uncompressed bytes.

    `lacking` counts the rows with a figure that no certificate proves, by cause.
    """

    rows: int
    stored: int
    size: int
    lacking: dict[str, int]

    def record(self) -> dict[str, object]:
        """Return the counts as an object."""
        return {"rows": self.rows, "stored": self.stored, "bytes": self.size, "lacking": self.lacking}


@contextmanager
def opened(file: str, *, must_exist: bool = False, certify: bool = False) -> Iterator[Store]:
    """Yield the open survey database, created if it does not exist; raise StoreError for any fault of the file.

    A file of another program, or of a newer Winnow, is not changed. With `certify` it gets a table of certificates and
    a folder for them beside it.
    """
    if must_exist and not Path(file).is_file():
        raise StoreError(f"cannot read {file}: there is no such file")
    if Path(file).exists() and not Path(file).is_file():
        raise StoreError(f"{file} is no plain file, which a survey database is")
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None)
        _prepare(connection, file, must_exist)
        yield Store(connection, _certificates(connection, file) if certify else None)
    except sqlite3.Error as error:
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
            raise StoreError(f"{file} is no survey database") from None
        raise StoreError(f"{file}: {error}") from None
    finally:
        if connection is not None:
            connection.close()


def _prepare(connection: sqlite3.Connection, file: str, must_exist: bool) -> None:
    if _is_empty(connection) and not must_exist:
        # The mode is stored in the file; it cannot be set within a transaction.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        if _is_empty(connection):
            for statement in CREATE:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
    fault = database_fault(connection)
    if fault:
        raise StoreError(f"{file} {fault}")
    connection.execute("PRAGMA synchronous = NORMAL")


def _certificates(connection: sqlite3.Connection, file: str) -> Path:
    """Return the folder of the certificates, created with their table if it does not exist; raise StoreError."""
    connection.execute("BEGIN IMMEDIATE")
    for statement in CREATE_CERTIFICATES:
        connection.execute(statement)
    connection.execute("COMMIT")
    folder = certificate_folder(file)
    _make_folder(folder)
    return folder


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot write {folder}: {error.strerror}") from None


def _is_empty(connection: sqlite3.Connection) -> bool:
    return not schema_of(connection) and pragma(connection, "application_id") == 0


class Store:
    """An open survey database. Every method is one transaction, so a killed process leaves a consistent file.

    `folder` is the folder of certificates, None for a survey without them.
    """

    def __init__(self, connection: sqlite3.Connection, folder: Path | None = None) -> None:
        self._connection = connection
        self._folder = folder

    @contextmanager
    def one_state(self) -> Iterator[None]:
        """Let all that is read in the block be of one state of the database, whoever writes meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("ROLLBACK")

    def file(self, survey: Survey) -> int:
        """Return the survey's id; a new survey is inserted."""
        self._connection.execute(
            "INSERT OR IGNORE INTO survey (game, rules, question, engine, version, limits) VALUES (?, ?, ?, ?, ?, ?)",
            _key_values(survey),
        )
        found = self.find(survey)
        if found is None:
            raise RuntimeError("a survey just filed is not there")
        return found

    def find(self, survey: Survey) -> int | None:
        """Return the survey's id; None if it is not in the database."""
        key = "(game, rules, question, engine, version, limits)"
        query = f"SELECT id FROM survey NOT INDEXED WHERE {key} = (?, ?, ?, ?, ?, ?)"  # noqa: S608  names of columns
        found = self._connection.execute(query, _key_values(survey)).fetchone()
        return None if found is None else int(found[0])

    def surveys(self) -> list[tuple[int, Survey]]:
        """Return every survey with its id, in a fixed order."""
        query = (
            "SELECT id, game, rules, question, engine, version, limits FROM survey NOT INDEXED "
            "ORDER BY game, rules, question, engine, version, limits"
        )
        return [
            (row[0], checked_survey(f"survey {row[0]} of this database", Survey(*row[1:])))
            for row in self._connection.execute(query)
        ]

    def add(self, survey: int, rows: Iterable[Row], evidence: Iterable[Evidence] = ()) -> None:
        """Write rows, all or none, after their certificates; a deal that has a row keeps it."""
        statement = (
            "INSERT OR IGNORE INTO deal "
            "(survey, number, verdict, score, bound, proof, reason, stopped, positions, seconds) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        evidence = tuple(evidence)
        for each in evidence:
            self._keep(each)
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(statement, ((survey, *_row_values(row)) for row in rows))
        if evidence:
            self._add_evidence(survey, evidence)
        self._connection.execute("COMMIT")

    def _add_evidence(self, survey: int, evidence: Iterable[Evidence]) -> None:
        self._connection.executemany(
            # A new certificate replaces one whose file is gone; an existing one is never replaced by none.
            "INSERT INTO certificate (survey, number, sha256, size, lacking) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (survey, number) DO UPDATE "
            "SET (sha256, size, lacking) = (excluded.sha256, excluded.size, excluded.lacking) "
            "WHERE excluded.sha256 IS NOT NULL",
            ((survey, each.number, each.sha256, each.size, each.lacking) for each in evidence),
        )

    def _keep(self, evidence: Evidence) -> None:
        """Write a certificate to its file; raise StoreError or OutputError."""
        if evidence.sha256 is None:
            return
        if self._folder is None:
            raise RuntimeError("this survey was opened without certificates")
        path = self._folder / certificate_name(evidence.sha256)
        if not path.is_file():
            _make_folder(path.parent)
            Output(path).write(evidence.packed)

    def rows(self, survey: int) -> Iterator[Row]:
        """Yield a survey's rows in the order of their numbers."""
        query = (
            "SELECT number, verdict, score, bound, proof, reason, stopped, positions, seconds "
            "FROM deal WHERE survey = ? ORDER BY number"
        )
        for row in self._connection.execute(query, (survey,)):
            yield Row(*row)

    def missing(self, survey: int, numbers: Numbers, most: int) -> tuple[tuple[int, ...], int]:
        """Return the next deals to be decided, at most `most`, and the number from which to continue.

        These are the deals without a row; in a survey with certificates also those whose certificate has not been
        looked for, or whose file is gone.
        """
        end = min(numbers.end, numbers.first + max(most, _WINDOW))
        done = self._done(survey, numbers.first, end - 1)
        found: list[int] = []
        for number in range(numbers.first, end):
            if number not in done:
                found.append(number)
                if len(found) == most:
                    return tuple(found), number + 1
        return tuple(found), end

    def _done(self, survey: int, first: int, last: int) -> set[int]:
        query = "SELECT number FROM deal WHERE survey = ? AND number BETWEEN ? AND ?"
        rows = {row[0] for row in self._connection.execute(query, (survey, first, last))}
        if self._folder is None:
            return rows
        query = "SELECT number, sha256 FROM certificate WHERE survey = ? AND number BETWEEN ? AND ?"
        looked_for = self._connection.execute(query, (survey, first, last))
        there = {number for number, digest in looked_for if digest is None or self._has(digest)}
        return rows & there

    def _has(self, digest: str) -> bool:
        return self._folder is not None and (self._folder / certificate_name(digest)).is_file()

    def tallies(self, survey: int, numbers: Numbers) -> list[Tally]:
        """Return the counts of a survey's rows with these numbers, by verdict, score and bound."""
        query = (
            "SELECT verdict, score, bound, stopped IS NOT NULL AS cut, count(*), sum(positions), sum(seconds) "
            "FROM deal WHERE survey = ? AND number BETWEEN ? AND ? "
            "GROUP BY verdict, score, bound, cut ORDER BY verdict, score, bound, cut"
        )
        found = self._connection.execute(query, (survey, numbers.first, numbers.end - 1))
        return [_checked_tally(Tally(*row)) for row in found]

    def certificates(self, survey: int, numbers: Numbers) -> Certificates | None:
        """Return the counts of a survey's certificates; None for one without."""
        if not self._connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'certificate'").fetchone():
            return None
        query = (
            "SELECT lacking, count(*), count(sha256), ifnull(sum(size), 0) FROM certificate "
            "WHERE survey = ? AND number BETWEEN ? AND ? GROUP BY lacking ORDER BY lacking"
        )
        found = self._connection.execute(query, (survey, numbers.first, numbers.end - 1)).fetchall()
        if not all(isinstance(why, str | None) and type(size) is int for why, _, _, size in found):
            raise StoreError("this database holds a certificate whose size or reason is not what a survey writes")
        lacking = {why: rows for why, rows, _, _ in found if why is not None}
        rows, stored, size = (sum(row[place] for row in found) for place in (1, 2, 3))
        return Certificates(rows, stored, size, lacking) if found else None

    def span(self, survey: int) -> Numbers | None:
        """Return the range from a survey's least to its greatest number; None without rows."""
        query = "SELECT min(number), max(number) FROM deal WHERE survey = ?"
        least, greatest = self._connection.execute(query, (survey,)).fetchone()
        if least is None:
            return None
        if not (type(least) is int and type(greatest) is int):
            raise StoreError("this database holds a deal whose number is not a whole number")
        return Numbers(least, greatest + 1)


def checked_survey(place: str, survey: Survey) -> Survey:
    """Return the survey; raise StoreError, naming `place`, for values that no survey writes."""
    fault = survey_fault(_key_values(survey))
    if fault:
        raise StoreError(f"{place} {fault}")
    return survey


def _checked_tally(tally: Tally) -> Tally:
    """Return the counts; raise StoreError for values that no survey writes."""
    if tally.verdict not in VERDICTS:
        raise StoreError(f"this database holds a row with the verdict {str(tally.verdict)[:40]!a}")
    whole = all(value is None or type(value) is int for value in (tally.score, tally.bound))
    if not (whole and type(tally.positions) is int and type(tally.seconds) in (int, float)):
        raise StoreError("this database holds a row whose score, bound, positions or seconds is not a number")
    return tally


def bytes_per_row(rows: list[Row]) -> float:
    """Return the bytes per row of a database of rows like these, measured by writing many of them in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        _prepare(connection, "", must_exist=False)
        store = Store(connection)
        store.add(1, (replace(rows[number % len(rows)], number=number) for number in range(_SAMPLE_ROWS)))
        return pragma(connection, "page_count") * pragma(connection, "page_size") / _SAMPLE_ROWS
    finally:
        connection.close()
