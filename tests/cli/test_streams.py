"""Signals, standard streams, terminals and what is written: a command in a process of its own."""

import errno
import json
import os
import pty
import re
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time

import psutil
import pytest
from test_survey import HEAD, rows, wait_for_rows

import winnow
from command_help import WINNOW, python, start
from hostile_files import CURATED
from winnow.cli import _COMMANDS
from winnow.core.deals import Deal
from winnow.core.errors import OutputError
from winnow.core.output import Output
from winnow.workers.interrupts import interruptible

SMALL_PACK = CURATED / "head"
RUNS = {
    "rules": ["head"],
    "games": [],
    "deal": ["head", "--number", 1],
    "solve": ["head", "--number", 1, "--json"],
    "prove": ["single-left", "--number", 0, "-o", "-"],
    "hint": ["single-left", "--number", 1, "--json"],
    "along": ["single-left"],
    "play": ["--no-browser"],
    "site": ["--help"],
    "construct": ["single-left", "--leaves", 1],
    "count": ["blink", "--number", 7, "--cap", 5],
    "check": ["verdict"],
    "generate": ["single-left", "--count", 1, "-o", "pack"],
    "problems": ["head", "--theme", "list"],
    "pack": ["show", SMALL_PACK],
    "survey": ["head", "--deals", 2, "--db", "head.db"],
    "bench": ["--help"],
}
"""Arguments with which each command ends soon, or waits for its input."""
LASTING = {"along", "play", "generate"}
EVERY = [name if name in ("prove", "survey") else pytest.param(name, marks=pytest.mark.full) for name in RUNS]
"""Commands, all of which open their streams in one place: two of them, and all in a `full` run."""
LOST = ["single-left", "--number", "1", "--rule", "goal=one"]
PLAIN = "--engine plain --best"
"""A search of these takes hours in deal 3 of Blink."""


@pytest.fixture
def folder(tmp_path):
    """Return a folder with the files that RUNS read."""
    (tmp_path / "verdict").write_text(json.dumps(winnow.solve("head", 1).record()))
    return tmp_path


def run(folder, *args, closed=(), **options):
    """Run winnow with these descriptors closed; return the exit status and what it wrote to stdout and stderr."""

    def close():
        for number in closed:
            os.close(number)

    given = {"stdin": subprocess.DEVNULL, "text": False, "cwd": folder, "preexec_fn": close}
    return python("-m", "winnow", *args, **given, **options)


# Standard streams that are closed, full, or left by their reader


def test_every_command_is_run_here():
    assert set(RUNS) == set(_COMMANDS)


@pytest.mark.parametrize("name", EVERY)
def test_a_closed_output_begins_nothing_and_other_closed_streams_change_no_answer(name, folder):
    before, args = set(folder.iterdir()), [name, *RUNS[name]]
    said = b"winnow: cannot write: standard output is closed\n"
    assert run(folder, *args, closed=[1]) == (2, b"", said)
    assert set(folder.iterdir()) == before
    if name not in LASTING:
        assert run(folder, *args, closed=[0, 2])[::2] == (run(folder, *args)[0], b"")


NO_INPUT, NO_ROOM = (
    b"winnow: cannot read standard input: ",
    b"winnow: cannot write standard output: No space left on device",
)
SURVEY = "survey head --deals 2 --db head.db"
STREAMS = [
    (SURVEY, [0, 1, 2], None, 2, b""),
    (SURVEY, [0, 2], None, 0, b""),
    ("rules nothing", [2], None, 2, b""),
    ("", [], "stderr", 2, None),
    ("check verdict", [], "stdout", 2, NO_ROOM),
    ("--help", [], "stdout", 2, NO_ROOM),
    *((words, [0], None, 2, NO_INPUT) for words in ("solve head --file -", "check -", "along head")),
]
"""A command, its closed streams, the one that is full, the exit status, and how its one line on stderr begins."""


@pytest.mark.parametrize(("words", "closed", "full", "status", "said"), STREAMS)
def test_streams_that_are_closed_or_full(words, closed, full, status, said, folder):
    with open("/dev/full", "wb") as device:
        ended = run(folder, *words.split(), closed=closed, **({full: device} if full else {}))
    assert (ended.status, (ended.err or b"").startswith(said or b"")) == (status, True), ended
    assert (ended.err or b"").count(b"\n") == bool(said)
    # Without its standard streams the database would get their descriptors, and a library's messages.
    assert [file.read_bytes()[:15] for file in folder.glob("head.db")] == [b"SQLite format 3"] * (status == 0)


def test_the_library_says_that_standard_output_is_closed():
    done = python("-c", "import winnow; winnow.prove('single-left', 0).write('-')", preexec_fn=lambda: os.close(1))
    assert done.err.splitlines()[-1] == "winnow.core.errors.OutputError: cannot write -: standard output is closed"


@pytest.mark.parametrize("args", [["check", "verdict"], ["prove", *LOST, "-o", "proof"]], ids=lambda args: args[0])
def test_a_reader_that_goes_away_ends_a_command_in_silence(args, folder):
    reading, writing = os.pipe()
    os.close(reading)
    assert run(folder, *args, stdout=writing) == (141, None, b"")
    os.close(writing)
    # A certificate is written before the verdict.
    assert [winnow.check(proof).status for proof in folder.glob("proof")] == ["verified"] * (args[0] == "prove")


# What is written: whole or not at all, through links, into pipes and devices as they are


def test_a_file_appears_whole_with_the_usual_permissions(tmp_path):
    target, other = tmp_path / "new", tmp_path / "new.part"
    other.write_text("mine")
    with Output(str(target)).opened() as stream:
        stream.write(b"half")
        assert not target.exists()
        stream.write(b" and half")
    assert (target.read_bytes(), other.read_text()) == (b"half and half", "mine")
    assert set(tmp_path.iterdir()) == {target, other}
    assert stat.S_IMODE(target.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)


def fail_half_way(output):
    with output.opened() as stream:
        stream.write(b"after")
        raise RuntimeError


def test_a_file_stays_as_it_was_if_writing_fails(tmp_path):
    target = tmp_path / "old"
    target.write_text("before")
    target.chmod(0o600)
    with pytest.raises(RuntimeError):
        fail_half_way(Output(str(target)))
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]
    Output(str(target)).write(b"after")
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == ("after", 0o600)


def test_links_pipes_and_devices_stay_what_they_are(tmp_path):
    target, link, dangling, pipe = (tmp_path / name for name in ("target", "link", "dangling", "pipe"))
    target.write_text("before")
    for place, to in ((link, target), (dangling, tmp_path / "made")):
        place.symlink_to(to)
        Output(str(place)).write(b"after")
        assert place.is_symlink()
        assert to.read_text() == "after"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    Output(str(pipe)).write(b"through")
    reader.join()
    assert (read, stat.S_ISFIFO(pipe.stat().st_mode)) == ([b"through"], True)
    Output("/dev/null").write(b"gone")
    with pytest.raises(OutputError, match="cannot write /dev/full: No space left"):
        Output("/dev/full").write(b"x" * 100_000)
    assert all(stat.S_ISCHR(os.stat(device).st_mode) for device in ("/dev/null", "/dev/full"))


def test_a_certificate_goes_to_a_file_and_to_standard_output(tmp_path):
    status, told, _ = run(tmp_path, "prove", *LOST, "-o", "a[bold].gz")
    assert (status, b"Certificate: a[bold].gz (" in told) == (0, True)
    assert run(tmp_path, "prove", *LOST, "-o", "-") == (0, (tmp_path / "a[bold].gz").read_bytes(), b"")


# Terminals


def on_a_terminal(*args, **environment):
    """Return what a command prints on a terminal."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    with subprocess.Popen([*WINNOW, *map(str, args)], env={**kept, **environment}, **streams):
        os.close(theirs)
        text = b""
        try:
            while piece := os.read(ours, 1 << 16):
                text += piece
        except OSError as error:
            assert error.errno == errno.EIO  # noqa: PT017 - the other side is closed: the program has ended
        os.close(ours)
    return text


COLOURED = {
    "solve": ["head", "--number", 1], "rules": ["head"], "no-command": [], "--help": [], "pack": ["show", SMALL_PACK],
    "survey": ["head", "--deals", 3, "--db", "/dev/full"],
}  # fmt: skip


@pytest.mark.parametrize("name", COLOURED)
def test_a_dumb_terminal_gets_no_escape(name):
    assert b"\x1b" not in on_a_terminal(name, *COLOURED[name], TERM="dumb")


def test_errors_are_in_colour_on_a_terminal_only(tmp_path):
    text = b"unknown game 'x'"
    assert on_a_terminal("rules", "x", TERM="xterm").startswith(b"\x1b[31m\x1b[1mwinnow:\x1b[0m " + text)
    assert on_a_terminal("rules", "x", TERM="xterm", NO_COLOR="1").startswith(b"winnow: " + text)
    assert run(tmp_path, "rules", "x")[2].startswith(b"winnow: " + text)


# Signals


def let_run(process, seconds):
    """Wait until the process and its workers have used `seconds` of CPU time: even on a busy machine it is at work."""
    main, used = psutil.Process(process.pid), 0.0
    while process.poll() is None and used < seconds:
        time.sleep(0.02)
        used = sum(sum(each.cpu_times()[:2]) for each in (main, *main.children(recursive=True)))
    assert process.poll() is None


def ended(process, number=signal.SIGINT, group=True):
    """Send a signal to all processes of a command, as a terminal does, or to the first; return status and output."""
    (os.killpg if group else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=300)
    return process.returncode, out.decode(), err.decode()


ONE = "universal --rule draw=1 --rule passes=1 --number 0"
ROLL_OUTS = "--policy roll-outs --games 10000000 --deals 10"
LASTS = [
    (f"solve blink --number 3 {PLAIN}", signal.SIGTERM, ""),
    ("problems head --count 5000 -o pack", signal.SIGHUP, ""),
    (f"solve one-minute --number 0 {PLAIN} --json", signal.SIGINT, '"stopped": "interrupt"'),
    (f"solve {ONE} {PLAIN} --json", signal.SIGTERM, '"stopped": "interrupt"'),
    ("bench one-minute --deals 100", signal.SIGINT, ""),
    (f"survey fair universal {ROLL_OUTS}", signal.SIGINT, "^no game was over when the survey ended\n$"),
    *(
        pytest.param(*row, marks=pytest.mark.full)
        for row in (
            (f"prove blink --number 3 {PLAIN} -o proof", signal.SIGHUP, ""),
            (f"hint blink --number 3 {PLAIN}", signal.SIGTERM, ""),
            ("generate head --count 5000 -o pack", signal.SIGTERM, ""),
        )
    ),
]
"""Commands that last for hours, a signal that ends each, and what they say; tests/play/test_run.py ends `play`."""


@pytest.mark.parametrize(("words", "number", "said"), LASTS)
def test_every_long_command_ends(words, number, said, tmp_path):
    process = start(*words.split(), cwd=tmp_path)
    let_run(process, 1)
    status, out, err = ended(process, number, group="bench" in words)
    assert (status, "Traceback" in err) == (130, False)
    assert re.search(said, out + err), out + err


def test_ctrl_c_at_a_prompt_prints_how_to_continue():
    process = start("along", "single-left", "--rule", "deck=full")
    process.stdin.write(b"AS\n")
    out = b""
    while not out.endswith(b"Card 2 of 52: ") and (piece := process.stdout.read(1)):
        out += piece
    status, told, err = ended(process)
    again = " ".join(["AS", *51 * "?"])
    assert (status, err) == (130, "")
    assert told == f"\nTo continue: winnow along single-left --rule deck=full --resume '{again}' --after 'DRAW DRAW'\n"


INTERRUPTS = [(signal.SIGINT, 1, True), (signal.SIGTERM, 2, True), (signal.SIGHUP, 1, False)]


@pytest.mark.parametrize(("number", "jobs", "group"), INTERRUPTS)
def test_a_survey_ends_with_all_its_rows_in_one_file(number, jobs, group, tmp_path):
    db, copy = tmp_path / "head.db", tmp_path / "copy.db"
    process = start("survey", *HEAD, "--deals", 10**6, "--batch", 3, "--db", db, "--jobs", jobs)
    assert wait_for_rows(db, 6, process)
    status, out, err = ended(process, number, group)
    found = rows(db)
    assert (status, err, f"{len(found)} of them" in out) == (130, "", True)
    assert {row[12] for row in found} <= {None, "positions"}
    assert [file.name for file in tmp_path.iterdir()] == ["head.db"]
    shutil.copy(db, copy)
    assert rows(copy) == found


@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGINT, 2), (signal.SIGHUP, 1)])
def test_the_deals_under_way_in_a_file_are_told(number, jobs, tmp_path):
    hard = Deal.numbered("blink", 3).text
    (tmp_path / "deals").write_text(f"1RS 1RT\n{hard}\n{hard}\n{hard}\n")
    asked = ["--rule", "deck=as-dealt", "--file", "deals", *PLAIN.split(), "--json", "--jobs", jobs]
    process = start("solve", "blink", *asked, cwd=tmp_path)
    first = process.stdout.readline()
    time.sleep(1)
    status, out, err = ended(process, number)
    assert (status, err, json.loads(first)["verdict"]) == (130, "", "winnable")
    records = [json.loads(line) for line in out.splitlines()]
    assert 1 <= len(records) <= jobs
    assert {record["stopped"] for record in records} == {"interrupt"}


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "one-minute", "--file", "deals", *PLAIN.split(), "--json", "--jobs", 2],
        ["bench", "single-left", "--only", "many games, forced", "--games", 10**12, "--json"],
    ],
    ids=lambda args: args[0],
)
def test_workers_end_with_a_killed_parent(args, tmp_path):
    (tmp_path / "deals").write_text("".join(f"{Deal.numbered('one-minute', n).text}\n" for n in range(4)))
    process = start(*args, cwd=tmp_path)
    watched = psutil.Process(process.pid)
    while process.poll() is None and len(watched.children(recursive=True)) < 2:
        time.sleep(0.05)
    process.kill()
    # The workers hold the same pipe: it ends when they do.
    assert process.communicate(timeout=300)[0] == b""


def test_a_killed_batch_has_printed_whole_lines(tmp_path):
    (tmp_path / "deals").write_text("".join(f"{Deal.numbered('single-left', n).text}\n" for n in range(1000)))
    asked = ["solve", "single-left", "--rule", "discarding=optional", "--file", "deals", "--json"]
    output = tmp_path / "out.jsonl"
    with output.open("wb") as out:
        process = subprocess.Popen([*WINNOW, *asked], cwd=tmp_path, stdout=out)
        while output.stat().st_size < 20_000 and process.poll() is None:
            time.sleep(0.001)
        process.kill()
        process.wait()
    assert output.read_text().endswith("\n")
    assert all(json.loads(line)["format"] == "winnow-verdict/1" for line in output.read_text().splitlines())


@pytest.mark.parametrize("module", ["click", "winnow.cli.exits", "winnow.cli.deal"])
def test_ctrl_c_while_modules_are_imported_is_quiet(module):
    pressed = f"""if __name__ == "__main__":
        import sys
        class Pressed:
            def find_spec(self, name, path=None, target=None):
                if name == {module!r}:
                    raise KeyboardInterrupt
        sys.meta_path.insert(0, Pressed())
        sys.argv = ["winnow", "games"]
        from winnow.__main__ import main
        main()"""
    status, out, err = python("-c", pressed)
    assert (status, out, err.strip()) == (130, "", "")


def test_not_even_the_first_process_sees_ctrl_c():
    told = """if __name__ == "__main__":
        import signal
        from winnow.workers.local import alone
        print(signal.SIGINT in alone(signal.pthread_sigmask, signal.SIG_BLOCK, ()))
        alone(signal.raise_signal, signal.SIGINT)
        print(alone(signal.getsignal, signal.SIGINT) is signal.SIG_IGN)"""
    assert python("-c", told) == (0, "True\nTrue\n", "")


@pytest.mark.parametrize("answer", [signal.SIG_IGN, lambda *_: None], ids=["ignored", "answered"])
def test_signals_that_are_answered_or_ignored_stay_so(answer):
    before = signal.signal(signal.SIGHUP, answer)
    try:
        with interruptible() as interrupt:
            assert signal.getsignal(signal.SIGHUP) is answer
            signal.raise_signal(signal.SIGINT)
        assert interrupt.asked
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
    err = python(script, cwd=tmp_path).err
    said = [line for line in err.splitlines() if line.startswith("winnow.")]
    assert [line.partition(": ")[0] for line in said] == ["winnow.workers.children.UnguardedError"]
    assert 'if __name__ == "__main__":' in said[0]
    assert err.count("Traceback") == 1
    script.write_text(f'{named}\n\nif __name__ == "__main__":\n    {call}\n')
    assert python(script, cwd=tmp_path).err == ""


ASKS = """
import winnow
verdict = winnow.solve("blink", 3, best=True, engine="plain")
print(verdict.record()["stopped"], flush=True)
"""


@pytest.mark.parametrize(
    ("number", "told", "status"),
    [(signal.SIGTERM, b"", -15), (signal.SIGHUP, b"", -1), (signal.SIGINT, b"interrupt\n", 0)],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_program_that_asks_is_ended_by_a_signal_and_goes_on_after_ctrl_c(number, told, status):
    process = subprocess.Popen([sys.executable, "-c", ASKS], stdout=subprocess.PIPE)
    let_run(process, 1)
    process.send_signal(number)
    assert (process.communicate(timeout=60)[0], process.returncode) == (told, status)
