"""A survey's rows as a file for publication: xz-compressed CSV of number, verdict, score, bound (`winnow-rows/1`)."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from heapq import merge
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import BinaryIO, NamedTuple

from winnow.core.output import Output
from winnow.core.text_files import open_plain
from winnow.surveys.report import Summary, rules_text, summarize
from winnow.surveys.store import Store, StoreError, checked_survey, opened
from winnow.surveys.survey import Row, Survey

ROWS_FORMAT = "winnow-rows/1"
SUFFIX, XZ_MAGIC = ".csv.xz", b"\xfd7zXZ\0"
COLUMNS = "number,verdict,score,bound,stopped"
_ROW = re.compile("(0|[1-9][0-9]{0,18}),(winnable|unwinnable|undecided),(-?[0-9]{1,9})?,(-?[0-9]{1,9})?,([a-z]{0,20})")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,200}")
_CHUNK, _LONGEST_LINE, _DECODER_MEMORY = 1 << 16, 1 << 16, 1 << 26


def keep(store: Store, game: str | None, folder: Path) -> list[Path]:
    """Write the rows of each survey in the store, or of one game, to a file in the folder; return the files.

    An existing file keeps its rows of other deals. The same rows give the same bytes. Raises OutputError if a file
    cannot be written; StoreError if two surveys have the same file name (they differ in limits or version only), or if
    an existing file belongs to another survey or contradicts a verdict.
    """
    written: list[Path] = []
    for survey_id, survey in store.surveys():
        if game not in (None, survey.game) or next(store.rows(survey_id), None) is None:
            continue
        name = file_name(survey)
        if not _NAME.fullmatch(name):
            raise StoreError(f"survey {survey_id} of this database has rules that no survey writes: {name[:60]!a}")
        path = folder / name
        if path in written:
            raise StoreError(f"two surveys of this database would both be {path.name}: their limits or versions differ")
        with Output(path).opened() as stream:
            _write(stream, survey, _beside(path, survey, store.rows(survey_id)))
        written.append(path)
    return written


def file_name(survey: Survey) -> str:
    """Return the name of a survey's file: game, question and the rules that are not the defaults.

    >>> file_name(Survey('head', '{"passes": 2}', "best", "exact", "1", "{}"))
    'head.best.passes-2.csv.xz'
    """
    rules = rules_text(survey)
    words = [] if rules == "defaults" else [rule.replace("=", "-") for rule in rules.split()]
    return ".".join([survey.game, survey.question, *words]) + SUFFIX


def _beside(path: Path, survey: Survey, rows: Iterator[Row]) -> Iterator[Row]:
    """Yield these rows merged with the file's rows of other deals, in order of number.

    Raises StoreError if the file belongs to another survey or contradicts a verdict.
    """
    if not path.is_file():
        yield from rows
        return
    there, before = read(path)
    if there != survey:
        other = [field.name for field in fields(Survey) if getattr(there, field.name) != getattr(survey, field.name)]
        raise StoreError(f"{path} has rows of another survey: {', '.join(other)} differ")
    by_number = attrgetter("number")
    for number, found in groupby(merge(before, rows, key=by_number), by_number):
        same = list(found)
        decided = [row for row in same if row.verdict != "undecided"]
        if len({row.verdict for row in decided}) > 1:
            raise StoreError(f"{path}: deal {number} has another verdict there than in the database")
        yield (decided or same)[-1]


def _write(stream: BinaryIO, survey: Survey, rows: Iterable[Row]) -> None:
    packer = lzma.LZMACompressor()
    head = json.dumps({"format": ROWS_FORMAT, **asdict(survey)})
    stream.write(packer.compress(f"# {head}\n{COLUMNS}\n".encode("ascii")))
    for row in rows:
        cells = (row.number, row.verdict, row.score, row.bound, row.stopped)
        line = ",".join("" if cell is None else str(cell) for cell in cells)
        stream.write(packer.compress(f"{line}\n".encode("ascii")))
    stream.write(packer.flush())


def files(name: str) -> list[Path]:
    """Return the files of rows that a path names, in order: one file, or those of a folder; none if it is neither.

    >>> files("no such folder")
    []
    """
    path = Path(name)
    if path.is_dir():
        return sorted(path.glob(f"*{SUFFIX}"))
    if name.endswith(SUFFIX):
        return [path]
    if not path.is_file():
        return []
    with path.open("rb") as stream:
        return [path] if stream.read(len(XZ_MAGIC)) == XZ_MAGIC else []


def read(path: Path) -> tuple[Survey, Iterator[Row]]:
    """Return the survey of a file, and its rows, with rising numbers.

    Raises StoreError, also while the rows are read; the message names the file and the faulty line.
    """
    lines = _lines(path)
    survey = _head(path, next(lines, ""))
    if next(lines, "") != COLUMNS:
        raise StoreError(f"{path}: line 2 is not {COLUMNS}")
    return survey, _rows(path, lines)


class PlacedRow(NamedTuple):
    """A row of a survey and the place where it was read."""

    place: str
    survey: Survey
    row: Row


def every_row(name: str) -> Iterator[PlacedRow]:
    """Yield the rows of a database, of a file of rows, or of a folder of such files. Raises StoreError."""
    paths = files(name)
    for path in paths:
        survey, rows = read(path)
        for row in rows:
            yield PlacedRow(str(path), survey, row)
    if not paths:
        with opened(name, must_exist=True) as store:
            for number, same in groupby(store.every_row(), key=itemgetter(0)):
                surveys = dict(store.surveys())  # as they are now: one may have been filed meanwhile
                if number not in surveys:
                    raise StoreError(f"{name} holds a row of no survey")
                yield from (PlacedRow(f"{name}:{number}", surveys[number], row) for _, row in same)


def _head(path: Path, line: str) -> Survey:
    try:
        head = json.loads(line.removeprefix("# "))
    except (ValueError, RecursionError):
        head = None
    names = [field.name for field in fields(Survey)]
    if not (line.startswith("# ") and isinstance(head, dict) and list(head) == ["format", *names]):
        raise StoreError(f"{path}: line 1 is not the head of a survey's rows")
    if head["format"] != ROWS_FORMAT:
        raise StoreError(f"{path}: line 1: the format is not {ROWS_FORMAT}")
    return checked_survey(str(path), Survey(**{name: head[name] for name in names}))


def _rows(path: Path, lines: Iterator[str]) -> Iterator[Row]:
    last = -1
    for place, line in enumerate(lines, start=3):
        found = _ROW.fullmatch(line)
        if found is None:
            raise StoreError(f"{path}: line {place} is no row: {line[:40]!a}")
        number = int(found[1])
        if number <= last:
            raise StoreError(f"{path}: line {place}: deal {number} comes after deal {last}")
        last = number
        score, bound = (None if cell is None else int(cell) for cell in found.group(3, 4))
        yield Row(number, found[2], score, bound, None, None, found[5] or None, None, None)


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file while it is uncompressed; a line feed ends each."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_DECODER_MEMORY)
    left = b""
    try:
        with open_plain(path) as stream:
            while not unpacker.eof:
                packed = stream.read(_CHUNK) if unpacker.needs_input else b""
                if unpacker.needs_input and not packed:
                    raise StoreError(f"{path}: the file ends too early")
                *whole, left = (left + unpacker.decompress(packed, _CHUNK)).split(b"\n")
                if len(left) > _LONGEST_LINE:
                    raise StoreError(f"{path}: a line is longer than {_LONGEST_LINE} bytes")
                for line in whole:
                    yield line.decode("ascii")
            if left or unpacker.unused_data or stream.read(1):
                raise StoreError(f"{path}: something follows the last row")
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from None
    except (lzma.LZMAError, UnicodeDecodeError):
        raise StoreError(f"{path} is not rows of a survey, packed by xz") from None


def summaries(name: str, game: str | None = None) -> list[Summary]:
    """Return the summary of each survey in a database, a file of rows, or a folder of such files, or those of one game.

    Raises StoreError.
    """
    if Path(name).is_dir() or files(name):
        return _summed(map(read, files(name)), game)
    with opened(name, must_exist=True) as store:
        return _summed(((survey, store.rows(number)) for number, survey in store.surveys()), game)


def _summed(found: Iterable[tuple[Survey, Iterator[Row]]], game: str | None) -> list[Summary]:
    summaries = (summarize(survey, rows) for survey, rows in found if game in (None, survey.game))
    return [summary for summary in summaries if summary is not None]
