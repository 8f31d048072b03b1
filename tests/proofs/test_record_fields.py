"""Every field of every record that `winnow check` reads: a changed one is never called verified, unless it is cost."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

import winnow
from certificates_help import pack
from winnow.checking.records import check
from winnow.cli import command, verified
from winnow.core.meter import Meter

COST = {"positions", "seconds", "engine", "stopped"}
"""Fields that claim nothing of the deal (docs/formats.md)."""
QUESTION = {"rules", "question"}
"""Fields that pose another question, of which the record may still be true."""
TABLE = {"deck": "as-dealt", "columns": 2, "rows": 2}


def timed() -> dict[str, Any]:
    words = ["solve", "blink", "1RS 1BM 2RM 3BS", "--rule", "deck=as-dealt", "--rule", "columns=2", "--rule", "rows=2"]
    run = CliRunner().invoke(command, [*words, "--set-time", "60", "--time", "30", "--json"])
    found: dict[str, Any] = json.loads(run.output)
    return found


RECORDS = {
    "a win": lambda: winnow.solve("single-left", "AC 2D 3H AS", rules={"deck": "as-dealt"}).record(),
    "a loss": lambda: winnow.solve("single-left", 0, rules={"goal": "one"}).record(),
    "a timed score": timed,
    "an open deal": lambda: winnow.solve("single-left", ["?"] * 52).record(),
    "a hint": lambda: winnow.hint("blink", "1RS 1BM 2RM 3BS", rules=TABLE).record(),
    "a count": lambda: winnow.count("blink", "1RS 1RM", rules={**TABLE, "rows": 1}).record(),
}


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
    return [7] if value is None else [value + 0.25]


@pytest.mark.parametrize("name", RECORDS)
def test_no_changed_field_is_called_verified(name):
    record = RECORDS[name]()
    assert check(record).status in ("verified", "unproven")
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


def test_a_timed_score_and_a_share_are_unproven_by_name():
    record = timed()
    assert record["timed_score"]
    assert dict(check(record).claims)["field timed_score"] == "unproven"
    share = {"share": 0.999, "low": 0.99, "high": 1.0, "samples": 24, "exact": True, "seed": 0}
    hidden = {**RECORDS["an open deal"](), "share": share}
    assert dict(check(hidden).claims)["field share"] == "unproven"


def test_verdicts_of_cards_held_back_follow_from_the_moves():
    hint = RECORDS["a hint"]()
    assert hint["held_back"]
    assert check(hint).status == check({**hint, "held_back": {}} | {"held_back": hint["held_back"]}).status
    swap = {"winnable": "unwinnable", "unwinnable": "winnable"}
    reversed_ones = {card: swap[verdict] for card, verdict in hint["held_back"].items()}
    result = check({**hint, "held_back": reversed_ones})
    assert (result.status, "held_back does not follow" in result.text) == ("failed", True)


def test_a_bundle_that_shows_nothing_is_not_verified(tmp_path, monkeypatch):
    monkeypatch.setattr(verified, "program", lambda: "winnow-verify")
    file = tmp_path / "bundle"
    file.write_bytes(pack([json.dumps({"format": "winnow-bundle/1", "records": 0, "certificates": 0})]))
    assert verified.check_verified(str(file), Meter()) == (3, "unproven: no certificates, so nothing is shown")


@pytest.mark.parametrize("handlings", [200, 10**12 - 7, 10**16 + 1, 10**18 - 1])
def test_any_number_of_handlings_is_exact_in_a_record(handlings):
    record = winnow.solve("one-minute", 1, rules={"handlings": handlings}).record()
    assert (record["rules"]["handlings"], check(json.loads(json.dumps(record))).status) == (handlings, "verified")
    other = {**record["rules"], "handlings": handlings + 10**3}
    assert check({**record, "rules": other}).status == "failed"
