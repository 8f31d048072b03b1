"""The files of a pack as anybody may have made them: read within limits, whether they are checked, shown or played."""

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
"""Characters of a line of the deals, and bytes of each other file."""
_LEAST, _MOST = -(2**63), 2**64 - 1
"""Whole numbers of puzzles: databases and other languages have words of 64 bits."""


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

    The meter holds a line until the next is asked for; `seen` takes each piece of the file as it is read.
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
    """Return the object that a line of a pack holds, which JSON can hold again. Raises CheckFailedError."""
    found = object_of(text, meter, _LEAST, _MOST)
    try:
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise CheckFailedError("half a surrogate pair, a number that is not finite, or lists too deep") from None
    return found
