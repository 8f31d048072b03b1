"""The site that tests in a browser or in node run: built once, or named by WINNOW_SITE."""

import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from filelock import FileLock
from platformdirs import user_cache_path

from winnow.cli.play import curated
from winnow.site.build import write_site
from winnow.site.snapshot import node
from winnow.site.toolchain import SiteError, find_python

ESCAPED = {b"\\n": b"\n", b"\\r": b"\r"}


def part_content(file):
    """Return what the file of a part holds, still compressed."""
    script = file.read_bytes().removeprefix(b'Winnow.part("').removesuffix(b'")')
    return re.sub(rb"\\(.)", lambda found: ESCAPED.get(found[0], found[1]), script)


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
            write_site(place / "building", curated(), python, user_cache_path("winnow", appauthor=False) / "site")
            (place / "building").rename(place / "site")
    return place / "site"
