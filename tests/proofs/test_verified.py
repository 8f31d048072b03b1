"""The proved checker (verified/) against the Python checker, if OCaml is installed; its proofs, if Coq is."""

import gzip
import itertools
import json
import shutil
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

import pytest
from test_certificate_mutations import VERIFIED, proved, winnow_verify

import winnow_puzzles
from certificates_help import CONTENTS, VARIANTS, certificate, checked, header_of, pack
from winnow.api.bundle import prove_hint
from winnow.api.solve import make_budget, pose
from winnow.cli import verified
from winnow.core.deals import game_type
from winnow.core.game import read_rules
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.results import CheckResult
from winnow.core.verdicts import Limits

MAKE = [shutil.which("make") or "make", "-C", str(VERIFIED)]
CHECK = [sys.executable, "-c", "from winnow.cli import main; main()", "check", "--verified"]
GAMES = ("one-minute", "single-left", "head", "universal", "blink")


@pytest.fixture(scope="module")
def built():
    if winnow_verify() is None:
        pytest.skip("OCaml is not installed: winnow-verify cannot be built")


def ask(*arguments):
    run = subprocess.run([*CHECK, *map(str, arguments)], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


@pytest.fixture
def written(tmp_path):
    """Return a function that writes a certificate to a file."""

    def write(name):
        (tmp_path / name).write_bytes(pack(certificate(name)))
        return tmp_path / name

    return write


@pytest.mark.parametrize("game", GAMES)
def test_certificates_are_verified(built, written, game):
    file = written(game)
    status, text = ask(file)
    assert (status, text.startswith(f"{file}: verified: {game}, deal 1: ")) == (0, True), text


REASON = {"kind": "search", "text": ""}


def both(folder, texts):
    """Return for each text the status by the Python checker, and the program's status and sentence."""
    said = proved(folder, ["".join(f"{line}\n" for line in lines).encode() for lines in texts])
    return [(checked(pack(lines)).status, *answer) for lines, answer in zip(texts, said, strict=True)]


def test_small_certificates_are_verified(built, tmp_path):
    names = [*VARIANTS, *CONTENTS]
    for name, (status, other, text) in zip(names, both(tmp_path, list(map(certificate, names))), strict=True):
        header = header_of(name)
        if "pace" in text:
            assert (status, other) == ("verified", 3)
            continue
        assert (status, other) == ("verified", 0), (name, text)
        assert f"({header['content']})" in text, name
        assert header["bound"] is None or f"no score is better than {header['bound']} (" in text, (name, text)


def edited(name, *body, **fields):
    header, *lines = certificate(name)
    return [json.dumps({**json.loads(header), **fields}), *(body or lines)]


def passes(name, number):
    return edited(name, rules={**header_of(name)["rules"], "passes": number})


def other_headers(game):
    """Yield certificates of a numbered deal with another header, with the two checkers' answers."""
    header = header_of(game)
    rules = header["rules"]
    required = read_rules(game_type(game), {}).identity()
    for name in rules:
        expected = ("failed", 1) if name in required else ("verified", 0)
        yield edited(game, rules={other: value for other, value in rules.items() if other != name}), expected
    deal = header["deal"]
    for spelled in (deal.replace(" ", ", "), deal.replace(" ", "  "), f" {deal}"):
        yield edited(game, deal=spelled), ("verified", 3)
    for fields in (
        *({"content": content} for content in ("layouts", "news")),
        *({"format": kind} for kind in ("winnow-proof/2", "winnow-count-proof/1")),
        *({"rules": {**rules, **other}} for other in ({"deck": "other"}, {"news": 1})),
        *({"game": "chess"}, {"verdict": "open"}, {"question": "why"}, {"news": None}),
        {"deal": "? " + deal.split(" ", 1)[1]},
    ):
        yield edited(game, **fields), (None, 3)


def falsified():
    """Yield (certificate, whether it is good nevertheless)."""
    yield edited("1, 1", reason=REASON), True
    for fields in ({"bound": None}, {"bound": 12}, {"proof": None}, {"reason": [REASON]}, {"reason": {}}):
        yield edited("1, 1", **fields), False
    for name in ("1, 1, best", "1, 2, best", "2, 1, best", "2, 2, best"):
        score = header_of(name)["score"]
        yield edited(name, bound=score - 1, score=score - 1), False
        # The proof is of other clauses.
        yield edited(name, bound=score + 1, optimal=False), False
    # The talon has ten cards. The clauses of fewer passes than eleven are others.
    for name in ("3, 20", "3, 20, best"):
        yield from ((passes(name, 99), True), (passes(name, 11), True), (passes(name, 10), False))
    lines = certificate("a set")[1:]
    last = max(place for place, line in enumerate(lines) if line.endswith(" *"))
    unmarked = [*lines[:last], lines[last].removesuffix(" *"), *lines[last + 1 :]]
    for members in ([f"{line.split(' *')[0]} *" for line in lines], unmarked):
        yield edited("a set", *members), False
    yield edited("a set", bound=5, score=None, line=None, optimal=False), False
    for name in filter(lambda name: name.startswith("blink, "), VARIANTS):
        yield edited(name, rules={**header_of(name)["rules"], "columns": 6, "rows": 6}), False
    # A block of more cards than a hand may lie behind it, but not be parted.
    yield edited("blocks", "1 0 012,3456 -"), True
    yield edited("blocks", "1 0 01,23456 -"), False
    bound = header_of("one-minute layers")["bound"]
    yield edited("one-minute layers", bound=bound + 1, optimal=False), False
    yield edited("one-minute layers", *certificate("one-minute layers")[2:]), False


def test_changed_certificates_have_the_same_answers_in_both_checkers(built, tmp_path):
    cases = [(text, ("verified", 0) if good else ("failed", 1)) for text, good in falsified()]
    cases += [case for game in GAMES for case in other_headers(game)]
    found = both(tmp_path, [text for text, _ in cases])
    for (text, (wanted, answer)), (status, other, said) in zip(cases, found, strict=True):
        assert (wanted or status, answer) == (status, other), (text[:3], said)


def test_a_packed_file_and_other_dimacs_are_status_3(built, written, tmp_path):
    def said(*texts):
        files = [tmp_path / name for name in ("first", "second")][: len(texts)]
        for file, text in zip(files, texts, strict=True):
            file.write_bytes(text)
        return subprocess.run([verified.program(), *files], capture_output=True, check=False).returncode

    assert said(written("head").read_bytes()) == 3
    proof = b"3 0 1 2 0\n"
    assert said(b"p cnf 1 2\n1 0\n-1 0\n", proof) == 0
    assert said(b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1 0\n") == 1
    for clauses in (b"p cnf 1 2\n1 0 -1 0\n", b"p cnf 1 2\n1\n0\n-1 0\n", b"p cnf 1 2\n1 0\n-1 0\n%\n"):
        assert said(clauses, proof) == 3


@pytest.fixture
def long_certificate(tmp_path):
    """Return a certificate of some kB that decompresses to 20 MB."""
    header = header_of("forced play", content="closed-set", proof="certificate")
    (tmp_path / "long").write_bytes(gzip.compress(f"{json.dumps(header)}\n".encode() + b"0 draw\n" * 3_000_000))
    return tmp_path / "long"


def test_the_program_keeps_to_the_limit_on_memory(built, long_certificate):
    status, text = ask(long_certificate, "--memory", 64)
    assert (status, "exhausted: the limit of memory ended the check" in text) == (3, True), text


def test_the_program_is_ended_at_the_limit_on_time(written, tmp_path, monkeypatch):
    sleeper = tmp_path / "sleeper"
    sleeper.write_text("#!/bin/sh\nexec sleep 600\n")
    sleeper.chmod(0o755)
    monkeypatch.setattr(verified, "program", lambda: str(sleeper))
    begun = time.monotonic()
    with pytest.raises(ExhaustedError, match="the limit of seconds ended the check"):
        verified.check_verified(str(written("head")), Meter(seconds=1))
    assert time.monotonic() - begun < 300


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
    for answers, wanted in (({2: "unproven"}, "unproven"), ({2: "unproven", 1: "failed"}, "failed")):
        asked = iter(itertools.count(1))

        def told_of(_found, text, _meter, answers=answers, asked=asked):
            deque(text, maxlen=0)
            return CheckResult(answers.get(next(asked), "verified"), "told")

        monkeypatch.setattr(verified, "_asked", told_of)
        result = verified.check_verified(str(path), Meter())
        assert (result.status, "told" in result.text, "verified" in result.text) == (wanted, True, False)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_the_bundles_of_the_curated_packs_are_verified(built, game):
    status, text = ask(Path(winnow_puzzles.__file__).parent / "curated" / game / "bundle.gz")
    assert (status, "certificates verified, but not the records" in text) == (3, True), text


def test_without_the_program_one_line_says_so(written, monkeypatch):
    monkeypatch.setattr(verified, "program", lambda: None)
    result = verified.check_verified(str(written("head")), Meter())
    assert (result.status, "winnow-verify is not installed" in result.text) == ("unproven", True)


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
