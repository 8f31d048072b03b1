"""Reads a certificate's lines from its compressed file, in bounded memory for any file."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import BinaryIO

from winnow.core.meter import Meter
from winnow.core.results import CheckFailedError, require

GZIP_MAGIC = b"\x1f\x8b"
LONGEST_LINE = 1 << 20
"""The most bytes of a line, more than any valid certificate has."""
_CHUNK = 1 << 16
_MOST_UNFOLDED, _FREE_BYTES = 200, 1 << 24
"""The greatest ratio of a file's uncompressed to its compressed size, apart from the first bytes."""


def lines(file: BinaryIO, meter: Meter) -> Iterator[str]:
    """Yield the lines of a gzip file, without their ends.

    Raises ExhaustedError, and CheckFailedError where the file is cut off, damaged, not ASCII text, or too large when
    uncompressed.
    """
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    rest = b""
    read = unfolded = 0
    while not unpacker.eof:
        packed = unpacker.unconsumed_tail
        if not packed:
            packed = file.read(_CHUNK)
            require(bool(packed), "the file is cut off")
            read += len(packed)
        meter.look()
        try:
            text = unpacker.decompress(packed, _CHUNK)
        except zlib.error as error:
            raise CheckFailedError(f"the file is damaged: {error}") from None
        unfolded += len(text)
        require(unfolded <= _FREE_BYTES + _MOST_UNFOLDED * read, "the file unfolds to far more than its size")
        *whole, rest = (rest + text).split(b"\n")
        # Only the first line can have begun before this piece, which is shorter.
        require(all(len(line) <= LONGEST_LINE for line in (*whole[:1], rest)), "a line is too long")
        for line in whole:
            require(line.isascii(), "a line is not ASCII text")
            yield line.decode("ascii")
    require(not unpacker.unused_data and not file.read(1), "something follows the end of the certificate")
    require(not rest, "the last line has no end")
