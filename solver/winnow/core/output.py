"""One way of writing output: a regular file appears whole or not at all, links are followed, `-` is standard output."""

from __future__ import annotations

import gzip
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from winnow.core.errors import OutputError

STDOUT = "-"
_LINES_AT_ONCE = 1024


@contextmanager
def writing(name: str | Path) -> Iterator[None]:
    """Raise OutputError, which names what was to be written, for an OSError in the block; BrokenPipeError stays."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write {name}: {error.strerror}") from None


class Output:
    """The target of a command's output, checked when it is named, before any search begins.

    Links are followed. Pipes, terminals and devices are written to directly. A regular file is written to a temporary
    file beside it, which then replaces it and keeps its permissions.
    """

    def __init__(self, name: str | Path) -> None:
        """Check that the output can be written. Raises OutputError."""
        self.name = str(name)
        self.path = Path(os.path.realpath(name))
        self.to_stdout = self.name == STDOUT
        if not self.to_stdout:
            self._check()
        elif sys.stdout is None:
            raise OutputError("cannot write -: standard output is closed")

    def _check(self) -> None:
        path, folder = self.path, self.path.parent
        with writing(self.name):
            fault = "it is a directory" if path.is_dir() else ""
            if not (path.exists() or folder.is_dir()):
                fault = f"there is no directory {folder}"
            targets = [path] if path.exists() else []
            if path.is_file() or not targets:
                targets.append(folder)
        closed = [target for target in targets if not os.access(target, os.W_OK)]
        if fault or closed:
            raise OutputError(f"cannot write {self.name}: {fault or f'no permission to write {closed[0]}'}")

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Yield a stream to write to; the output takes effect when the block ends without an exception.

        Raises OutputError if writing fails, and BrokenPipeError if the reader has gone.
        """
        with writing(self.name):
            if self.to_stdout:
                sys.stdout.flush()
                yield sys.stdout.buffer
                sys.stdout.buffer.flush()
            elif self.path.exists() and not self.path.is_file():
                with self.path.open("wb") as stream:
                    yield stream
            else:
                with self._beside() as stream:
                    yield stream

    @contextmanager
    def _beside(self) -> Iterator[BinaryIO]:
        """Yield a temporary file beside the target, which it replaces at the end; an exception removes it."""
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name[:100]}.", suffix=".part")
        try:
            with open(handle, "wb") as stream:
                yield stream
            if self.path.exists():
                shutil.copymode(self.path, name)
            else:
                # The mask can be read only by setting it.
                os.umask(mask := os.umask(0))
                os.chmod(name, 0o666 & ~mask)
            os.replace(name, self.path)
        except BaseException:
            os.unlink(name)
            raise

    def write(self, data: bytes) -> None:
        """Write all of the output at once. Raises as `opened` does."""
        with self.opened() as stream:
            stream.write(data)


def pack_lines(lines: Iterable[str], file: BinaryIO, level: int = 9) -> None:
    """Write lines of ASCII text into a gzip file; equal lines give equal bytes. `level` 1 takes the least time."""
    lines = iter(lines)
    with gzip.GzipFile("", "wb", level, file, mtime=0) as packed:
        while some := list(islice(lines, _LINES_AT_ONCE)):
            packed.write("\n".join((*some, "")).encode("ascii"))
