"""Certificates of every kind are verified; changed ones, and claims that are too strong, are refused."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

import winnow
from certificates_help import CONTENTS, LOST, QUESTIONS, WON, bound_game, certificate, checked, pack, posed
from command_help import run
from winnow.api.prove import prove_question
from winnow.api.solve import make_budget
from winnow.checking.lrat import LratProof
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.verdicts import Limits
from winnow.games.head.proofs import block_set
from winnow.games.one_minute.proofs import priced_layers
from winnow.games.universal.referee.clauses import UniversalClauses
from winnow.proving.refutation import refute
from winnow_kernels.common.clauses import Hints


@pytest.mark.parametrize("name", QUESTIONS)
def test_certificates_are_verified(name):
    lines = certificate(name)
    header = json.loads(lines[0])
    assert header["content"] == CONTENTS.get(name, "line")
    result = checked(pack(lines))
    assert result.status == "verified", result.text
    assert header["game"] in result.text
    if header["verdict"] == "unwinnable":
        assert "no line wins" in result.text
    if header["question"] == "best":
        assert f"no line betters {header['bound']}" in result.text


def test_a_writer_that_reaches_a_limit_leaves_the_verdict_alone(monkeypatch):
    def ended(*_):
        raise ExhaustedError("seconds")

    monkeypatch.setattr("winnow.games.single_left.proofs.relations_set", ended)
    rules = {"deck": "as-dealt", "discarding": "optional", "redeals": 1}
    proof = winnow.prove("single-left", "AC 2D 3H 4S 5C 7H", rules=rules)
    assert (proof.verdict.verdict, proof.content) == ("unwinnable", None)


WRITERS = {"head": (block_set, 59, 1), "one-minute": (priced_layers, 2, 121)}


@pytest.mark.parametrize("stopped", ["positions", "memory", "interrupt"])
@pytest.mark.parametrize("game", WRITERS)
def test_a_writer_keeps_to_its_budget(game, stopped):
    write, number, bound = WRITERS[game]
    table = winnow.Deal.numbered(game, number).bind()
    budget = make_budget({"positions": Limits(positions=1000), "memory": Limits(memory=0.01)}.get(stopped, Limits()))
    if stopped == "interrupt":
        budget.interrupt()
    assert write(table, table.start(), bound, budget) is None
    assert (budget.stopped, budget.bytes_used) == (stopped, 0)


FULL = {
    "universal draw=1 passes=1 best number=10": ("clauses", "no line wins.*no line betters"),
    "head number=10": ("block-set", "no line wins"),
    "head best number=16": ("block-set", "no line wins"),
    "head passes=2 best number=18": ("block-set", "no line wins"),
    "head passes=2 melding=optional best number=5": ("block-set", "no line wins"),
    "head passes=2 extended=true best number=7": ("block-set", "no line wins"),
    "one-minute pace=2.0 number=2": ("priced-layers", "no line wins"),
    "one-minute pace=1.2 number=1": ("priced-layers", "no line wins"),
    "one-minute pace=2.0 best number=9": ("priced-layers", "no line betters 121"),
    f"blink columns=5 rows=5 best {' '.join(winnow.Deal.numbered('blink', 0).cards[:25])}": (
        "loss-tree",
        "betters 102",
    ),
}
"""Questions about whole decks, the content that proves each, and what its check says."""


@pytest.mark.parametrize("text", FULL)
def test_full_deals_are_proved(text):
    content, said = FULL[text]
    proof = prove_question(posed(text), make_budget(Limits()))
    assert (proof.content, proof.verdict.answer.proof) == (content, "certificate")
    result = checked(pack(proof.text()))
    assert result.status == "verified"
    assert re.search(said, result.text)


def test_hints_refuse_what_does_not_follow():
    hints = Hints(3)
    hints.give([[1, 2], [-1, 2], [-2, 3]])
    hints.start()
    with pytest.raises(ValueError, match="does not follow"):
        hints.add([1])
    with pytest.raises(ValueError, match="no variable"):
        hints.add([4])
    assert not hints.add([2])
    with pytest.raises(ValueError, match="does not follow"):
        hints.add([])
    assert [hints.clause(number) for number in range(4, hints.clauses + 1)] == [[2], [3]]


def test_a_won_position_is_not_refuted():
    game = bound_game("universal", WON, columns=2)
    with pytest.raises(ValueError, match="can be satisfied"):
        refute(UniversalClauses(game, game.start(), 1).write(), make_budget(Limits()))


def test_checking_loads_no_engine(tmp_path):
    files = []
    for name in QUESTIONS:
        files.append(tmp_path / f"{name}.proof")
        files[-1].write_bytes(pack(certificate(name)))
    program = (
        "import re, sys; from winnow.cli import command; command.main(sys.argv[1:], standalone_mode=False);"
        "own = ('winnow_kernels', 'winnow_kernels.one_minute', 'winnow_kernels.one_minute.priced_layers');"
        "print([name for name in sys.modules if name.split('.')[0] in ('winnow_kernels', 'pysat') and name not in own"
        r" or re.match(r'winnow\.(search|proving|api\.solve|games\.\w+\.(engine|proofs))\b', name)])"
    )
    command = [sys.executable, "-c", program, "check", *map(str, files)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-2:] == [f"{len(files)} verified", "[]"]


def test_the_command_proves_and_checks(tmp_path):
    lost = ["universal", *LOST.split(), "--rule", "deck=as-dealt", "--rule", "columns=2"]
    file, prefix = tmp_path / "lost.proof", tmp_path / "lost"
    result = run("prove", *lost, "-o", file, "--dimacs", prefix, "--json")
    record = json.loads(result.out)
    assert (result.status, record["verdict"], record["proof"]) == (0, "unwinnable", "certificate")
    again = tmp_path / "again.proof"
    run("prove", *lost, "-o", again)
    assert again.read_bytes() == file.read_bytes()
    verdict = tmp_path / "verdict.jsonl"
    verdict.write_text(result.out)
    result = run("check", file, verdict)
    assert (result.status, result.out.splitlines()[-1]) == (0, "1 unproven, 1 verified")
    file.write_bytes(file.read_bytes()[:-9])
    result = run("check", file)
    assert (result.status, result.err) == (1, "")
    assert "the file is cut off" in result.out
    clauses = [tuple(map(int, line.split()))[:-1] for line in (tmp_path / "lost.cnf").read_text().splitlines()[1:]]
    proof = LratProof(Meter())
    proof.give(clauses)
    proof.check((tmp_path / "lost.lrat").read_text().splitlines())
    assert (tmp_path / "lost.drup").read_text().endswith("0\n")


def test_no_certificate_is_exit_3(tmp_path):
    file = tmp_path / "none.proof"
    for args in (
        ["blink", "--number", 0, "--best", "--positions", 50],
        ["head", "--number", 0, "--positions", 2],
        ["single-left", *(["?"] * 52)],
    ):
        result = run("prove", *args, "-o", file)
        assert result.status == 3, result
        assert "no certificate" in result.err
        assert not file.exists()
