"""Imports of commands: the large libraries are not loaded unless needed."""

import pytest

from command_help import python

HEAVY = {
    "dask", "distributed", "jsonschema", "matplotlib", "networkx", "numpy", "ortools", "pandas", "pysat", "starlette",
    "uvicorn",
}  # fmt: skip
UNUSED = {
    *("difflib", "importlib.metadata", "multiprocessing", "psutil", "rich.progress", "winnow.cli.batch"),
    *("winnow.games.universal.engine.clauses", "winnow.games.blink.face", "winnow.core.drawing.notebook"),
    "winnow.workers.local",
}
LOADED = """
import sys
from winnow.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""


def loaded(*args):
    status, _, err = python("-c", LOADED, *args)
    assert status == 0, err
    return set(err.split())


QUESTIONS = (
    *(f"solve {game} --number 1" for game in ("universal", "head", "single-left")),
    "deal blink --number 1",
    "games",
)


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_question_loads_no_library_that_it_does_not_need(words):
    names = loaded(*words.split())
    assert not {name.partition(".")[0] for name in names} & HEAVY
    if words == QUESTIONS[0]:  # a beam wins it
        assert not names & UNUSED


def test_the_version_loads_neither_games_nor_engines():
    names = loaded("--version")
    assert not {name.partition(".")[0] for name in names} & (HEAVY | {"psutil", "rich", "winnow_kernels"})
    own = {f"winnow.{name}" for name in ("core.registry", "core.deals", "core.verdicts", "games")}
    assert not names & {"importlib.metadata", *own}


def test_the_package_loads_no_part_before_its_first_use():
    code = "import sys, winnow; print(*(name for name in sys.modules if name.startswith('winnow')))"
    assert set(python("-c", code).out.split()) <= {"winnow", "winnow.core", "winnow.core.version"}
