"""The workflows for a public host are valid, pinned by commit, and run the supported Pythons."""

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from versions import ROOT, supported, tomllib

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
PINNED = re.compile(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def lint(folder):
    """Run the linter of workflows on a folder, without the network."""
    command = [Path(sysconfig.get_path("scripts")) / "zizmor", "--offline", "--no-progress", folder]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_linter_finds_nothing():
    found = lint(GITHUB)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize(
    ("old", "new"),
    [(r"@[0-9a-f]{40} # v7\.0\.1", "@v7"), (r"  contents: read", "  contents: no"), (r"runs-on:", "run-on:")],
)
def test_the_linter_finds_what_is_wrong(old, new, tmp_path):
    shutil.copytree(GITHUB, tmp_path / ".github")
    for path in (tmp_path / ".github" / "workflows").iterdir():
        changed = re.sub(old, new, path.read_text())
        assert changed != path.read_text()
        path.write_text(changed)
    assert lint(tmp_path / ".github").returncode != 0


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_commit_and_names_its_version(path):
    used = [line.strip().removeprefix("- ") for line in path.read_text().splitlines() if "uses:" in line]
    assert used
    assert [line for line in used if not PINNED.fullmatch(line)] == []


def test_every_supported_python_gets_wheels():
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]["build"].split()
    assert {f"cp{version.replace('.', '')}-*" for version in supported()} <= set(wheels)
