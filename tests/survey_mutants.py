"""Mutants of survey databases: changed bytes, values, rows, schema, and files beside them."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from whole_files import other_bytes
from winnow.checking.survey_files import certificate_folder


def copy_survey(source: Path, to: Path) -> None:
    """Copy a database with its certificates."""
    shutil.copyfile(source, to)
    shutil.copytree(certificate_folder(source), certificate_folder(to))


def change_survey(rng: random.Random, path: Path, others: list[Path], values: list[Any]) -> str:
    """Change a database or a file beside it; return what was changed. A change that SQLite refuses has no effect."""
    kind = rng.choice([*_EDITS, "bytes", "bytes", "certificate", "certificates of another survey", "log"])
    if kind == "bytes":
        path.write_bytes(other_bytes(rng, path.read_bytes()))
    elif kind == "log":
        path.with_name(f"{path.name}-{rng.choice(['wal', 'journal'])}").write_bytes(rng.randbytes(4096))
    elif kind == "certificate":
        stored = sorted(certificate_folder(path).rglob("*.gz"))
        one, other = rng.choice(stored), rng.choice(stored)
        one.write_bytes(other_bytes(rng, one.read_bytes()) if rng.random() < 0.5 else other.read_bytes())
    elif kind == "certificates of another survey":
        shutil.rmtree(certificate_folder(path))
        shutil.copytree(certificate_folder(rng.choice(others)), certificate_folder(path))
    else:
        with closing(sqlite3.connect(path, isolation_level=None)) as base, contextlib.suppress(*_REFUSED):
            base.execute("PRAGMA writable_schema = ON")
            _EDITS[kind](rng, base, values)
    return kind


_REFUSED = (sqlite3.Error, OverflowError, UnicodeEncodeError)
_DEAL = ("survey", "number", "verdict", "score", "bound", "proof", "reason", "stopped", "positions", "seconds")
_SURVEY = ("id", "game", "rules", "question", "engine", "version", "limits")
_CERTIFICATE = ("survey", "number", "sha256", "size", "lacking")


def _value(rng: random.Random, values: list[Any]) -> Any:
    value = rng.choice(values)
    return value if value is None or isinstance(value, (int, float, str)) else json.dumps(value)


def _numbers(base: sqlite3.Connection) -> list[int]:
    return [number for (number,) in base.execute("SELECT number FROM deal")]


def _edit_value(rng: random.Random, base: sqlite3.Connection, values: list[Any]) -> None:
    table, names = rng.choice([("deal", _DEAL), ("deal", _DEAL), ("certificate", _CERTIFICATE), ("survey", _SURVEY)])
    name = rng.choice(names)
    where = "" if table == "survey" else f" WHERE number = {rng.choice(_numbers(base))}"
    if rng.random() < 0.4:
        # The same column's value of another row.
        (found,) = rng.choice(base.execute(f"SELECT {name} FROM {table}").fetchall())  # noqa: S608
    else:
        found = _value(rng, values)
    base.execute(f"UPDATE {table} SET {name} = ?{where}", (found,))  # noqa: S608


def _edit_figure(rng: random.Random, base: sqlite3.Connection, _values: list[Any]) -> None:
    name, step = rng.choice(["score", "bound"]), rng.choice([-2, -1, 1, 2])
    base.execute(f"UPDATE deal SET {name} = {name} + ? WHERE number = ?", (step, rng.choice(_numbers(base))))  # noqa: S608


def _edit_verdict(rng: random.Random, base: sqlite3.Connection, _values: list[Any]) -> None:
    verdict = rng.choice(["winnable", "unwinnable", "undecided"])
    base.execute("UPDATE deal SET verdict = ? WHERE number = ?", (verdict, rng.choice(_numbers(base))))


def _edit_rows(rng: random.Random, base: sqlite3.Connection, _values: list[Any]) -> None:
    table, number = rng.choice(["deal", "certificate"]), rng.choice(_numbers(base))
    if rng.random() < 0.5:
        base.execute(f"DELETE FROM {table} WHERE number = ?", (number,))  # noqa: S608
    else:
        # A certificate that two rows use may stay.
        base.execute(f"UPDATE {table} SET number = ? WHERE number = ?", (rng.choice([-1, 7, 10**6]), number))  # noqa: S608


def _edit_rules(rng: random.Random, base: sqlite3.Connection, values: list[Any]) -> None:
    rules = json.loads(base.execute("SELECT rules FROM survey").fetchone()[0])
    name = rng.choice(sorted(rules))
    rules[name] = rules[name] + 1 if type(rules[name]) is int else rng.choice(values)
    base.execute("UPDATE survey SET rules = ?", (json.dumps(rules),))


def _edit_header(rng: random.Random, base: sqlite3.Connection, _values: list[Any]) -> None:
    pragma = rng.choice(["application_id", "user_version", "schema_version"])
    base.execute(f"PRAGMA {pragma} = {rng.choice([0, 1, 2, 99, 2**31 - 1])}")


_ENTRIES = (
    "CREATE INDEX more ON deal (survey, verdict, number)",
    "CREATE TABLE more (number)",
    "CREATE VIEW more AS SELECT 1",
    "CREATE TRIGGER more AFTER INSERT ON deal BEGIN DELETE FROM deal; END",
    "DROP VIEW verdicts; CREATE VIEW verdicts AS SELECT *, 'winnable' AS verdict FROM deal",
    "DROP VIEW evidence",
    "ANALYZE",
    "CREATE TABLE more AS SELECT * FROM deal; DROP TABLE deal; ALTER TABLE more RENAME TO deal",
    "UPDATE sqlite_master SET sql = replace(sql, 'winnable', 'lost')",
    "UPDATE sqlite_master SET sql = replace(sql, 'PRIMARY KEY (survey, number)', 'PRIMARY KEY (number, survey)')",
    "UPDATE sqlite_master SET rootpage = 6 - rootpage WHERE rootpage IN (2, 4)",
    "UPDATE sqlite_master SET name = 'sqlite_' || name, tbl_name = 'sqlite_' || tbl_name WHERE type = 'view'",
    "DELETE FROM sqlite_master WHERE name = 'certificate'",
)


def _edit_schema(rng: random.Random, base: sqlite3.Connection, _values: list[Any]) -> None:
    base.executescript(rng.choice(_ENTRIES))


_EDITS: dict[str, Callable[[random.Random, sqlite3.Connection, list[Any]], None]] = {
    "value": _edit_value,
    "figure": _edit_figure,
    "verdict": _edit_verdict,
    "rows": _edit_rows,
    "rules": _edit_rules,
    "header": _edit_header,
    "schema": _edit_schema,
}
