"""Surveys: the rows are the verdicts, by any runner; the report counts them correctly."""

import os
import pickle
import sqlite3
import threading
import time
import xml.etree.ElementTree as ET
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import winnow
from command_help import refused, run, start
from winnow.core.errors import DealError
from winnow.core.statistics import percent_outward, win_rate
from winnow.core.verdicts import Limits
from winnow.surveys.kept import summaries
from winnow.surveys.report import QUANTILES, summarize
from winnow.surveys.store import StoreError, conduct, opened
from winnow.surveys.survey import MAX_SURVEYED, Row, Survey, numbers_of
from winnow.workers.local import Hand, InProcess, Processes, stopping

OPTIONAL = ["single-left", "--rule", "discarding=optional"]
HEAD = ["head", "--best", "--positions", 500]


def query(file, text):
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(text).fetchall()


def rows(file):
    """Return every row of a database with its question, all but the seconds."""
    return query(
        file,
        "SELECT game, rules, question, engine, version, limits, number, verdict, score, bound, proof, reason, stopped, "
        "positions FROM verdicts ORDER BY game, rules, question, number",
    )


def never():
    return False


def asked(game="single-left", best=False, **rules):
    return Survey.ask(game, rules, best, Limits(positions=500), None, frozenset())


def test_rows_are_the_verdicts(tmp_path):
    db = tmp_path / "s.db"
    result = run("survey", *HEAD, "--deals", 30, "--from", 5, "--db", db)
    assert (result.status, result.err) == (0, "")
    found = rows(db)
    assert "undecided" in [row[7] for row in found]
    assert [row[6] for row in found] == list(range(5, 35))
    limits = winnow.Limits(positions=500)
    for row in found:
        verdict = winnow.solve("head", number=row[6], best=True, limits=limits).record()
        assert row[7:9] == (verdict["verdict"], verdict["score"])
        assert row[9:11] == (verdict["bound"], verdict["proof"])
        assert row[12:] == (verdict.get("stopped"), verdict["positions"])


def test_the_result_goes_row_by_row(tmp_path):
    db, asked = tmp_path / "s.db", {"best": True, "limits": winnow.Limits(positions=500)}
    winnow.survey("head", 9, db=db, **asked)
    filed, kept = winnow.survey("head", 5, first=2, db=db, **asked), winnow.survey("head", 5, first=2, **asked)
    assert [row["number"] for row in filed] == [2, 3, 4, 5, 6]
    assert [row | {"seconds": 0} for row in filed] == [row | {"seconds": 0} for row in kept]
    assert [tuple(row.values())[:8] for row in filed] == [row[6:] for row in rows(db)[2:7]]
    assert list(pickle.loads(pickle.dumps(kept))) == list(kept)  # noqa: S301  its own bytes


def test_processes_and_a_second_run_write_the_same_rows(tmp_path):
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    assert run("survey", *HEAD, "--deals", 40, "--db", one).status == 0
    assert run("survey", "--db", two, "--from", 10, "--deals", 15, *HEAD).status == 0
    again = ["survey", "run", *HEAD, "--deals", 40, "--db", two, "--jobs", 2, "--batch", 3]
    assert run(*again).status == 0
    assert rows(one) == rows(two)
    before = two.read_bytes()
    assert "deals 0 to 39;" in run(*again).out
    assert two.read_bytes() == before


def test_a_run_waits_for_another_that_creates_the_file(tmp_path):
    file = tmp_path / "new.db"
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.2, other.rollback).start()
    with opened(str(file)) as store:
        assert store.surveys() == []
    other.close()


def test_two_runs_share_one_file(tmp_path):
    alone, shared = tmp_path / "alone.db", tmp_path / "shared.db"
    args = ["survey", *HEAD, "--deals", 60, "--batch", 4, "--db"]
    both = [start(*args, shared) for _ in range(2)]
    for process in both:
        _, stderr = process.communicate(timeout=300)
        assert (process.returncode, stderr) == (0, b"")
    run(*args, alone)
    assert rows(shared) == rows(alone)


def test_a_reader_that_stays_open_keeps_no_run_waiting(tmp_path):
    db = tmp_path / "s.db"
    run("survey", *HEAD, "--deals", 3, "--db", db)
    reader = sqlite3.connect(db, isolation_level=None)
    reader.execute("BEGIN")
    assert len(reader.execute("SELECT number FROM deal").fetchall()) == 3
    process = start("survey", *HEAD, "--deals", 6, "--db", db)
    assert (process.communicate(timeout=60)[1], process.returncode) == (b"", 0)
    assert len(rows(db)) == 6
    reader.execute("ROLLBACK")
    reader.execute("DELETE FROM survey")
    reader.close()
    refused(run("check", db), "holds a row of no survey")


def test_the_first_row_of_a_deal_stays(tmp_path):
    row = Row(7, "winnable", 0, 0, None, None, None, 1, 0.5)
    with opened(str(tmp_path / "s.db")) as store:
        survey = store.file(asked())
        store.add(survey, [row])
        store.add(survey, [row._replace(seconds=9.0), row._replace(number=8)])
        assert [(row.number, row.seconds) for row in store.rows(survey)] == [(7, 0.5), (8, 0.5)]
        assert store.missing(survey, range(5, 12), 3) == ((5, 6, 9), 10)
        assert store.missing(survey, range(10, 12), 3) == ((10, 11), 12)


def test_questions_are_kept_apart(tmp_path):
    file = str(tmp_path / "s.db")
    with opened(file) as store:
        for survey in (asked(), asked(discarding="optional"), asked(best=True), asked("head", best=True)):
            list(conduct(store, survey, range(0, 20), InProcess(never)))
        found = summaries(file)
        assert [each.deals for each in found] == [20] * 4
        assert [each.survey.game for each in summaries(file, "head")] == ["head"]
        known = dict(store.surveys())
        assert store.file(replace(asked(), version="0.0.1")) not in known


def wait_for_rows(db, count, process=None):
    """Wait until the database holds `count` rows; return their number, or None if the process ended before."""
    while process is None or process.poll() is None:
        if db.exists():
            try:
                ((found,),) = query(db, "SELECT count(*) FROM deal")
            except sqlite3.OperationalError:  # the tables are not there yet
                found = 0
            if found >= count:
                return found
        time.sleep(0.02)
    return None


def test_a_file_that_is_no_survey_is_left_alone(tmp_path):
    text, other, newer = tmp_path / "text.db", tmp_path / "other.db", tmp_path / "newer.db"
    text.write_text("deals, verdicts\n" * 100)
    query(other, "CREATE TABLE deal (number INTEGER)")
    with opened(str(newer)):
        pass
    query(newer, "PRAGMA user_version = 2")
    cut = tmp_path / "cut.db"
    cut.write_bytes(newer.read_bytes()[:100] + b"\xff" * 50)
    faults = {text: "no survey database", other: "no survey database", newer: "newer winnow", cut: "malformed"}
    for file, word in faults.items():
        before = file.read_bytes()
        for words in (["head", "--deals", 1], ["report"]):
            refused(run("survey", *words, "--db", file), str(file), word)
        assert file.read_bytes() == before
    refused(run("check", cut), str(cut), "malformed")


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE survey SET game = 'chess'",
        "UPDATE survey SET rules = '['",
        "UPDATE survey SET rules = 'null'",
        'UPDATE survey SET limits = \'{"seconds": "x"}\'',
        "UPDATE survey SET question = 'why'",
        "UPDATE survey SET engine = x'00ff'",
        "UPDATE deal SET score = 'many', bound = 'many'",
        "UPDATE deal SET verdict = 'sure'",
        "UPDATE deal SET verdict = x'ff00'",
        "UPDATE deal SET verdict = CAST(x'ff00' AS TEXT)",
        "UPDATE deal SET positions = x'00ff'",
        "UPDATE deal SET number = 'three' WHERE number = 1",
        "DROP TABLE deal",
    ],
)
def test_an_edited_database_gets_one_line(tmp_path, edit):
    db = str(tmp_path / "edited.db")
    winnow.survey("single-left", 3, db=db)
    query(db, edit)
    with pytest.raises(StoreError) as raised:
        summaries(db)
    assert str(raised.value).isprintable()


def test_report_in_every_form(tmp_path):
    db, picture = tmp_path / "s.db", tmp_path / "s.svg"
    run("survey", *OPTIONAL, "--deals", 60, "--db", db)
    run("survey", *HEAD, "--deals", 20, "--db", db)
    counts = [sum(row[7] == verdict for row in rows(db) if row[0] == "head") for verdict in ("winnable", "undecided")]
    _, _, head, left = run("survey", "report", "--db", db, "--markdown").out.splitlines()
    assert [cell.strip() for cell in head.split("|")][4:8] == ["20", *map(str, counts), " to ".join(rate(*counts, 20))]
    assert left.split(" | ")[3] == "60"
    (record,) = run("survey", "report", "single-left", "--db", db, "--json").records
    assert (record["format"], record["deals"]) == ("winnow-survey/1", 60)
    assert sum(record["scores"]["proven"].values()) == 60
    assert "deals 0 to 59" not in run("survey", "report", "head", "--db", db).out
    assert run("survey", "report", "--db", db, "--svg", picture).status == 0
    assert ET.parse(picture).getroot().tag.endswith("svg")  # noqa: S314  written a line above
    refused(run("survey", "report", "--db", db, "--svg", tmp_path / "none" / "s.svg"), "cannot write")


def rate(*counts):
    return percent_outward(win_rate(*counts))


scored = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda ends: (min(ends), max(ends)))


@given(st.lists(scored, min_size=1, max_size=30), st.randoms())
def test_quantiles_hold_whatever_the_unproven_scores_are(spans, random):
    # In Head lower scores are better: a score found is the upper end, its bound the lower.
    with opened(":memory:") as store:
        survey = store.file(asked("head", best=True))
        store.add(
            survey, (Row(n, "undecided", most, least, None, None, None, 1, 0) for n, (least, most) in enumerate(spans))
        )
        found = summarize(asked("head", best=True), store.rows(survey))
    assert found is not None
    truth = sorted(random.randint(least, most) for least, most in spans)
    assert found.scores is not None
    assert found.scores.proven == {s: spans.count((s, s)) for s in range(10) if (s, s) in spans}
    for percent in QUANTILES:
        least, most = found.scores.quantiles[percent]
        value = truth[max(1, -(-percent * len(truth) // 100)) - 1]
        assert least <= value <= most


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))
def test_the_interval_holds_both_readings_of_the_undecided(winnable, undecided, rest):
    deals = winnable + undecided + rest
    low, high = win_rate(winnable, undecided, deals)
    for won in (winnable, winnable + undecided):
        inside = win_rate(won, 0, deals)
        assert low <= inside[0] <= inside[1] <= high
    told = [float(end) / 100 for end in percent_outward((low, high))]
    assert told[0] <= low <= high <= told[1]
    assert max(low - told[0], told[1] - high) < 1.01e-4


def test_numbers_end_where_the_database_does(tmp_path):
    for first, count in ((MAX_SURVEYED - 3, 4), (-1, 2), (0, 0)):
        with pytest.raises(DealError):
            numbers_of(first, count)
    db = tmp_path / "s.db"
    winnow.survey("single-left", 2, first=MAX_SURVEYED - 2, db=db)
    assert [row[6] for row in rows(db)] == [MAX_SURVEYED - 2, MAX_SURVEYED - 1]


def end_this_process_once(task):
    marker, number = task
    if number == 3 and not marker.exists():
        marker.touch()
        os._exit(1)
    return number


def refuse(number):
    raise DealError(f"deal {number}")


def wait_for_the_end(number):
    while not stopping():
        time.sleep(0.01)
    return number


def test_a_lost_worker_is_replaced(tmp_path):
    tasks = [(tmp_path / "marker", number) for number in range(8)]
    assert sorted(Processes(2, never).run(end_this_process_once, tasks)) == list(range(8))


def test_a_task_that_is_not_taken_is_not_lost():
    def submit(task):
        if task == 2:
            raise BrokenProcessPool
        return Future()

    hand = Hand(submit, never)
    with pytest.raises(BrokenProcessPool):
        list(hand.results(iter(range(5)), lambda: 4))
    assert hand.tasks == [0, 1, 2]


@pytest.mark.parametrize("runner", [InProcess(never), Processes(1, never)])
def test_an_error_of_the_work_is_raised(runner):
    with pytest.raises(DealError, match="deal 0"):
        list(runner.run(refuse, [0]))


def test_tasks_under_way_are_told_to_stop_and_count():
    began = time.monotonic()
    found = list(Processes(2, lambda: time.monotonic() > began + 1).run(wait_for_the_end, range(50)))
    assert set(found) <= {0, 1, 2}
    assert not stopping()
