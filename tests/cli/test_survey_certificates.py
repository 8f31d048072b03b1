"""Surveys with certificates: kept, resumed, checked whole or by a sample; and forged databases."""

import gzip
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
from collections import Counter
from contextlib import closing
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from test_command import records, refused, run, start
from test_survey import query, rows, wait_for_rows

import winnow
from winnow.checking.survey_files import certificate_folder, certificate_name
from winnow.checking.survey_rows import UnreadableError, opened
from winnow.checking.surveys import Draw, _SurveyCheck, check_survey
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.statistics import most_marked

OPTIONAL = {"rules": {"discarding": "optional", "goal": 8}}
WON, LOST = 4, 7
"""Deals of the survey that can be won, and not."""
FILES = "SELECT survey, number, sha256, size, lacking FROM certificate ORDER BY survey, number"


def found_in(db, draw=None, meter=None):
    """Return the statuses of the rows by number, the reports, and the whole output."""
    reports = []
    results = list(check_survey(Path(db), meter or Meter(), draw, reports.append))
    return {int(place.rsplit(":", 1)[1]): result for place, result in results}, reports


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    db = tmp_path_factory.mktemp("survey") / "whole.db"
    winnow.survey("single-left", 12, db=db, certify=True, **OPTIONAL)
    return db


@pytest.fixture
def survey(whole, tmp_path):
    """A copy to be damaged."""
    db = tmp_path / "s.db"
    shutil.copy(whole, db)
    shutil.copytree(certificate_folder(whole), certificate_folder(db))
    return db


def certificate(db, number):
    digest = dict(query(db, "SELECT number, sha256 FROM certificate"))[number]
    return certificate_folder(db) / certificate_name(digest)


def test_every_row_is_verified(whole):
    results, (report,) = found_in(whole)
    assert sorted(results) == list(range(12))
    assert {dict(result.claims)["verdict"] for result in results.values()} == {"verified"}
    assert (report.most_wrong, report.found["verified"]) == (0, 12)
    assert "No verdict can be wrong" in report.text()
    assert 0 < report.stated["winnable"] < 12
    low, high = report.share
    assert float(low) <= 100 * report.stated["winnable"] / 12 <= float(high) < float(low) + 0.011


def test_certificates_are_named_by_their_lines(whole):
    for _, number, digest, size, lacking in query(whole, FILES):
        raw = gzip.decompress(certificate(whole, number).read_bytes())
        assert (hashlib.sha256(raw).hexdigest(), len(raw), lacking) == (digest, size, None)
    assert list(certificate_folder(whole).rglob("*.part")) == []


def names(db):
    folder = certificate_folder(db)
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*.gz"))


def test_certificates_are_added_to_rows_and_files_that_went_come_back(whole, tmp_path):
    db = tmp_path / "s.db"
    winnow.survey("single-left", 12, db=db, **OPTIONAL)
    before = rows(db)
    results, (report,) = found_in(db)
    assert {result.status for result in results.values()} == {"unproven"}
    assert (report.found["unproven"], report.most_wrong, report.share) == (12, 12, ("0.00", "100.00"))
    decided = []
    winnow.survey("single-left", 12, db=db, certify=True, progress=decided.append, **OPTIONAL)
    assert (decided[-1], rows(db), query(db, FILES)) == (12, before, query(whole, FILES))
    certificate(db, WON).unlink()
    winnow.survey("single-left", 12, db=db, certify=True, progress=decided.append, **OPTIONAL)
    assert (decided[-1], names(db)) == (1, names(whole))
    winnow.survey("single-left", 12, db=db, certify=True, progress=pytest.fail, **OPTIONAL)


def test_a_reason_that_the_rules_show_needs_no_certificate(tmp_path):
    db = tmp_path / "s.db"
    winnow.survey("single-left", 4, db=db)
    results, (report,) = found_in(db)
    assert {result.status for result in results.values()} == {"verified"}
    assert report.whole == 4


def test_what_cannot_be_shown_is_named(tmp_path):
    db = tmp_path / "s.db"
    limits = winnow.Limits(positions=300)
    summary = winnow.survey("head", 6, db=db, best=True, certify=True, limits=limits)
    stored = query(db, FILES)
    assert summary.certificates.rows == 6
    assert {lacking for *_, digest, _, lacking in stored if digest is None} <= {"positions", "nothing-claimed"}
    found, (report,) = found_in(db)
    assert report.found["undecided"] == summary.undecided > 0
    assert {result.status for result in found.values()} <= {"verified", "unproven"}


def test_a_sample_is_the_same_for_the_same_seed(whole):
    found, (report,) = found_in(whole, Draw(5, 7))
    again, _ = found_in(whole, Draw(5, 7))
    others = [sorted(found_in(whole, Draw(5, seed))[0]) for seed in range(6)]
    assert len(found) == 5
    assert sorted(found) == sorted(again)
    assert len({tuple(numbers) for numbers in others}) > 1
    assert (report.found["verified"], report.most_wrong) == (5, most_marked(12, 5, 0))
    assert "5 drawn, seed 7" in report.text()
    assert "At 95% at most" in report.text()
    assert found_in(whole, Draw(99, 7))[1][0].most_wrong == 0


def test_every_row_is_drawn_as_often_as_the_others(whole):
    drawn = [number for seed in range(300) for number in sorted(draw_of(whole, seed))]
    assert all(60 < drawn.count(number) < 140 for number in range(12))


def draw_of(db, seed):
    with closing(sqlite3.connect(db)) as connection:
        ((*values,),) = connection.execute("SELECT game, rules, question, engine, version, limits FROM survey")
    return sorted(range(12), key=lambda number: Draw(4, seed).rank(tuple(values), number))[:4]


def test_the_command_tells_the_sample_and_what_it_shows(survey):
    result = run("check", survey, "--sample", 6, "--seed", 1)
    assert result.returncode == 0
    *_, told, counts = result.stdout.splitlines()
    assert told.startswith(f"{survey}:1: single-left, question win, 12 rows, 6 drawn, seed 1: 6 verdicts verified")
    *each, report = records(run("check", survey, "--sample", 6, "--seed", 1, "--json"))
    statuses = sorted(record["status"] for record in each)
    assert counts == ", ".join(f"{number} {status}" for status, number in Counter(statuses).items())
    assert statuses[0] == "unproven"  # the score of a loss, which no certificate of the loss shows
    assert [record["format"] for record in each] == ["winnow-check/1"] * 6
    assert {record["claims"]["verdict"] for record in each} == {"verified"}
    assert report["format"] == "winnow-survey-check/1"
    assert (report["checked"], report["verified"], report["most_wrong"]) == (6, 6, most_marked(12, 6, 0))
    assert sorted(path.name for path in survey.parent.iterdir()) == ["s.db", "s.db.certificates"]
    certificate(survey, LOST).unlink()
    result = run("check", survey, "--quiet")
    assert result.returncode == 1
    assert f"{survey}:1:{LOST}: failed: its certificate" in result.stdout
    refused(run("check", survey, "--seed", 1), "--seed needs --sample")
    other = survey.with_name("other.txt")
    other.write_text("{}\n")
    refused(run("check", other, "--sample", 3), "no survey's database")


@pytest.mark.skipif(os.name == "nt", reason="signals to a child are POSIX")
def test_ctrl_c_keeps_whole_rows_and_files(tmp_path):
    db = tmp_path / "s.db"
    args = ["single-left", "--deals", "1000000", "--batch", "3", "--jobs", "2"]
    args += ["--rule", "discarding=optional", "--rule", "goal=8"]
    process = start("survey", *args, "--db", str(db), "--certify", start_new_session=True)
    wait_for_rows(db, 6)
    os.killpg(process.pid, signal.SIGINT)
    _, stderr = process.communicate(timeout=300)
    assert (process.returncode, stderr) == (130, b"")
    results, (report,) = found_in(db)
    assert (report.found["verified"], report.found["failed"]) == (len(results), 0)
    alone = tmp_path / "alone.db"
    for number in results:
        winnow.survey("single-left", 1, first=number, db=alone, certify=True, **OPTIONAL)
    assert (query(alone, FILES), names(alone)) == (query(db, FILES), names(db))
    assert list(certificate_folder(db).rglob("*.part")) == []


EDITS = {
    "UPDATE deal SET verdict = 'winnable' WHERE number = 7": "no line wins",
    "UPDATE deal SET verdict = 'unwinnable' WHERE number = 4": "shows a win",
    "UPDATE deal SET score = -1 WHERE number = 7": "beyond",
    "UPDATE deal SET bound = 40, score = 41 WHERE number = 4": "shows a score beyond its bound",
    "UPDATE deal SET score = 'many' WHERE number = 7": "score is 'many'",
    "UPDATE deal SET bound = x'00ff' WHERE number = 7": "bound is",
    "UPDATE deal SET reason = x'00ff' WHERE number = 7": "reason is no text",
    "UPDATE certificate SET sha256 = '../../../../../../etc/passwd' WHERE number = 7": "SHA-256 is none",
    "UPDATE certificate SET sha256 = x'00ff' WHERE number = 7": "SHA-256 is none",
    "UPDATE certificate SET sha256 = upper(sha256) WHERE number = 7": "SHA-256 is none",
    "UPDATE certificate SET sha256 = 'ab' WHERE number = 7": "SHA-256 is none",
    "UPDATE certificate SET size = size + 1 WHERE number = 7": "bytes, not",
    "UPDATE certificate SET size = 'large' WHERE number = 7": "bytes, not",
    "UPDATE certificate SET (sha256, size) = (SELECT sha256, size FROM certificate WHERE number = 4) "
    "WHERE number = 7": "another question",
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_row_fails_and_costs_only_itself(survey, edit):
    query(survey, edit)
    results, (report,) = found_in(survey)
    wrong = {number: result.text for number, result in results.items() if result.status == "failed"}
    assert len(wrong) == 1, wrong
    assert EDITS[edit] in next(iter(wrong.values()))
    assert report.found["failed"] == 1
    assert report.found["verified"] == 11


BROKEN = [
    "UPDATE survey SET game = 'chess'",
    "UPDATE survey SET rules = '['",
    "UPDATE survey SET question = 'why'",
    'UPDATE survey SET limits = \'{"seconds": "x"}\'',
    "UPDATE deal SET verdict = 'sure' WHERE number = 3",
    "UPDATE deal SET verdict = x'ff00' WHERE number = 3",
    "UPDATE deal SET number = 'three' WHERE number = 3",
    "UPDATE deal SET number = -3 WHERE number = 3",
]


@pytest.mark.parametrize("edit", BROKEN)
def test_a_survey_that_nobody_asked_fails_in_one_line(survey, edit):
    query(survey, edit)
    reports = []
    ((place, result),) = check_survey(survey, Meter(), None, reports.append)
    assert (place, result.status, reports) == (f"{survey}:1", "failed", [])
    assert result.text.isprintable()


FORCED = {
    "UPDATE survey SET rules = json_remove(rules, '$.redeals')": "spell every option out",
    "UPDATE deal SET score = score + 2, bound = NULL": "denies",
    "UPDATE deal SET verdict = 'unwinnable', score = NULL, bound = NULL": "does not rule a win out",
}


@pytest.mark.parametrize("edit", FORCED)
def test_a_reason_that_the_rules_show_shows_no_more(tmp_path, edit):
    db = tmp_path / "s.db"
    goal = 52 if "verdict" in edit else 2
    winnow.survey("single-left", 3, db=db, rules={"goal": goal})
    query(db, "UPDATE deal SET reason = 'forced-play'")
    query(db, edit)
    results, _ = found_in(db)
    assert {result.status for result in results.values()} == {"failed"}
    assert all(FORCED[edit] in result.text for result in results.values())


def test_a_verdict_may_stand_without_a_score(survey):
    query(survey, "UPDATE deal SET score = NULL, bound = NULL")
    results, (report,) = found_in(survey)
    assert (report.found["verified"], report.found["failed"]) == (12, 0)
    assert results[LOST].claims == (("verdict", "verified"),)


def test_a_score_may_be_the_best_that_its_bound_and_the_rules_allow(tmp_path):
    db = tmp_path / "s.db"
    winnow.survey("blink", 3, db=db, certify=True)
    query(db, "UPDATE deal SET bound = score")
    results, (report,) = found_in(db)
    assert (report.found["verified"], report.found["failed"]) == (3, 0)
    assert {result.status for result in results.values()} == {"unproven"}  # a line proves no bound


def test_a_row_that_comes_twice_is_a_fault(whole):
    with closing(sqlite3.connect(whole)) as connection:
        (values,) = connection.execute("SELECT game, rules, question, engine, version, limits FROM survey")
    check = _SurveyCheck(whole, 1, values, None, Meter())
    with opened(whole, Meter()) as found:
        _, row = next(found.rows())
    for _ in range(2):
        check.take(row)
    assert (check.rows, check.fault) == (1, "deal 0 is not behind the row before it")


RULES = [
    "UPDATE survey SET rules = '{}'",
    "UPDATE survey SET rules = replace(rules, 'full', '/etc/passwd')",
    "UPDATE survey SET rules = replace(rules, 'full', 'as-dealt')",
    "UPDATE survey SET rules = replace(rules, '8', '9')",
    "UPDATE survey SET rules = replace(rules, '{', '{\"goal\": 1, ')",
]


@pytest.mark.parametrize("edit", RULES)
def test_no_row_stands_under_other_rules(survey, edit):
    query(survey, edit)
    results, (report,) = found_in(survey)
    assert {result.status for result in results.values()} == {"failed"}
    assert report.found["failed"] == 12


UNREADABLE = {
    "CREATE TRIGGER t AFTER INSERT ON deal BEGIN DELETE FROM deal; END": "holds 't'",
    "CREATE VIEW v AS SELECT 1": "holds 'v'",
    "CREATE INDEX i ON deal (verdict)": "holds 'i'",
    "DROP VIEW verdicts; ALTER TABLE deal RENAME TO d; CREATE VIEW deal AS SELECT * FROM d": "not what a survey writes",
    "DROP VIEW evidence; DROP VIEW verdicts": "it has no verdicts",
    "PRAGMA application_id = 7": "no survey database",
    "PRAGMA user_version = 9": "newer winnow",
    "UPDATE deal SET verdict = hex(zeroblob(1000000)) WHERE number = 3": "too big",
    "UPDATE deal SET verdict = CAST(x'ff00' AS TEXT) WHERE number = 3": "cannot be read",
}


def lying_index(db, index, table, columns, lie):
    """Replace the entries of an index, created if necessary, by those that `lie` selects; the table stays unchanged."""
    with closing(sqlite3.connect(db, isolation_level=None)) as connection:
        page = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        if not connection.execute(page, (index,)).fetchone():
            connection.execute(f"CREATE INDEX i ON {table} ({columns})")
            connection.execute("ANALYZE")
            connection.execute("UPDATE sqlite_stat1 SET idx = ? WHERE idx = 'i'", (index,))
        connection.execute(f"CREATE TABLE lies AS {lie}")
        connection.execute(f"CREATE INDEX lie ON lies ({columns})")
        connection.execute("PRAGMA writable_schema = ON")
        text = f"CREATE INDEX {index} ON {table} ({columns})"
        connection.execute("UPDATE sqlite_master SET name = ?, sql = ? WHERE name = 'i'", (index, text))
        (root,) = connection.execute(page, ("lie",)).fetchone()
        connection.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = ?", (root, index))
        connection.execute("DELETE FROM sqlite_master WHERE name IN ('lie', 'lies')")


def test_a_hidden_index_does_not_answer_for_the_rows(survey):
    columns = "survey, number, verdict, score, bound, proof, reason, stopped, positions, seconds"
    lie = (
        "SELECT survey, number, 'winnable' verdict, score, bound, proof, reason, stopped, positions, seconds FROM deal"
    )
    assert query(survey, "SELECT count(*) FROM verdicts WHERE verdict = 'winnable'") != [(12,)]
    lying_index(survey, "sqlite_i", "deal", columns, lie)
    assert query(survey, "SELECT count(*) FROM verdicts WHERE verdict = 'winnable'") == [(12,)]
    for words in (["check"], ["survey", "--report", "--db"]):
        refused(run(*words, survey), "holds 'sqlite_i', which is not what a survey writes")
    refused(run("survey", "--rows", survey.parent, "--db", survey), "holds 'sqlite_i'")


def test_the_index_of_the_surveys_agrees_with_the_table(survey):
    columns = "game, rules, question, engine, version, limits"
    lie = "SELECT 'head' game, rules, question, engine, version, limits FROM survey"
    lying_index(survey, "sqlite_autoindex_survey_1", "survey", columns, lie)
    assert query(survey, "SELECT count(*) FROM verdicts WHERE game = 'head'") == [(12,)]
    with pytest.raises(UnreadableError, match="the index of its surveys"):
        found_in(survey)
    (record,) = records(run("survey", "--report", "--db", survey, "--json"))
    assert record["game"] == "single-left"


def changed_file(rng, raw):
    """Return a database with some of its bytes set, flipped, copied from elsewhere or left out."""
    text = bytearray(raw)
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        place, other = rng.randrange(len(text)), rng.randrange(len(text))
        size = rng.choice([1, 8, 64, 4096])
        kind = rng.randrange(4)
        if kind == 0:
            text[place] = rng.randrange(256)
        elif kind == 1:
            text[place] ^= 1 << rng.randrange(8)
        elif kind == 2:
            text[place : place + size] = text[other : other + size]
        else:
            del text[place : place + rng.choice([1, 16])]
    return bytes(text)


def said_of_databases(survey, seed, count):
    """Check mutants of a survey; no false verdict may be verified."""
    rng, raw, came = random.Random(seed), survey.read_bytes(), Counter()
    truth = dict(query(survey, "SELECT number, verdict FROM deal"))
    for _ in range(count):
        survey.write_bytes(changed_file(rng, raw))
        reports = []
        try:
            found = list(check_survey(survey, Meter(memory=64, seconds=5), None, reports.append))
        except UnreadableError:
            came["unreadable"] += 1
            continue
        for place, result in found:
            came[result.status] += 1
            if dict(result.claims).get("verdict") == "verified":
                number = int(place.rsplit(":", 1)[1])
                assert result.text.startswith(f"deal {number}: {truth[number]}"), result
        for report in reports:
            assert report.stated.total() == report.found.total()
    return came


def test_no_mutant_of_a_database_shows_more(survey):
    came = said_of_databases(survey, 1, 150)
    assert came["unreadable"] > 10, came
    assert came["failed"] > 0, came


@pytest.mark.full
def test_no_mutant_of_2000_databases_shows_more(survey):
    print(said_of_databases(survey, 2, 2_000))


def test_a_schema_that_cannot_be_decoded_is_damaged(survey):
    with closing(sqlite3.connect(survey, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        broken = "UPDATE sqlite_master SET name = CAST(x'e928' AS TEXT), sql = 'CREATE VIEW (' WHERE name = 'verdicts'"
        connection.execute(broken)
    with pytest.raises(UnreadableError, match="the schema is damaged"):
        found_in(survey)
    refused(run("survey", "--report", "--db", survey), str(survey), "the schema is damaged")


def test_figures_for_the_planner_are_refused(survey):
    query(survey, "ANALYZE")
    with pytest.raises(UnreadableError, match="holds 'sqlite_stat1'"):
        found_in(survey)
    refused(run("survey", "--report", "--db", survey), "holds 'sqlite_stat1'")


def test_a_wins_reason_is_refused(survey):
    query(survey, "UPDATE deal SET reason = 'parity' WHERE number = 4")
    assert found_in(survey)[0][WON].text == "only a loss has a reason"


@pytest.mark.parametrize("edit", UNREADABLE)
def test_a_database_of_another_make_is_refused_in_one_line(survey, edit):
    with closing(sqlite3.connect(survey)) as connection:
        connection.executescript(edit)
    with pytest.raises(UnreadableError, match=UNREADABLE[edit]) as raised:
        found_in(survey)
    assert str(raised.value).isprintable()


def test_rows_of_no_survey_and_surveys_of_no_rows_are_told(survey):
    query(survey, "INSERT INTO deal SELECT 7, number, verdict, score, bound, '', '', '', 1, 1 FROM deal")
    ((_, result),) = check_survey(survey, Meter(), None, pytest.fail)
    assert (result.status, "no survey '7'" in result.text) == ("failed", True)
    query(survey, "DELETE FROM deal")
    ((_, result),) = check_survey(survey, Meter(), None, pytest.fail)
    assert (result.status, result.text) == ("unproven", "a survey without rows claims nothing")


def test_a_file_that_is_damaged_or_no_database_gets_one_line(survey):
    raw = survey.read_bytes()
    for text in (raw[:4096], raw[:16] + b"\xff" * 5000, raw[:100] + raw[4096:], raw[:16]):
        survey.write_bytes(text)
        result = run("check", survey) if text == raw[:4096] else None
        if result is not None:
            refused(result, str(survey))
        with pytest.raises(UnreadableError):
            found_in(survey)


@pytest.mark.skipif(os.name == "nt", reason="pipes and links are POSIX")
def test_a_certificate_that_is_none_fails(survey):
    lost, won = certificate(survey, LOST), certificate(survey, WON)
    kept = lost.read_bytes()

    def told():
        result = found_in(survey)[0][LOST]
        assert result.status == "failed"
        return result.text

    lost.write_bytes(won.read_bytes())
    assert "another SHA-256" in told()
    text = gzip.decompress(kept)
    lost.write_bytes(gzip.compress(text.replace(b'"verdict": "unwinnable"', b'"verdict": "winnable"')))
    assert "needs its line" in told()
    lost.write_bytes(kept[:-9])
    assert "cut off" in told()
    for make in (lambda: lost.symlink_to("/etc/passwd"), lambda: os.mkfifo(lost), lost.mkdir):
        if lost.exists() or lost.is_symlink():
            lost.unlink()
        make()
        assert "cannot be read" in told() or "no plain file" in told()
    lost.rmdir()
    lost.write_bytes(kept)
    assert found_in(survey)[1][0].found["verified"] == 12


def test_limits_end_a_check(survey):
    query(survey, "DELETE FROM deal WHERE number != 7")
    for positions in (5, 60):
        with pytest.raises(ExhaustedError):
            found_in(survey, meter=Meter(positions=positions))


def test_a_certificate_that_takes_too_much_memory_costs_only_its_row(survey):
    results, (report,) = found_in(survey, meter=Meter(memory=0.05))
    assert {result.status for result in results.values()} == {"exhausted"}
    assert results[LOST].text.startswith("its certificate")
    bomb = certificate(survey, LOST)
    header = gzip.decompress(bomb.read_bytes()).split(b"\n")[0]
    bomb.write_bytes(gzip.compress(header + b"\n" + b"0 0\n" * 10_000_000))
    results, (report,) = found_in(survey, meter=Meter(memory=1))
    assert results[LOST].status == "failed"
    assert report.found["verified"] == 11


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
    assert most_marked(10**7, 300, 0) == 99_353 or abs(most_marked(10**7, 300, 0) / 10**7 - 0.00994) < 1e-4


def test_report_and_plan_tell_of_certificates(whole, tmp_path):
    (record,) = records(run("survey", "--report", "--db", whole, "--json"))
    assert record["certificates"]["stored"] == 12
    assert json.dumps(record["certificates"]["lacking"]) == "{}"
    refused(run("survey", "--report", "--certify", "--db", whole), "--certify")
    result = run("survey", "single-left", "--deals", 20, "--certify", "--plan", "--db", tmp_path / "new.db")
    assert (result.returncode, list(tmp_path.iterdir())) == (0, [])
    with pytest.raises(ValueError, match="beside a database"):
        winnow.survey("single-left", 2, certify=True)
