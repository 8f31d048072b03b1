"""The lines of the house have a budget: what is added retires something, or the budget is argued for in the change."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GIT = shutil.which("git") or ""
WRITTEN = frozenset(
    [
        *(".py", ".pyx", ".pxd", ".pyi", ".h", ".js", ".mjs", ".cjs", ".css", ".html"),
        *(".v", ".ml", ".md", ".sh", ".ipynb", ".yml", ".toml"),
    ]
)
"""The endings of files that people write; data and `verified/ocaml/extracted`, which Coq writes, are left out."""
BUDGET = {
    "solver": 33_650,
    "ext": 14_050,
    "puzzles": 8_250,
    "tests": 19_200,
    "verified": 16_100,
    "docs": 4_750,
    "all": 96_900,
}
"""The most lines of each folder. A change lowers a number or names what it retires."""


def lines() -> Counter[str]:
    """Return the number of hand-written lines of each top folder, and of all."""
    listed = subprocess.run(
        [GIT, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    found: Counter[str] = Counter()
    for path in map(Path, filter(None, listed)):
        if path.suffix in WRITTEN and "extracted" not in path.parts and (ROOT / path).is_file():
            count = (ROOT / path).read_bytes().count(b"\n")
            found.update({path.parts[0] if len(path.parts) > 1 else "top": count, "all": count})
    return found


@pytest.mark.skipif(not GIT or not (ROOT / ".git").exists(), reason="an archive of the source has no list of its files")
def test_no_folder_has_more_lines_than_its_budget(capsys):
    found = lines()
    with capsys.disabled():
        print("\n" + "\n".join(f"{name:10} {found[name]:7,} of {most:7,}" for name, most in BUDGET.items()))
    assert {name: found[name] for name, most in BUDGET.items() if found[name] > most} == {}
