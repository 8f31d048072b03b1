"""Runs the quick tests on the oldest Python with the exact lower bounds, and on the newest with the newest packages.

`python -m tests.versions` makes a fresh copy of the sources and an environment for each in build/versions, and runs
both at once. Arguments replace the quick tests: `python -m tests.versions tests solver puzzles` runs the whole suite. A
Python that is not on this machine is reported and left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.version import Version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
HOME = ROOT / "build" / "versions"
PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
FLAGS = "-O1"
"""For compiling: the tests are small, and -O3 takes longer to compile than they take to run."""
NOT_SOURCE = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyd")
QUICK = (
    "tests/rules",
    "tests/kernels",
    "tests/golf",
    "tests/packaging/test_startup.py",
    "tests/cli/test_help.py",
    "tests/cli/test_output.py",
    "tests/cli/test_command.py",
    "tests/agreement/test_plain_engine.py",
    "tests/agreement/test_agreement.py",
    "tests/proofs/test_certificates.py",
    "tests/puzzles/test_packs.py",
    "tests/play/test_server.py",
)


class Setting(NamedTuple):
    """A Python and what pip is to install there."""

    name: str
    python: str
    requirements: list[str]


def project() -> dict[str, Any]:
    """Return the table `project` of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return table


def requirements() -> list[Requirement]:
    """Return the requirements of Winnow and of its tests."""
    table = project()
    return [Requirement(line) for line in (*table["dependencies"], *table["optional-dependencies"]["test"])]


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


def settings() -> list[Setting]:
    """Return the oldest and the newest setting whose Pythons are installed; report the others."""
    oldest, *others = supported()
    here = {version: path for version in (oldest, *others) if (path := python_at(version))}
    if oldest not in here:
        print(f"versions: the lower bounds are not tested, Python {oldest} is not installed")
    newest = [version for version in others if version in here][-1:]
    if not newest:
        print(f"versions: the newest versions are not tested, none of Python {', '.join(others)} is installed")
    asked = requirements()
    return [
        *(Setting("oldest", here[version], list(map(lower_bound, asked))) for version in [oldest] if version in here),
        *(Setting("newest", here[version], list(map(str, asked))) for version in newest),
    ]


def run(setting: Setting, tests: list[str]) -> tuple[bool, str]:
    """Run the tests in a setting; return whether they passed, and the last lines of output."""
    home = HOME / setting.name
    python, tree = home / "env" / "bin" / "python", home / "winnow"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(ROOT, tree, ignore=NOT_SOURCE)
    steps = [
        [setting.python, "-m", "venv", home / "env"],
        [python, "-m", "pip", "install", "-q", *setting.requirements],
        [python, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "-e", "."],
        [python, "-m", "pytest", "-p", "no:cacheprovider", *tests],
    ]
    log, environment = home / "log", {**os.environ, "CFLAGS": FLAGS}
    with log.open("w") as out:
        well = all(
            subprocess.run(step, cwd=tree, env=environment, stdout=out, stderr=out, check=False).returncode == 0
            for step in steps
        )
    lines = log.read_text().splitlines()
    return well, "\n".join(lines[-1:] if well else lines[-200:])


def main(tests: list[str]) -> int:
    """Run the tests in both settings at once; return the exit status."""
    found = settings()
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda setting: run(setting, tests or list(QUICK)), found))
    for setting, (well, text) in zip(found, results, strict=True):
        print(f"versions: {setting.name}, {setting.python}: {'passed' if well else 'FAILED'}\n{text}")
    return 0 if all(well for well, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
