"""Closed or unwritable standard streams: one line, status 2, and no file gets their descriptors."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import winnow_puzzles
from winnow.cli import _COMMANDS

PACK = Path(winnow_puzzles.__file__).parent / "curated" / "head"
RUNS = {
    "rules": ["head"],
    "games": [],
    "deal": ["head", "--number", 1],
    "solve": ["head", "--number", 1],
    "prove": ["single-left", "--number", 0, "-o", "-"],
    "hint": ["single-left", "--number", 1],
    "along": ["single-left"],
    "play": ["--no-browser"],
    "site": ["--help"],
    "construct": ["single-left", "--leaves", 50],
    "count": ["blink", "--number", 7, "--cap", 5],
    "check": ["records"],
    "generate": ["single-left", "--count", 1, "-o", "pack"],
    "problems": ["head", "--theme", "list"],
    "pack": ["show", PACK],
    "survey": ["head", "--deals", 2, "--db", "head.db"],
    "bench": ["--help"],
}
CLOSED = {"<&-": (0,), ">&-": (1,), "2>&-": (2,), "all": (0, 1, 2)}


def run(folder, *args, closed=(), **streams):
    """Run winnow with these descriptors closed; return the exit status and the output."""

    def close():
        for number in closed:
            os.close(number)

    command = [sys.executable, "-m", "winnow", *map(str, args)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **streams}
    done = subprocess.run(command, cwd=folder, preexec_fn=close, check=False, timeout=300, **pipes)
    return done.returncode, done.stdout, done.stderr


def test_every_command_is_run_here():
    assert set(RUNS) == set(_COMMANDS)


@pytest.mark.parametrize("closed", [">&-", "all"])
@pytest.mark.parametrize("name", RUNS)
def test_without_standard_output_nothing_is_begun(name, closed, tmp_path):
    (tmp_path / "records").write_text("{}\n")
    status, _, said = run(tmp_path, name, *RUNS[name], closed=CLOSED[closed])
    assert status == 2
    assert said == (b"winnow: cannot write: standard output is closed\n" if closed == ">&-" else b"")
    assert [file.name for file in tmp_path.iterdir()] == ["records"]


@pytest.mark.parametrize("name", [name for name in RUNS if name not in ("play", "along", "generate")])
def test_the_answer_is_the_same_without_the_other_streams(name, tmp_path):
    (tmp_path / "records").write_text("{}\n")
    args = [name, *RUNS[name], *(("--json",) if name in ("solve", "hint") else ())]
    status, _, said = run(tmp_path, *args)
    assert said == b""
    for closed in ("<&-", "2>&-"):
        assert run(tmp_path, *args, closed=CLOSED[closed])[::2] == (status, b"")


def test_errors_that_nobody_reads_keep_their_status(tmp_path):
    for args, status in ((["rules", "nothing"], 2), (["check", "nothing"], 2), (["solve"], 2), ([], 2)):
        assert run(tmp_path, *args, closed=(2,))[0] == status
        with open("/dev/full", "wb") as full:
            assert run(tmp_path, *args, stderr=full)[0] == status


def test_a_full_output_is_no_failed_check(tmp_path):
    (tmp_path / "records").write_text("{}\n")
    for args in (["check", "records"], ["rules", "head"], ["solve", "head", "--number", 1, "--json"], ["--help"]):
        with open("/dev/full", "wb") as full:
            said = b"winnow: cannot write standard output: No space left on device\n"
            assert run(tmp_path, *args, stdout=full) == (2, None, said)


@pytest.mark.parametrize("args", [["solve", "head", "--file", "-"], ["check", "-"], ["along", "head"]], ids=" ".join)
def test_standard_input_that_is_closed_cannot_be_read(args, tmp_path):
    status, out, said = run(tmp_path, *args, closed=(0,))
    assert (status, out if args[0] != "along" else b"") == (2, b"")
    assert said.startswith(b"winnow: cannot read ")
    assert said.count(b"\n") == 1


def test_a_database_does_not_take_the_place_of_a_closed_stream(tmp_path):
    """Otherwise a library's messages on standard error would be written into the database."""
    assert run(tmp_path, *["survey", *RUNS["survey"]], closed=(0, 2))[0] == 0
    with (tmp_path / "head.db").open("rb") as database:
        assert database.read(15) == b"SQLite format 3"


def test_the_library_says_that_standard_output_is_closed(tmp_path):
    code = "import winnow; winnow.prove('single-left', 0).write('-')"
    done = subprocess.run(
        [sys.executable, "-c", code], stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1), check=False
    )
    assert done.stderr.splitlines()[-1] == b"winnow.core.errors.OutputError: cannot write -: standard output is closed"
