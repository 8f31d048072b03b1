"""Runs the quick tests on the oldest Python with the exact lower bounds, and on the newest with the newest packages.

`python -m tests.versions` makes a fresh copy of the sources and an environment for each in build/versions, and runs
both at once. There the quick tests find only what they import, and kernels compiled from the C that is translated
already. Arguments replace the quick tests: `python -m tests.versions tests solver puzzles` runs the whole suite, with
all packages and kernels translated anew. A Python that is not on this machine is reported and left out.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
HOME = ROOT / "build" / "versions"
TRANSLATED = "build/cython"
"""Where setup.py puts the kernels in C."""
PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
FLAGS = "-O0"
"""For compiling: the tests are small, and optimized kernels take longer to compile than they take to run."""
NOT_SOURCE = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyd")
QUICK = (
    "tests/rules",
    "tests/packaging/test_startup.py",
    "tests/cli/test_help.py",
    "tests/cli/test_edges.py",
    "tests/cli/test_command.py",
    "tests/play/test_answers.py",
    "tests/play/test_server.py",
)
TEST_EXTRAS = ("test", "browser", "cluster", "docs", "packaging", "report", "site")
LEFT_OUT = ("typed", "stubs", "bench", "dask", "ctrl_c", "killed", "small_decks", "by_depth")
"""Parts of names of tests that are not quick: they need mypy or dask, or take long and depend little on Python."""


class Setting(NamedTuple):
    """A Python, what pip is to install there, and whether kernels in C are taken from the clone."""

    name: str
    python: str
    requirements: list[str]
    translated: bool


def project() -> dict[str, Any]:
    """Return the table `project` of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return table


def requirements() -> list[Requirement]:
    """Return the requirements of Winnow and of its tests."""
    table = project()
    extras = table["optional-dependencies"]
    lines = [line for extra in TEST_EXTRAS for line in extras[extra] if not line.startswith("winnow-solitaire[")]
    return [Requirement(line) for line in dict.fromkeys((*table["dependencies"], *lines))]


def quick_requirements() -> list[Requirement]:
    """Return the requirements of Winnow, of its build, and those of its tests that the quick tests import."""
    known = metadata.packages_distributions()
    used = {canonicalize_name(name) for module in imported(QUICK) for name in known.get(module, ())}
    needed = len(project()["dependencies"])
    wanted = {*used, "setuptools"} - {"cython"}
    tools = [asked for asked in requirements()[needed:] if canonicalize_name(asked.name) in wanted]
    # Another Cython would translate the kernels anew, which takes longer than all else.
    return [*requirements()[:needed], *tools, Requirement(f"cython=={metadata.version('cython')}")]


def imported(tests: Iterable[str]) -> set[str]:
    """Return the top modules that tests import, also through files beside them or in the folder of tests."""
    left = [ROOT / "tests" / "conftest.py"]
    for path in (ROOT / test for test in tests):
        left += path.rglob("*.py") if path.is_dir() else [path]
    read: set[Path] = set()
    modules: set[str] = set()
    while left:
        path = left.pop()
        read.add(path)
        found = set(imports(path))
        modules |= found
        near = (folder / f"{module}.py" for module in found for folder in (path.parent, ROOT / "tests"))
        left += (file for file in near if file.is_file() and file not in read)
    return modules


def imports(path: Path) -> Iterator[str]:
    """Yield the top modules that a file imports anywhere."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        yield from (name.partition(".")[0] for name in names)


def lower_bound(requirement: Requirement) -> str:
    """Return the requirement pinned to its least version; unchanged without a lower bound.

    >>> lower_bound(Requirement("rich>=15")), lower_bound(Requirement("ruff~=0.17.5"))
    ('rich==15', 'ruff==0.17.5')
    """
    least = [bound.version for bound in requirement.specifier if bound.operator in (">=", "~=")]
    return f"{requirement.name}=={least[0]}" if least else str(requirement)


def supported() -> list[str]:
    """Return the Pythons that the classifiers name, the oldest first, such as "3.10"."""
    named = [line.rpartition(" :: ")[2] for line in project()["classifiers"] if "Python :: 3." in line]
    return sorted(named, key=Version)


def python_at(version: str) -> str | None:
    """Return the path of this Python, from pyenv or PATH; None if none runs."""
    candidates = [*PYENV.glob(f"versions/{version}.*/bin/python"), shutil.which(f"python{version}")]
    for path in filter(None, candidates):
        if subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
            return str(path)
    return None


def settings(quick: bool) -> list[Setting]:
    """Return the oldest and the newest setting whose Pythons are installed; report the others."""
    oldest, *others = supported()
    here = {version: path for version in (oldest, *others) if (path := python_at(version))}
    if oldest not in here:
        print(f"versions: the lower bounds are not tested, Python {oldest} is not installed")
    newest = [version for version in others if version in here][-1:]
    if not newest:
        print(f"versions: the newest versions are not tested, none of Python {', '.join(others)} is installed")
    asked = quick_requirements() if quick else requirements()
    return [
        *(Setting("oldest", here[name], list(map(lower_bound, asked)), quick) for name in [oldest] if name in here),
        *(Setting("newest", here[name], list(map(str, asked)), quick) for name in newest),
    ]


def prepared(setting: Setting) -> Path:
    """Copy the sources for a setting, and return its folder."""
    home = HOME / setting.name
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(ROOT, home / "winnow", ignore=NOT_SOURCE)
    if setting.translated and (ROOT / TRANSLATED).is_dir():
        shutil.copytree(ROOT / TRANSLATED, home / "winnow" / TRANSLATED)  # with its times, which Cython compares
    return home


def run(setting: Setting, tests: list[str]) -> tuple[bool, str]:
    """Run the tests in a setting; return whether they passed, and the last lines of output with the time taken."""
    home = prepared(setting)
    python = home / "env" / "bin" / "python"
    pip = [python, "-m", "pip", "install", "-q", "--no-compile"]
    steps: dict[str, list[Any]] = {
        "environment": [setting.python, "-m", "venv", home / "env"],
        "packages": [*pip, *setting.requirements],
        "kernels": [*pip, "--no-build-isolation", "--no-deps", "-e", "."],
        "tests": [python, "-m", "pytest", "-p", "no:cacheprovider", *tests],
    }
    environment = {**os.environ, "CFLAGS": FLAGS}
    environment.pop("PYTHONPATH", None)
    taken, well = [], True
    with (home / "log").open("w") as out:
        call = partial(subprocess.run, cwd=home / "winnow", env=environment, stdout=out, stderr=out, check=False)
        for name, step in steps.items():
            start = time.monotonic()
            well = well and call(step).returncode == 0
            taken.append(f"{name} {time.monotonic() - start:.0f} s")
    lines = (home / "log").read_text().splitlines()
    return well, "\n".join([*lines[-1 if well else -200 :], ", ".join(taken)])


def main(tests: list[str]) -> int:
    """Run the tests in both settings at once; return the exit status."""
    found = settings(not tests)
    asked = tests or [*QUICK, "-k", f"not ({' or '.join(LEFT_OUT)})"]
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda setting: run(setting, asked), found))
    for setting, (well, text) in zip(found, results, strict=True):
        print(f"versions: {setting.name}, {setting.python}: {'passed' if well else 'FAILED'}\n{text}")
    return 0 if all(well for well, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
