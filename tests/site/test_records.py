"""Complete verdict records have the same hashes on every machine and in the browser's Python, which node runs here."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from built_site import built, unpacked
from winnow.site.snapshot import node

HERE = Path(__file__).parent
KNOWN = json.loads((HERE / "records.json").read_text())
SMALL = {"win": 20, "best": 3, "hint": 2, "readings": 3}
LARGE = {"win": 200, "best": 20, "hint": 20, "readings": 20}


def hashes(command, counts):
    told = subprocess.run([*command, json.dumps(counts)], capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


def of(counts):
    sizes = {f"{question} {count}" for question, count in counts.items()}
    return {name: value for name, value in KNOWN.items() if f"{name.split()[0]} {name.split()[2]}" in sizes}


def natively(counts):
    return hashes([sys.executable, HERE / "records.py"], counts)


def test_records_have_the_hashes_that_are_kept():
    assert len(of(SMALL)) == 18
    assert natively(SMALL) == of(SMALL)


@pytest.mark.full
def test_records_of_many_deals_have_the_hashes_that_are_kept():
    assert len(of(LARGE)) == 18
    assert natively(LARGE) == of(LARGE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the engine of a built site, unpacked for node."""
    return unpacked(built(tmp_path_factory), tmp_path_factory.mktemp("node"))


@pytest.mark.parametrize("counts", [SMALL, pytest.param(LARGE, marks=pytest.mark.full)], ids=["small", "large"])
def test_the_browsers_engine_has_the_same_records(folder, counts):
    assert hashes([*node(), HERE / "run.cjs", folder, HERE / "records.py"], counts) == of(counts)
