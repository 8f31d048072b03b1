"""Which part may import which, and that nothing but a game's own files names the game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from winnow.columns import own_names

ROOT = Path(__file__).resolve().parents[1]
SOLVER, KERNELS, PUZZLES = ROOT / "solver/winnow", ROOT / "ext/winnow_kernels", ROOT / "puzzles/winnow_puzzles"

VALUES = ("cards", "columns", "counted", "deals", "errors", "games", "lines", "output")
VALUES += ("rng", "statistics", "suggest", "survey_files", "text_files", "verdicts")
"""What everything may import: rules and values."""
BELOW = {
    **dict.fromkeys(VALUES, ()),
    "verdicts": ("faces",),  # a result draws itself in a notebook, and loads the face for that only
    "theorems": (),
    "faces": ("theorems",),  # a move that needs no thought is one that a theorem says never loses
    "position": ("faces",),
    "rules_text": (),
    "referee": ("theorems",),
    "engines": ("theorems", "kernels"),
    "proofs": ("engines", "theorems", "kernels", "referee"),
    "workers": ("engines", "kernels"),
    "surveys": ("engines", "workers", "kernels"),
    "api": ("engines", "position", "proofs", "referee", "surveys", "workers", "theorems", "kernels"),
}
"""Each part of the library, and what it may import besides itself and the values. The rest stands on top."""
LATE = {("__init__", "api"), ("__init__", "engines"), ("__init__", "referee"), ("__init__", "puzzles")}
"""What `import winnow` names and loads only when it is asked for (winnow.__getattr__)."""
OF_NO_GAME = ("winnow.faces.decks.",)
"""Decks, which may be called like a game."""
REFEREES_KERNEL = "winnow_kernels.one_minute.priced_layers"


def imported(file: Path) -> Iterator[str]:
    """Yield the names of the modules that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part_of(module: str) -> str | None:
    """Return the part to which a module belongs; None if it is none of Winnow's."""
    top, *rest = module.split(".")
    if top in ("winnow_kernels", "winnow_puzzles"):
        return top.removeprefix("winnow_")
    if top != "winnow":
        return None
    return rest[0] if (rest and (SOLVER / rest[0]).with_suffix("").exists()) or is_module(rest) else "__init__"


def is_module(rest: list[str]) -> bool:
    return bool(rest) and (SOLVER / f"{rest[0]}.py").exists()


def parts_imported(folder: Path) -> set[tuple[str, str, str]]:
    """Return (part, part imported, module imported) of every import in a folder, parts of the same name left out."""
    found = set()
    for file in folder.rglob("*.py"):
        place = file.relative_to(folder)
        part = place.parts[0].removesuffix(".py") if folder == SOLVER else folder.name.removeprefix("winnow_")
        for module in imported(file):
            other = part_of(module)
            if other is not None and other != part:
                found.add((part, other, module))
    return found


def test_arrows_point_one_way():
    wrong = {
        (part, other, module)
        for part, other, module in parts_imported(SOLVER)
        if part in BELOW
        and other not in (*VALUES, *BELOW[part], "__init__")
        and not (part == "referee" and module.startswith(REFEREES_KERNEL))
    }
    assert wrong == set()


def test_only_commands_name_the_puzzles():
    users = {part for part, other, _ in parts_imported(SOLVER) if other == "puzzles"}
    assert users <= {"__init__", "cli", "play"}
    assert {other for part, other, _ in parts_imported(SOLVER) if part == "__init__"} <= {*VALUES, "position"} | {
        other for _, other in LATE
    }


def test_kernels_know_nothing_of_winnow():
    assert {other for _, other, _ in parts_imported(KERNELS)} == set()


def test_nothing_imports_the_command_but_commands():
    users = {part for part, other, _ in parts_imported(SOLVER) if other == "cli"}
    assert users <= {"__main__", "play"}
    users = {
        file.relative_to(PUZZLES).parts[0]
        for file in PUZZLES.rglob("*.py")
        if any(name.startswith("winnow.cli") for name in imported(file))
    }
    assert users <= {"commands"}


def is_own(file: Path, game: str) -> bool:
    """Tell whether a file is one of the game's: it lies in its folder, or its name is or begins with the game's."""
    stem = game.replace("-", "_")
    return stem in file.parts or file.stem == stem or file.stem.startswith(f"{stem}_")


@pytest.mark.parametrize("folder", [SOLVER, KERNELS, PUZZLES], ids=lambda folder: folder.name)
def test_only_a_games_own_files_name_it(folder):
    names = "|".join(own_names())
    named = [
        f"{file.relative_to(ROOT)}:{number}"
        for pattern in ("*.py", "*.pyx", "*.pyi", "*.pxd", "*.h")
        for file in folder.rglob(pattern)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        for game in re.findall(f'"({names})"', line)
        if not is_own(file.relative_to(ROOT), game)
    ]
    assert named == []


def test_no_other_file_imports_a_games_modules():
    """A game's modules are found by scanning; a name in an import would be a table in disguise."""
    stems = [name.replace("-", "_") for name in own_names()]
    wrong = [
        f"{file.relative_to(ROOT)}: {module}"
        for folder in (SOLVER, PUZZLES)
        for file in folder.rglob("*.py")
        for module in imported(file)
        for stem in stems
        if stem in module.split(".")[1:] and part_of(module) and not is_own(file.relative_to(ROOT), stem)
        if not module.startswith(OF_NO_GAME)
    ]
    assert wrong == []
