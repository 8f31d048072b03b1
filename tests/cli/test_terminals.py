"""A file's content never controls a terminal and never adds a line to a message."""

import json
import os
import pty
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

import winnow
from hostile_files import CURATED, resum
from winnow.cli import main
from winnow_puzzles.packs.files import BUNDLE, DEALS, PACK

EVIL = "\x1b[2J\x1b]0;title\x07\x9b31m\u202e\u2028\x85\r\n1 verified\n"
PACKS = ["one-minute", "single-left-problems"]


def said(capsys, *args):
    """Return a function that runs a command and returns all its output; a traceback fails."""
    with pytest.raises(SystemExit) as ended:
        main([str(arg) for arg in args])
    assert ended.value.code in (0, 1, 2, 3)
    captured = capsys.readouterr()
    return captured.out + captured.err


def harmless(text):
    lines = text.split("\n")
    return all(line.isprintable() for line in lines) and not any(line.startswith("1 verified") for line in lines[:-2])


def with_evil(value):
    """Yield copies of a JSON value, each with one text or one key that ends with the hostile text."""
    if isinstance(value, str):
        yield value + EVIL
    elif isinstance(value, list):
        for place, part in enumerate(value[:1]):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in with_evil(part))
    elif isinstance(value, dict):
        for name, part in value.items():
            yield {**{other: kept for other, kept in value.items() if other != name}, name + EVIL: part}
            yield from ({**value, name: other} for other in with_evil(part))


def packs(folder, name):
    """Yield packs of one puzzle with a hostile text in one place and valid checksums."""
    texts = {file: (CURATED / name / file).read_text() for file in (PACK, DEALS)}
    about, puzzle = json.loads(texts[PACK]), json.loads(texts[DEALS].splitlines()[0])
    changed = [(other, puzzle) for other in with_evil(about)] + [(about, other) for other in with_evil(puzzle)]
    shutil.copytree(CURATED / name, folder, ignore=shutil.ignore_patterns(BUNDLE))
    for described, deal in changed:
        (folder / PACK).write_text(json.dumps(described))
        (folder / DEALS).write_text(json.dumps(deal) + "\n")
        if described is about:
            resum(folder)
        yield folder


@pytest.mark.parametrize("name", PACKS)
def test_no_text_of_a_pack_reaches_a_terminal_as_it_is(name, tmp_path, capsys):
    for pack in packs(tmp_path / "pack", name):
        for args in (
            ["check"],
            ["pack", "show"],
            ["pack", "show", "--puzzle", "1", "--solution"],
        ):
            text = said(capsys, *args, pack)
            assert harmless(text), (args, text)


def test_a_table_on_a_terminal_has_no_control_characters(tmp_path, capsys, monkeypatch):
    pack = shutil.copytree(CURATED / "one-minute", tmp_path / "pack", ignore=shutil.ignore_patterns(BUNDLE))
    puzzle = json.loads((pack / DEALS).read_text().splitlines()[0])
    (pack / DEALS).write_text(json.dumps({**puzzle, "goal": puzzle["goal"] + EVIL}) + "\n")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    text = said(capsys, "pack", "export", "--to", "csv", "-o", "-", pack)
    assert puzzle["id"] in text
    assert all(line.isprintable() for line in text.split("\n"))


@pytest.mark.parametrize("game", ["one-minute", "universal"])
def test_no_text_of_a_record_reaches_a_terminal_as_it_is(game, tmp_path, capsys):
    file = tmp_path / "verdict"
    for record in (winnow.solve(game, 1).record(), winnow.hint(game, 1).record()):
        for changed in with_evil(record):
            file.write_text(json.dumps(changed))
            text = said(capsys, "check", "--search", file)
            assert harmless(text), text


def test_no_name_of_a_file_reaches_a_terminal_as_it_is(tmp_path, capsys):
    folder = tmp_path / f"a{EVIL}".replace("/", "")
    for args in (["check"], ["pack", "show"], ["solve", "head", "--file"], ["survey", "--report", "--db"]):
        assert harmless(said(capsys, *args, folder))
    folder.write_text(json.dumps(winnow.solve("head", 1).record()))
    assert harmless(said(capsys, "check", folder))


@pytest.mark.parametrize("form", [[], ["--csv"], ["--markdown"], ["--markdown", "--all-columns"]])
def test_no_text_of_a_survey_reaches_a_terminal_as_it_is(form, tmp_path, capsys):
    db = tmp_path / "survey.db"
    winnow.survey("head", 3, db=db)
    with closing(sqlite3.connect(db)) as connection:
        (rules,) = connection.execute("SELECT rules FROM survey").fetchone()
        odd = json.dumps({**json.loads(rules), "deck" + EVIL: EVIL})
        connection.execute("UPDATE survey SET rules = ?, engine = ?, version = ?", (odd, EVIL, EVIL))
        connection.commit()
    said_of_it = said(capsys, "survey", "--report", "--db", db, *form)
    assert "\\x1b" in said_of_it
    assert harmless(said_of_it)


def on_a_terminal(*args, **environment):
    """Return a function that runs a command on a terminal and returns its output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from winnow.cli import main; main()", *args]
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    run = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env={**kept, **environment})
    os.close(theirs)
    text = b""
    try:
        while piece := os.read(ours, 1 << 16):
            text += piece
    except OSError:
        pass  # the other side is closed: the program has ended
    os.close(ours)
    run.wait()
    return text


COMMANDS = [
    ["solve", "head", "--number", "1"],
    ["hint", "universal", "--number", "1"],
    ["rules", "head"],
    ["games"],
    ["no-command"],
    ["check", "/no/such/file"],
    ["solve", "head", "--file", __file__],
    ["pack", "show", str(CURATED / "head")],
    ["survey", "head", "--deals", "3", "--db", "/dev/full"],
    ["--help"],
]


@pytest.mark.parametrize("args", COMMANDS, ids=lambda args: args[0])
def test_a_dumb_terminal_gets_no_escape(args):
    assert b"\x1b" not in on_a_terminal(*args, TERM="dumb")


def test_another_terminal_gets_colours():
    assert b"\x1b[31m" in on_a_terminal("no-command", TERM="xterm-256color")
