"""`winnow check` of a survey's rows: unproven, or a random sample decided and proved again."""

import os
import shutil
import signal
from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from test_survey import query

import winnow
from command_help import refused, run, start
from winnow.api.recheck import SampleReport, check_sample, draw
from winnow.core.meter import Meter
from winnow.core.statistics import most_marked

OPTIONAL = {"rules": {"discarding": "optional", "goal": 8}}
WON, LOST = 4, 7
"""Deals of the survey that can be won, and not."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    db = tmp_path_factory.mktemp("sample") / "s.db"
    winnow.survey("single-left", 12, db=db, best=True, **OPTIONAL)
    return db


@pytest.fixture
def survey(whole, tmp_path):
    """A copy to be edited."""
    return shutil.copy(whole, tmp_path / "s.db")


def checked(file, count, seed=1, meter=None):
    """Return the results of a sample by number, and the report."""
    *found, report = check_sample(str(file), count, seed, meter or Meter())
    assert isinstance(report, SampleReport)
    return {int(place.rsplit(":", 1)[1]): result for place, result in found}, report


def rows_of(db, folder):
    """Write a database's rows to a folder and return their file."""
    folder.mkdir()
    return run("survey", "rows", "--db", db, "-o", folder).out.strip()


def test_every_row_is_decided_and_proved_again(whole):
    results, report = checked(whole, 99)
    assert sorted(results) == list(range(12))
    assert {result.status for result in results.values()} <= {"verified", "verified by search"}
    assert {dict(result.claims).get("winnable", "verified") for result in results.values()} == {"verified"}
    assert dict(results[LOST].claims)["unwinnable"] == "verified"
    assert (report.agreed, report.most_wrong) == (12, 0)
    assert report.text() == "12 rows drawn with seed 1, 12 agreed: at most 0 of 12 rows can be wrong"


def test_the_same_seed_draws_the_same_rows_and_every_row_as_often(whole, tmp_path):
    rows = rows_of(whole, tmp_path / "rows")
    drawn = Counter()
    for seed in range(300):
        total, sample = draw(rows, 4, seed)
        numbers = [drawn.row.number for drawn in sample]
        assert (total, numbers) == (12, sorted(set(numbers)))
        drawn.update(numbers)
        if seed < 5:
            assert [drawn.row.number for drawn in draw(str(whole), 4, seed)[1]] == numbers
    # 100 are expected for each.
    assert all(70 < drawn[number] < 130 for number in range(12))
    assert [drawn.row.number for drawn in draw(rows, 4, 0)[1]] != [drawn.row.number for drawn in draw(rows, 4, 1)[1]]


EDITS = {
    "verdict = 'winnable', score = 8": "by search: the deal is unwinnable",
    "score = 1": "by search: no line reaches 1, beyond the bound",
    "bound = 60, score = 60": "beyond the bound 60",
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_wrong_row_is_found_and_named(survey, tmp_path, edit):
    query(survey, f"UPDATE deal SET {edit} WHERE number = {LOST}")  # noqa: S608
    for file in (survey, rows_of(survey, tmp_path / "rows")):
        result = run("check", file, "--search", "--sample", 12)
        assert result.status == 1
        (line,) = (line for line in result.out.splitlines() if ": failed: " in line)
        assert f":{LOST}: failed: single-left deal {LOST}: " in line
        assert EDITS[edit] in line
        assert "11 agreed, 1 failed: at most 1 of 12 rows can be wrong\n" in result.out


def test_the_command_states_how_many_rows_can_be_wrong(whole):
    result = run("check", whole, "--search", "--sample", 5, "--seed", 7)
    assert (result.status, result.err) == (0, "")
    *rows, report, _ = result.out.splitlines()
    assert len(rows) == 5
    assert report == f"{whole}: 5 rows drawn with seed 7, 5 agreed: at most 4 of 12 rows can be wrong (95%)"
    *rows, record = run("check", whole, "--search", "--sample", 5, "--seed", 7, "--json").records
    assert [row["format"] for row in rows] == ["winnow-check/1"] * 5
    assert (record["format"], record["rows"], record["drawn"]) == ("winnow-survey-check/2", 12, 5)
    assert (record["most_wrong"], record["confidence_percent"]) == (most_marked(12, 5, 0), 95)


def test_rows_are_unproven_without_a_search(whole, tmp_path):
    rows = rows_of(whole, tmp_path / "rows")
    for file in (whole, rows, tmp_path / "rows"):
        result = run("check", file)
        assert (result.status, result.out.splitlines()[-1]) == (0, "1 unproven")
    assert run("check", rows, "--strict").status == 3
    refused(run("check", rows, "--search"), "needs --sample N")
    refused(run("check", rows, "--sample", 3), "--sample needs --search")
    refused(run("check", rows, "--search", "--seed", 1), "--seed needs --sample")
    refused(run("check", __file__, "--search", "--sample", 3), "holds no survey's rows")


def test_a_row_that_is_not_decided_within_the_limits_may_be_wrong(tmp_path):
    db = tmp_path / "s.db"
    winnow.survey("head", 3, db=db, best=True)
    result = run("check", db, "--search", "--sample", 3, "--positions", 20)
    assert result.status == 3
    assert "0 agreed, 3 exhausted: at most 3 of 3 rows can be wrong" in result.out


def test_a_row_that_states_nothing_is_not_drawn(survey):
    query(survey, "UPDATE deal SET verdict = 'undecided', score = NULL, bound = NULL WHERE number < 7")
    results, report = checked(survey, 12)
    assert (sorted(results), report.rows) == ([7, 8, 9, 10, 11], 5)
    query(survey, "UPDATE deal SET verdict = 'undecided', score = NULL, bound = NULL")
    assert run("check", survey, "--search", "--sample", 3).out.startswith(f"{survey}: unproven: no row states")


@pytest.mark.parametrize("deck", ["/etc/passwd", "as-dealt"])
def test_rules_without_numbered_deals_fail(survey, deck):
    query(survey, f"UPDATE survey SET rules = replace(rules, 'full', '{deck}')")  # noqa: S608
    results, report = checked(survey, 2)
    assert {result.status for result in results.values()} == {"failed"}
    assert report.most_wrong == 12


@pytest.mark.skipif(os.name == "nt", reason="signals to a child are POSIX")
def test_ctrl_c_ends_a_sample_without_a_statement(tmp_path):
    db = tmp_path / "s.db"
    winnow.survey("one-minute", 300, db=db, limits=winnow.Limits(positions=1))
    query(db, "UPDATE deal SET verdict = 'unwinnable'")
    process = start("check", db, "--search", "--sample", 300)
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (130, b"")
    assert b"can be wrong" not in stdout
    assert b" verified\n" in stdout or b" failed\n" in stdout


def test_the_limit_of_wrong_rows_is_that_of_the_hypergeometric_distribution():
    for population in (7, 30):
        for sample in range(1, population + 1):
            for found in range(sample + 1):
                limit = most_marked(population, sample, found)
                for marked in range(found, population - (sample - found) + 1):
                    likely = sum(
                        Fraction(comb(marked, k) * comb(population - marked, sample - k), comb(population, sample))
                        for k in range(found + 1)
                    )
                    assert (marked <= limit) == (likely >= Fraction(1, 20)) or likely == Fraction(1, 20)
    # Of many rows the limit is above the exact one by no more than the rounding error of its logarithms.
    limit = most_marked(10**7, 300, 0)
    exact = [comb(10**7 - marked, 300) * 20 >= comb(10**7, 300) for marked in (limit - 20, limit + 1)]
    assert exact == [True, False]
