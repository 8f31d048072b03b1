"""Every command in README.md and docs/asking.md runs after README's first command, or the text says what it needs."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

import winnow
import winnow_puzzles
from command_help import run

ROOT = Path(__file__).parents[2]
PACK = Path(winnow_puzzles.__file__).parent / "curated" / "head"
DESCRIBED_FROM = 47
"""The column of README's descriptions."""
NEEDS = re.compile(r"`winnow ([\w -]+)`\s+needs\b")
LONG = {"generate", "problems", "construct", "--search"}
SMALLER = {
    r"--deals \d+": "--deals 3",
    r"--count \d+": "--count 1",
    r"--sample \d+": "--sample 1",
    r"--level 2,3": "--level 3",
    r" \.\.\.\"": '"',
    '"8S JH 9C"': f'"{" ".join(winnow.Deal.numbered("single-left", 0).cards)}"',
    r"^(winnow (solve|hint) (?!.*--seconds).*)": r"\1 --seconds 0.3",
    r"--seconds (10|30)": "--seconds 0.3",
}


def commands(document):
    """Return the commands in the document's code blocks, and those of them that the text says need more."""
    text = (ROOT / document).read_text()
    blocks = re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("winnow ")]
    found = [line[:DESCRIBED_FROM].rstrip() if document == "README.md" else line for line in lines]
    needs = [named.split() for named in NEEDS.findall(text)]
    return found, [line for line in found if any(all(word in line.split() for word in words) for words in needs)]


def smaller(line):
    """Run a command with small limits; return how it ended."""
    for pattern, small in SMALLER.items():
        line = re.sub(pattern, small, line)
    return run(*shlex.split(line)[1:], stdin="")


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    ("document", "skipped"),
    [
        ("README.md", ["winnow check --verified proof", "winnow site -o build/site"]),
        ("docs/asking.md", ["winnow survey report --db head.db --svg head.svg"]),
    ],
)
def test_every_command_of_a_document_runs(document, skipped, long, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found, needing = commands(document)
    assert (needing, len(found) > 15) == (skipped, True)
    if not long:
        shutil.copytree(PACK, tmp_path / "DIR")
        found = [line for line in found if not LONG.intersection(line.split())]
    (tmp_path / "deals.txt").write_text(" ".join(winnow.Deal.numbered("one-minute", 1).cards))
    (tmp_path / "verdicts.jsonl").write_text(json.dumps(winnow.solve("single-left", 1).record()))
    (tmp_path / "rows").mkdir()
    # tests/play/test_run.py runs the one that waits for a browser.
    run_here = [line for line in found if line not in (*skipped, "winnow play")]
    wrong = {line: done for line in run_here if (done := smaller(line)).status not in (0, 3)}
    assert wrong == {}
