"""The versions in pyproject.toml are those that are tested and that the wheels' hosts can install."""

import re
from importlib import metadata

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
def test_what_is_left_to_the_second_step_exists(name):
    path, _, test = name.partition("::")
    assert (ROOT / path).exists()
    assert f"def {test}(" in ((ROOT / path).read_text() if test else "def (")
    # and .ci/run takes that step
    assert "-m tests -m build" in (ROOT / ".ci" / "run").read_text()
