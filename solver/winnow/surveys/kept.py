"""A survey's rows as a file for publication: xz-compressed CSV of number, verdict, score, bound (`winnow-rows/1`)."""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import BinaryIO, NamedTuple

from winnow.core.output import Output
from winnow.core.text_files import open_plain
from winnow.surveys.report import Summary, rules_text, summarize
from winnow.surveys.store import Store, StoreError, Tally, checked_survey, opened
from winnow.surveys.survey import Row, Survey

ROWS_FORMAT = "winnow-rows/1"
SUFFIX, XZ_MAGIC = ".csv.xz", b"\xfd7zXZ\0"
COLUMNS = "number,verdict,score,bound,stopped"
_NUMBER = re.compile("0|[1-9][0-9]{0,18}")
_REST = re.compile("(winnable|unwinnable|undecided),(-?[0-9]{1,9})?,(-?[0-9]{1,9})?,([a-z]{0,20})")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,200}")
_CHUNK, _LONGEST_LINE, _DECODER_MEMORY = 1 << 16, 1 << 16, 1 << 26
_MOST_OUTCOMES = 100_000


@dataclass(frozen=True)
class Outcome:
    """A deal's result in a file: a survey's row without number, positions and seconds."""

    verdict: str
    score: int | None
    bound: int | None
    stopped: str | None


def keep(store: Store, game: str | None, folder: Path) -> list[Path]:
    """Write the rows of each survey in the store, or of one game, to a file in the folder; return the files.

    An existing file keeps its rows of other deals. The same rows give the same bytes. Raises OutputError if a file
    cannot be written; StoreError if two surveys have the same file name (they differ in limits or version only), or if
    an existing file belongs to another survey or contradicts a verdict.
    """
    written: list[Path] = []
    for survey_id, survey in store.surveys():
        if game not in (None, survey.game) or store.span(survey_id) is None:
            continue
        name = file_name(survey)
        if not _NAME.fullmatch(name):
            raise StoreError(f"survey {survey_id} of this database has rules that no survey writes: {name[:60]!a}")
        path = folder / name
        if path in written:
            raise StoreError(f"two surveys of this database would both be {path.name}: their limits or versions differ")
        rows = ((row.number, _outcome_of(row)) for row in store.rows(survey_id))
        with Output(path).opened() as stream:
            _write(stream, survey, _beside(path, survey, rows))
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


def _outcome_of(row: Row) -> Outcome:
    text = _text(row)
    outcome = _outcome(text)
    if outcome is None or type(row.number) is not int:
        raise StoreError(f"this database holds a row that no survey writes: {str(row.number)[:40]!a},{text[:40]!a}")
    return outcome


def _beside(path: Path, survey: Survey, rows: Iterator[tuple[int, Outcome]]) -> Iterator[tuple[int, Outcome]]:
    """Yield these rows merged with the file's rows of other deals, in order of number.

    Raises StoreError if the file belongs to another survey or contradicts a verdict.
    """
    if not path.is_file():
        yield from rows
        return
    there, before = read(path)
    if there != survey:
        raise StoreError(f"{path} has rows of another survey: {_difference(there, survey)}")
    by_number = itemgetter(0)
    for number, found in groupby(merge(before, rows, key=by_number), by_number):
        outcomes = [outcome for _, outcome in found]
        decided = [outcome for outcome in outcomes if outcome.verdict != "undecided"]
        if len({outcome.verdict for outcome in decided}) > 1:
            raise StoreError(f"{path}: deal {number} has another verdict there than in the database")
        yield number, (decided or outcomes)[-1]


def _difference(there: Survey, here: Survey) -> str:
    """Return a phrase that names the differences between two surveys.

    >>> asked = Survey("a game", "{}", "best", "exact", "1", "{}")
    >>> _difference(asked, Survey("a game", "{}", "best", "plain", "2", "{}"))
    "engine is 'exact' there and 'plain' here; version is '1' there and '2' here"
    """
    values = ((field.name, getattr(there, field.name), getattr(here, field.name)) for field in fields(Survey))
    return "; ".join(f"{name} is {old[:100]!a} there and {new[:100]!a} here" for name, old, new in values if old != new)


def _write(stream: BinaryIO, survey: Survey, rows: Iterable[tuple[int, Outcome]]) -> None:
    packer = lzma.LZMACompressor()
    head = json.dumps({"format": ROWS_FORMAT, **asdict(survey)})
    stream.write(packer.compress(f"# {head}\n{COLUMNS}\n".encode("ascii")))
    for number, outcome in rows:
        stream.write(packer.compress(f"{number},{_text(outcome)}\n".encode("ascii")))
    stream.write(packer.flush())


def _text(told: Row | Outcome) -> str:
    """Return a row's cells after the number, as text."""
    cells = (told.verdict, told.score, told.bound, told.stopped)
    return ",".join("" if cell is None else str(cell) for cell in cells)


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


def read(path: Path) -> tuple[Survey, Iterator[tuple[int, Outcome]]]:
    """Return the survey of a file, and its rows: (number, outcome) with rising numbers.

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
    number: int
    outcome: Outcome


def every_row(name: str) -> Iterator[PlacedRow]:
    """Yield the rows of a database, of a file of rows, or of a folder of such files. Raises StoreError."""
    paths = files(name)
    for path in paths:
        survey, rows = read(path)
        for number, outcome in rows:
            yield PlacedRow(str(path), survey, number, outcome)
    if not paths:
        with opened(name, must_exist=True) as store, store.one_state():
            surveys = dict(store.surveys())
            for survey_id, row in store.every_row():
                if survey_id not in surveys:
                    raise StoreError(f"{name} holds a row of no survey")
                yield PlacedRow(f"{name}:{survey_id}", surveys[survey_id], row.number, _outcome_of(row))


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


def _rows(path: Path, lines: Iterator[str]) -> Iterator[tuple[int, Outcome]]:
    known: dict[str, Outcome] = {}
    last = -1
    for place, line in enumerate(lines, start=3):
        name, _, rest = line.partition(",")
        # A million rows have hardly a hundred different outcomes.
        outcome = known.get(rest) or _outcome(rest)
        if outcome is None or not _NUMBER.fullmatch(name):
            raise StoreError(f"{path}: line {place} is no row: {line[:40]!a}")
        known[rest] = outcome
        if len(known) > _MOST_OUTCOMES:
            raise StoreError(f"{path}: line {place}: more than {_MOST_OUTCOMES:,} different scores")
        number = int(name)
        if number <= last:
            raise StoreError(f"{path}: line {place}: deal {number} comes after deal {last}")
        last = number
        yield number, outcome


def _outcome(text: str) -> Outcome | None:
    """Return the outcome in the cells after a number; None if they are invalid."""
    found = _REST.fullmatch(text)
    if found is None:
        return None
    score, bound = (None if cell is None else int(cell) for cell in (found[2], found[3]))
    return Outcome(found[1], score, bound, found[4] or None)


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


def summaries(paths: Iterable[Path], game: str | None = None) -> list[Summary]:
    """Return the summary of each file of rows, or of those of one game. Raises StoreError."""
    surveys = map(read, paths)
    found = [_summary(survey, rows) for survey, rows in surveys if game in (None, survey.game)]
    return [summary for summary in found if summary is not None]


def _summary(survey: Survey, rows: Iterable[tuple[int, Outcome]]) -> Summary | None:
    # Equal outcomes of one file are the same object, and comparing identities is faster than comparing values.
    count, outcomes = Counter[int](), dict[int, Outcome]()
    first = last = -1
    for last, outcome in rows:
        first = last if first < 0 else first
        count[id(outcome)] += 1
        outcomes[id(outcome)] = outcome
    if first < 0:
        return None
    tallies = [
        Tally(each.verdict, each.score, each.bound, int(each.stopped is not None), count[key], None, None)
        for key, each in outcomes.items()
    ]
    return summarize(survey, range(first, last + 1), tallies)
