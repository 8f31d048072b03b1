"""A player's progress in one file of the user's data directory: the page fetches it whole, and sends it whole."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from winnow.core.output import Output
from winnow.play.reading import Json, RefusedError, read_object

FORMAT = "winnow-progress/1"
_LOCK_SECONDS = 10.0
"""Seconds that a server waits for another one that writes."""


class Progress:
    """The file of progress. Each content has a mark, and a page says which mark it last saw when it sends progress.

    If the file has another mark by then, another page or program has written it: the new progress replaces it, and the
    file's content is kept as a copy in the same folder. A link is followed to its target.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def _file(self) -> Path:
        return Path(os.path.realpath(self.path))

    def read(self) -> Json:
        """Return `progress` (None without a file that can be read), its `mark`, and in `notice` what is wrong with it.

        Raises OSError if the file cannot be read.
        """
        content = self._content()
        if not content:
            return {"progress": None, "mark": "", "notice": ""}
        try:
            return {"progress": checked(read_object(content)), "mark": _mark(content), "notice": ""}
        except RefusedError as error:
            told = f"{self.path} could not be read, and stays as a copy when progress is next kept. {error.text}"
            return {"progress": None, "mark": "", "notice": told}

    def keep(self, progress: Json, mark: str) -> Json:
        """Replace the file's content; return its new `mark`, and in `notice` the copy that was made, if one was.

        Raises OSError or OutputError if the file cannot be written.
        """
        written = json.dumps(checked(progress), separators=(",", ":")).encode()
        notice = ""
        with self._held():
            content = self._content()
            if content not in (b"", written) and _mark(content) != mark:
                notice = f"Something else has written {self.path}: what that held is kept in {self._copy(content)}."
            Output(self.path).write(written)
        return {"mark": _mark(written), "notice": notice}

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Hold the lock of the file, which its holder's end releases. Raises OSError if it cannot be had."""
        from filelock import FileLock, Timeout  # noqa: PLC0415  a game is on the table before anything is written

        self._file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self._file.with_name(self._file.name + ".lock"), timeout=_LOCK_SECONDS):
                yield
        except Timeout:
            raise OSError(0, "another Winnow holds it") from None

    def _content(self) -> bytes:
        try:
            return self._file.read_bytes()
        except FileNotFoundError:
            return b""

    def _copy(self, content: bytes) -> str:
        """Write a copy of the file under the first free name; return the name."""
        names = (self._file.with_suffix(f".copy-{number}.json") for number in itertools.count(1))
        copy = next(name for name in names if not os.path.lexists(name))
        Output(copy).write(content)
        return copy.name


def checked(progress: Json) -> Json:
    """Return progress unchanged; raise RefusedError if it is of another format. The page checks each game's entry."""
    if progress.get("format") != FORMAT or not isinstance(progress.get("entries"), dict):
        raise RefusedError(f"It is no progress of the format {FORMAT}.")
    return progress


def _mark(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
