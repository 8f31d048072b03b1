"""Every path and every ledger entry named in code, docstrings or pages exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CODE, PAGES, TESTS = ("solver", "puzzles", "ext"), ("docs", "verified", "README.md"), ("tests",)
LEDGER = [*(ROOT / "docs/soundness").glob("*.md"), *(ROOT / "solver/winnow/games").glob("*/ledger.md")]
BUILT = {"verified/winnow-verify"}
IN_A_PACKAGE = {"bench.py", "engines.py", "extras.py", "referee.py"}
"""Files of a package with a game (docs/adding-a-game.md); tests/nullgame, the template, does not have them."""
TEXT = (".py", ".pyx", ".pxd", ".pyi", ".h", ".md", ".js", ".css", ".html", ".ml", ".v")
FOLDER = re.compile(r"(?<![\w/.*-])(?:docs|solver|ext|puzzles|tests|verified)/[\w./*-]*\w")
SOURCE = re.compile(r"(?<![\w/.*-])[\w./*-]*\w\.(?:md|pyx?|pxd|pyi)(?![\w/*-])")
PAGE = r"(docs/soundness(?:/\w+\.md)?|games/\w+/ledger\.md)"
CITED = re.compile(PAGE + r"(?::|,| says what is cut by it, under) [*`]([\w -]+)[*`]")
CITED_PLAINLY = re.compile(PAGE + r": (\w[\w -]*)(?=[).])")


def texts(folders: tuple[str, ...]) -> Iterator[Path]:
    """Yield the text files of these folders."""
    for place in (ROOT / name for name in folders):
        files = [place] if place.is_file() else sorted(place.rglob("*"))
        yield from (file for file in files if file.suffix in TEXT and not is_copy(file))


def is_copy(file: Path) -> bool:
    """Return whether a page is the site's copy of one from a game's folder (docs/site/conf.py)."""
    shown = file.parent.parent == ROOT / "docs" and file.parent.name in ("rules", "soundness")
    return shown and (ROOT / "solver/winnow/games" / file.stem).is_dir()


@cache
def places() -> frozenset[str]:
    """Return every file and folder of the source, from the root."""
    found = chain.from_iterable((ROOT / name).rglob("*") for name in (*CODE, "docs", "verified", *TESTS))
    return frozenset(file.relative_to(ROOT).as_posix() for file in found) | {file.name for file in ROOT.iterdir()}


def is_there(named: str, file: Path) -> bool:
    """Return whether a path exists from the root, from the naming file, or as the end of one; NAME is a wildcard."""
    pattern = re.sub(r"\b(?:NAME|GAME)\b", "*", named)
    beside = (file.parent / named).resolve()
    return (
        named in BUILT | IN_A_PACKAGE
        or beside.exists()
        or any(fnmatchcase(place, pattern) or fnmatchcase(place, f"*/{pattern}") for place in places())
    )


def missing(folders: tuple[str, ...], *patterns: re.Pattern[str]) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{number}: {named}"
        for file in texts(folders)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        for pattern in patterns
        for named in pattern.findall(re.sub(r"https?://\S+", "", line))
        if not is_there(named, file)
    ]


@pytest.mark.parametrize("folders", [CODE, PAGES], ids=lambda folders: folders[0])
def test_paths_that_code_and_pages_name_are_there(folders):
    assert missing(folders, FOLDER, SOURCE) == []


def test_paths_that_tests_name_are_there():
    """Tests write files of their own: only paths from the root count."""
    assert missing(TESTS, FOLDER) == []


def entries(page: Path) -> set[str]:
    """Return the names of a page's entries: its headings, and italics at the beginning of a line."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^##+ `?([\w -]+)", text, flags=re.MULTILINE)
    return {plain(name) for name in (*headings, *re.findall(r"^\d?\.? ?\*([\w -]+)", text, flags=re.MULTILINE))}


def plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


def test_entries_of_the_ledger_that_are_cited_are_there():
    wrong, seen = [], 0
    for file in texts((*CODE, *PAGES, *TESTS)):
        text = " ".join(file.read_text(encoding="utf-8").split())
        for page, name in (*CITED.findall(text), *CITED_PLAINLY.findall(text)):
            seen += 1
            pages = [each for each in LEDGER if each.as_posix().endswith(page)] or LEDGER
            if not any(plain(name) in entries(each) for each in pages):
                wrong.append(f"{file.relative_to(ROOT)}: {name}")
    assert wrong == []
    assert seen > 20
