"""A reader that goes away: exit status 141, and nothing on stderr."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import winnow_puzzles

PACK = Path(winnow_puzzles.__file__).parent / "curated" / "head"


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "universal", "--number", "1"],
        ["solve", "universal", "--number", "1", "--json"],
        ["games"],
        ["check", PACK],
        ["pack", "show", PACK],
        ["rules", "head"],
    ],
    ids=lambda args: args[0],
)
def test_the_reader_has_gone(args):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "winnow", *map(str, args)]
    result = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")
