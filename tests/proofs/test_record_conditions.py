"""Records: no changed field is called verified, and each condition of their check names what it refuses.

What records share with certificates (deal, question, line, numbers, reason) is in test_referee_conditions.py.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner

import winnow
from certificates_help import LOST, WON, pack
from winnow.checking.records import check
from winnow.cli import command, verified
from winnow.core.meter import Meter

COST = {"positions", "seconds", "engine", "stopped"}
"""Fields that claim nothing of the deal (docs/formats.md)."""
QUESTION = {"rules", "question"}
"""Fields that pose another question, of which the record may still be true."""
TABLE = {"deck": "as-dealt", "columns": 2, "rows": 2}
TWO = {"columns": 2, "deck": "as-dealt"}
PARTLY = ["?"] * 40 + list(winnow.Deal.numbered("single-left", 3).cards[40:])


def timed() -> dict[str, Any]:
    words = ["solve", "blink", "1RS 1BM 2RM 3BS", "--rule", "deck=as-dealt", "--rule", "columns=2", "--rule", "rows=2"]
    run = CliRunner().invoke(command, [*words, "--set-time", "60", "--time", "30", "--json"])
    found: dict[str, Any] = json.loads(run.output)
    return found


MADE = {
    "a win": lambda: winnow.solve("single-left", "AC 2D 3H AS", rules={"deck": "as-dealt"}).record(),
    "a long win": lambda: winnow.solve("universal", WON, rules=TWO).record(),
    "a theorem": lambda: winnow.solve("single-left", 0, rules={"goal": "one"}).record(),
    "forced play": lambda: winnow.solve("single-left", 1).record(),
    "a room": lambda: winnow.solve("blink", "1RS 1BS 1GS 1RT 2RS", rules=TABLE).record(),
    "a search": lambda: winnow.solve("universal", LOST, rules=TWO).record(),
    "a timed score": timed,
    "an open deal": lambda: winnow.solve("single-left", PARTLY).record(),
    "a theorem of unknown cards": lambda: winnow.solve("single-left", ["?"] * 52, rules={"goal": "one"}).record(),
    "a hint": lambda: winnow.hint("blink", "1RS 1BM 2RM 3BS", rules=TABLE).record(),
    "a losing hint": lambda: winnow.hint("single-left", 1).record(),
    "a count": lambda: winnow.count("blink", "1RS 1RM", rules={**TABLE, "rows": 1}).record(),
}
STATUS = {
    **dict.fromkeys(("a search", "a timed score", "an open deal", "a hint", "a count"), "unproven"),
    "a losing hint": "unproven",
}
"""The status of each record that is not verified; an open deal's share is an estimate."""


@cache
def made(name: str) -> str:
    return json.dumps(MADE[name]())


def record_of(name: str, **changes: Any) -> dict[str, Any]:
    return {**json.loads(made(name)), **changes}


def ruled(name: str, **rules: Any) -> dict[str, Any]:
    return {**record_of(name)["rules"], **rules}


def others(value: Any) -> list[Any]:
    """Return values that say something else than `value`."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        swap = {"winnable": "unwinnable", "unwinnable": "winnable", "win": "best", "best": "win"}
        return [swap.get(value, f"{value}9")]
    if isinstance(value, list):
        return [value[:-1], [*value, "x"]] if value else [["x"]]
    if isinstance(value, dict):
        return [{**value, name: other} for name in value for other in others(value[name])]
    return [7, []] if value is None else [value + 0.25]


@pytest.mark.parametrize("name", MADE)
def test_no_changed_field_is_called_verified(name):
    record = record_of(name)
    assert check(record).status == STATUS.get(name, "verified")
    for field in (*record, "news"):
        for other in others(record.get(field)):
            if field == "reason" and record.get(field) and other.get("kind") == record[field]["kind"]:
                continue  # The text is for people: docs/formats.md says that nothing checks it.
            result = check({**record, field: other})
            if field in QUESTION and result.status == "verified":
                # Another question with the same answer: what is verified must be so.
                changed = {**record, field: other}
                again = winnow.solve(changed["game"], changed["deal"], rules=changed["rules"]).verdict
                assert again in (record["verdict"], "undecided")
            else:
                assert field in COST or result.status != "verified", (field, other)


def test_every_dropped_or_doubled_move_is_refused():
    line = record_of("a long win")["line"]
    for place, move in enumerate(line):
        for other in (line[:place] + line[place + 1 :], line[: place + 1] + line[place:]):
            # Dropping or repeating a turn can leave a winning line.
            assert check(record_of("a long win", line=other)).status != "verified" or move in ("T", "R")


HINT, COUNT, OPEN = record_of("a losing hint"), record_of("a count"), record_of("an open deal")
WINNING, LOSING = OPEN["completions"]["winning"], OPEN["completions"]["losing"]
REVERSED = " ".join(WINNING.split()[::-1])
NO_SCORE = {"score": None, "optimal": False}


FAULTS = [
    ("a win", {"format": "winnow-verdict/2"}, "the format is not winnow-verdict/1"),
    ("a win", {"format": None}, "format is missing"),
    ("a win", {"proof": "magic"}, "proof is of no known kind"),
    ("a win", {"line": None}, "a winnable verdict needs its line"),
    ("a win", {"reason": {"kind": "parity", "text": ""}}, "only a loss has a reason"),
    ("a win", {"completions": {"winning": "", "losing": ""}}, "only an open or undecided deal has completions"),
    ("a theorem", {"completions": {"winning": "", "losing": ""}}, "only an open or undecided deal has completions"),
    ("a theorem", {"rules": ruled("a theorem", goal="clear")}, "does not rule the goal out"),
    ("a theorem", {"score": 2, "bound": None, "optimal": False}, "a score needs its line"),
    ("forced play", {"proof": "theorem"}, "has no proof 'theorem' of kind 'forced-play'"),
    ("forced play", {"reason": None}, "has no proof 'witness' of kind None"),
    ("forced play", {"reason": {"kind": "magic", "text": ""}}, "has no proof 'witness' of kind 'magic'"),
    ("forced play", {"bound": record_of("forced play")["bound"] - 2, **NO_SCORE}, "which bound denies"),
    ("forced play", {"rules": ruled("forced play", goal="52")}, "does not rule a win out"),
    ("forced play", {"rules": ruled("forced play", discarding="optional")}, "leaves choices"),
    ("a room", {"rules": ruled("a room", rows=3)}, "does not rule a win out"),
    ("a search", {"reason": {"kind": "search", "text": "", "cards": "AS"}}, "not a kind with its text"),
    ("an open deal", {"completions": {"winning": WINNING}}, "losing"),
    ("an open deal", {"completions": {"winning": OPEN["deal"], "losing": LOSING}}, "leaves cards unknown"),
    ("an open deal", {"completions": {"winning": REVERSED, "losing": LOSING}}, "does not agree with the known"),
    ("an open deal", {"completions": {"winning": LOSING, "losing": LOSING}}, "the winning completion loses"),
    ("an open deal", {"completions": {"winning": WINNING, "losing": WINNING}}, "the losing completion wins"),
    ("a theorem of unknown cards", {"rules": ruled("a theorem", goal="clear")}, "does not rule the goal out"),
    ("a theorem of unknown cards", {"after": ["bogus"]}, "bogus"),
    ("a losing hint", {"moves": [{"move": 1}]}, "not a list of moves with their verdicts"),
    ("a losing hint", {"moves": [1]}, "not a list of moves with their verdicts"),
    ("a losing hint", {"deal": f"? {HINT['deal'].partition(' ')[2]}", "number": None}, "needs every card known"),
    ("a losing hint", {"moves": HINT["moves"] * 2}, "these are not the legal moves"),
    ("a losing hint", {"moves": [{**move, "verdict": "winnable"} for move in HINT["moves"]]}, "does not follow"),
    ("a losing hint", {"moves": [{**move, "verdict": "sure"} for move in HINT["moves"]]}, "an unknown verdict"),
    ("a count", {"layouts": -1}, "layouts is not a number up to the cap"),
    ("a count", {"layouts": COUNT["cap"] + 1}, "layouts is not a number up to the cap"),
    ("a count", {"exact": 1}, "exact is missing or of another type"),
    ("a count", {"deal": "AS"}, "'AS' is not a card"),
    ("a count", {"after": ["bogus"]}, "move 1"),
]
"""A record, what is changed in it, and the fault that is named."""
CLAIMS = [
    ("a count", {"layouts": 0}, "0 layouts: the record carries nothing"),
    ("a count", {"layouts": COUNT["cap"]}, "the record carries nothing"),
    ("a count", {"after": ["1RS@0,0"]}, "the record carries nothing"),
    ("a theorem", {"bound": 2, "optimal": False}, "unproven: bound 2"),
    ("a search", {}, "a search, which nothing here repeats"),
    ("a search", {"reason": {"kind": "magic", "text": ""}}, "its reason, 'magic', is text that is not checked"),
    ("a search", {"proof": "certificate"}, "a certificate, which is a file of its own"),
    ("a win", {"verdict": "invalid"}, "bad input claims nothing"),
]
"""The same, and what stays without evidence."""
CASES = [*(("failed", *case) for case in FAULTS), *(("unproven", *case) for case in CLAIMS)]


@pytest.mark.parametrize(("status", "name", "changes", "text"), CASES, ids=lambda value: str(value)[:40])
def test_conditions_of_records(status, name, changes, text):
    result = check(record_of(name, **changes))
    assert (result.status, text in result.text) == (status, True), result.text


def test_a_bound_beside_a_winning_line_is_unproven():
    rules = {"deck": "as-dealt", "pace": 2.0}
    won = winnow.solve("one-minute", "8S JH 9C 2S 4D 4H JC 8C 3D", rules=rules).record()
    assert (won["verdict"], check({**won, "bound": None, "optimal": False}).status) == ("winnable", "verified")
    result = check({**won, "bound": won["score"], "optimal": True})
    assert (result.status, "bound" in result.text) == ("unproven", True)
    assert dict(result.claims)["line"] == "verified"


def test_a_timed_score_and_a_share_are_unproven_by_name():
    assert record_of("a timed score")["timed_score"]
    assert dict(check(record_of("a timed score")).claims)["field timed_score"] == "unproven"
    assert check(OPEN).claims == (("verdict", "verified"), ("field share", "unproven"))
    odd = {**HINT, "moves": [{**move, "news": 1} for move in HINT["moves"]]}
    assert dict(check(odd).claims)["field news"] == "unproven"


def test_a_bundle_that_shows_nothing_is_not_verified(tmp_path, monkeypatch):
    monkeypatch.setattr(verified, "program", lambda: "winnow-verify")
    file = tmp_path / "bundle"
    file.write_bytes(pack([json.dumps({"format": "winnow-bundle/1", "records": 0, "certificates": 0})]))
    result = verified.check_verified(str(file), Meter())
    assert (result.status, result.text) == ("unproven", "no certificates, so nothing is shown")


@pytest.mark.parametrize("handlings", [200, 10**12 - 7, 10**16 + 1, 10**18 - 1])
def test_any_number_of_handlings_is_exact_in_a_record(handlings):
    record = winnow.solve("one-minute", 1, rules={"handlings": handlings}).record()
    assert (record["rules"]["handlings"], check(json.loads(json.dumps(record))).status) == (handlings, "verified")
    other = {**record["rules"], "handlings": handlings + 10**3}
    assert check({**record, "rules": other}).status == "failed"
