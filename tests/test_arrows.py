"""The import law: which part may import which, and only its own files name a game. Functions are short."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from winnow.core.registry import own_names

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {
    "winnow": ROOT / "solver/winnow",
    "winnow_kernels": ROOT / "ext/winnow_kernels",
    "winnow_puzzles": ROOT / "puzzles/winnow_puzzles",
}
BELOW = {
    "core": (),
    "rules": ("core",),
    "theorems": ("core", "rules"),
    "face": ("core", "rules", "theorems"),
    "fair": ("core", "rules", "kernels"),
    "search": ("core", "kernels"),
    "checking": ("core",),
    "proving": ("core", "search", "checking", "kernels"),
    "engine": ("core", "rules", "theorems", "search", "kernels"),
    "referee": ("core", "rules", "checking", "kernels"),
    "proofs": ("core", "rules", "theorems", "search", "checking", "proving", "engine", "referee", "kernels"),
    "workers": ("core", "search", "kernels"),
    "surveys": ("core", "search", "checking", "workers", "kernels"),
    "api": ("core", "search", "checking", "proving", "workers", "surveys", "kernels"),
    "kernels": (),
}
"""Each part, and the parts that it may import besides itself. Commands, page and puzzles are on top."""
MOST = 54
"""The most lines of a function."""
BOTTOM = "winnow_kernels.common.budget"
"""The budget is part of the interface of every engine, so everything may import it."""


@cache
def modules() -> dict[str, Path]:
    """Return the file of every Python module by the module's name."""
    found = {}
    for package, folder in PACKAGES.items():
        for file in folder.rglob("*.py"):
            parts = file.relative_to(folder).with_suffix("").parts
            found[".".join((package, *(part for part in parts if part != "__init__")))] = file
    return found


@cache
def imports(module: str) -> frozenset[str]:
    """Return the names of the modules that a module imports, wherever in its file it does."""
    found = set()
    for node in ast.walk(ast.parse(modules()[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {name if is_module(name := f"{node.module}.{alias.name}") else node.module for alias in node.names}
    return frozenset(name for name in found if name.split(".")[0] in PACKAGES)


def is_module(name: str) -> bool:
    package, *rest = name.split(".")
    place = PACKAGES[package].joinpath(*rest) if package in PACKAGES else None
    return name in modules() or (place is not None and place.with_suffix(".pyx").exists())


def part_of(module: str) -> str:
    """Return the part to which a module belongs: a folder of Winnow, or the kind of file of a game."""
    package, *rest = module.split(".")
    if package != "winnow":
        return package.removeprefix("winnow_")
    if len(rest) > 2 and rest[0] == "games":
        return rest[2]
    return rest[0] if rest else "winnow"


def game_of(module: str) -> str | None:
    """Return the game whose folder holds a module, as Python spells it; None if it serves all games."""
    stems = {name.replace("-", "_") for name in own_names()}
    _, *rest = module.split(".")
    places = rest[1:2] if rest[:1] == ["games"] else rest[:1]
    return places[0] if places and places[0] in stems else None


def arrows() -> Iterator[tuple[str, str]]:
    for module in modules():
        for other in imports(module):
            yield module, other


@pytest.mark.parametrize("part", BELOW)
def test_arrows_point_one_way(part):
    may = {part, "winnow", *BELOW[part]}
    wrong = [
        (module, other)
        for module, other in arrows()
        if part_of(module) == part and part_of(other) not in may and other != BOTTOM
    ]
    assert wrong == []


def test_no_imports_go_round_in_a_circle():
    graph = nx.DiGraph((module, other) for module, other in arrows() if other in modules())
    circles = [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1]
    assert circles == []


@pytest.mark.parametrize("game", own_names())
def test_a_referee_shares_no_kernel_with_the_engines(game):
    stem = game.replace("-", "_")
    used = {
        part: {
            other
            for module, other in arrows()
            if game_of(module) == stem and part_of(module) == part and part_of(other) == "kernels" and other != BOTTOM
        }
        for part in ("referee", "engine")
    }
    assert used["referee"] & used["engine"] == set()


def test_the_library_names_nothing_of_the_puzzles_but_its_public_names():
    users = {part_of(module) for module, other in arrows() if part_of(other) == "puzzles"}
    assert users <= {"winnow", "puzzles", "cli", "play"}


def test_nothing_imports_the_command_but_commands():
    users = {module for module, other in arrows() if part_of(other) == "cli" and part_of(module) != "cli"}
    allowed = ("winnow.__main__", "winnow.bench.", "winnow.play.", "winnow_puzzles.commands.")
    assert {
        user for user in users if not user.startswith(allowed) and part_of(user) not in ("commands", "bench")
    } == set()


def test_no_other_file_imports_a_games_modules():
    wrong = [
        (module, other)
        for module, other in arrows()
        if (game := game_of(other)) is not None and game_of(module) != game
    ]
    assert wrong == []


@pytest.mark.parametrize("package", PACKAGES)
def test_only_a_games_own_files_name_it(package):
    names = "|".join(own_names())
    named = [
        f"{file.relative_to(ROOT)}:{number}"
        for pattern in ("*.py", "*.pyx", "*.pyi", "*.pxd", "*.h")
        for file in PACKAGES[package].rglob(pattern)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        for game in re.findall(f'"({names})"', line)
        if game.replace("-", "_") not in file.parts
    ]
    assert named == []


def test_no_function_is_long():
    long = [
        f"{file.relative_to(ROOT)}:{node.lineno} {node.name}"
        for file in modules().values()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= MOST
    ]
    assert long == []
