"""A reader that goes away: exit status 141, and nothing on stderr."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import winnow
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
    assert _without_a_reader(args) == (141, b"")


def test_a_certificate_is_written_before_the_verdict(tmp_path):
    file = tmp_path / "c.gz"
    assert _without_a_reader(["prove", "single-left", "--number", 0, "-o", file]) == (141, b"")
    assert winnow.check(file).status == "verified"


def _without_a_reader(args):
    """Run a command with a closed reader of its standard output; return its exit status and standard error."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "winnow", *map(str, args)]
    result = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    return result.returncode, result.stderr
