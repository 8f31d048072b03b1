"""The journal of a long run: results are on disk before the next step, so the same command can continue it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from winnow.core.output import writing
from winnow.core.text_files import open_plain
from winnow.workers.local import Runner
from winnow_puzzles.base import Record
from winnow_puzzles.packs.files import PackError, line_of

T = TypeVar("T")


class StoppedError(Exception):
    """Raised when the run was asked to stop; the journal holds the results."""


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


def run_on(
    journal: Journal | None, runner: Runner, task: Callable[[T], Record | None], given: Sequence[T], name: str = ""
) -> Iterator[Record]:
    """Yield the task's result for each of these, in order, once the journal has it, under the name if there is one.

    Raises StoppedError if a result is None, or if the runner ends before the last.
    """
    done = 0
    for found in runner.run(task, given):
        if found is None:
            raise StoppedError
        if journal is not None:
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
