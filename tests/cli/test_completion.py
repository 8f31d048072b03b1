"""Completion in the shell: a terminal with bash, and what zsh and fish are given."""

import os
import pty
import select
import shutil
import subprocess
import sys
import sysconfig
import time

import pytest

SHELLS = ("bash", "zsh", "fish")
BASH = shutil.which("bash")
ENVIRONMENT = {**os.environ, "PATH": os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))}


def asked(**environment):
    command = [sys.executable, "-m", "winnow"]
    return subprocess.run(command, env=ENVIRONMENT | environment, capture_output=True, text=True, check=False)


def completions(shell, *words):
    """Return the values that a shell is given for the last word, or the kind of its own completion."""
    given = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    if shell == "fish":
        given["COMP_CWORD"] = words[-1]
    done = asked(_WINNOW_COMPLETE=f"{shell}_complete", **given)
    assert done.stderr == ""
    if shell == "zsh":
        kinds, values, _ = (done.stdout.split("\n")[place::3] for place in range(3))
        return [value or kind for kind, value in zip(kinds, values, strict=False)]
    return [value or kind for kind, value in (line.split(",")[:2] for line in done.stdout.split())]


@pytest.mark.parametrize("shell", SHELLS)
def test_values_are_completed_and_files_are_left_to_the_shell(shell):
    assert completions(shell, "winnow", "solve", "blink", "--engine", "bl") == ["blink", "blink-beam"]
    assert completions(shell, "winnow", "pack", "show", "") == ["dir"]


def test_every_kind_of_value_is_completed():
    assert completions("bash", "winnow", "solve", "he") == ["head"]
    assert completions("bash", "winnow", "survey", "fair", "universal", "--rule", "dr") == ["draw=3"]
    assert completions("bash", "winnow", "generate", "head", "--level", "") == ["all", *"12345"]
    assert "loss-search" in completions("bash", "winnow", "solve", "blink", "--without", "")
    assert "premature merge" in completions("zsh", "winnow", "problems", "universal", "--theme", "")
    for words in (("solve", "head", "--file"), ("check",), ("prove", "head", "-o")):
        assert completions("bash", "winnow", *words, "") == ["file"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_what_the_shell_reads(shell, tmp_path):
    done = asked(_WINNOW_COMPLETE=f"{shell}_source")
    assert (done.returncode, "_winnow_completion" in done.stdout) == (0, True)
    if shutil.which(shell):
        (tmp_path / "script").write_text(done.stdout)
        subprocess.run([shell, "-n", tmp_path / "script"], check=True)


@pytest.mark.skipif(BASH is None, reason="bash is not installed")
def test_the_tab_key_in_a_terminal_with_bash(tmp_path):
    """Each line is typed with Tab at its end; `echo` before it shows what the shell made of it."""
    (tmp_path / "deals.txt").touch()
    lines = {
        "winnow solve sing": "single-left",
        "winnow solve single-left --rule discarding=opt": "discarding=optional",
        "winnow solve single-left --file dea": "deals.txt",
        "winnow solve single-left --eng": "--engine",
        "winnow construct single-left dea": "deals.txt",
    }
    terminal, child = pty.openpty()
    shell = subprocess.Popen(
        [BASH, "--norc", "-i"],
        stdin=child,
        stdout=child,
        stderr=child,
        start_new_session=True,
        cwd=tmp_path,
        env=ENVIRONMENT | {"PS1": "$ ", "TERM": "dumb"},
    )
    os.close(child)
    try:
        typed(terminal, b'eval "$(_WINNOW_COMPLETE=bash_source winnow)"; bind "set bell-style none"\n', b'none"\r\n')
        for line, wanted in lines.items():
            shown = typed(terminal, f"{line}\t".encode(), wanted.encode())
            assert b"rror" not in shown
            assert b"requires" not in shown
            typed(terminal, b"\x15", b"")
    finally:
        shell.kill()
        shell.wait()
        os.close(terminal)


def typed(terminal, text, wanted):
    """Type the text, and return what the terminal shows up to the wanted text; fail after a minute without it."""
    os.write(terminal, text)
    shown, end = b"", time.monotonic() + 60
    while wanted not in shown:
        assert time.monotonic() < end, shown
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 4096)
    return shown
