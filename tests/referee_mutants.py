"""Mutation tests of the referee: each of its conditions is dropped, or shifted by one, and a test must fail.

A condition is the argument of a `require` or `_limit`, or the guard of a `raise`. Each mutant changes one of them, in
memory only, and runs the tests of its module until one fails:

    python tests/referee_mutants.py [WORD IN THE MODULE'S NAME]     runs them, and lists those that survive
    python -m pytest -m full -s tests/proofs/test_referee_mutants.py     the same for all
"""

from __future__ import annotations

import ast
import copy
import importlib.abc
import importlib.machinery
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType

import winnow
from winnow.core.registry import own_names

TESTS = Path(__file__).parent
WINNOW = Path(winnow.__file__).parent
VARIABLE = "WINNOW_MUTANT"
_REQUIRES = ("require", "_limit")
_SHIFTED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
_FIRST = "proofs/test_referee_conditions.py", "proofs/test_game_conditions.py", "proofs/test_referee.py"
_CONDITIONS_OF_GAMES = _FIRST[1]
_LAST = "proofs/test_certificate_mutations.py", "proofs/test_check_limits.py"
_TESTS_OF = {
    "blink": ("proofs/test_count_mutations.py", "proofs/test_verify_yourself.py"),
    "bundles": ("proofs/test_bundles.py",),
    "counts": ("proofs/test_count_mutations.py",),
    "facts": ("proofs/test_bundles.py",),
    "head": ("proofs/test_block_set.py",),
    "one_minute": ("proofs/test_priced_layers.py",),
    "single_left": (
        "proofs/test_relations_set.py",
        "proofs/test_assignments.py",
        "agreement/test_single_left_partial.py",
    ),
    "survey_rows": ("cli/test_survey_certificates.py",),
    "surveys": ("cli/test_survey_certificates.py",),
    "universal": ("agreement/test_universal_clauses.py",),
    "": ("proofs/test_certificates.py",),
}
"""Tests by part of the referee, besides those of all certificates."""
_OF_THEIR_OWN = ("blink", "bundles", "counts", "facts", "survey_rows", "surveys")
"""Parts that only their own certificates use."""


@dataclass(frozen=True)
class Mutant:
    """One change of one condition: `number` counts the changes of the module."""

    module: str
    number: int
    line: int
    text: str


def _conditions(tree: ast.AST) -> Iterator[tuple[ast.AST, str, ast.expr, bool]]:
    """Yield (node, its field with the condition, the condition, the value that drops it)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _REQUIRES:
            yield node, "args", node.args[0], True
        elif isinstance(node, ast.If) and isinstance(node.body[-1], ast.Raise):
            yield node, "test", node.test, False


def _changes(condition: ast.expr, drops: bool) -> Iterator[tuple[ast.expr, str]]:
    """Yield changed conditions, each with what was changed."""
    yield ast.Constant(drops), "dropped"
    parts = list(ast.walk(condition))
    for place, part in enumerate(parts):
        changes: list[tuple[int, str]] = []
        if isinstance(part, ast.Compare):
            changes = [(at, "shifted") for at, op in enumerate(part.ops) if type(op) in _SHIFTED]
        elif isinstance(part, ast.BoolOp):
            changes = [(at, "part dropped") for at in range(len(part.values))]
        for at, what in changes:
            other = copy.deepcopy(condition)
            changed = list(ast.walk(other))[place]
            if isinstance(changed, ast.Compare):
                changed.ops[at] = _SHIFTED[type(changed.ops[at])]()
            elif isinstance(changed, ast.BoolOp):
                changed.values[at] = ast.Constant(isinstance(changed.op, ast.And))
            yield other, f"{what}: now {ast.unparse(other)}"


def _each(tree: ast.Module) -> Iterator[tuple[ast.AST, str, ast.expr, str, int]]:
    for node, field, condition, drops in list(_conditions(tree)):
        for other, what in _changes(condition, drops):
            yield node, field, other, f"{ast.unparse(condition)}: {what}", condition.lineno


def mutants(part: str = "") -> list[Mutant]:
    """Return the mutants of all modules of the referee whose name contains `part`."""
    found = []
    for path in sorted((*WINNOW.glob("checking/*.py"), *WINNOW.glob("games/*/referee/*.py"))):
        module = ".".join(("winnow", *path.relative_to(WINNOW).with_suffix("").parts)).removesuffix(".__init__")
        if part in module:
            tree = ast.parse(path.read_text())
            found += [Mutant(module, n, line, text) for n, (_, _, _, text, line) in enumerate(_each(tree))]
    return found


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module with one of its conditions changed."""

    def __init__(self, name: str, path: str, number: int) -> None:
        super().__init__(name, path)
        self._number = number

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the mutant, which is in memory only."""
        tree = ast.parse(self.get_data(self.path))
        node, field, other, _, _ = list(_each(tree))[self._number]
        if field == "args" and isinstance(node, ast.Call):
            node.args[0] = other
        else:
            setattr(node, field, other)
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, module: str, number: int) -> None:
        self._module, self._number = module, number

    def find_spec(self, fullname: str, path: object = None, target: object = None):
        """Return the spec of the changed module, None for others."""
        if fullname != self._module:
            return None
        file = WINNOW.joinpath(*fullname.split(".")[1:]).with_suffix(".py")
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, str(file), self._number))


def tests_of(module: str) -> Sequence[str]:
    """Return the tests of which a mutant must fail one, the most likely first."""
    part = next((part for part in _TESTS_OF if part and f".{part}." in f"{module}."), "")
    first, then = (_TESTS_OF[part], _FIRST) if part in _OF_THEIR_OWN else (_FIRST, _TESTS_OF[part])
    if part.replace("_", "-") in own_names():
        # The tests of a game's single conditions fail soonest.
        first = sorted(first, key=_CONDITIONS_OF_GAMES.__ne__)
    return [str(TESTS / name) for name in (*first, *then, *_LAST)]


def lives(mutant: Mutant) -> bool:
    """Tell whether the mutant survives: all tests pass with it."""
    environment = {**os.environ, VARIABLE: f"{mutant.module}:{mutant.number}"}
    environment["PYTHONPATH"] = os.pathsep.join([str(TESTS), environment.get("PYTHONPATH", "")])
    for test in tests_of(mutant.module):
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "referee_mutants", test]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=TESTS.parent)
        if done.returncode > 2:
            raise RuntimeError(f"pytest could not run: {done.stdout}{done.stderr}")
        if done.returncode:
            return False
    return True


if VARIABLE in os.environ:
    _name, _, _place = os.environ[VARIABLE].partition(":")
    sys.modules.pop(_name, None)
    sys.meta_path.insert(0, _Finder(_name, int(_place)))


def run(part: str = "") -> list[Mutant]:
    """Run all mutants; print and return the survivors."""
    found, living = mutants(part), []
    for place, mutant in enumerate(found, 1):
        lived = lives(mutant)
        if lived:
            living.append(mutant)
        print(
            f"{place}/{len(found)} {'LIVES' if lived else 'dies'} {mutant.module}:{mutant.line}: {mutant.text}",
            flush=True,
        )
    print(f"{len(found)} mutants of the referee's conditions, {len(living)} live")
    return living


if __name__ == "__main__":
    run(*sys.argv[1:2])
