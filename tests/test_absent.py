"""Where no third-party package is installed but click, questions that do without are answered and others name it."""

import re

import pytest

import winnow
from command_help import python

BLOCKED = "distributed matplotlib networkx numpy ortools psutil pysat"
PROGRAM = """
import shlex, sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in blocked.split():
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

blocked, *commands = sys.argv[1:]
sys.meta_path.insert(0, Block())
sys.stderr = sys.stdout
from winnow.cli import main
for words in commands:
    try:
        main(shlex.split(words))
    except SystemExit as ended:
        print("exit", ended.code)
"""
"""Runs each argument but the first as a command, without the packages that the first one names."""
HALF_KNOWN = (
    "? ? ? AC KC TH JD 2D QH 4C 6D ? 6S 9H AH AS ? 5D QC 2S JS 5H ? ? ? ? ? 6H ? 8H JH 8D 8C TD TS ? 9C ? 7D 5C 6C KH "
    "TC 9D 3S 3C QD ? 5S 9S ? 8S"
)
"""A deal of Single Left that needs a search in clauses."""
NEEDS = "Undecided: the search needs the package {}, which is not installed here."
COMMANDS = [
    *((f"solve {game} --number 1 --positions 100000", 0, "This deal can") for game in winnow.GAMES),
    ("solve universal --number 2 --rule passes=1", 3, NEEDS.format("python-sat")),
    *((f"solve {game} --number 1 --engine cp-sat", 3, NEEDS.format("ortools")) for game in ("single-left", "blink")),
    ("prove universal --number 2 --rule passes=1 -o p", 3, "the package python-sat"),
    (f"solve single-left '{HALF_KNOWN}' --json", 3, r'"completions": {"losing": .*"stopped": "package ortools"'),
    ("construct single-left --leaves 50", 3, "the package ortools"),
    ("survey report --db s.db --svg x.svg", 2, r"^winnow: .*winnow-solitaire\[report\]"),
    ("survey head --db s.db --deals 5 --dask x:1", 2, r"^winnow: .*winnow-solitaire\[cluster\]"),
]
"""A command, its exit status, and what it says."""


def ended(blocked, *commands, **options):
    """Return what each command prints and its exit status."""
    done = python("-c", PROGRAM, blocked, *commands, **options)
    assert (done.status, done.err) == (0, "")
    return re.findall(r"(.*?)exit (\d)\n", done.out, re.DOTALL)


@pytest.fixture(scope="module")
def without(tmp_path_factory):
    """Return how each command ended, by its words."""
    folder = tmp_path_factory.mktemp("absent")
    winnow.survey("single-left", 1, db=folder / "s.db")
    commands = [words for words, *_ in COMMANDS]
    return dict(zip(commands, ended(BLOCKED, *commands, cwd=folder), strict=True))


@pytest.mark.parametrize(("words", "status", "said"), COMMANDS)
def test_a_command_without_its_packages(words, status, said, without):
    out, ended_with = without[words]
    assert (int(ended_with), bool(re.search(said, out))) == (status, True), out


def test_a_search_in_clauses_does_without_a_measure_of_memory():
    ((out, status),) = ended("psutil", "solve universal --number 2 --rule passes=1")
    assert (status, "This deal cannot be won." in out) == ("0", True)
