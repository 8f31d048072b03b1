"""A player's history in the progress file, also with foreign content and in unusual places."""

import json
import os
from pathlib import Path

import pytest
from test_server import TOKEN, client, post, refused

from winnow.core.errors import OutputError
from winnow.play.entries import fault_of, merged
from winnow.play.progress import Progress

CASES = json.loads((Path(__file__).parent / "progress_cases.json").read_text())
"""Cases for both the page and its server: valid and invalid entries of progress, and merges."""
ENTRY = {"open": {}, "updated": 5}


def named(cases):
    return [pytest.param(*case[1:], id=case[0]) for case in cases]


def written(path, **fields):
    record = {"format": "winnow-progress/1", "entries": {"good": ENTRY}} | fields
    path.write_text(json.dumps(record))
    return path.read_text()


@pytest.mark.parametrize(("name", "text", "good"), named(CASES["entries"]))
def test_an_entry_is_checked(name, text, good):
    assert (fault_of(name, json.loads(text)) is None) == good


@pytest.mark.parametrize(("old", "new", "kept"), named(CASES["merges"]))
def test_two_entries_become_one(old, new, kept):
    one, other = merged(old, new), merged(new, old)
    assert {name: one.get(name) for name in kept} == kept
    if not one.get("aside"):
        assert other == one
    assert merged(one, old) == merged(one, new) == one
    assert fault_of("a", one) is None


def test_unknown_fields_are_kept(tmp_path):
    path = tmp_path / "progress.json"
    written(path, entries={"a": ENTRY | {"colour": "red"}}, theme={"table": "green"})
    Progress(path).add({"a": ENTRY | {"changes": {"before": 1, "x": 1}, "mood": [1]}, "b": ENTRY})
    record = json.loads(path.read_text())
    assert record["theme"] == {"table": "green"}
    assert (record["entries"]["a"]["colour"], record["entries"]["a"]["mood"]) == ("red", [1])
    assert [file.name for file in tmp_path.glob("*unreadable*")] == []


def test_a_bad_entry_costs_only_itself(tmp_path):
    path = tmp_path / "progress.json"
    text = written(path, entries={"bad": None, "good": ENTRY, "worse": ENTRY | {"at": -1}}, person="player-1")
    progress = Progress(path)
    assert progress.read() == {"good": ENTRY}
    assert progress.person() == "player-1"
    assert "'bad'" in progress.notice
    assert (tmp_path / "progress.unreadable.json").read_text() == text
    assert Progress(path).kept().fault == ""


def test_backups_are_numbered(tmp_path):
    path = tmp_path / "progress.json"
    for text in ("one", "two", "three"):
        path.write_text(text)
        Progress(path).read()
    names = ["progress.unreadable.json", "progress.unreadable-2.json", "progress.unreadable-3.json"]
    assert [(tmp_path / name).read_text() for name in names] == ["one", "two", "three"]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_written_through(tmp_path, there):
    (tmp_path / "cloud").mkdir()
    real, link = tmp_path / "cloud" / "games.json", tmp_path / "progress.json"
    if there:
        written(real)
    link.symlink_to(real)
    Progress(link).add({"a": ENTRY})
    assert link.is_symlink()
    assert "a" in json.loads(real.read_text())["entries"]
    real.write_text("broken")
    Progress(link).read()
    assert link.is_symlink()
    assert (real.parent / "games.unreadable.json").read_text() == "broken"


def test_no_temporary_file_is_left(tmp_path, monkeypatch):
    path = tmp_path / "progress.json"
    written(path)
    (tmp_path / ".progress.json.killed.part").write_text("half")

    def full(*_names):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", full)
        with pytest.raises(OutputError, match="No space left"):
            Progress(path).add({"a": ENTRY})
    assert sorted(file.name for file in tmp_path.iterdir()) == ["progress.json", "progress.json.lock"]
    assert Progress(path).read() == {"good": ENTRY}


def test_a_path_that_cannot_be_read_is_said(tmp_path):
    (tmp_path / "progress.json").mkdir()
    with client(tmp_path) as page:
        for answer in (page.get(f"/{TOKEN}/api/progress"), post(page, "progress", {"entries": {"a": ENTRY}})):
            assert "progress.json" in refused(answer, 409)


def test_what_could_not_be_read_is_said(tmp_path):
    written(tmp_path / "progress.json", entries={"bad": None})
    with client(tmp_path) as page:
        assert "progress.unreadable.json" in page.get(f"/{TOKEN}/api/progress").json()["notice"]


def test_settings_are_kept_with_progress(tmp_path):
    with client(tmp_path) as page:
        assert post(page, "settings", {"settings": {"lamp": True, "modes": {}}}).status_code == 200
        assert post(page, "settings", {"settings": {"lamp": False}}).status_code == 200
        refused(post(page, "settings", {"settings": []}), 400)
        refused(post(page, "settings", {"settings": {"lamp": "x" * 30000}}), 413)
        post(page, "forget", {})
    with client(tmp_path) as page:
        assert page.get(f"/{TOKEN}/api/progress").json()["settings"] == {"lamp": False, "modes": {}}


def test_entries_that_would_become_too_long_together_are_refused(tmp_path):
    progress = Progress(tmp_path / "progress.json")
    progress.add({"a": ENTRY | {"one": "x" * 60_000}})
    with client(tmp_path) as page:
        refused(post(page, "progress", {"entries": {"a": ENTRY | {"other": "x" * 60_000}}}), 400)
    assert "one" in progress.read()["a"]


def test_lines_set_aside_go_before_an_entry_is_too_long():
    kept = ENTRY
    for number in range(60):
        line = [f"move {number}", "x" * 3000]
        kept = merged(kept, ENTRY | {"updated": number, "line": line, "changes": {f"tab {number}": 1}})
        assert fault_of("a", kept) is None
    assert 20 < len(kept["aside"]) < 59
