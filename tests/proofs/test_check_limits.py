"""`winnow check` under limits: it ends, every claim has its status, and no file causes a traceback."""

from __future__ import annotations

import io
import json
import signal
import time
from pathlib import Path

import pytest

import winnow
from certificates_help import certificate, checked, header_of, pack
from command_help import run
from hostile_files import closed_set_bomb
from limits_help import run as measured
from winnow.checking.certificates import check_certificate
from winnow.cli import main
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.verdicts import VERDICT_FORMAT


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
        status, out, errors, *_ = measured("check", *limit, file)
        assert (status, errors, f"the limit of {word}" in out) == (3, [], True)
    lost = pack(certificate("one-minute layers"))
    assert check_certificate(io.BytesIO(lost), Meter(positions=2)).status == "exhausted"
    assert check_certificate(io.BytesIO(lost), Meter()).status == "verified"


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


def retired(name, content):
    """Return a record and a certificate with evidence of a retired kind."""
    header = header_of(name, proof="witness", reason={"kind": content, "text": ""})
    return {**header, "format": VERDICT_FORMAT}, {**header, "content": content}


@pytest.mark.parametrize(
    ("record", "header"),
    [
        ({"format": "winnow-construction/1", "game": "single-left"}, {"format": "winnow-count-proof/1"}),
        retired("universal loss", "buried"),
        retired("head set", "cover"),
    ],
    ids=["formats", "buried", "cover"],
)
def test_of_what_is_retired_the_check_cannot_tell(tmp_path, record, header):
    file = tmp_path / "file"
    for data in (json.dumps(record).encode() + b"\n", pack([json.dumps(header)])):
        file.write_bytes(data)
        status, out, _ = run("check", file)
        assert (status, "was retired" in out) == (3, True), out


def test_search_bears_out_or_refutes_what_is_unproven(tmp_path):
    file = tmp_path / "records"
    rules = {"deck": "as-dealt", "columns": 2, "rows": 1}
    layouts = winnow.count("blink", "1RS 1RM", rules=rules).record()
    hint = winnow.hint("blink", "1RS 1RM", rules=rules).record()
    ended = {**hint, "moves": [], "stopped": "seconds", "verdict": "undecided", "line": None}
    ended |= {"score": None, "optimal": False, "bound": 99}
    losing = {**hint["moves"][0], "verdict": "unwinnable"}
    beyond = {**hint["moves"][0], "score": 99}
    unclaimed = {**winnow.solve("blink", "1RS 1RM", rules=rules).record(), "timed_score": "99999"}
    wrong = [{**hint, "moves": [move, *hint["moves"][1:]]} for move in (losing, beyond)]
    records = [layouts, {**layouts, "other": 1}, *wrong, hint, ended, unclaimed]
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert run("check", file).status == 0
    assert run("check", "--strict", file).status == 3
    status, out, errors = run("check", "--search", file)
    words = [line.split(": ")[1] for line in out.splitlines()[:-1]]
    open_ones = ["verified by search", "unproven", "failed", "unproven", "verified by search", "unproven", "unproven"]
    assert (status, words, errors) == (1, open_ones, "")


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
