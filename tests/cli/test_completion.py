"""Completion in the shell: commands and options, for each shell."""

import os
import shutil
import subprocess
import sys

import pytest

SHELLS = ("bash", "zsh", "fish")


def asked(**environment):
    command = [sys.executable, "-m", "winnow"]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("winnow", "so"), "solve"),
        (("winnow", "survey", "fa"), "fair"),
        (("winnow", "solve", "head", "--fi"), "--file"),
        (("winnow", "solve", "he"), ""),
    ],
)
def test_commands_and_options_are_completed_without_an_error(shell, words, wanted):
    last = words[-1] if shell == "fish" else str(len(words) - 1)
    done = asked(_WINNOW_COMPLETE=f"{shell}_complete", COMP_WORDS="\n".join(words), COMP_CWORD=last)
    assert done.stderr == ""
    assert wanted in done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_what_the_shell_reads(shell, tmp_path):
    done = asked(_WINNOW_COMPLETE=f"{shell}_source")
    assert (done.returncode, "_winnow_completion" in done.stdout) == (0, True)
    if shutil.which(shell):
        (tmp_path / "script").write_text(done.stdout)
        subprocess.run([shell, "-n", tmp_path / "script"], check=True)
