"""The site that tests in a browser or in node run: built once, or named by WINNOW_SITE."""

import os
import shutil
from importlib.util import find_spec

import pytest
from platformdirs import user_cache_path

from winnow.site.build import write_site
from winnow.site.toolchain import SiteError, find_python


def put_site(place, packs):
    """Put a site at a place; skip the test where the toolchain is not installed, fail where it does not build."""
    named = os.environ.get("WINNOW_SITE")
    if named:
        shutil.copytree(named, place)
        return place
    absent = [package for package in ("Cython", "ziglang") if find_spec(package) is None]
    if absent:
        pytest.skip(f"the site was not built: {' and '.join(absent)} not installed (the extra site)")
    try:
        python = find_python()
    except SiteError as error:
        pytest.skip(f"the site was not built: {error}")
    write_site(place, packs, python, user_cache_path("winnow", appauthor=False) / "site")
    return place
