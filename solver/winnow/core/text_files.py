"""Reads text from untrusted files, and makes text safe to print.

Text is UTF-8, with a byte-order mark or without; LF, CRLF and a lone CR end a line.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from winnow.core.errors import BadInputError, UnreadableError

PIECE = 1 << 16
"""Bytes read at a time."""
BYTES_PER_CHARACTER = 6
"""The bytes in memory for each character while a line is read: encoded, and as text, up to four each."""


class TextError(BadInputError):
    """Raised for a file that is not text or has too long a line; the message completes a sentence about the file."""


def opened_file(path: Path) -> BinaryIO:
    """Return a regular file, opened for reading.

    Links are followed. Raises OSError, also for a directory, a FIFO or a device.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return os.fdopen(handle, "rb")


def open_plain(path: Path) -> BinaryIO:
    """Return a regular file, opened as by `opened_file`. Raises UnreadableError, which names the file and the cause."""
    try:
        return opened_file(path)
    except OSError as error:
        raise UnreadableError(f"cannot read {path}: {error.strerror}") from None


def text_of(raw: bytes) -> str:
    r"""Return the bytes of a whole file as text, with LF at every line's end. Raises TextError.

    >>> text_of(b"\xef\xbb\xbfAS 2H\r\n3D\rKC")
    'AS 2H\n3D\nKC'
    """
    decode = _decoder()
    return _checked(decode(raw) + decode(b"", True), "it")


def read_bytes(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file of at most `most` bytes. Raises TextError and OSError."""
    with opened_file(path) as file:
        raw = file.read(most + 1)
    if len(raw) > most:
        raise TextError(f"more than {most:,} bytes")
    return raw


def numbered_lines(
    stream: BinaryIO,
    most: int,
    hold: Callable[[int], None] = lambda _bytes: None,
    *,
    lenient: bool = False,
    seen: Callable[[bytes], None] = lambda _piece: None,
) -> Iterator[tuple[int, str]]:
    r"""Yield (line number, line) of a stream, lines without their ends and of at most `most` characters.

    `hold` is called with the bytes in memory for a piece of a line before it is kept, and `seen` with each piece of the
    stream as it is read. Raises TextError at a line that is too long, is not UTF-8, or holds a zero byte. With
    `lenient`, bytes that are not UTF-8 are shown as `\xff`, and only a zero byte in the first line raises: the caller
    refuses later lines one by one.

    >>> list(numbered_lines(io.BytesIO(b"\xef\xbb\xbfAS\r\n2H\rKC"), 10))
    [(1, 'AS'), (2, '2H'), (3, 'KC')]
    """
    parts: list[str] = []
    number = size = 0
    for text in _pieces(stream, lenient, seen):
        for at, part in enumerate(text.split("\n")):
            if at:
                number += 1
                yield number, _checked("".join(parts), f"line {number}")
                parts, size = [], 0
            if "\0" in part and not (lenient and number):
                raise TextError(f"not a text file: line {number + 1} holds a zero byte")
            size += len(part)
            if size > most:
                raise TextError(f"line {number + 1} has more than {most:,} characters")
            hold(BYTES_PER_CHARACTER * len(part))
            parts.append(part)
    if size:
        yield number + 1, _checked("".join(parts), f"line {number + 1}")


def printable(text: str) -> str:
    r"""Return the text on one line that is safe to print: control characters are escaped.

    >>> printable("AS\x1b[2J\n\u202e\x9b"), printable("10♥")
    ('AS\\x1b[2J\\n\\u202e\\x9b', '10♥')
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _decoder(lenient: bool = False) -> Callable[..., str]:
    """Return an incremental UTF-8 decoder; unless `lenient`, bytes that are not UTF-8 become surrogates."""
    errors = "backslashreplace" if lenient else "surrogateescape"
    return io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8-sig")(errors), translate=True).decode


def _pieces(stream: BinaryIO, lenient: bool, seen: Callable[[bytes], None]) -> Iterator[str]:
    decode = _decoder(lenient)
    # `read1`, where available, returns a line as soon as it is written into a pipe.
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    while piece := read(PIECE):
        seen(piece)
        yield decode(piece)
    yield decode(b"", True)


def _checked(text: str, place: str) -> str:
    """Return the text; raise TextError, naming its place, if some of its bytes were not UTF-8."""
    if not text.isascii() and any("\udc80" <= c <= "\udcff" for c in text):
        raise TextError(f"not a text file: {place} is not UTF-8")
    return text
