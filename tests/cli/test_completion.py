"""Completion in the shell: commands and options, for each shell."""

import shutil
import subprocess

import pytest

from command_help import said

SHELLS = ("bash", "zsh", "fish")
WORDS = {"winnow so": "solve", "winnow survey fa": "fair", "winnow solve head --fi": "--file", "winnow solve he": ""}
"""Words at the prompt, and what is offered."""


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_and_options_are_completed(shell, monkeypatch):
    monkeypatch.setenv("_WINNOW_COMPLETE", f"{shell}_complete")
    for text, wanted in WORDS.items():
        words = text.split()
        monkeypatch.setenv("COMP_WORDS", "\n".join(words))
        monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words) - 1))
        assert wanted in said(), words


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_what_the_shell_reads(shell, tmp_path, monkeypatch):
    monkeypatch.setenv("_WINNOW_COMPLETE", f"{shell}_source")
    (tmp_path / "script").write_text(said())
    assert "_winnow_completion" in (tmp_path / "script").read_text()
    if shutil.which(shell):
        subprocess.run([shell, "-n", tmp_path / "script"], check=True)
