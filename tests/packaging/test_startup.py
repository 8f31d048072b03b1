"""Imports of commands: the large libraries are not loaded unless needed."""

import subprocess
import sys

import pytest

HEAVY = {
    "dask", "distributed", "jsonschema", "matplotlib", "networkx", "numpy", "ortools", "pandas", "pysat", "starlette",
    "uvicorn",
}  # fmt: skip
LOADED = """
import sys
from winnow.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""


def loaded(*args):
    result = subprocess.run([sys.executable, "-c", LOADED, *args], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return set(result.stderr.split())


@pytest.mark.parametrize(
    "args",
    [
        ("solve", "universal", "--number", "1"),
        ("solve", "head", "--number", "1"),
        ("solve", "single-left", "--number", "1"),
        ("deal", "blink", "--number", "1"),
        ("games",),
    ],
    ids=" ".join,
)
def test_a_question_loads_no_library_that_it_does_not_need(args):
    assert not {name.partition(".")[0] for name in loaded(*args)} & HEAVY


def test_the_version_loads_neither_games_nor_engines():
    names = loaded("--version")
    assert not {name.partition(".")[0] for name in names} & (HEAVY | {"psutil", "rich", "winnow_kernels"})
    assert not names & {
        "importlib.metadata",
        "winnow.core.registry",
        "winnow.core.deals",
        "winnow.games",
        "winnow.core.verdicts",
    }


def test_a_deal_that_a_beam_wins_loads_no_clauses_and_no_pictures():
    names = loaded("solve", "universal", "--number", "1")
    assert not names & {
        "difflib",
        "importlib.metadata",
        "multiprocessing",
        "psutil",
        "rich.progress",
        "winnow.cli.batch",
        "winnow.games.universal.engine.clauses",
        "winnow.games.blink.face",
        "winnow.core.drawing.svg",
        "winnow.workers.local",
    }
