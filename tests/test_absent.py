"""Where a third-party package is not installed, questions that do without are answered and others name it."""

import json
import subprocess
import sys

import pytest

BLOCKED = ("networkx", "numpy", "ortools", "psutil", "pysat")
BLOCK = """
import json, sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Block())
"""
RUN = f"""{BLOCK}
blocked = [sys.argv.pop(1)]
from winnow.cli import main
main(sys.argv[1:])
"""
HALF_KNOWN = (
    "? ? ? AC KC TH JD 2D QH 4C 6D ? 6S 9H AH AS ? 5D QC 2S JS 5H ? ? ? ? ? 6H ? 8H JH 8D 8C TD TS ? 9C ? 7D 5C 6C KH "
    "TC 9D 3S 3C QD ? 5S 9S ? 8S\n"
)
"""A deal of Single Left that needs a search in clauses."""
ASK = f"""{BLOCK}
blocked, questions = json.loads(sys.argv[1])
import winnow
from winnow import Limits
for game, number, named in questions:
    verdict = winnow.solve(game, number, limits=Limits(positions=100_000), **named)
    print(verdict.sentence if verdict.verdict == "undecided" else verdict.verdict)
"""


def told(blocked, *questions):
    command = [sys.executable, "-c", ASK, json.dumps([blocked, questions])]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_five_games_are_decided_without_any_of_them():
    games = ["universal", "single-left", "one-minute", "head", "blink"]
    assert set(told(BLOCKED, *([game, 1, {}] for game in games))) <= {"winnable", "unwinnable"}


@pytest.mark.parametrize(
    ("package", "question"),
    [
        ("ortools", ["single-left", 1, {"engine": "cp-sat"}]),
        ("ortools", ["blink", 1, {"engine": "cp-sat"}]),
        ("pysat", ["universal", 2, {"rules": {"passes": "1"}}]),
    ],
)
def test_a_question_names_the_package_that_it_needs(package, question):
    name = {"pysat": "python-sat"}.get(package, package)
    assert told([package], question) == [
        f"Undecided: the search needs the package {name}, which is not installed here."
    ]


def test_what_was_found_without_a_package_is_kept(tmp_path):
    (tmp_path / "deals").write_text(HALF_KNOWN)
    command = ["solve", "single-left", "--file", tmp_path / "deals", "--json"]
    done = subprocess.run([sys.executable, "-c", RUN, "ortools", *command], capture_output=True, text=True, check=False)
    record = json.loads(done.stdout)
    assert (done.returncode, record["verdict"], record["stopped"]) == (3, "undecided", "package ortools")
    assert list(record["completions"]) == ["losing"]


@pytest.mark.parametrize(
    "words", ["construct single-left --leaves 50", "prove single-left --number 1 --engine cp-sat -o p"]
)
def test_a_command_without_its_package_is_undecided(words, tmp_path):
    command = [sys.executable, "-c", RUN, "ortools", *words.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "the package ortools" in done.stdout + done.stderr) == (3, True)


def test_a_search_in_clauses_does_without_a_measure_of_memory():
    assert told(["psutil"], ["universal", 2, {"rules": {"passes": "1"}}]) == ["unwinnable"]
