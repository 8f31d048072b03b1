"""Records with arbitrary values anywhere: a check reports the fault and raises nothing."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from typing import Any

from test_record_conditions import MADE, record_of

from certificates_help import QUESTIONS, asked, still_true
from random_play import sizes
from winnow.api.solve import answer, make_budget
from winnow.checking.records import check
from winnow.core.meter import Meter
from winnow.core.verdicts import VERDICT_FORMAT, Limits

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 10**18, 10**99, -(10**99), 0.0, -0.0, 1.5, 1e300, float("inf")),
    *("", " ", "?", "AS", "T", "0", "-1", "٣", "\ud800", "\0", "\x1b[2J", "x" * 10_000, "AS " * 700, "full"),
    "as-dealt",
    *([], [[]], [None], ["?"], ["T"] * 300, [0], {}, {"a": {}}, {"kind": "search", "text": ""}, {"kind": []}),
    *("winnable", "unwinnable", "undecided", "open", "invalid", "theorem", "witness", "certificate", "exhausted"),
    *("single-left", "head", "blink", "universal", "one-minute", "clear", "one", "forced", "optional", "free"),
]


_CLAIMED = ("game", "rules", "deal", "after", "verdict", "bound")
"""The claims of a record beyond its line, which the check replays."""


def records() -> list[dict[str, Any]]:
    solved = [answer(asked(name), make_budget(Limits())).record() for name in QUESTIONS]
    return [*solved, *(record_of(name) for name in MADE)]


def changed(rng: random.Random, record: Any) -> Any:
    """Return a record with one to three values anywhere replaced, dropped, repeated or copied from elsewhere."""
    record = copy.deepcopy(record)
    for _ in range(rng.choice([1, 1, 2, 3])):
        holder, key = _place(rng, record)
        kind = rng.randrange(5)
        if kind == 0 and isinstance(holder, dict):
            del holder[key]
        elif kind == 1 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif kind == 2:
            other, place = _place(rng, record)
            holder[key] = copy.deepcopy(other[place])
        elif kind == 3 and type(holder[key]) is int:
            holder[key] += rng.choice([-1, 1, 7, 10**6])
        else:
            holder[key] = rng.choice(ODD)
        if not record:
            break
    return record


def other_bytes(rng: random.Random, data: bytes) -> bytes:
    """Return the bytes of a file with a run of them changed, repeated or left out, or all after it."""
    at, length = rng.randrange(len(data)), rng.choice([1, 1, 4, 64, len(data)])
    new = rng.choice([b"", rng.randbytes(length), bytes(length), data[at : at + length] * 2])
    return data[:at] + new + data[at + length :]


def _place(rng: random.Random, record: Any) -> tuple[Any, Any]:
    holder = record
    while True:
        key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if not isinstance(holder[key], (dict, list)) or not holder[key] or rng.random() < 0.2:
            return holder, key
        holder = holder[key]


@sizes((1, 800), (2, 20_000))
def test_no_record_makes_a_check_raise(seed: int, count: int) -> None:
    rng, came, every, known = random.Random(seed), Counter(), records(), dict[str, bool]()
    for _ in range(count):
        record = changed(rng, rng.choice(every))
        result = check(record, Meter(memory=64, positions=3_000))
        came[result.status] += 1
        assert len(result.text) < 1_000, record
        if result.status == "verified" and record.get("format") == VERDICT_FORMAT and "?" not in record["deal"]:
            claims = json.dumps({name: record.get(name) for name in _CLAIMED})
            if claims not in known:
                known[claims] = still_true(record)
            assert known[claims], record
    print(came)
    assert came["failed"] > 0.3 * count, came
