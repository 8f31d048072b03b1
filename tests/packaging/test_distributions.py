"""The contents of sdist and wheel; each installs into a fresh environment and runs there."""

import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from project import NOT_SOURCE, ROOT

PACKAGES = {"winnow": "solver", "winnow_kernels": "ext", "winnow_puzzles": "puzzles"}
FOLDERS = {*PACKAGES.values(), "docs", "tests"}
MADE = {".so", ".pyd", ".c", ".pyc"}
IN_A_CLONE_ONLY = {"bench", "ledger.md"}
"""Files that the packages leave out besides the kernels' source: benches and ledgers, which no command reads."""


def call(*args, cwd=None):
    result = subprocess.run(list(map(str, args)), cwd=cwd, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """The repository as in a fresh clone, without any build products."""
    return shutil.copytree(ROOT, tmp_path_factory.mktemp("clone") / "winnow", ignore=NOT_SOURCE)


@pytest.fixture(scope="module")
def sdist(clone, tmp_path_factory):
    """The sdist, built without build isolation: it does not compile the kernels."""
    out = tmp_path_factory.mktemp("sdist")
    call(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", out, clone)
    return next(out.iterdir())


def members(sdist):
    """The files of an sdist, by their paths in the repository."""
    with tarfile.open(sdist) as archive:
        return {member.name.partition("/")[2] for member in archive if member.isfile()}


def files(folder):
    """The files below a folder that are kept in the repository, as paths relative to it."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in MADE and "egg-info" not in str(path)
    }


def test_the_sdist_is_what_the_repository_keeps(clone, sdist):
    held = members(sdist)
    kept = files(clone)
    needed = {name for name in kept if "/" not in name or name.split("/")[0] in FOLDERS}
    assert needed <= held, sorted(needed - held)
    added = {name for name in held - kept if not name.startswith("winnow_solitaire.egg-info/")}
    assert added == {"PKG-INFO", "setup.cfg"}


def test_the_packages_hold_all_data_and_the_kernels_sources(clone, tmp_path):
    call(sys.executable, "setup.py", "-q", "build_py", "--build-lib", tmp_path / "lib", cwd=clone)
    held = files(tmp_path / "lib")
    expected = {
        f"{package}/{name}"
        for package, place in PACKAGES.items()
        for name in files(clone / place / package)
        if IN_A_CLONE_ONLY.isdisjoint(Path(name).parts)
    }
    assert held == expected, sorted(held ^ expected)


def test_the_description_is_fit_for_an_index(sdist):
    assert "PASSED" in call(sys.executable, "-m", "twine", "--no-color", "check", "--strict", sdist)


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory):
    """The wheel, built from the sdist with build isolation, as pip builds it."""
    out = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", out, sdist)
    return next(out.iterdir())


@pytest.mark.full
def test_the_wheel_holds_every_kernel_compiled(wheel):
    call(sys.executable, "-m", "twine", "check", "--strict", wheel)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == set(PACKAGES)
    assert not [name for name in names if name.endswith(".c")]
    compiled = {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    kernels = (ROOT / "ext").rglob("*.pyx")
    assert compiled == {path.relative_to(ROOT / "ext").with_suffix("").as_posix() for path in kernels}


@pytest.mark.full
def test_two_builds_are_the_same_bytes(sdist, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    for name in ("one", "two"):
        call(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path / name, sdist)
    (one,), (two,) = ((tmp_path / name).iterdir() for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.full
@pytest.mark.parametrize("distribution", ["sdist", "wheel"])
def test_a_fresh_environment_solves_and_generates(distribution, request, tmp_path):
    venv.create(tmp_path / "env", with_pip=True)
    scripts = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    call(scripts / "python", "-m", "pip", "install", "-q", request.getfixturevalue(distribution))
    solved = call(scripts / "winnow", "solve", "universal", "--number", "1", "--json", cwd=tmp_path)
    assert '"verdict": "winnable"' in solved
    (tmp_path / "verdict.jsonl").write_text(solved)
    assert "verified" in call(scripts / "winnow", "check", "verdict.jsonl", cwd=tmp_path)
    curated = "from importlib.resources import files; print(files('winnow_puzzles') / 'curated' / 'blink')"
    pack = call(scripts / "python", "-c", curated, cwd=tmp_path).strip()
    assert "failed" not in call(scripts / "winnow", "check", pack, cwd=tmp_path)
    for name in ("solver", "ext", "puzzles"):
        command = [scripts / "python", "-c", f"import {name}"]
        tried = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert tried.returncode == 1
        assert b"ModuleNotFoundError" in tried.stderr
