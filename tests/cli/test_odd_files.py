"""Special files, and files of the wrong content, wherever a command or a call reads a file."""

import os
import subprocess
import sys

import pytest

import winnow
from winnow.core.deals import MAX_NUMBER
from winnow.core.errors import BadInputError, UnreadableError

GENERATE = ["generate", "single-left", "--count", "1", "--deals", "8"]
PROBLEMS = ["problems", "single-left", "--count", "1", "--deals", "8"]


def refused(folder, *args):
    """Run winnow, which refuses its input in one line; return that line."""
    command = [sys.executable, "-m", "winnow", *map(str, args)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    return done.stderr


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev", "fifo"])
def test_a_database_is_a_plain_file_and_nothing_is_left_beside_it(device, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    before = os.listdir("/dev")
    said = refused(tmp_path, "survey", "head", "--deals", 1, "--db", device)
    assert said == f"winnow: {device} is no plain file, which a survey database is\n"
    assert not {f"{name}-journal" for name in before} & set(os.listdir("/dev")) - set(before)
    assert [file.name for file in tmp_path.iterdir()] == ["fifo"]


def test_rows_of_a_folder_are_plain_files(tmp_path):
    os.mkfifo(tmp_path / "head.win.csv.xz")
    assert "head.win.csv.xz: not a regular file" in refused(tmp_path, "survey", "--report", "--db", tmp_path)


@pytest.mark.parametrize(("args", "journal"), [(GENERATE, "screening.part"), (PROBLEMS, "problems.part")])
@pytest.mark.parametrize("content", ["not JSON\n", "{}\n", None])
def test_a_pack_is_not_made_over_something_else(args, journal, content, tmp_path):
    """An invalid journal or description, or a pipe (None) in its place."""
    for name in (journal, "pack.json"):
        folder = tmp_path / name
        folder.mkdir()
        if name == "pack.json":
            (folder / "SHA256SUMS").touch()
        if content is None:
            os.mkfifo(folder / name)
        else:
            (folder / name).write_text(content)
        assert name in refused(tmp_path, *args, "-o", folder)


@pytest.mark.parametrize("claim", ["/nonexistent", "/"])
def test_a_claim_that_cannot_be_read_is_bad_input(claim):
    with pytest.raises(UnreadableError, match=f"cannot read {claim}: "):
        winnow.check(claim)
    with pytest.raises(BadInputError):
        winnow.survey("head", 1, db=f"{claim}/of/nothing.db")


@pytest.mark.parametrize("command", ["generate", "problems"])
def test_the_first_deal_is_any_number(command, tmp_path):
    for seed, known in ((MAX_NUMBER - 1, True), (MAX_NUMBER, False)):
        line = [sys.executable, "-m", "winnow", command, "single-left", "--count", "2", "--seed", str(seed)]
        line += ["-o", f"{seed}"]
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
        assert ("is not in the range" not in done.stderr) == known
        assert "Traceback" not in done.stderr
