"""The site that tests in a browser or in node run: built once, or named by WINNOW_SITE."""

import json
import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import pytest
from filelock import FileLock
from platformdirs import user_cache_path

from winnow.cli.play import curated
from winnow.site.build import write_site
from winnow.site.snapshot import node
from winnow.site.toolchain import SiteError, find_python
from winnow.workers.local import InProcess
from winnow_puzzles.packs.site import first_positions

FEW = 1
"""The problems of each pack whose positions are stored."""
ASK = Path(__file__).parent / "site" / "ask.mjs"
ESCAPED = {b"\\n": b"\n", b"\\r": b"\r"}


def part_content(file):
    """Return what the file of a part holds, still compressed."""
    script = file.read_bytes().removeprefix(b'Winnow.part("').removesuffix(b'")')
    return re.sub(rb"\\(.)", lambda found: ESCAPED.get(found[0], found[1]), script)


def first_problems(packs):
    """Yield the ids of the first problems of packs with their stored positions."""
    for pack in packs:
        if pack.of_problems:
            yield from islice(first_positions([pack], InProcess(lambda: False)), FEW)


def built(folders):
    """Return the site of the packs that come with Winnow, built once for all test processes.

    Skips the test where the toolchain is not installed, and fails where the site does not build.
    """
    if named := os.environ.get("WINNOW_SITE"):
        return Path(named)
    absent = [package for package in ("Cython", "ziglang") if find_spec(package) is None]
    if absent:
        pytest.skip(f"the site was not built: {' and '.join(absent)} not installed (the extra site)")
    try:
        python = find_python()
        node()
    except SiteError as error:
        pytest.skip(f"the site was not built: {error}")
    place = folders.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent
    with FileLock(place / "site.lock"):
        if not (place / "site").is_dir():
            packs = curated()
            cache = user_cache_path("winnow", appauthor=False) / "site"
            write_site(place / "building", packs, python, cache, first_problems(packs))
            (place / "building").rename(place / "site")
    return place / "site"


def in_node(site, folder):
    """Install the files that a site's package names in a folder; return what runs programs there on JSON."""
    for pattern in ["package.json", *json.loads((site / "package.json").read_text())["files"]]:
        for file in site.glob(pattern):
            place = folder / "node_modules" / "winnow-solitaire" / file.relative_to(site)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)

    def run(program, given=None):
        shutil.copyfile(program, folder / program.name)
        command = [*node(), folder / program.name]
        done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run
