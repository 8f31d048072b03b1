"""The example programs run, and their types are those that Winnow states."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import winnow

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = sorted((DOCS / "examples").glob("*.py"))


@pytest.mark.parametrize("program", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(program):
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_page_shows_every_example():
    shown = re.findall(r"literalinclude\} examples/(\w+)\.py", (DOCS / "howto.md").read_text(encoding="utf-8"))
    assert sorted(shown) == [path.stem for path in EXAMPLES]


@pytest.mark.parametrize("game", winnow.GAMES)
def test_the_piles_have_the_names_that_the_python_page_says(game):
    row = re.search(rf"^\| {game} +\|(.+?)\|", (DOCS / "python.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = {re.sub("-.*", "", pile) for pile in re.findall(r"`([\w-]+)`", row[1])}
    position, piles = winnow.Position(game, 1), set()
    while position.legal_moves and len(position.line) < 20:
        piles |= {re.sub("-.*", "", pile) for pile in position.piles}
        position.push(position.legal_moves[-1])
    assert piles == named


def test_the_examples_are_typed():
    command = [sys.executable, "-m", "mypy", "--strict", *map(str, EXAMPLES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=EXAMPLES[0].parents[2])
    assert done.returncode == 0, done.stdout
