"""Complete verdict records have the same hashes on every machine, and are the same in the browser's Python."""

import hashlib
import json
from pathlib import Path

import pytest

import winnow
from built_site import ASK, built, in_node
from winnow import Limits

HERE = Path(__file__).parent
KNOWN = json.loads((HERE / "records.json").read_text())
SMALL = {"win": 20, "best": 3, "hint": 2, "readings": 3}
LARGE = {"win": 200, "best": 20, "hint": 20, "readings": 20}
GAMES = ("universal", "single-left", "one-minute", "head", "blink")
MEASURED = ("seconds", "memory")
LIMITS = {"positions": 20_000}
READINGS = {
    "single-left": {"redeals": "1", "redeal_order": "discards"},
    "head": {"sorting": "all", "carry": "true", "excuse": "suit-or-rank"},
    "blink": {"first": "centre", "held": "before", "bonus": "2"},
}
"""Other readings of the sources: plain search answers them."""


def strip(value):
    """Leave out what is measured, and differs from run to run."""
    if isinstance(value, dict):
        return {name: strip(part) for name, part in value.items() if name not in MEASURED}
    return [strip(part) for part in value] if isinstance(value, (list, tuple)) else value


def calls(counts):
    """Return the calls for each question and game: the function and the question."""
    found = {}
    for kind, count in counts.items():
        for game in READINGS if kind == "readings" else GAMES:
            fields = {"game": game, "rules": READINGS[game] if kind == "readings" else {}, "best": kind == "best"}
            questions = [fields | {"number": number, "limits": LIMITS} for number in range(1, count + 1)]
            found[f"{kind} {game} {count}"] = [("hint" if kind == "hint" else "solve", one) for one in questions]
    return found


def record(call, question):
    return strip(getattr(winnow, call)(**{**question, "limits": Limits(**LIMITS)}).record())


def hashed(listed):
    digest = hashlib.sha256()
    for call in listed:
        digest.update(json.dumps(record(*call), sort_keys=True).encode())
    return digest.hexdigest()


@pytest.mark.parametrize("counts", [SMALL, pytest.param(LARGE, marks=pytest.mark.full)], ids=["small", "large"])
def test_records_have_the_hashes_that_are_kept(counts):
    found = calls(counts)
    assert len(found) == 18
    assert {name: hashed(listed) for name, listed in found.items()} == {name: KNOWN[name] for name in found}


@pytest.mark.parametrize("counts", [SMALL, pytest.param(LARGE, marks=pytest.mark.full)], ids=["small", "large"])
def test_the_browsers_engine_has_the_same_records(tmp_path_factory, counts):
    every = [call for listed in calls(counts).values() for call in listed]
    told = json.loads(in_node(built(tmp_path_factory), tmp_path_factory.mktemp("program"))(ASK, every))
    assert [strip(value) for value in told] == [record(*call) for call in every]
