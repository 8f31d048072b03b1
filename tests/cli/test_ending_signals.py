"""SIGTERM and SIGHUP end a command as Ctrl-C does, and processes that cannot be started are reported in one line."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from functools import partial

import pytest

from winnow.workers.interrupts import interruptible

WINNOW = [sys.executable, "-m", "winnow"]
SIGNALS = [signal.SIGTERM, signal.SIGHUP]
LONG = ["--number", "3", "--engine", "plain", "--best"]


def started(folder, args, **options):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*WINNOW, *args], cwd=folder, text=True, start_new_session=True, **pipes, **options)


def ended(process, number, *, group=False):
    """Send a signal to a command, or to all its processes; return its status and output."""
    (os.killpg if group else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def wait_for_rows(file):
    for _ in range(600):
        time.sleep(0.1)
        if file.exists() and file.with_name(f"{file.name}-wal").exists():
            with closing(sqlite3.connect(file)) as database:
                try:
                    if database.execute("SELECT count(*) FROM deal").fetchone()[0]:
                        return
                except sqlite3.OperationalError:
                    continue
    raise TimeoutError


@pytest.mark.parametrize("group", [False, True], ids=["alone", "group"])
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", SIGNALS)
def test_a_survey_ends_with_all_its_rows_in_one_file(number, jobs, group, tmp_path):
    process = started(tmp_path, ["survey", "head", "--deals", "100000", "--db", "head.db", "--jobs", jobs])
    wait_for_rows(tmp_path / "head.db")
    status, out, err = ended(process, number, group=group)
    assert (status, err) == (130, "")
    assert "winnable" in out
    assert [file.name for file in tmp_path.iterdir()] == ["head.db"]
    shutil.copy(tmp_path / "head.db", tmp_path / "copy.db")
    told = subprocess.run(
        [*WINNOW, "survey", "--report", "--db", "copy.db"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0
    assert "winnable" in told.stdout


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(
    "args",
    [
        ["solve", "blink", *LONG],
        ["prove", "blink", *LONG, "-o", "proof"],
        ["hint", "blink", *LONG],
        ["generate", "head", "--count", "5000", "-o", "pack"],
        ["problems", "head", "--count", "5000", "-o", "pack"],
        ["play", "--no-browser"],
    ],
    ids=lambda args: args[0],
)
def test_every_long_command_ends(args, number, tmp_path):
    process = started(tmp_path, args, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)})
    time.sleep(4)
    assert process.poll() is None
    status, _, err = ended(process, number)
    assert (status, "Traceback" in err) == (130, False)


@pytest.mark.parametrize("number", SIGNALS)
def test_the_deal_under_way_in_a_file_is_told(number, tmp_path):
    cards = subprocess.run([*WINNOW, "deal", "blink", "--number", "3"], capture_output=True, text=True, check=True)
    (tmp_path / "deals").write_text(cards.stdout * 3)
    process = started(tmp_path, ["solve", "blink", "--engine", "plain", "--best", "--file", "deals", "--json"])
    time.sleep(5)
    status, out, err = ended(process, number)
    assert (status, err) == (130, "")
    assert [json.loads(line)["stopped"] for line in out.splitlines()] == ["interrupt"]


def test_signals_that_are_answered_or_ignored_stay_so(request):
    # A command that ran in this process before may have set a handler.
    request.addfinalizer(partial(signal.signal, signal.SIGTERM, signal.signal(signal.SIGTERM, signal.SIG_DFL)))
    for answer in (signal.SIG_IGN, lambda *_: None):
        before = signal.signal(signal.SIGHUP, answer)
        try:
            with interruptible() as interrupt:
                assert signal.getsignal(signal.SIGHUP) is answer
                signal.raise_signal(signal.SIGTERM)
            assert interrupt.asked
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        finally:
            signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    ("named", "call"),
    [
        ("from winnow import survey", 'survey("head", 50, jobs=2)'),
        ("from winnow_puzzles.generate import generate", 'generate("single-left", "pack", count=1, jobs=2)'),
    ],
    ids=["survey", "generate"],
)
def test_a_script_without_a_guard_is_told_of_it(named, call, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(f"{named}\n\n{call}\n")
    run = [sys.executable, str(script)]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    said = [line for line in done.stderr.splitlines() if line.startswith("winnow.")]
    assert [line.partition(": ")[0] for line in said] == ["winnow.workers.children.UnguardedError"]
    assert 'if __name__ == "__main__":' in said[0]
    assert done.stderr.count("Traceback") == 1
    script.write_text(f'{named}\n\nif __name__ == "__main__":\n    {call}\n')
    assert subprocess.run(run, cwd=tmp_path, capture_output=True, check=False, timeout=300).stderr == b""
