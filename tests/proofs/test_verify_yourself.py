"""docs/verify-it-yourself.md, step by step: the page's scripts and a third-party checker."""

from __future__ import annotations

import json
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

from certificates_help import pack
from winnow.api.prove import prove
from winnow.core.deals import Deal

DOCS = Path(__file__).resolve().parents[2] / "docs"
CARDS = " ".join(Deal.numbered("blink", 50005).cards[:9])
RULES = {"deck": "as-dealt", "columns": 3, "rows": 3}


def run(*words):
    return subprocess.run([sys.executable, "-I", *map(str, words)], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a certificate and the output of the page's script."""
    place = tmp_path_factory.mktemp("yourself")
    proof = prove("blink", CARDS, rules=RULES)
    assert proof.content == "clauses"
    proof.write(place / "proof.gz")
    done = run(DOCS / "blink_clauses.py", place / "proof.gz", place / "lost")
    assert (done.returncode, done.stderr) == (0, "")
    return place


def test_the_page_writes_the_clauses_that_the_referee_refutes(folder):
    for deal, rules in ((CARDS, RULES), (CARDS, {**RULES, "columns": 5, "rows": 2, "hold": 0})):
        proof = prove("blink", deal, rules=rules, without=("match-graph",))
        (folder / "other.gz").write_bytes(pack(proof.text()))
        if proof.content != "clauses" or proof.refutation is None:
            continue
        done = run(DOCS / "blink_clauses.py", folder / "other.gz", folder / "other")
        assert (done.returncode, done.stderr) == (0, "")
        assert (folder / "other.cnf").read_text().splitlines() == list(proof.refutation.cnf())
        assert (folder / "other.drup").read_text().splitlines() == list(proof.refutation.drup())


def test_the_page_names_a_certificate_of_another_content_in_one_line(folder):
    prove("single-left", 1).write(folder / "forced.gz")
    done = run(DOCS / "blink_clauses.py", folder / "forced.gz", folder / "forced")
    assert (done.returncode, done.stderr.count("\n"), "not a certificate with clauses" in done.stderr) == (1, 1, True)


def test_the_pages_checker_follows_the_proof_and_refuses_another(folder):
    checker = DOCS / "verify_lrat.py"
    done = run(checker, folder / "lost.cnf", folder / "lost.lrat")
    assert (done.returncode, "contradict each other" in done.stdout) == (0, True), done.stderr
    lines = (folder / "lost.lrat").read_text().splitlines()
    for wrong in (lines[:-1], lines[1:], [lines[0].replace(" 0 ", " 1 0 ", 1), *lines[1:]]):
        (folder / "wrong.lrat").write_text("\n".join(wrong) + "\n")
        assert run(checker, folder / "lost.cnf", folder / "wrong.lrat").returncode == 1


def outcome(drup, cnf, proof):
    return drup.check_proof_from_strings("\n".join([*cnf, ""]), "\n".join([*proof, ""])).outcome


def test_a_verified_checker_that_others_wrote_accepts_the_proofs(folder):
    drup = pytest.importorskip("drup", reason="pip install drup: a checker extracted from Why3")
    deal, rules = "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E", {"deck": "as-dealt", "columns": 2}
    found = prove("universal", deal, rules=rules, best=True).refutation
    assert found is not None
    assert outcome(drup, found.cnf(), found.drup()) == drup.Outcome.VALID
    assert outcome(drup, found.cnf(), ["0"]) != drup.Outcome.VALID
    best = prove("blink", "1RS 1RM 2RM 2BM 2BS 3BS", rules={"deck": "as-dealt", "columns": 3, "rows": 2}, best=True)
    assert best.refutation is not None
    assert best.verdict.answer.optimal
    assert outcome(drup, best.refutation.cnf(), best.refutation.drup()) == drup.Outcome.VALID
    cnf, proof = ((folder / f"lost.{name}").read_text().splitlines() for name in ("cnf", "drup"))
    assert outcome(drup, cnf, proof) == drup.Outcome.VALID


@pytest.mark.parametrize(("name", "most"), [("blink_clauses.py", 61), ("verify_lrat.py", 20)])
def test_the_scripts_are_as_short_as_the_page_says(name, most):
    with (DOCS / name).open("rb") as file:
        skipped = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER)
        places = {token.start[0] for token in tokenize.tokenize(file.readline) if token.type not in skipped}
    assert len(places) <= most + 1, len(places)  # and its docstring
    assert json.dumps(most) in (DOCS / "verify-it-yourself.md").read_text()
