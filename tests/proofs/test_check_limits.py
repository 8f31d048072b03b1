"""`winnow check` under limits: it ends, every claim has its status, and no file causes a traceback."""

from __future__ import annotations

import gzip
import io
import json
import random
import resource
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

import winnow
from certificates_help import QUESTIONS, certificate, changed, checked, pack
from limits_help import SLACK_MIB, most_mib, run_check
from winnow.checking.certificates import check_certificate
from winnow.checking.records import check
from winnow.cli import main
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.verdicts import VERDICT_FORMAT


def closed_set_bomb(copies):
    """A deal of equal hands, each with 720 orders of its discard: few members with very many successors."""
    rng = random.Random(1)
    aces = ["AM", "AS", "AW", "AL", "AY", "AK"]
    rules = {"passes": 3, "extended": False, "melding": "optional", "target": 0, "hand": 6, "deck": "as-dealt"}
    header = {
        **json.loads(certificate("head set")[0]),
        **{"rules": rules, "deal": " ".join(aces * copies), "content": "closed-set", "question": "win", "number": None},
        **{"verdict": "unwinnable", "line": None, "score": None, "bound": 1, "optimal": False, "after": []},
    }
    lines = [f"{place} discard {' '.join(rng.sample(aces, 6))}" for place in range(copies - 1)]
    return pack([json.dumps(header), *lines])


def test_what_members_owe_counts_as_memory(tmp_path):
    file = tmp_path / "bomb"
    file.write_bytes(closed_set_bomb(100))
    assert file.stat().st_size < 3000
    run = run_check("--memory", 64, file)
    assert (run.status, run.errors) == (3, [])
    assert "exhausted: the limit of memory" in run.out
    assert run.peak < most_mib(64)


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "setlimit"), reason="Python 3.10 cannot limit a value")
def test_a_long_value_of_a_survey_is_not_read(tmp_path):
    file = tmp_path / "survey.db"
    winnow.survey("single-left", 2, db=file)
    with closing(sqlite3.connect(file)) as base:
        base.executescript("UPDATE deal SET verdict = CAST(zeroblob(200000000) AS TEXT) WHERE number = 1")
    run = run_check("--memory", 64, file)
    assert run.status in (2, 3)
    assert "too big" in "".join(run.errors) or "exhausted: the limit of memory" in run.out
    assert run.peak < most_mib(64)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
def test_an_alarm_on_the_way_out_of_a_check_leaves_no_timer(tmp_path, monkeypatch, capsys):
    file = tmp_path / "record"
    file.write_text(json.dumps(winnow.solve("single-left", 1).record()))
    set_timer, looks = signal.setitimer, []

    def late(timer, seconds, interval=0.0):
        if not seconds:
            looks.append(seconds)
            signal.raise_signal(signal.SIGALRM)
        return set_timer(timer, seconds, interval)

    def look(_meter):
        if looks:
            raise ExhaustedError("seconds")

    monkeypatch.setattr(signal, "setitimer", late)
    monkeypatch.setattr(Meter, "look", look)
    with pytest.raises(SystemExit) as ended:
        main(["check", str(file)])
    left = set_timer(signal.ITIMER_REAL, 0)
    assert (left, ended.value.code, bool(looks)) == ((0.0, 0.0), 0, True), capsys.readouterr()


def test_seconds_and_positions_end_a_check(tmp_path):
    file = tmp_path / "bomb"
    file.write_bytes(closed_set_bomb(100))
    for limit, word in ((["--seconds", 0.3], "seconds"), (["--positions", 500], "positions")):
        status, out, errors, *_ = run_check(*limit, file)
        assert (status, errors, f"the limit of {word}" in out) == (3, [], True)
    lost = pack(certificate("one-minute layers"))
    assert check_certificate(io.BytesIO(lost), Meter(positions=2)).status == "exhausted"
    assert check_certificate(io.BytesIO(lost), Meter()).status == "verified"


def test_long_numbers_are_refused_whatever_they_say():
    lines = certificate("universal loss")
    place = next(i for i in range(1, len(lines)) if " d " not in lines[i])
    words = lines[place].split(" ")
    for other in ("+1", "01", "1_0", "-0", "9" * 10, "9" * 5000, "0x1"):
        for which in (0, 1, -2):
            changed_words = [*words]
            changed_words[which] = other
            text = pack([*lines[:place], " ".join(changed_words), *lines[place + 1 :]])
            assert checked(text).status == "failed", (other, which)


@pytest.mark.parametrize("name", ["single-left set", "relations", "head set", "one-minute layers"])
def test_numbers_have_one_spelling(name):
    lines = certificate(name)
    for place in (1, 2):
        words = lines[place].split(" ")
        for which, word in enumerate(words):
            if not word.lstrip("-").isalnum() or not word.lstrip("-")[0].isdigit():
                continue
            for other in (f"+{word}", f"0{word}", f"{word}_0", f"0x{word}", f" {word}"):
                text = " ".join([*words[:which], other, *words[which + 1 :]])
                assert checked(pack([*lines[:place], text, *lines[place + 1 :]])).status == "failed", text


def test_headers_hold_what_they_must_and_nothing_twice():
    for name in QUESTIONS:
        lines = certificate(name)
        header = json.loads(lines[0])
        assert checked(changed(lines, completions=None)).status == "failed"
        for field in header:
            less = {key: value for key, value in header.items() if key != field}
            assert checked(pack([json.dumps(less), *lines[1:]])).status == "failed", (name, field)
        twice = lines[0][:-1] + ', "verdict": ' + json.dumps(header["verdict"]) + "}"
        assert checked(pack([twice, *lines[1:]])).status == "failed"
        reason = {"kind": "magic", "text": "because"}
        result = checked(changed(lines, reason=reason))
        assert result.status == ("verified" if name in _REASON_IS_TEXT else "failed"), name
        assert checked(changed(lines, reason="because")).status == "failed"
        assert checked(changed(lines, proof="exhausted")).status == "failed"


_REASON_IS_TEXT = [
    name
    for name in QUESTIONS
    if (header := json.loads(certificate(name)[0]))["verdict"] == "unwinnable"
    and header["proof"] == "certificate"
    and header["content"] != "stock-order"
]


def test_relations_are_for_optional_discarding():
    lines = certificate("relations")
    rules = {**json.loads(lines[0])["rules"], "discarding": "forced"}
    assert "optional discarding" in checked(changed(lines, rules=rules)).text


MID_GAME = {
    "single-left": ({"discarding": "optional"}, 12),
    "head": ({"hand": 4, "passes": 2}, 9),
    "one-minute": ({}, 8),
    "blink": ({"columns": 3, "rows": 3, "hold": 1}, 6),
    "universal": ({"columns": 2}, 15),
}


@pytest.mark.parametrize("game", MID_GAME)
def test_what_is_proved_from_mid_game_is_verified(game):
    rules, size = MID_GAME[game]
    rng = random.Random(f"mid-game {game}")
    proved = 0
    for number in range(12):
        if game == "universal":
            cards = [
                card for card in winnow.Deal.numbered(game, number).cards if card[0] in "12345" and card[1] in "EJV"
            ]
        else:
            cards = winnow.Deal.numbered(game, number).cards[:size]
        table = winnow.Deal.parse(game, " ".join(cards), {"deck": "as-dealt", **rules}).bind()
        position, after = table.start(), []
        for _ in range(rng.randrange(1, 6)):
            moves = list(table.successors(position))
            if not moves:
                break
            move, position = rng.choice(moves)
            after.append(move)
        best = rng.random() < 0.5
        proof = winnow.prove(game, list(cards), rules={"deck": "as-dealt", **rules}, after=after, best=best)
        if proof.content is not None:
            proved += 1
            assert checked(pack(proof.text())).status == "verified", (cards, after)
    assert proved > 8


def test_relations_prove_what_the_engine_proves_in_mid_game():
    proof = winnow.prove(
        "single-left",
        "AD AC 4D 2D 3D 3C",
        rules={"discarding": "optional", "deck": "as-dealt", "goal": "2"},
        after="draw draw draw draw draw draw",
    )
    assert (proof.content, checked(pack(proof.text())).status) == ("relations", "verified")


def test_a_bound_beside_a_winning_line_is_unproven():
    deal = "8S JH 9C 2S 4D 4H JC 8C 3D"
    won = winnow.solve("one-minute", deal, rules={"deck": "as-dealt", "pace": 2.0}).record()
    assert won["verdict"] == "winnable"
    plain = {**won, "bound": None, "optimal": False}
    assert check(plain).status == "verified"
    result = check({**won, "bound": won["score"], "optimal": True})
    assert (result.status, "bound" in result.text) == ("unproven", True)
    assert dict(result.claims)["line"] == "verified"


def test_counts_are_unproven():
    layouts = winnow.count("blink", "1RS 1RM", rules={"deck": "as-dealt", "columns": 2, "rows": 1}).record()
    assert check(layouts).status == "unproven"
    assert check({**layouts, "layouts": -1}).status == "failed"
    assert check({**layouts, "deal": "1RS"}).status == "unproven"
    assert check({**layouts, "deal": "AS"}).status == "failed"


def test_of_a_retired_format_the_check_cannot_tell(tmp_path):
    record, certificate = tmp_path / "record", tmp_path / "certificate"
    record.write_text(json.dumps({"format": "winnow-construction/1", "game": "single-left"}) + "\n")
    header = {"format": "winnow-count-proof/1", "game": "blink", "deal": "1RS 1BM", "content": "layouts"}
    certificate.write_bytes(pack([json.dumps(header)]))
    for file in (record, certificate):
        status, out, *_ = run_check(file)
        assert (status, "was retired" in out) == (3, True), out


@pytest.mark.parametrize(("name", "content"), [("universal loss", "buried"), ("head set", "cover")])
def test_of_retired_evidence_the_check_cannot_tell(tmp_path, name, content):
    header = json.loads(certificate(name)[0])
    header |= {"proof": "witness", "reason": {"kind": content, "text": ""}}
    record, evidence = tmp_path / "record", tmp_path / "evidence"
    record.write_text(json.dumps({**header, "format": VERDICT_FORMAT}) + "\n")
    evidence.write_bytes(pack([json.dumps({**header, "content": content})]))
    for file in (record, evidence):
        status, out, *_ = run_check(file)
        assert (status, "was retired" in out) == (3, True), out


def test_search_bears_out_or_refutes_what_is_unproven(tmp_path):
    file = tmp_path / "records"
    rules = {"deck": "as-dealt", "columns": 2, "rows": 1}
    layouts = winnow.count("blink", "1RS 1RM", rules=rules).record()
    hint = winnow.hint("blink", "1RS 1RM", rules=rules).record()
    records = [layouts, {**layouts, "layouts": 2, "exact": True}, hint]
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert run_check(file)[:2][0] == 0
    assert run_check("--strict", file)[0] == 3
    status, out, errors, *_ = run_check("--search", file)
    words = [line.split(": ")[1] for line in out.splitlines()[:-1]]
    assert (status, words, errors) == (1, ["verified by search", "failed", "verified by search"], [])


def test_records_of_unknown_cards_make_no_traceback():
    hint = winnow.hint("single-left", 1).record()
    hidden = " ".join(["?"] * 6 + hint["deal"].split()[6:])
    assert check({**hint, "deal": hidden, "number": None}).status == "failed"
    for other in (None, 7, [], {"a": 1}, "x" * 100, True):
        for field in hint:
            assert check({**hint, field: other}).status in ("failed", "unproven"), field


def test_losses_by_search_say_so():
    lost = winnow.solve(
        "universal", "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E", rules={"columns": 2, "deck": "as-dealt"}
    )
    record = lost.record()
    assert record["reason"] is not None
    assert check(record).status in ("unproven", "verified")


def test_hostile_files_end_in_one_line(tmp_path):
    header = certificate("universal loss")[0]
    sparse = tmp_path / "sparse"
    with sparse.open("wb") as file:
        file.truncate(20 << 30)
    contents = {
        "newlines": gzip.compress(header.encode() + b"\n" + b"\n" * (1 << 24)),
        "nested": gzip.compress(b"[" * 1_000_000 + b"\n"),
        "digits": gzip.compress(header.encode() + b"\n" + b"9" * 1_000_000 + b"\n"),
        "clauses": gzip.compress(
            (header + "\n" + "".join(f"{n} {n} 0 1 0\n" for n in range(9**6, 9**6 + 9999))).encode()
        ),
        "objects": b'{"a":' * 100_000,
        "keys": b'{"format":1,"format":2}',
        "records": (json.dumps({"format": "winnow-verdict/1", "deal": "AS " * 2_000_000}) + "\n").encode(),
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    came = Counter()
    for name in ("sparse", *contents):
        run = run_check("--memory", 64, "--seconds", 5, tmp_path / name)
        came[run.status] += 1
        assert run.status in (1, 2, 3), (name, run)
        assert not any("Traceback" in line for line in run.errors), (name, run)
        assert run.peak < most_mib(64), (name, run)
    assert came[1] >= 3


def test_no_kind_of_memory_is_left_to_python():
    usage = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = check_certificate(io.BytesIO(closed_set_bomb(60)), Meter(memory=20))
    assert result.status == "exhausted"
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - usage) // 1024 < 20 * 1.1 + SLACK_MIB


@pytest.mark.parametrize("statm", ["/proc/self/statm", "/nonexistent"])
def test_the_growth_of_the_process_is_limited_on_every_system(statm, monkeypatch):
    monkeypatch.setattr("winnow.core.meter._STATM", Path(statm))
    limits = Meter(memory=16)
    limits.look()
    grown = bytearray(b"x" * (64 << 20))
    time.sleep(0.1)  # the memory is measured now and then
    with pytest.raises(ExhaustedError, match="the limit of memory"):
        limits.look()
    assert len(grown) == 64 << 20
