"""A survey's rows as files for publication: they agree with the database, and a broken file is reported in one line."""

import json
import lzma
from dataclasses import replace

import pytest
from test_survey import HEAD, OPTIONAL, asked, query

from command_help import refused, run
from winnow.surveys.kept import file_name, keep, read, summaries
from winnow.surveys.store import StoreError, opened


@pytest.fixture
def surveyed(tmp_path):
    """A database of two surveys, one of them with deals that stay undecided."""
    db = tmp_path / "s.db"
    run("survey", *OPTIONAL, "--deals", 40, "--from", 7, "--db", db)
    run("survey", *HEAD, "--deals", 30, "--db", db)
    return db


def test_rows_say_what_the_database_says(tmp_path, surveyed):
    folder = tmp_path / "rows"
    folder.mkdir()
    result = run("survey", "rows", "--db", surveyed, "-o", folder)
    names = ["head.best.csv.xz", "single-left.win.discarding-optional.csv.xz"]
    assert result.out.split() == [str(folder / name) for name in names]
    told = run("survey", "report", "--db", folder, "--json").records
    known = run("survey", "report", "--db", surveyed, "--json").records
    assert len(told) == 2
    assert told == [record | {"positions": None, "seconds": None} for record in known]
    assert known[0]["undecided"] > 0
    one = run("survey", "report", "--db", folder / names[1]).out
    assert "deals 7 to 46\n" in one
    again = tmp_path / "again"
    again.mkdir()
    run("survey", "rows", "head", "--db", surveyed, "-o", again)
    assert [path.name for path in again.iterdir()] == names[:1]
    assert (again / names[0]).read_bytes() == (folder / names[0]).read_bytes()


def unpacked(path):
    return lzma.decompress(path.read_bytes()).decode("ascii")


def test_rows_can_be_read_without_winnow(tmp_path, surveyed):
    run("survey", "rows", "head", "--db", surveyed, "-o", tmp_path)
    head, columns, *lines = unpacked(tmp_path / "head.best.csv.xz").splitlines()
    assert json.loads(head.removeprefix("# "))["game"] == "head"
    assert columns == "number,verdict,score,bound,stopped"
    found = query(surveyed, "SELECT number, verdict, score, bound, stopped FROM verdicts WHERE game = 'head'")
    assert lines == [",".join("" if cell is None else str(cell) for cell in row) for row in found]
    survey, rows = read(tmp_path / "head.best.csv.xz")
    assert (survey.game, survey.question) == ("head", "best")
    assert [(row.number, row.verdict, row.score, row.bound, row.stopped) for row in rows] == found


def test_a_file_keeps_its_rows_of_other_deals(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    for folder, spans in ((whole, [(0, 30)]), (parts, [(20, 10), (0, 12), (10, 11)])):
        folder.mkdir()
        for number, (first, deals) in enumerate(spans):
            db = tmp_path / f"{folder.name}{number}.db"
            run("survey", *OPTIONAL, "--deals", deals, "--from", first, "--db", db)
            run("survey", "rows", "--db", db, "-o", folder)
    (name,) = (path.name for path in whole.iterdir())
    assert (parts / name).read_bytes() == (whole / name).read_bytes()
    query(db, "UPDATE deal SET verdict = 'undecided' WHERE number = 10")
    run("survey", "rows", "--db", db, "-o", parts)
    assert (parts / name).read_bytes() == (whole / name).read_bytes()
    query(db, "UPDATE deal SET verdict = iif(verdict = 'winnable', 'unwinnable', 'winnable')")
    refused(run("survey", "rows", "--db", db, "-o", parts), "another verdict there than in the database")
    query(db, "UPDATE survey SET limits = '{}'")
    refused(run("survey", "rows", "--db", db, "-o", parts), str(parts / name), "rows of another survey: limits differ")
    assert (parts / name).read_bytes() == (whole / name).read_bytes()


def test_a_broken_file_gets_one_line(tmp_path, surveyed):
    run("survey", "rows", "head", "--db", surveyed, "-o", tmp_path)
    whole = unpacked(tmp_path / "head.best.csv.xz")
    head, columns, *lines = whole.splitlines()
    path = tmp_path / "x.csv.xz"

    def refuses(content, *parts):
        path.write_bytes(content if isinstance(content, bytes) else lzma.compress(content.encode()))
        with pytest.raises(StoreError) as caught:
            summaries(str(path))
        for part in (str(path), *parts):
            assert part in str(caught.value)

    refuses("", "line 1")
    refuses(whole.replace("winnow-rows/1", "winnow-rows/2"), "line 1", "winnow-rows/1")
    refuses(whole.replace('"head"', '"chess"', 1), "unknown game")
    refuses(f"# {'[' * 50_000}\n", "line 1")
    refuses(f"{head}\nnumber\n", "line 2")
    for row in ("x,winnable,0,0,", "0,sure,0,0,", "0,winnable,0", "00,winnable,0,0,", "9" * 20 + ",winnable,0,0,", ""):
        refuses(f"{head}\n{columns}\n{row}\n", "line 3")
    refuses(f"{head}\n{columns}\n{lines[1]}\n{lines[0]}\n", "line 4", "deal 0 comes after deal 1")
    refuses(f"{head}\n{columns}\n{'1' * 70_000}", "longer than")
    refuses(f"{head}\n{columns}\n{lines[0]}", "something follows")
    refuses(whole + "é\n", "not rows")
    refuses(b"no xz at all", "not rows")
    refuses(lzma.compress(whole.encode())[:-20], "ends too early")
    refuses(lzma.compress(whole.encode()) + b"more", "something follows")
    refused(run("survey", "report", "--db", path), str(path), "something follows")


def test_a_place_without_rows_gets_one_line(tmp_path, surveyed):
    folder = tmp_path / "none"
    folder.mkdir()
    refused(run("survey", "report", "--db", folder), f"{folder} holds no rows")
    refused(run("survey", "rows", "blink", "-o", folder, "--db", surveyed), "no rows of blink")


def test_a_database_that_was_edited_writes_no_file(tmp_path, surveyed):
    query(surveyed, """UPDATE survey SET rules = '{"deck": "../../x"}' WHERE game = 'head'""")
    refused(run("survey", "rows", "head", "--db", surveyed, "-o", tmp_path), "rules that no survey writes")
    query(surveyed, """UPDATE deal SET stopped = 'x' || char(10) || 'y'""")
    refused(run("survey", "rows", "single-left", "--db", surveyed, "-o", tmp_path), "a row that no survey writes")
    assert not list(tmp_path.glob("*.xz"))


def test_surveys_of_one_name_are_not_mixed(tmp_path):
    one = asked()
    other = replace(one, version="0.0.1")
    assert file_name(one) == file_name(other)
    with opened(str(tmp_path / "s.db")) as store:
        for survey in (one, other):
            number = store.file(survey)
            query_row = "INSERT INTO deal VALUES (?, 1, 'winnable', 0, 0, NULL, NULL, NULL, 1, 0.5)"
            store._connection.execute(query_row, (number,))
        with pytest.raises(StoreError, match="two surveys"):
            keep(store, None, tmp_path)
