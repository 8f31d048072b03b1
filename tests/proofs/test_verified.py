"""The proved checker (verified/) against the Python checker, if OCaml is installed; its proofs, if Coq is."""

import gzip
import itertools
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import certificates_help
import winnow
import winnow_puzzles
from winnow.api.bundle import prove_hint
from winnow.api.prove import prove_question
from winnow.api.solve import make_budget, pose
from winnow.checking.certificates import check_certificate
from winnow.cli import verified
from winnow.core.meter import Meter
from winnow.core.verdicts import Limits

FOLDER = Path(__file__).resolve().parents[2] / "verified"
MAKE = [shutil.which("make") or "make", "-C", str(FOLDER)]
CHECK = [sys.executable, "-c", "from winnow.cli import main; main()", "check", "--verified"]
QUESTIONS = {
    "one-minute": {"passing": "forced"},
    "single-left": {"discarding": "optional"},
    "head": {},
    "universal": {},
    "blink": {"hold": 0},
}


@pytest.fixture(scope="module")
def built():
    if shutil.which("ocamlopt") is None:
        pytest.skip("OCaml is not installed: winnow-verify cannot be built")
    subprocess.run(MAKE, check=True, capture_output=True)


def ask(*arguments):
    run = subprocess.run([*CHECK, *map(str, arguments)], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


@pytest.fixture
def certificate(tmp_path):
    def write(game, rules=None):
        proof = prove_question(
            pose(game, number=1, rules=QUESTIONS[game] if rules is None else rules), make_budget(Limits())
        )
        proof.write(tmp_path / game)
        return tmp_path / game

    return write


@pytest.mark.parametrize("game", QUESTIONS)
def test_certificates_are_verified(built, certificate, game):
    file = certificate(game)
    status, text = ask(file)
    assert (status, text.startswith(f"{file}: verified: {game}, deal 1: ")) == (0, True), text


@pytest.mark.parametrize("game", QUESTIONS)
def test_only_options_added_later_may_be_left_out(built, certificate, game, tmp_path):
    header, *lines = gzip.decompress(certificate(game).read_bytes()).splitlines(keepends=True)
    record = json.loads(header)
    required = pose(game, number=1, rules=QUESTIONS[game]).deal.rules.identity()
    for name in record["rules"]:
        expected = ("failed", 1) if name in required else ("verified", 0)
        rules = {other: value for other, value in record["rules"].items() if other != name}
        file = tmp_path / "short"
        file.write_bytes(gzip.compress(json.dumps({**record, "rules": rules}).encode() + b"\n" + b"".join(lines)))
        status, text = ask(file)
        with file.open("rb") as stream:
            assert (check_certificate(stream, Meter()).status, status) == expected, (name, text)


SMALL = "MJ GJ 5E SE 7J ME 6J GE 7E 5J SJ 6E"
"""Clauses refute a win with one or two passes and one or two cards drawn, and with three cards in any pass."""
NARROW, SQUARE = {"columns": 2, "rows": 3}, {"columns": 3, "rows": 3, "hold": 9}
WIDE, OPTIONAL = {"columns": 4, "rows": 2, "hold": 2}, {"discarding": "optional", "redeals": 0}
LOST = "no line wins"
PROVED = [
    *(
        ("clauses", "universal", SMALL, {"columns": 2, "draw": draw, "passes": passes}, after, f"{LOST}; no score")
        for draw, passes, after in itertools.product((1, 2), (1, 2), ("", "T"))
    ),
    *(
        ("clauses", "universal", SMALL, {"columns": 2, "draw": draw, "passes": passes}, "", "no score")
        for draw, passes in itertools.product((1, 2), (1, 2))
    ),
    # AD and 2D share a suit with the three cards of a pair between them, but only the last card drawn is ever on top.
    ("relations", "single-left", "AD 5D 2D 4D AC 3C", OPTIONAL, "draw " * 5, "no score"),
    ("relations-set", "single-left", "5S 3D AH 4H AC 3C 4D 3S AS", {**OPTIONAL, "redeals": 2}, "", "no score"),
    ("clauses", "blink", "1AD 1RD 2BT 2BM 1AS 1BL", {**NARROW, "hold": 2}, "", LOST),
    ("clauses", "blink", "1RS 1AD 2BF 1RT 1BL 1GD", {**NARROW, "hold": 1}, "1RS@0,0", LOST),
    ("clauses", "blink", "2BL 2RL 1AT 2GF 1RF 1NS 2YL 2BS", WIDE, "", LOST),
    ("clauses", "blink", "1AD 1AM 2RM 1YL", SQUARE, "", "no score"),
    ("clauses", "blink", "1AD 2AM 2RM 1AL 1AD", SQUARE, "1AD@0,0", "no score"),
]
"""Content, game, deal, rules, the moves before, and how the sentence begins: of a loss, or of the best score."""


def write_proof(file, content, game, deal, rules, after="", best=False):
    """Write the proof of a small deck, and return its header."""
    question = pose(game, deal, rules={"deck": "as-dealt", **rules}, after=after, best=best)
    proof = prove_question(question, make_budget(Limits()))
    assert proof.content == content
    proof.write(file)
    return proof.header()


def both(file):
    """Return what both checkers say of a certificate."""
    return ask(file)[0], certificates_help.checked(file.read_bytes()).status


@pytest.mark.parametrize(("content", "game", "deal", "rules", "after", "told"), PROVED)
def test_both_checkers_verify_a_small_deck_and_no_more(built, tmp_path, content, game, deal, rules, after, told):
    file = tmp_path / "proof"
    header = write_proof(file, content, game, deal, rules, after, best=not told.startswith(LOST))
    bound, better = header["bound"], 2 if game == "single-left" else -2
    status, text = ask(file)
    assert (status, f"{told}" in text, f"({content})" in text) == (0, True, True), text
    assert bound is None or f"no score is better than {bound} (" in text
    header_line, *lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    claims = {"line": None, "score": None, "optimal": False}
    false = [{**claims, "bound": bound + better}] if bound is not None else [{**claims, "bound": 1}]
    if game == "universal" and header["question"] == "best":
        false.append({"bound": bound + 1, "optimal": False})  # The proof is of other clauses.
    wrong = [[json.dumps({**header, **fields}), *lines] for fields in false]
    for changed_lines in (*wrong, [header_line, *lines[:-1]], [header_line, *lines[1:]]):
        file.write_bytes(certificates_help.pack(changed_lines))
        assert both(file) == (1, "failed"), changed_lines[0]


def test_clauses_of_a_full_deal_are_verified(built, certificate):
    status, text = ask(certificate("universal", {"draw": 1, "passes": 1}))
    assert (status, "no line wins" in text) == (0, True), text


REASON = {"kind": "search", "text": ""}
FIELDS = [{"bound": None}, {"bound": 12}, {"proof": None}, {"reason": [REASON]}, {"reason": {}}]


@pytest.mark.parametrize("field", FIELDS)
def test_a_header_that_does_not_go_with_its_clauses_fails(built, tmp_path, field):
    file = tmp_path / "lost"
    write_proof(file, "clauses", "universal", SMALL, {"columns": 2, "draw": 1, "passes": 1})
    assert changed(file, reason=REASON) == 0
    assert changed(file, **field) == 1
    assert both(file) == (1, "failed")


@pytest.mark.parametrize("best", [False, True])
def test_clauses_with_more_redeals_than_cards_are_those_of_as_many_redeals(built, tmp_path, best):
    file = tmp_path / "lost"
    rules = write_proof(file, "clauses", "universal", SMALL, {"columns": 2, "draw": 3, "passes": 20}, best=best)[
        "rules"
    ]
    assert both(file) == (0, "verified")
    # The talon has ten cards. The clauses of fewer passes than eleven are others.
    for passes, expected in ((99, (0, "verified")), (11, (0, "verified")), (10, (1, "failed"))):
        changed(file, rules={**rules, "passes": passes})
        assert both(file) == expected


@pytest.mark.parametrize(("member", "answer"), [("012,3456", (0, "verified")), ("01,23456", (1, "failed"))])
def test_a_block_of_more_cards_than_a_hand_may_lie_behind_it_but_not_be_parted(built, tmp_path, member, answer):
    rules, file = {"passes": 1, "melding": "optional", "target": 0, "hand": 3}, tmp_path / "blocks"
    header = write_proof(file, "block-set", "head", "AS 6MW AW 3SK 4MS 2MK PWLY", rules, best=True)
    file.write_bytes(certificates_help.pack([json.dumps(header), f"1 0 {member} -"]))
    assert both(file) == answer


@pytest.mark.parametrize("name", ["one-minute layers", "one-minute layers loss"])
def test_priced_layers_are_verified(built, tmp_path, name):
    header, *lines = certificates_help.certificate(name)
    bound = json.loads(header)["bound"]
    file = tmp_path / "layers"
    file.write_bytes(certificates_help.pack([header, *lines]))
    status, text = ask(file)
    assert (status, f"no score is better than {bound} (priced-layers)" in text) == (0, True), text
    if json.loads(header)["optimal"]:
        assert changed(file, bound=bound + 1, optimal=False) == 1
    file.write_bytes(certificates_help.pack([header, *lines[1:]]))
    assert ask(file)[0] == 1, "the first layer has no prices"


def changed(file, **fields):
    """Return the program's answer to a certificate with changed header fields."""
    header, *lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    text = "".join(f"{line}\n" for line in [json.dumps({**json.loads(header), **fields}), *lines])
    file.write_bytes(gzip.compress(text.encode()))
    return ask(file)[0]


@pytest.mark.parametrize("game", QUESTIONS)
def test_another_spelling_of_a_good_certificate_is_not_called_failed(built, certificate, game):
    deal = winnow.Deal.numbered(game, 1, QUESTIONS[game]).text
    for spelled in (deal.replace(" ", ", "), deal.replace(" ", "  "), f" {deal}"):
        file = certificate(game)
        assert changed(file, deal=spelled) == 3
        with file.open("rb") as packed:
            assert check_certificate(packed).status == "verified"


@pytest.mark.parametrize("game", QUESTIONS)
def test_what_it_does_not_know_is_status_3(built, certificate, game):
    file = certificate(game)
    header = json.loads(gzip.decompress(file.read_bytes()).split(b"\n")[0])
    rules = {**header["rules"], "deck": "other"}
    for fields in (
        {"content": "layouts"},
        {"content": "news"},
        {"format": "winnow-proof/2"},
        {"format": "winnow-count-proof/1"},
        {"game": "chess"},
        {"rules": rules},
        {"rules": {**header["rules"], "news": 1}},
        {"verdict": "open"},
        {"question": "why"},
        {"deal": "? " + header["deal"].split(" ", 1)[1]},
        {"news": None},
    ):
        assert changed(certificate(game), **fields) == 3, fields


def test_a_packed_file_and_other_dimacs_are_status_3(built, certificate, tmp_path):
    def said(*texts):
        files = [tmp_path / name for name in ("first", "second")][: len(texts)]
        for file, text in zip(files, texts, strict=True):
            file.write_bytes(text)
        return subprocess.run([verified.program(), *files], capture_output=True, check=False).returncode

    assert said(certificate("head").read_bytes()) == 3
    proof = b"3 0 1 2 0\n"
    assert said(b"p cnf 1 2\n1 0\n-1 0\n", proof) == 0
    assert said(b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1 0\n") == 1
    for clauses in (b"p cnf 1 2\n1 0 -1 0\n", b"p cnf 1 2\n1\n0\n-1 0\n", b"p cnf 1 2\n1 0\n-1 0\n%\n"):
        assert said(clauses, proof) == 3


@pytest.fixture
def long_certificate(certificate):
    """Return a certificate of some kB that decompresses to 20 MB."""
    file = certificate("single-left", {})
    header = {**json.loads(gzip.decompress(file.read_bytes())), "content": "closed-set", "proof": "certificate"}
    file.write_bytes(gzip.compress(f"{json.dumps(header)}\n".encode() + b"0 draw\n" * 3_000_000))
    return file


def test_the_program_keeps_to_the_limit_on_memory(built, long_certificate):
    status, text = ask(long_certificate, "--memory", 64)
    assert (status, "exhausted: the limit of memory ended the check" in text) == (3, True), text


def test_the_program_is_ended_at_the_limit_on_time(certificate, tmp_path, monkeypatch):
    sleeper = tmp_path / "sleeper"
    sleeper.write_text("#!/bin/sh\nexec sleep 600\n")
    sleeper.chmod(0o755)
    monkeypatch.setattr(verified, "program", lambda: str(sleeper))
    begun = time.monotonic()
    status, text = verified.check_verified(str(certificate("head")), Meter(seconds=1))
    assert (status, text) == (3, "exhausted: the limit of seconds ended the check (--seconds raises it)")
    assert time.monotonic() - begun < 300


@pytest.mark.parametrize("option", [("--positions", 5), ("--search",), ("--sample", 5), ("--json",)], ids=str)
def test_options_that_it_cannot_keep_to_are_refused(built, certificate, option):
    status, text = ask(certificate("head"), *option)
    assert (status, f"--verified has no {option[0]}" in text) == (2, True)


def bundled(path, change=lambda lines: lines):
    """Write a bundle of Single Left's certificates, its text changed; return its path and the certificates' number."""
    rules = {"discarding": "optional"}
    question = pose("single-left", number=3, rules=rules, after="draw " * 6, best=True)
    found, proofs = prove_hint(question, make_budget(Limits()))
    assert found.verdict.decided
    lines = list(proofs.text())
    with gzip.open(path, "wt", encoding="ascii", newline="") as file:
        file.writelines(f"{line}\n" for line in change(lines))
    return path, json.loads(lines[0])["certificates"]


def test_every_certificate_of_a_bundle_is_checked(built, tmp_path, monkeypatch):
    path, number = bundled(tmp_path / "bundle")
    assert number > 1
    status, text = ask(path)
    assert (status, f"{number} certificates verified, but not the records" in text) == (3, True), text
    # The first line may be spelled in another way.
    path, _ = bundled(
        tmp_path / "other", lambda lines: [json.dumps(dict(reversed(json.loads(lines[0]).items()))), *lines[1:]]
    )
    assert ask(path) == (3, text.replace(str(tmp_path / "bundle"), str(path)))
    # One certificate that it cannot tell is enough not to call the bundle verified, and one that fails to fail it.
    for answers, wanted in (({2: 3}, 3), ({2: 3, 1: 1}, 1)):
        asked = iter(itertools.count(1))
        monkeypatch.setattr(
            verified, "_answer", lambda *_, told=answers, asked=asked: (told.get(next(asked), 0), "told")
        )
        status, told = verified.check_verified(str(path), Meter())
        assert (status, "told" in told, "verified" in told) == (wanted, True, False)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda lines: lines[:-1], "the file ends before it does"),
        (lambda lines: [*lines, lines[-1]], "something follows the last certificate"),
        (lambda lines: [line.replace('"sha256": "', '"sha256": "0') for line in lines], "no SHA-256"),
        (lambda lines: [line.replace("unwinnable", "winnable") for line in lines], "SHA-256 is not the one named"),
    ],
)
def test_a_bundle_that_is_changed_fails(built, tmp_path, change, text):
    path, _ = bundled(tmp_path / "bundle", change)
    status, told = ask(path)
    assert (status, text in told) == (1, True), told


@pytest.mark.full
@pytest.mark.parametrize("game", QUESTIONS)
def test_the_bundles_of_the_curated_packs_are_verified(built, game):
    status, text = ask(Path(winnow_puzzles.__file__).parent / "curated" / game / "bundle.gz")
    assert (status, "verified: " in text) == (0, True), text


def test_without_the_program_one_line_says_so(certificate, monkeypatch):
    monkeypatch.setattr(verified, "program", lambda: None)
    status, text = verified.check_verified(str(certificate("head")), Meter())
    assert (status, "winnow-verify is not installed" in text) == (3, True)


def test_only_certificates_are_taken(built, tmp_path):
    (tmp_path / "verdict").write_text("{}\n")
    status, text = ask(tmp_path / "verdict")
    assert (status, "is no certificate" in text) == (2, True)
    assert ask(tmp_path / "nothing")[0] == 2


def test_the_extracted_rules_agree(built):
    run = subprocess.run([*MAKE, "test", f"PYTHON={sys.executable}"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.full
def test_the_proofs_compile_without_an_axiom():
    if shutil.which("coqc") is None or shutil.which("coqchk") is None:
        pytest.skip("Coq is not installed: the proofs are not compiled")
    run = subprocess.run([*MAKE, "proofs"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
