"""Complete verdict records have the same hashes on every machine and in the browser's Python, which node runs here."""

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from built_site import built, part_content
from winnow.site import runtime

HERE = Path(__file__).parent
KNOWN = json.loads((HERE / "records.json").read_text())
SMALL, LARGE = {"win": 20, "best": 3, "hint": 2}, {"win": 200, "best": 20, "hint": 20}


def hashes(command, counts):
    told = subprocess.run([*command, json.dumps(counts)], capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


def of(counts):
    sizes = {f"{question} {count}" for question, count in counts.items()}
    return {name: value for name, value in KNOWN.items() if f"{name.split()[0]} {name.split()[2]}" in sizes}


def natively(counts):
    return hashes([sys.executable, HERE / "records.py"], counts)


def test_records_have_the_hashes_that_are_kept():
    assert len(of(SMALL)) == 15
    assert natively(SMALL) == of(SMALL)


@pytest.mark.full
def test_records_of_many_deals_have_the_hashes_that_are_kept():
    assert len(of(LARGE)) == 15
    assert natively(LARGE) == of(LARGE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the engine of a built site, unpacked for node."""
    if shutil.which("node") is None:
        pytest.skip("the engine was not run in node: it is not installed")
    return unpacked(built(tmp_path_factory), tmp_path_factory.mktemp("node"))


def unpacked(site, folder):
    def content(name):
        return gzip.decompress(part_content(next((site / "engine").glob(f"{name}.*.part"))))

    for name in ("winnow", "later"):
        index, _, rest = content(name).partition(b"\n")
        at = 0
        for path, size in json.loads(index):
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(rest[at : at + size])
            at += size
    scripts, _, _ = content("runtime").partition(b"const LOCK")
    (folder / "runtime.js").write_bytes(scripts)
    (folder / "pyodide-lock.json").write_bytes(runtime.LOCK)
    (folder / "pyodide.asm.wasm").write_bytes(content("wasm"))
    (folder / "memory").write_bytes(content("memory"))
    return folder


@pytest.mark.full
@pytest.mark.parametrize("counts", [SMALL, LARGE], ids=["small", "large"])
def test_the_browsers_engine_has_the_same_records(folder, counts):
    assert hashes(["node", HERE / "run.cjs", folder, HERE / "records.py"], counts) == of(counts)
