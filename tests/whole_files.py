"""Helpers for tests of whole files: `winnow check` in this process, and mutations for files of any kind."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import time
from pathlib import Path
from typing import Any, NamedTuple

from winnow.cli import main

MEMORY, SECONDS, POSITIONS = 64, 3, 20_000
SLACK_SECONDS = 2.0
"""Seconds that a busy machine and late imports may add."""


class Said(NamedTuple):
    """The result of a check: its exit status, and the finding of each place."""

    status: int
    places: dict[str, dict[str, Any]]


def check(path: Path) -> Said:
    """Run `winnow check` in this process; assert a valid exit status, at most one line on stderr, and the limits."""
    out, errors = io.StringIO(), io.StringIO()
    limits = ["--memory", str(MEMORY), "--seconds", str(SECONDS), "--positions", str(POSITIONS)]
    began = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            main(["check", "--json", *limits, str(path)])
        except SystemExit as ended:
            status = ended.code
    assert time.process_time() - began < SECONDS + SLACK_SECONDS
    assert status in (0, 1, 2, 3)
    complaint = errors.getvalue()
    assert (complaint.count("\n"), complaint.rstrip("\n").isprintable()) == (status == 2, True), complaint
    records = [json.loads(line) for line in out.getvalue().splitlines()]
    places = {record["place"]: record for record in records}
    seen = {record["status"] for record in places.values()}
    assert status in (2, 1 if "failed" in seen else 3 if "exhausted" in seen else 0)
    return Said(int(status), places)


def text_lines(path: Path) -> list[str]:
    """Return a file's lines, ended by LF, CRLF or a lone CR, without a byte-order mark."""
    return re.split(r"\r\n?|\n", path.read_bytes().decode("utf-8-sig", errors="surrogateescape"))


def other_bytes(rng: random.Random, data: bytes) -> bytes:
    """Return a file's bytes with a bit, a run of bytes, a block or the end changed."""
    kind = rng.randrange(5)
    at = rng.randrange(len(data) or 1)
    length = rng.choice([1, 2, 4, 16, 64])
    if kind == 0 and data:
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    if kind == 1:
        return data[:at] + rng.choice([b"\0" * length, b"\xff" * length, rng.randbytes(length)]) + data[at + length :]
    if kind == 2:
        return data[:at]
    if kind == 3:
        return data[:at] + data[at : at + length] + data[at:]
    size = rng.choice([16, 512, 4096])
    blocks = [data[start : start + size] for start in range(0, len(data), size)]
    one, other = rng.randrange(len(blocks) or 1), rng.randrange(len(blocks) or 1)
    if blocks:
        blocks[one], blocks[other] = blocks[other], blocks[one]
    return b"".join(blocks)


def other_lines(rng: random.Random, lines: list[str]) -> list[str]:
    """Return a file's lines with one dropped, repeated, swapped, or with another line ending."""
    lines = list(lines)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[one]
    elif kind == 1:
        lines.insert(other, lines[one])
    elif kind == 2:
        lines[one], lines[other] = lines[other], lines[one]
    elif kind == 3:
        lines[one] = lines[one].rstrip("\n") + rng.choice(["", "\r\n", "\r", "\n\n", " \n", "\v\n", "\u2028\n"])
    elif kind == 4:
        lines[one] = rng.choice(["\ufeff", " ", "#", "[", "\x1b[2J", "null\n"]) + lines[one]
    else:
        lines[one] = lines[one][: rng.randrange(len(lines[one]) or 1)] + "\n"
    return lines
