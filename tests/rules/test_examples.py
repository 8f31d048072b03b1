"""The example programs run, and their types are those that Winnow states."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "examples").glob("*.py"))


@pytest.mark.parametrize("program", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(program):
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_examples_are_typed():
    command = [sys.executable, "-m", "mypy", "--strict", *map(str, EXAMPLES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=EXAMPLES[0].parents[2])
    assert done.returncode == 0, done.stdout
