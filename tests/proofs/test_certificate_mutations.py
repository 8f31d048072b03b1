"""Changed and hostile certificates: none with a false claim is verified."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections import Counter
from dataclasses import fields
from typing import Any

import pytest

from certificates_help import CONTENTS, PARTLY_KNOWN, QUESTIONS, certificate, changed, checked, pack, still_true
from winnow.core.games import GAMES
from winnow.core.registry import own_names


def swaps(name: str, count: int) -> tuple[int, int]:
    """Exchange cards of the deal and keep the proof; return how many claims became false, and how many were refused."""
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


@pytest.mark.parametrize("name", [name for name in CONTENTS if not name.endswith(" after")])
def test_a_proof_of_another_deal_is_refused_where_it_is_false(name):
    swaps(name, 12)


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in CONTENTS if not name.endswith(" after")])
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
        if change.get("content") in ("forced-play", "block-set") and result.status == "verified":
            # Relations and the line may prove what forced play proves; a cover is a block set without members.
            assert still_true({**header, **change})
            continue
        assert result.status == "failed", (name, change, result.text)


@pytest.mark.parametrize(
    "name", [name for name, kind in CONTENTS.items() if kind in ("closed-set", "relations-set", "clauses")]
)
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
    for name in ("single-left set", "blink set", "one-minute best"):
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


def test_tables_of_another_shape_are_refused():
    """Each condition on the tables by itself: an extra line, an extra word, a word too long."""
    lines = certificate("relations")
    count = len(lines) - 2
    for other in (
        [*lines, lines[-1]],
        [*lines[:-1], f"{lines[-1]} 0"],
        [*lines[:-1], lines[-1].split()[0]],
        [*lines[:-1], f"{lines[-1].split()[0]} {'f' * (count + 1)}"],
        [*lines[:-1], f"{lines[-1].split()[0]} {1 << (count + 1):x}"],
        lines[:-1],
    ):
        result = checked(pack(other))
        assert (result.status, "tables" in result.text) == ("failed", True), result.text


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
    # Some changes leave a valid proof: another order of hints, a clause kept longer.
    assert refused > 100


@pytest.mark.parametrize("name", ["universal loss", "relations", "head set", "one-minute layers", "parity"])
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
            # Only bits without influence on the content may change: the time of compression, padding.
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


@pytest.mark.parametrize(
    "name", ["universal loss", "relations best", "head set", "one-minute best", "one-minute layers", "forced play"]
)
def test_wrong_types_are_refused_without_a_traceback(name):
    lines = certificate(name)
    values: list[Any] = [None, True, -1, 10**30, 1.5, "", "x", [], [[]], ["x"], {}, {"a": []}]
    for field in json.loads(lines[0]):
        for value in values:
            assert checked(changed(lines, **{field: value})).status in ("failed", "verified")


@pytest.mark.parametrize(
    "name", ["universal loss", "relations", "head set", "blink graph", "one-minute best", "one-minute layers"]
)
def test_rules_of_any_value_are_met_with_one_short_line(name):
    lines = certificate(name)
    rules = json.loads(lines[0])["rules"]
    values: list[Any] = [10**17, 10**9, 1000, -1, 0, 1e300, "9" * 5000, "x" * 10**5, "\n\x1b[2J", None, [], {"a": [[]]}]
    for rule in rules:
        for value in values:
            result = checked(changed(lines, rules={**rules, rule: value}))
            assert (len(result.text) < 320, result.text.isprintable()) == (True, True), (rule, value)


def test_bombs_are_refused():
    header = certificate("universal loss")[0].encode() + b"\n"
    for text in (b"\n", b"0", b"1000000 d 0\n"):
        result = checked(gzip.compress(header + text * ((1 << 25) // len(text))))
        assert result.status == "failed"
    assert "far more than its size" in result.text


def test_memory_is_bounded():
    for name in ("universal loss", "blink best", "one-minute layers"):
        result = checked(pack(certificate(name)), memory=0.05)
        assert (result.status, "memory" in result.text) == ("exhausted", True)


def test_forced_play_with_endless_redeals_ends():
    lines = certificate("forced play")
    header = json.loads(lines[0])
    rules = {**header["rules"], "redeals": 10**17}
    assert checked(changed(lines, rules=rules, score=None, bound=None, optimal=False)).status in ("failed", "verified")


def test_empty_stream_objects_are_complete():
    packer = zlib.compressobj(wbits=31)
    assert checked(packer.compress(b"") + packer.flush()).status == "failed"


def mutant(rng: random.Random, lines: tuple[str, ...]) -> tuple[str, bytes]:
    """Change one thing; return what was changed, and the file."""
    kind = rng.choice([*_IN_HEADER, *(IN_BODY if len(lines) > 1 else ()), "bit of the text", "bit of the file", "end"])
    if kind in _IN_HEADER:
        return kind, pack([json.dumps(_other_header(rng, kind, json.loads(lines[0]))), *lines[1:]])
    if kind in IN_BODY:
        return kind, pack([lines[0], *other_body(rng, kind, list(lines[1:]))])
    data = pack(lines) if kind != "bit of the text" else "\n".join((*lines, "")).encode()
    if kind == "end":
        return kind, data[: rng.randrange(len(data))]
    place, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
    data = data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]
    return kind, data if kind == "bit of the file" else gzip.compress(data, mtime=0)


_IN_HEADER = ("cards", "rule", "claim")
IN_BODY = ("line dropped", "line repeated", "lines exchanged", "number", "word dropped")


def _other_header(rng: random.Random, kind: str, header: dict[str, Any]) -> dict[str, Any]:
    if kind == "cards":
        cards = header["deal"].split()
        for _ in range(rng.choice([1, 1, 2, 6])):
            i, j = rng.sample(range(len(cards)), 2)
            cards[i], cards[j] = cards[j], cards[i]
        return {**header, "deal": " ".join(cards), "number": None}
    if kind == "rule":
        rules = dict(header["rules"])
        name = rng.choice([name for name in rules if name != "deck"])
        rules[name] = rng.choice(_other_values(header["game"], name, rules[name]))
        return {**header, "rules": rules}
    step = rng.choice([-2, -1, 1, 2])
    claims: list[dict[str, Any]] = [
        {"verdict": "winnable" if header["verdict"] == "unwinnable" else "unwinnable"},
        {"question": "win" if header["question"] == "best" else "best"},
        {"content": rng.choice(["line", *CONTENTS.values()])},
        {"line": None, "score": None, "optimal": False},
        {"after": [*header["after"], *(header["line"] or ["T"])[:1]]},
    ]
    if header["bound"] is not None:
        claims.append({"bound": header["bound"] + step, "optimal": header["bound"] + step == header["score"]})
    if header["score"] is not None:
        claims.append({"score": header["score"] + step, "optimal": header["bound"] == header["score"] + step})
    return {**header, **rng.choice(claims)}


_VALUES: dict[str, list[Any]] = {"goal": ["clear", "one", "2", "8", "16"], "first": ["anywhere", "centre", "0,0"]}
"""Values of the options that take more than a few words."""


def _other_values(game: str, name: str, value: Any) -> list[Any]:
    """Return values near that of an option; of a word, all words that its reader names when it refuses another."""
    if isinstance(value, bool):
        return [True, False]
    if isinstance(value, int):
        return [value - 1, value + 1]
    if isinstance(value, float):
        return [value * 0.9, value * 1.1]
    if name in _VALUES:
        return _VALUES[name]
    read = next(field for field in fields(GAMES[game].rules_type()) if field.name == name).metadata["read"]
    with pytest.raises(ValueError, match=" or ") as refused:
        read("")
    return str(refused.value).split(" or ")


def other_body(rng: random.Random, kind: str, body: list[str]) -> list[str]:
    place = rng.randrange(len(body))
    words = body[place].split(" ")
    which = rng.randrange(len(words))
    if kind == "line dropped":
        del body[place]
    elif kind == "line repeated":
        body.insert(place, body[place])
    elif kind == "lines exchanged":
        other = rng.randrange(len(body))
        body[place], body[other] = body[other], body[place]
    elif kind == "word dropped":
        body[place] = " ".join(words[:which] + words[which + 1 :])
    else:
        old = words[which]
        number = int(old) if old.lstrip("-").isdigit() else 0
        new = rng.choice([number + 1, number - 1, -number, rng.randrange(200)])
        words[which] = rng.choice([str(new), f"{new & 0xFFFF:x}", rng.choice(words)])
        body[place] = " ".join(words)
    return body


LATEST = (
    "blink set",
    "blink best",
    "blink tree",
    "single-left set",
    "single-left redeal",
    "universal order",
    "head set",
    "head after",
)
"""Certificates of the newest contents."""


def mutants(seed: int, count: int, names: tuple[str, ...] = (*CONTENTS, *PARTLY_KNOWN)) -> Counter[str]:
    """Check changed certificates; return the numbers refused, and verified with the same or a weaker claim."""
    rng = random.Random(seed)
    came = Counter[str]()
    known: dict[str, bool] = {}
    for _ in range(count):
        name = rng.choice(names)
        lines = certificate(name)
        kind, data = mutant(rng, lines)
        while data == pack(lines):
            kind, data = mutant(rng, lines)
        result = checked(data)
        if result.status == "failed":
            came[f"{kind}: refused"] += 1
            continue
        header = gzip.decompress(data).split(b"\n", 1)[0].decode()
        if header == lines[0]:
            came[f"{kind}: accepted with the same claim"] += 1
            continue
        if header not in known:
            known[header] = still_true(json.loads(header))
        assert known[header], (name, kind, header)
        came[f"{kind}: accepted with another claim, which is true"] += 1
    return came


def refused(came: Counter[str]) -> int:
    return sum(count for kind, count in came.items() if kind.endswith("refused"))


def test_every_option_has_another_value():
    for name in own_names():
        for option, value in GAMES[name].rules_type()().spelled_out().items():
            assert option == "deck" or any(other != value for other in _other_values(name, option, value)), option


def test_no_mutant_is_accepted_that_should_not_be():
    came = mutants(1, 700)
    assert refused(came) > 350
    assert all(came[f"{kind}: refused"] for kind in (*_IN_HEADER, *IN_BODY, "bit of the text", "end"))


@pytest.mark.full
@pytest.mark.parametrize("names", [(*CONTENTS, *PARTLY_KNOWN), LATEST], ids=["all", "latest"])
def test_none_of_10000_mutants_is_accepted_that_should_not_be(names):
    came = mutants(2, 10_000, names)
    for kind, count in sorted(came.items()):
        print(f"{count:6} {kind}")
    print(f"{came.total():6} mutants, {refused(came)} refused, none accepted that claims what is not so")
    assert refused(came) > 5000
