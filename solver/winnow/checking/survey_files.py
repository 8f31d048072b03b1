"""The schema of a survey's database and the layout of its certificate store, for their writers and checkers."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

from winnow.core.games import GAMES

APPLICATION_ID = 0x57534E57
SCHEMA = 1
SQLITE_MAGIC = b"SQLite format 3\0"

CREATE = (
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
"""The tables and the view of every survey."""
CREATE_CERTIFICATES = (
    """CREATE TABLE IF NOT EXISTS certificate (
    survey INTEGER NOT NULL REFERENCES survey (id), number INTEGER NOT NULL,
    sha256 TEXT, size INTEGER, lacking TEXT,
    PRIMARY KEY (survey, number)
) WITHOUT ROWID""",
    """CREATE VIEW IF NOT EXISTS evidence AS
    SELECT game, rules, question, engine, version, limits, deal.number AS number, verdict, score, bound, sha256, size,
           lacking
    FROM deal JOIN survey ON survey.id = deal.survey
    LEFT JOIN certificate ON certificate.survey = deal.survey AND certificate.number = deal.number""",
)
"""The table and view of a survey with certificates."""
KEY = ("game", "rules", "question", "engine", "version", "limits")
"""The columns that name a survey."""
VERDICTS = ("winnable", "unwinnable", "undecided")

Entry = tuple[str, str, str, str]
"""An entry of a database's schema: type, name, table and text without white space."""


def database_fault(connection: sqlite3.Connection) -> str:
    """Return the fault in a database's schema; "" if it is exactly the one that a survey writes.

    An added index, statistics for SQLite's planner, a trigger or another view could make a query return values that are
    not in the tables. Raises sqlite3.Error.
    """
    if pragma(connection, "application_id") != APPLICATION_ID:
        return "is no survey database"
    schema = pragma(connection, "user_version")
    if schema > SCHEMA:
        return f"was written by a newer winnow (format {schema}; this one reads {SCHEMA})"
    needed, ours = _written(CREATE), _written((*CREATE, *CREATE_CERTIFICATES))
    found = set[Entry]()
    for entry in schema_of(connection):
        if entry not in ours or entry in found:
            return f"holds {entry[1][:40]!a}, which is not what a survey writes"
        found.add(entry)
    missing = [name for _, name, _, _ in needed if name not in {name for _, name, _, _ in found}]
    return f"is no survey database: it has no {missing[0]}" if missing else ""


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """Return the value of an integer pragma of a database; raise sqlite3.Error."""
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


@cache
def _written(statements: tuple[str, ...]) -> tuple[Entry, ...]:
    """Return the schema that the statements create."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in statements:
            connection.execute(statement)
        return schema_of(connection)


def schema_of(connection: sqlite3.Connection) -> tuple[Entry, ...]:
    """Return the entries of a database's schema; raise sqlite3.Error."""
    try:
        found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    except (UnicodeDecodeError, sqlite3.DatabaseError) as error:
        # SQLite quotes a damaged schema in its error; where that is no text, Python 3.10's error has no words.
        words = "" if isinstance(error, UnicodeDecodeError) else str(error)
        raise sqlite3.DatabaseError(words or "the schema is damaged") from None
    return tuple((str(kind), str(name), str(table), " ".join(str(text).split())) for kind, name, table, text in found)


def certificate_folder(database: str | Path) -> Path:
    """Return the path of the folder that holds a database's certificates.

    >>> certificate_folder('head.db').name
    'head.db.certificates'
    """
    path = Path(database)
    return path.with_name(f"{path.name}.certificates")


def certificate_name(digest: str) -> str:
    """Return the path of a certificate within its folder, from the SHA-256 of its uncompressed lines.

    >>> certificate_name('ab' * 32)[:9]
    'ab/ababab'
    """
    return f"{digest[:2]}/{digest}.gz"


def survey_fault(values: Sequence[object]) -> str:
    """Return the fault in the columns that name a survey; "" if they are values that a survey writes.

    >>> survey_fault(('chess', '{}', 'win', 'exact', '1', '{}'))
    "is of an unknown game: 'chess'"
    """
    named = dict(zip(KEY, values, strict=True))
    texts: dict[str, str] = {}
    for name, value in named.items():
        if not isinstance(value, str):
            return f"has no {name}"
        texts[name] = value
    if texts["game"] not in GAMES:
        return f"is of an unknown game: {texts['game'][:40]!a}"
    if texts["question"] not in ("win", "best"):
        return f"asks an unknown question: {texts['question'][:40]!a}"
    for name in ("rules", "limits"):
        try:
            found = json.loads(texts[name])
        except (ValueError, RecursionError):
            found = None
        numbers = isinstance(found, dict) and all(
            name == "rules" or value is None or type(value) in (int, float) for value in found.values()
        )
        if not numbers:
            return f"has {name} that no survey writes"
    return ""
