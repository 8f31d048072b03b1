"""Reads the files of a pack, which may be untrusted, within limits, for checks, display and play."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from winnow.checking.claims import object_of
from winnow.core.meter import Meter
from winnow.core.results import CheckFailedError
from winnow.core.text_files import BYTES_PER_CHARACTER, numbered_lines, opened_file, read_bytes, text_of
from winnow_puzzles.packs.files import DEALS

LONGEST = 1 << 20
"""The most characters of a line of the deals, and the most bytes of each other file."""
_LEAST, _MOST = -(2**63), 2**64 - 1
"""The range of integers in puzzles: databases and other languages have 64-bit words."""


def file_text(directory: Path, name: str, meter: Meter) -> str:
    """Return the text of a file other than the deals. Raises OSError, TextError and ExhaustedError."""
    return text_of(file_bytes(directory, name, meter))


def file_bytes(directory: Path, name: str, meter: Meter) -> bytes:
    """Return the bytes of a file other than the deals. Raises OSError, TextError and ExhaustedError."""
    raw = read_bytes(directory / name, LONGEST)
    meter.hold(BYTES_PER_CHARACTER * len(raw))
    return raw


def puzzle_lines(
    directory: Path, meter: Meter, seen: Callable[[bytes], None] = lambda _piece: None
) -> Iterator[tuple[int, str]]:
    """Yield (line number, line) of the deals, empty lines left out. Raises OSError, TextError and ExhaustedError.

    The meter is charged for a line until the next is read; `seen` is called with each piece of the file.
    """
    held = 0

    def hold(size: int) -> None:
        nonlocal held
        held += size
        meter.hold(size)

    with opened_file(directory / DEALS) as file:
        for number, line in numbered_lines(file, LONGEST, hold, seen=seen):
            if line.strip():
                yield number, line
            meter.release(held)
            held = 0


def record_of(text: str, meter: Meter) -> dict[str, Any]:
    """Return the object in a line of a pack, which must be valid JSON when written again. Raises CheckFailedError."""
    found = object_of(text, meter, _LEAST, _MOST)
    try:
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise CheckFailedError("half a surrogate pair, a number that is not finite, or lists too deep") from None
    return found
