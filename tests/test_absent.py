"""Where a third-party package is not installed, questions that do without are answered and others name it."""

import json
import subprocess
import sys

import pytest

BLOCKED = ("networkx", "numpy", "ortools", "psutil", "pysat")
ASK = """
import json, sys
from winnow.core.errors import EngineError
blocked, questions = json.loads(sys.argv[1])

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Block())
import winnow
from winnow import Limits
for game, number, named in questions:
    try:
        print(winnow.solve(game, number, limits=Limits(positions=100_000), **named).verdict)
    except EngineError as error:
        print(error)
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
        ("networkx", ["blink", 1, {"best": True}]),
        ("ortools", ["single-left", 1, {"engine": "cp-sat"}]),
        ("pysat", ["universal", 2, {"rules": {"passes": "1"}}]),
    ],
)
def test_a_question_names_the_package_that_it_needs(package, question):
    name = {"pysat": "python-sat"}.get(package, package)
    assert told([package], question) == [f"this question needs the package {name}, which is not installed here"]


def test_a_search_in_clauses_does_without_a_measure_of_memory():
    assert told(["psutil"], ["universal", 2, {"rules": {"passes": "1"}}]) == ["unwinnable"]
