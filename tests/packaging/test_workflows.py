"""The workflows for a public host are valid, pinned by commit, and run the supported Pythons."""

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from project import PYPROJECT, ROOT, supported

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
SYSTEMS = ("ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025")
PINNED = re.compile(r"uses: ([\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\$/\.github/workflows/\w+\.yml)")
"""An action of another repository at a commit, or a workflow of this one."""


def test_the_linter_finds_nothing():
    command = [Path(sysconfig.get_path("scripts")) / "zizmor", "--offline", "--no-progress", GITHUB]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_commit_and_names_its_version(path):
    used = [line.strip().removeprefix("- ") for line in path.read_text().splitlines() if "uses:" in line]
    assert used
    assert [line for line in used if not PINNED.fullmatch(line)] == []


def test_nothing_is_uploaded_before_the_tests_have_passed_on_every_system():
    wheels = (GITHUB / "workflows" / "wheels.yml").read_text()
    assert re.search(r"\n  tests:\n    if: .*refs/tags/v.*\n    uses: \$/\.github/workflows/tests\.yml\n", wheels)
    assert "needs: [tests, sdist, wheels]" in wheels
    tests = (GITHUB / "workflows" / "tests.yml").read_text()
    assert "\n  workflow_call:\n" in tests
    assert all(system in tests for system in SYSTEMS)


def test_every_system_gets_wheels():
    assert PYPROJECT["tool"]["cibuildwheel"]["skip"].split() == ["*_i686", "*-win32"]
    wheels = (GITHUB / "workflows" / "wheels.yml").read_text()
    assert all(system in wheels for system in SYSTEMS)


def test_every_supported_python_gets_wheels():
    wheels = PYPROJECT["tool"]["cibuildwheel"]["build"].split()
    assert {f"cp{version.replace('.', '')}-*" for version in supported()} <= set(wheels)
