"""Versions and workflows: what is tested and built is what pyproject.toml names, and what hosts can install."""

import re
import subprocess
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import winnow
from build_step import BUILD
from project import PYPROJECT, ROOT, supported

PROJECT, TOX = PYPROJECT["project"], PYPROJECT["tool"]["tox"]
UNBOUND = {"types-jsonschema", "types-networkx", "types-psutil"}
"""Stub packages, which no test loads."""
GLIBC = re.compile(r"manylinux_2_(\d+)_")
OLD_NAMES = {"manylinux1": 5, "manylinux2010": 12, "manylinux2014": 17}

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
SYSTEMS = ("ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025")
PINNED = re.compile(r"uses: ([\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\$/\.github/workflows/\w+\.yml)")
"""An action of another repository at a commit, or a workflow of this one."""


def test_every_dependency_has_a_lower_bound():
    extras = PROJECT["optional-dependencies"].values()
    asked = map(Requirement, {*PROJECT["dependencies"], *(line for extra in extras for line in extra)})
    unbound = {one.name for one in asked if not {bound.operator for bound in one.specifier} & {">=", "~=", "=="}}
    assert unbound - {PROJECT["name"]} == UNBOUND


def test_one_version_is_named_everywhere():
    assert PROJECT["version"] == winnow.__version__
    assert f"\nversion: {winnow.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {winnow.__version__}\n" in (ROOT / "CHANGELOG.md").read_text()


def test_the_oldest_supported_python_is_the_one_required():
    assert PROJECT["requires-python"] == f">={supported()[0]}"


def test_the_oldest_python_is_tested_at_the_lower_bounds_and_the_newest_without():
    oldest, *newer = TOX["env_list"]
    assert (oldest, newer[-1]) == (supported()[0], supported()[-1])
    assert {name: setting["uv_resolution"] for name, setting in TOX["env"].items()} == {oldest: "lowest-direct"}


def glibc_of(tag):
    """The minor version of glibc that a wheel's tag asks for; 0 if it asks for none."""
    named = GLIBC.search(tag)
    return int(named[1]) if named else next((least for name, least in OLD_NAMES.items() if name in tag), 0)


@pytest.mark.parametrize("setting", ["manylinux-x86_64-image", "manylinux-aarch64-image"])
def test_the_image_that_builds_wheels_can_install_every_dependency(setting):
    image = PYPROJECT["tool"]["cibuildwheel"].get(setting, "manylinux2014")
    asked = {}
    for name in (Requirement(line).name for line in PROJECT["dependencies"]):
        wheel = metadata.distribution(name).read_text("WHEEL") or ""
        # A wheel for several systems has several tags.
        tags = [line for line in wheel.splitlines() if line.startswith("Tag: ")]
        asked[name] = min(map(glibc_of, tags), default=0)
    assert glibc_of(f"{image}_") >= max(asked.values()), asked


@pytest.mark.parametrize("name", BUILD)
def test_what_is_left_to_the_whole_run_exists(name):
    path, _, test = name.partition("::")
    assert (ROOT / path).exists()
    assert f"def {test}(" in ((ROOT / path).read_text() if test else "def (")
    # and .ci/run runs it
    assert '-m tests -m "not full"' in (ROOT / ".ci" / "run").read_text()


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
