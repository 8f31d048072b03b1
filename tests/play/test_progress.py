"""The file of progress: what the page sends, what another program has written, and what cannot be read."""

import json
import os
import subprocess
import sys

import pytest
from test_server import client, post, refused

from winnow.core.errors import OutputError
from winnow.play.guard import MOST_BYTES
from winnow.play.progress import Progress
from winnow.play.reading import RefusedError

ENTRY = {"open": {}, "updated": 5}
SOME = {"format": "winnow-progress/1", "settings": {"lamp": True}, "entries": {"good": ENTRY}}
HARMFUL = {
    "not a number": b'{"mark":"","progress":{"format":"winnow-progress/1","entries":{"a":NaN}}}',
    "infinite": b'{"mark":"","progress":{"format":"winnow-progress/1","entries":{"a":1e999}}}',
    "half a surrogate pair": b'{"mark":"","progress":{"format":"winnow-progress/1","entries":{"a\\ud800":{}}}}',
    "deep": b'{"mark":"","progress":{"format":"winnow-progress/1","entries":' + b"[" * 50000 + b"]" * 50000 + b"}}",
    "no entries": b'{"mark":"","progress":{"format":"winnow-progress/1","entries":[]}}',
    "another format": b'{"mark":"","progress":{"format":"winnow-progress/9","entries":{}}}',
    "no progress": b'{"mark":""}',
    "no mark": b'{"progress":{"format":"winnow-progress/1","entries":{}}}',
    "large": b'{"mark":"","progress":{"x":"' + b"x" * MOST_BYTES + b'"}}',
}


def told(page):
    return post(page, "progress", {}).json()


def copies(folder):
    return {path.name: json.loads(path.read_text()) for path in folder.glob("*.copy-*")}


def test_progress_and_settings_outlive_the_server(tmp_path):
    with client(tmp_path) as page:
        assert told(page) == {"progress": None, "mark": "", "notice": ""}
        kept = post(page, "progress", {"progress": SOME, "mark": ""}).json()
        assert told(page) == {"progress": SOME, "mark": kept["mark"], "notice": ""}
        assert post(page, "progress", {"progress": SOME | {"entries": {}}, "mark": kept["mark"]}).json()["notice"] == ""
    with client(tmp_path) as page:
        assert told(page)["progress"] == SOME | {"entries": {}}
    assert copies(tmp_path) == {}


@pytest.mark.parametrize("name", list(HARMFUL))
def test_harmful_progress_is_refused_and_breaks_nothing(tmp_path, name):
    with client(tmp_path) as page:
        refused(post(page, "progress", HARMFUL[name]), 400, 413)
        assert told(page)["progress"] is None


def test_of_two_that_ran_at_once_the_later_wins_and_the_other_is_kept_as_a_copy(tmp_path):
    with client(tmp_path) as one, client(tmp_path) as two:
        mark = post(one, "progress", {"progress": SOME, "mark": ""}).json()["mark"]
        for number, page in enumerate((two, one, two), 1):
            later = SOME | {"entries": {str(number): ENTRY}}
            assert f"progress.copy-{number}.json" in post(page, "progress", {"progress": later, "mark": "old"}).text
        # What is sent again, as the answer did not arrive, makes no copy.
        assert post(one, "progress", {"progress": later, "mark": mark}).json()["notice"] == ""
        assert told(one)["progress"] == later
    kept = [SOME["entries"], {"1": ENTRY}, {"2": ENTRY}]
    assert [copy["entries"] for _, copy in sorted(copies(tmp_path).items())] == kept


KEEP = """
import sys
from pathlib import Path
from winnow.play.progress import Progress
progress = Progress(Path(sys.argv[1]))
for number in range(40):
    progress.keep({"format": "winnow-progress/1", "entries": {f"{sys.argv[2]}-{number}": {}}}, "")
"""


def test_two_processes_lose_nothing_of_each_other(tmp_path):
    file = tmp_path / "progress.json"
    running = [subprocess.Popen([sys.executable, "-c", KEEP, str(file), name]) for name in ("one", "two")]
    assert [process.wait() for process in running] == [0, 0]
    kept = [Progress(file).read()["progress"], *copies(tmp_path).values()]
    assert len({name for progress in kept for name in progress["entries"]}) == len(kept) == 80


@pytest.mark.parametrize("text", ["{ broken", "[1]", '{"format":"winnow-progress/1","entries":{"a":NaN}}', "\udcff"])
def test_a_file_that_cannot_be_read_is_said_and_kept_as_a_copy(tmp_path, text):
    content = text.encode(errors="surrogateescape")
    (tmp_path / "progress.json").write_bytes(content)
    with client(tmp_path) as page:
        found = told(page)
        assert (found["progress"], found["mark"]) == (None, "")
        assert "could not be read" in found["notice"]
        assert "progress.copy-1.json" in post(page, "progress", {"progress": SOME, "mark": ""}).json()["notice"]
        assert told(page)["progress"] == SOME
    assert (tmp_path / "progress.copy-1.json").read_bytes() == content


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_written_through(tmp_path, there):
    (tmp_path / "cloud").mkdir()
    real, link = tmp_path / "cloud" / "games.json", tmp_path / "progress.json"
    if there:
        real.write_text(json.dumps(SOME | {"entries": {}}))
    link.symlink_to(real)
    Progress(link).keep(SOME, "")
    assert link.is_symlink()
    assert json.loads(real.read_text()) == SOME
    assert [path.name for path in real.parent.glob("*copy*")] == ["games.copy-1.json"] * there


def test_a_write_that_fails_leaves_the_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "progress.json"
    mark = Progress(path).keep(SOME, "")["mark"]

    def full(*_names):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", full)
        with pytest.raises(OutputError, match="No space left"):
            Progress(path).keep(SOME | {"entries": {}}, mark)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["progress.json", "progress.json.lock"]
    assert Progress(path).read()["progress"] == SOME
    with pytest.raises(RefusedError):
        Progress(path).keep({}, mark)


def test_a_path_that_cannot_be_read_is_said(tmp_path):
    (tmp_path / "progress.json").mkdir()
    with client(tmp_path) as page:
        for body in ({}, {"progress": SOME, "mark": ""}):
            assert "progress.json" in refused(post(page, "progress", body), 409)
