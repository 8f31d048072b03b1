"""Certificates of every kind are verified; what is changed in them, or claims too much, is refused."""

from __future__ import annotations

import gzip
import io
import json
import random
import subprocess
import sys
import zlib
from functools import cache
from typing import Any

import pytest

import solver
from ext.hints import Hints
from solver.proofs import prove
from solver.proofs.clausal import Refutation, _solver_proof, _trimmed, _with_hints, refute
from solver.referee import CheckResult
from solver.referee.certificates import check_certificate
from solver.referee.lrat import LratProof
from solver.solving import make_ask, make_budget
from solver.verdicts import Limits

WON = "3E 2E 3V 2V 5M 1V 5E 4E 1M 4M 1E 2M 5V 4V 3M"
LOST = "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E"
QUESTIONS: dict[str, dict[str, Any]] = {
    "universal win": {"game": "universal", "deal": WON, "columns": 2},
    "universal loss": {"game": "universal", "deal": LOST, "columns": 2},
    "universal best": {"game": "universal", "deal": LOST, "columns": 2, "best": True},
    "parity": {"game": "single-left", "number": 0, "goal": "one"},
    "forced play": {"game": "single-left", "number": 1, "redeals": 3},
    "relations": {"game": "single-left", "number": 3, "discarding": "optional"},
    "relations best": {"game": "single-left", "number": 4, "discarding": "optional", "best": True},
    "relations after": {
        "game": "single-left",
        "deal": "7C JC 2H AC KC TH JD 2D QH 4C 6D 4S 6S 9H AH AS",
        "discarding": "optional",
        "after": "draw draw draw draw draw draw",
    },
    "single-left set": {
        "game": "single-left",
        "deal": "2C 3D 3H 5C 2D 5S 3C 8H 8S 4D",
        "discarding": "optional",
        "redeals": 2,
        "best": True,
    },
    "head set": {"game": "head", "deal": "AS AW AM CW 8MS AL 3MW 4MS 4WL", "hand": 4, "passes": 2, "best": True},
    "head cover": {"game": "head", "deal": "2SY 7SK 4YK AK 3SK AY 8YK AL 8MS", "hand": 4, "passes": 2, "best": True},
    "blink graph": {"game": "blink", "number": 0, "hold": 0},
    "blink room": {"game": "blink", "deal": "1RS 1BS 1GS 1RT 2RS", "columns": 2, "rows": 2},
    "one-minute capacity": {"game": "one-minute", "deal": "4C AC 5D 3D 5C 2C 4D 2D 3C AD", "pace": 0.16666666766666666},
    "blink set": {"game": "blink", "deal": "1RS 1BM 2GT 2RS 3YD 3RS", "columns": 3, "rows": 2, "hold": 1},
    "blink best": {"game": "blink", "deal": "1RS 1GM 2RT 2GS 3RD", "columns": 2, "rows": 3, "hold": 1, "best": True},
    "one-minute loss": {"game": "one-minute", "deal": "8S JH 9C 2S 4D 4H JC 8C 3D", "pace": 0.18},
    "one-minute best": {"game": "one-minute", "deal": "8S JH 9C 2S 4D 4H JC 8C 3D", "best": True},
}
CONTENTS = {
    "universal loss": "clauses",
    "universal best": "clauses",
    "parity": "parity",
    "forced play": "forced-play",
    "relations": "relations",
    "relations best": "relations",
    "relations after": "relations",
    "single-left set": "closed-set",
    "head set": "closed-set",
    "head cover": "cover",
    "blink graph": "match-graph",
    "blink room": "room",
    "one-minute capacity": "pass-capacity",
    "blink set": "closed-set",
    "blink best": "closed-set",
    "one-minute loss": "closed-set",
    "one-minute best": "closed-set",
}


@cache
def certificate(name: str) -> tuple[str, ...]:
    """Return the lines of a certificate."""
    question = dict(QUESTIONS[name])
    game, deal, number = question.pop("game"), question.pop("deal", None), question.pop("number", None)
    after, best = question.pop("after", ""), question.pop("best", False)
    rules = {"deck": "as-dealt", **question} if deal else question
    found = prove(make_ask(game, deal, number, rules, after, best), make_budget(Limits(positions=200_000)))
    assert found.content is not None, found.verdict
    return tuple(found.text())


def pack(lines: Any) -> bytes:
    return gzip.compress("".join(line + "\n" for line in lines).encode(), mtime=0)


def checked(data: bytes, memory: float = 200.0) -> CheckResult:
    return check_certificate(io.BytesIO(data), memory)


def changed(lines: tuple[str, ...], **fields: Any) -> bytes:
    return pack([json.dumps({**json.loads(lines[0]), **fields}), *lines[1:]])


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


def still_true(header: dict[str, Any]) -> bool:
    """Tell whether what a header claims is so, by search."""
    best = header["question"] == "best"
    rules = header["rules"]
    found = solver.solve(header["game"], header["deal"], rules=rules, after=header["after"], best=best)
    assert found.decided
    if header["verdict"] == "unwinnable" and found.verdict != "unwinnable":
        return False
    if header["bound"] is None or not best:
        return True
    higher = header["game"] in ("universal", "blink")
    score = found.answer.score
    return score is None or (score <= header["bound"] if higher else score >= header["bound"])


def swaps(name: str, count: int) -> tuple[int, int]:
    """Exchange cards of the deal and keep the proof; return how many claims became false, and were refused."""
    lines = certificate(name)
    header = json.loads(lines[0])
    rng = random.Random(name)
    false = 0
    for _ in range(count):
        cards = header["deal"].split()
        for _ in range(rng.choice([1, 1, 2, 6])):
            i, j = rng.sample(range(len(cards)), 2)
            cards[i], cards[j] = cards[j], cards[i]
        other = {**header, "deal": " ".join(cards), "number": None}
        result = checked(pack([json.dumps(other), *lines[1:]]))
        if result.status == "verified":
            assert still_true(other), (name, other)
        else:
            false += not still_true(other)
    return count, false


@pytest.mark.parametrize("name", [name for name in CONTENTS if name != "relations after"])
def test_a_proof_of_another_deal_is_refused_where_it_is_false(name):
    swaps(name, 12)


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in CONTENTS if name != "relations after"])
def test_a_proof_of_another_deal_is_refused_where_it_is_false_at_length(name):
    swaps(name, 1000)


@pytest.mark.parametrize("name", QUESTIONS)
def test_changed_claims_are_refused(name):
    lines = certificate(name)
    header = json.loads(lines[0])
    better = 1 if header["game"] in ("universal", "blink") else -1
    changes: list[dict[str, Any]] = [
        {"format": "winnow-proof/0"},
        {"content": "everything"},
        {"content": None},
        {"verdict": "open"},
        {"verdict": "winnable" if header["verdict"] == "unwinnable" else "unwinnable"},
        {"question": "why"},
        {"game": "chess"},
        {"rules": {}},
        {"rules": {**header["rules"], "luck": 1}},
        {"deal": header["deal"] + " AS"},
        {"deal": ""},
        {"after": ["fly"]},
        {"line": ["fly"]},
        {"optimal": not header["optimal"]},
        {"score": (header["score"] or 0) + better},
        {"score": 1.5},
        {"number": 77},
    ]
    if header["bound"] is not None and header["question"] == "best":
        tighter = header["bound"] - better
        changes.append({"bound": tighter, "optimal": tighter == header["score"]})
    changes += [{"content": other} for other in sorted({*CONTENTS.values()} - {header["content"], "parity"})]
    for change in changes:
        result = checked(changed(lines, **change))
        if change.get("content") == "forced-play" and result.status == "verified":
            # The relations and the line may both show what forced play shows.
            assert still_true({**header, **change})
            continue
        assert result.status == "failed", (name, change, result.text)


@pytest.mark.parametrize("name", [name for name, kind in CONTENTS.items() if kind in ("closed-set", "clauses")])
def test_no_member_and_no_derived_clause_can_be_spared(name):
    lines = certificate(name)
    rng = random.Random(name)
    places = [place for place in range(1, len(lines)) if " d " not in lines[place]]
    for place in rng.sample(places, min(40, len(places))):
        assert checked(pack([*lines[:place], *lines[place + 1 :]])).status == "failed", (name, place)
        assert checked(pack([*lines[:place], lines[place], *lines[place:]])).status == "failed", (name, place)
    assert checked(pack([*lines, lines[-1]])).status == "failed"
    assert checked(pack([*lines, ""])).status == "failed"


def test_a_moved_pointer_leaves_the_set_open():
    for name in ("head set", "blink set", "one-minute best"):
        lines = certificate(name)
        rng = random.Random(name)
        for place in rng.sample(range(2, len(lines)), min(40, len(lines) - 2)):
            before, _, move = lines[place].partition(" ")
            other = rng.choice([number for number in range(place - 1) if number != int(before)] or [place])
            result = checked(pack([*lines[:place], f"{other} {move}", *lines[place + 1 :]]))
            # The same move from elsewhere may lead to the same state.
            assert result.status == "failed" or other < place, (name, place)
        for pointer in ("-1", str(len(lines) * 2), "9" * 30, "x", ""):
            assert checked(pack([*lines[:-1], f"{pointer} {move}"])).status == "failed"


def test_every_bit_of_the_relations_counts():
    lines = certificate("relations")
    rng = random.Random(5)
    for place in rng.sample(range(1, len(lines)), 30):
        words = [int(word, 16) for word in lines[place].split()]
        which = rng.randrange(2)
        bits = [bit for bit in range(words[which].bit_length()) if words[which] >> bit & 1]
        if not bits:
            continue
        words[which] ^= 1 << rng.choice(bits)
        text = " ".join(f"{word:x}" for word in words)
        assert checked(pack([*lines[:place], text, *lines[place + 1 :]])).status == "failed", (place, which)


def test_a_changed_literal_or_hint_proves_nothing_new():
    lines = certificate("universal loss")
    rng = random.Random(9)
    refused = 0
    for _ in range(150):
        place = rng.randrange(1, len(lines))
        words = lines[place].split(" ")
        which = rng.randrange(len(words))
        words[which] = str(rng.choice([-int(words[which]), int(words[which]) + 1, 0]) if words[which] != "d" else 0)
        result = checked(pack([*lines[:place], " ".join(words), *lines[place + 1 :]]))
        refused += result.status == "failed"
    # Some changes leave a proof: another order of hints, a clause kept longer.
    assert refused > 100


@pytest.mark.parametrize("name", ["universal loss", "relations", "head set", "parity"])
def test_damaged_files_are_refused(name):
    data = pack(certificate(name))
    rng = random.Random(name)
    for length in (0, 1, 5, 17, *rng.sample(range(len(data)), 30), len(data) - 1):
        assert checked(data[:length]).status == "failed"
    assert checked(data + b"\0").status == "failed"
    assert checked(data + data).status == "failed"
    for _ in range(60):
        place, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
        broken = data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]
        if checked(broken).status == "verified":
            # Only bits that do not tell of the content are free: when it was compressed, padding.
            assert gzip.decompress(broken) == gzip.decompress(data)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "null",
        "[" * 100_000,
        "{" * 100_000,
        '{"format": "winnow-proof/1"}',
        '{"format": "winnow-proof/1", "deal": 1}',
        '{"format": "winnow-proof/1", "deal": "' + "AS " * 3000 + '"}',
        "9" * 10_000,
        '{"a": ' + "9" * 10_000 + "}",
        "\x00",
    ],
    ids=lambda header: header[:20],
)
def test_hostile_headers_are_refused(header):
    assert checked(pack([header])).status == "failed"


@pytest.mark.parametrize("name", ["universal loss", "relations best", "head set", "one-minute best", "forced play"])
def test_wrong_types_are_refused_without_a_traceback(name):
    lines = certificate(name)
    values: list[Any] = [None, True, -1, 10**30, 1.5, "", "x", [], [[]], ["x"], {}, {"a": []}]
    for field in json.loads(lines[0]):
        for value in values:
            assert checked(changed(lines, **{field: value})).status in ("failed", "verified")


def test_bombs_are_refused():
    header = certificate("universal loss")[0].encode() + b"\n"
    for text in (b"\n", b"0", b"1000000 d 0\n"):
        result = checked(gzip.compress(header + text * ((1 << 25) // len(text))))
        assert result.status == "failed"
    assert "far more than its size" in result.text


def test_memory_is_bounded():
    for name in ("universal loss", "head set"):
        result = checked(pack(certificate(name)), memory=0.05)
        assert (result.status, "memory" in result.text) == ("failed", True)


def test_forced_play_with_endless_redeals_ends():
    lines = certificate("forced play")
    header = json.loads(lines[0])
    rules = {**header["rules"], "redeals": 10**17}
    assert checked(changed(lines, rules=rules, score=None, bound=None, optimal=False)).status in ("failed", "verified")


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


def test_random_refutations_are_accepted_by_the_checker():
    rng = random.Random(11)
    refuted = 0
    for _ in range(60):
        clauses = [tuple(rng.choice([-v, v]) for v in rng.sample(range(1, 9), 3)) for _ in range(60)]
        try:
            lines = _solver_proof(list(clauses), make_budget(Limits()))
        except ValueError:
            continue
        hints = _with_hints(list(clauses), 8, lines or [], make_budget(Limits()))
        assert hints is not None
        steps = Refutation(list(clauses), 8, _trimmed(hints))
        proof = LratProof(1 << 24)
        proof.give(clauses)
        proof.check(steps.lrat())
        refuted += 1
    assert refuted > 20


def test_a_won_position_is_not_refuted():
    game = solver.Deal.numbered("universal", 0).bind()
    with pytest.raises(ValueError, match="can be satisfied"):
        refute(game, game.start(), 1, make_budget(Limits()))


def test_checking_loads_no_engine(tmp_path):
    files = []
    for name in QUESTIONS:
        files.append(tmp_path / f"{name}.proof")
        files[-1].write_bytes(pack(certificate(name)))
    program = (
        "import sys; from solver.cli import winnow; winnow.main(sys.argv[1:], standalone_mode=False);"
        "print([name for name in sys.modules if name.split('.')[0] in ('ext', 'pysat')"
        " or name.startswith(('solver.engines', 'solver.models', 'solver.proofs', 'solver.solving'))])"
    )
    command = [sys.executable, "-c", program, "check", *map(str, files)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-2:] == [f"{len(files)} verified", "[]"]


def winnow(*args: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from solver.cli import main; main()", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_proves_and_checks(tmp_path):
    lost = ["universal", *LOST.split(), "--rule", "deck=as-dealt", "--rule", "columns=2"]
    file, prefix = tmp_path / "lost.proof", tmp_path / "lost"
    result = winnow("prove", *lost, "-o", file, "--dimacs", prefix, "--json")
    record = json.loads(result.stdout)
    assert (result.returncode, record["verdict"], record["proof"]) == (0, "unwinnable", "certificate")
    again = tmp_path / "again.proof"
    winnow("prove", *lost, "-o", again)
    assert again.read_bytes() == file.read_bytes()
    verdict = tmp_path / "verdict.jsonl"
    verdict.write_text(result.stdout)
    result = winnow("check", file, verdict)
    assert (result.returncode, result.stdout.splitlines()[-1]) == (0, "1 unproven, 1 verified")
    file.write_bytes(file.read_bytes()[:-9])
    result = winnow("check", file)
    assert (result.returncode, result.stderr) == (1, "")
    assert "the file is cut off" in result.stdout
    clauses = [tuple(map(int, line.split()))[:-1] for line in (tmp_path / "lost.cnf").read_text().splitlines()[1:]]
    proof = LratProof(1 << 28)
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
        result = winnow("prove", *args, "-o", file)
        assert result.returncode == 3, result
        assert "no certificate" in result.stderr
        assert not file.exists()
    assert winnow("prove", "universal", "--number", 0, "-o", tmp_path / "no" / "where").returncode == 2
    assert winnow("prove", "universal", "--number", 0).returncode == 2


def test_empty_stream_objects_are_complete():
    packer = zlib.compressobj(wbits=31)
    assert checked(packer.compress(b"") + packer.flush()).status == "failed"
