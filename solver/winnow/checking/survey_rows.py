"""Reads an untrusted survey database, without writing to it."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from winnow.checking.survey_files import KEY, database_fault
from winnow.core.errors import UnreadableError
from winnow.core.meter import ExhaustedError, Meter

_LONGEST_VALUE = 1 << 20
"""The most bytes of a value, more than any survey writes."""
_HEAP_BYTES = 32 << 20
"""The bytes that SQLite may use where Python cannot limit a value; the limit holds until the process ends."""
_INSTRUCTIONS = 10_000
"""Instructions of SQLite's virtual machine between two checks of the meter."""
_SURVEY_BYTES = 2000
"""The bytes held for a survey besides its texts."""
_ROW_BYTES = 500
"""The bytes held for a row and its place in the heap of rows to check."""


# A table WITHOUT ROWID is the index of its key and goes by that name: SQLite ignores NOT INDEXED for it.
_DEALS = "deal INDEXED BY sqlite_autoindex_deal_1"
_CERTIFICATES = "certificate INDEXED BY sqlite_autoindex_certificate_1"
_COLUMNS = "deal.survey, deal.number, verdict, score, bound, proof, reason, deal.stopped, deal.positions, deal.seconds"
_BOTH = f"{_DEALS} LEFT JOIN {_CERTIFICATES} ON (certificate.survey, certificate.number) = (deal.survey, deal.number)"
_PLAIN = f"SELECT {_COLUMNS} FROM {_DEALS}"  # noqa: S608  names of columns
_CERTIFIED = f"SELECT {_COLUMNS}, sha256, size, lacking FROM {_BOTH}"  # noqa: S608  as above


@dataclass(frozen=True, slots=True)
class Row:
    """A deal's row as stored in the database, with values of any type; None also for missing values."""

    number: Any
    verdict: Any
    score: Any
    bound: Any
    proof: Any
    reason: Any
    stopped: Any
    positions: Any
    seconds: Any
    sha256: Any = None
    size: Any = None
    lacking: Any = None

    @property
    def bytes_held(self) -> int:
        """The most bytes that Python holds for the row."""
        return _ROW_BYTES + _bytes_of(tuple(getattr(self, name) for name in self.__slots__))


class SurveyRows:
    """An open database: its surveys, and their rows. Every method raises sqlite3.Error, and ExhaustedError."""

    def __init__(self, connection: sqlite3.Connection, meter: Meter) -> None:
        self._connection = connection
        self._meter = meter
        self._certified = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'certificate'").fetchone()

    def surveys(self) -> list[tuple[int, tuple[Any, ...]]]:
        """Return (id, columns that name it) of each survey.

        Raises UnreadableError if SQLite's index of the surveys, which other programs may read instead, differs.
        """
        found = self._listed("NOT INDEXED")
        if sorted(self._listed("INDEXED BY sqlite_autoindex_survey_1"), key=repr) != sorted(found, key=repr):
            raise UnreadableError("the database is damaged: the index of its surveys is not that of the table")
        return [(number, tuple(values)) for number, *values in found]

    def _listed(self, by: str) -> list[tuple[Any, ...]]:
        found = []
        query = f"SELECT id, {', '.join(KEY)} FROM survey {by}"  # noqa: S608  names of columns
        for row in self._connection.execute(query):
            self._meter.step()
            self._meter.hold(_SURVEY_BYTES + _bytes_of(row))
            found.append(row)
        return found

    def rows(self) -> Iterator[tuple[Any, Row]]:
        """Yield (survey id, row) in the order of the file, which is by survey and number unless the file is damaged.

        Every value of every row is read in order, and one that is too long raises. Looking up a certificate first would
        load unchecked values on the way to it.
        """
        if self._certified:
            for values in self._connection.execute(f"SELECT * FROM {_CERTIFICATES}"):  # noqa: S608  a constant
                self._look_at(values)
        for survey, *values in self._connection.execute(_CERTIFIED if self._certified else _PLAIN):
            self._look_at(values)
            yield survey, Row(*values)

    def _look_at(self, values: Sequence[Any]) -> None:
        """Charge the meter; raise sqlite3.DataError for a value that SQLite let through on Python 3.10."""
        self._meter.step()
        if any(isinstance(value, str | bytes) and len(value) > _LONGEST_VALUE for value in values):
            raise sqlite3.DataError("string or blob too big")


def _bytes_of(values: tuple[Any, ...]) -> int:
    """Return the most bytes that Python holds for the texts among the values of a row."""
    return sum(4 * len(value) for value in values if isinstance(value, str | bytes))


@contextmanager
def opened(path: Path, meter: Meter) -> Iterator[SurveyRows]:
    """Yield an open database for reading; raise UnreadableError for a file that is no survey's, and ExhaustedError."""
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(_address(path), uri=True, isolation_level=None)
        if sys.version_info >= (3, 11):
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        else:
            connection.execute(f"PRAGMA hard_heap_limit = {_HEAP_BYTES}")
        connection.set_progress_handler(_looking(meter), _INSTRUCTIONS)
        for pragma in ("query_only = ON", "trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"):
            connection.execute(f"PRAGMA {pragma}")
        # One transaction: a concurrent writer does not change the rows being counted.
        connection.execute("BEGIN")
        fault = database_fault(connection)
        if fault:
            raise UnreadableError(f"{path} {fault}")
        yield SurveyRows(connection, meter)
    except MemoryError:
        raise ExhaustedError("memory") from None
    except sqlite3.Error as error:
        meter.look()
        raise UnreadableError(f"{path}: {_words(error)}") from None
    finally:
        if connection is not None:
            connection.close()


def _address(path: Path) -> str:
    """Return the URI with which SQLite reads a file without creating files beside it."""
    log = path.with_name(f"{path.name}-wal")
    still = not log.exists() or not log.stat().st_size
    return f"file:{quote(str(path.absolute()))}?mode=ro{'&immutable=1' if still else ''}"


def _looking(meter: Meter) -> Callable[[], int]:
    def look() -> int:
        try:
            meter.look()
        except ExhaustedError:
            # An exception raised here would be lost: end the statement, and ask the meter again.
            return 1
        return 0

    return look


def _words(error: sqlite3.Error) -> str:
    text = str(error)
    return "it is no survey database" if "not a database" in text else f"the database cannot be read: {text}"
