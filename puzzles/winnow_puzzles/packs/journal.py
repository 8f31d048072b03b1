"""How packs are made: every result is on disk before the next step, so the same command can continue a killed run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

from winnow.core.deals import MAX_NUMBER
from winnow.core.output import Output, writing
from winnow.core.text_files import open_plain
from winnow.workers.local import Runner
from winnow_puzzles.base import Record
from winnow_puzzles.packs.files import PACK, SUMS, PackError, line_of
from winnow_puzzles.packs.reading import made_before

T = TypeVar("T")
Report = Callable[[str], None]
"""Called with a sentence that says how far a run has come."""
BATCH = 8
"""The number of deals of one task."""


class StoppedError(Exception):
    """Raised when the run was asked to stop; the journal holds the results."""


class NoneWonError(Exception):
    """None of many deals can be won, or none was found that can: rules such as these give no pack.

    >>> str(NoneWonError("none of 1,000 deals can be won"))
    'none of 1,000 deals can be won'
    """


class Journal:
    """One JSON object a line, the first describing the run; an incomplete last line is ignored.

    Raises PackError if the first line is not `begins`, and UnreadableError.
    """

    def __init__(self, path: Path, begins: Record) -> None:
        whole = _whole_lines(path)
        try:
            records = [json.loads(line) for line in whole.splitlines()]
        except (ValueError, RecursionError):
            raise PackError(f"{path} is not the journal of a run; remove it to start again") from None
        if records and records[0] != json.loads(json.dumps(begins)):
            raise PackError(f"{path.parent} holds an unfinished pack of other arguments; remove {path} to discard it")
        self.records: list[Record] = records[1:]
        with writing(path):
            self._file = path.open("ab")
            self._file.truncate(len(whole))
        if not records:
            self.write(begins)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, record: Record) -> None:
        """Append a record; it is on disk when this returns. Raises OutputError."""
        with writing(self._file.name):
            self._file.write(line_of(record).encode())
            self._file.flush()
            os.fsync(self._file.fileno())


def make_pack(
    directory: Path, journal_name: str, arguments: Record, versions: Record, make: Callable[[Journal], dict[str, str]]
) -> Record:
    """Make the pack in a directory, or continue, unless it is there; return its description.

    `make` returns the text of every file, SHA256SUMS last. `versions` are those that the description states. Raises
    PackError if the directory holds another pack, StoppedError when the run is stopped, NoneWonError, which leaves
    nothing in the directory, and OutputError.
    """
    path = directory / journal_name
    if (directory / SUMS).exists() and not path.exists():
        return made_before(directory, arguments, versions).description
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
    try:
        with Journal(path, {**versions, **arguments}) as journal:
            texts = make(journal)
    except NoneWonError:
        path.unlink()
        if not any(directory.iterdir()):
            directory.rmdir()
        raise
    for name, text in texts.items():  # SHA256SUMS comes last: its presence shows that the pack is complete.
        Output(directory / name).write(text.encode())
    path.unlink()
    description: Record = json.loads(texts[PACK])
    return description


def in_batches(
    journal: Journal, runner: Runner, task: Callable[[range], Record | None], numbers: tuple[int, int], name: str
) -> Iterator[Record]:
    """Yield the task's result for each batch of deals, in order; those in the journal, which have the name, come first.

    `numbers` are the first deal's and how many deals there are at most. Raises StoppedError.
    """
    first, deals = numbers
    end = min(first + deals, MAX_NUMBER)
    before = [one for one in journal.records if name in one]
    batches = [range(start, min(start + BATCH, end)) for start in range(first + len(before) * BATCH, end, BATCH)]
    yield from chain(before, run_on(journal, runner, task, batches))


def run_on(
    journal: Journal, runner: Runner, task: Callable[[T], Record | None], given: Sequence[T], name: str = ""
) -> Iterator[Record]:
    """Yield the task's result for each of these, in order, once the journal has it, under the name if there is one.

    Raises StoppedError if a result is None, or if the runner ends before the last.
    """
    done = 0
    for found in runner.run(task, given):
        if found is None:
            raise StoppedError
        journal.write({name: found} if name else found)
        yield found
        done += 1
    if done < len(given):
        raise StoppedError


def _whole_lines(path: Path) -> bytes:
    """Return a journal's bytes up to the end of its last complete line; b"" if it does not exist."""
    if not path.exists():
        return b""
    with open_plain(path) as file:
        text = file.read()
    return text[: text.rfind(b"\n") + 1]
