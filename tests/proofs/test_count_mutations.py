"""Changed certificates of numbers of layouts: none is verified that claims a wrong number."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from contextlib import nullcontext
from functools import cache
from typing import Any

import pytest
from test_certificate_mutations import IN_BODY, other_body

import winnow
from certificates_help import checked, pack
from winnow.api.count import count, prove_layouts
from winnow.api.pose import pose
from winnow.core.referee import REFEREES
from winnow.core.results import BeyondError
from winnow.core.verdicts import Limits
from winnow.games.blink.referee.layouts import check_size
from winnow.search.questions import make_budget

COUNTED: dict[str, tuple[str, dict[str, int], str]] = {
    "several": ("1RS 1BM 2RM 3BS", {"columns": 2, "rows": 2}, ""),
    "none": ("3BS 4BL 4RD 1BM", {"columns": 2, "rows": 2}, ""),
    "six cards": ("1RS 1RM 2RM 2BM 2BS 3BS", {"columns": 3, "rows": 2, "hold": 2}, ""),
    "a layout begun": ("1RS 1RM 2RM 2BM 2BS", {"columns": 3, "rows": 2, "hold": 2}, "1RS@0,0 1RM@1,0"),
}
IN_HEADER = ("cards", "rule", "claim")
KINDS = (*IN_HEADER, *IN_BODY, "bit of the text", "bit of the file")


FULL = [
    str(rank) + suit for rank in range(1, 6) for suit in ("RS", "BS", "GS", "YS", "RM", "BM", "GM", "YM", "RT", "BT")
]


@cache
def counted(name: str) -> tuple[str, ...]:
    deal, rules, after = COUNTED[name]
    question = pose("blink", deal, rules={"deck": "as-dealt", **rules}, after=after)
    proof = prove_layouts(question, 100, make_budget(Limits(positions=100_000)))
    assert proof is not None
    return tuple(proof.text())


def is_so(header: dict[str, Any]) -> bool:
    found = count(header["game"], header["deal"], rules=header["rules"], after=header["after"])
    return (found.layouts, found.exact) == (header["layouts"], True)


def mutant(rng: random.Random, kind: str, lines: tuple[str, ...]) -> bytes:
    header, body = json.loads(lines[0]), list(lines[1:])
    if kind == "cards":
        cards = header["deal"].split()
        i, j = rng.sample(range(len(cards)), 2)
        cards[i], cards[j] = cards[j], rng.choice([cards[i], "4GL"])
        header["deal"] = " ".join(cards)
    elif kind == "rule":
        rule = rng.choice(["columns", "rows", "hold"])
        header["rules"][rule] += rng.choice([-1, 1])
    elif kind == "claim":
        lines_of_play = header["layouts"]
        header |= rng.choice(
            [
                {"layouts": lines_of_play + rng.choice([-1, 1])},
                {"after": header["after"][:-1] or ["1RS@0,0"]},
                {"content": "clauses"},
                {"number": 3},
            ]
        )
        if lines_of_play and rng.random() < 0.5:
            # One layout fewer, in the header and in the list; or a repeated one.
            less = header["layouts"] < lines_of_play
            body = body[1:] if less else [body[0], *body]
    elif kind in IN_BODY:
        body = other_body(rng, kind, body)
    else:
        whole = kind == "bit of the file"
        data = pack(lines) if whole else "\n".join((*lines, "")).encode()
        place, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
        data = data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]
        return data if whole else gzip.compress(data, mtime=0)
    return pack([json.dumps(header), *body])


def mutants(seed: int, number: int) -> Counter[str]:
    rng = random.Random(seed)
    came = Counter[str]()
    known: dict[str, bool] = {}
    for _ in range(number):
        lines = counted(rng.choice(list(COUNTED)))
        kind = rng.choice(KINDS)
        data = mutant(rng, kind, lines)
        if checked(data).status != "verified":
            came[f"{kind}: refused"] += 1
            continue
        header = gzip.decompress(data).split(b"\n", 1)[0].decode()
        if header != lines[0] and header not in known:
            known[header] = is_so(json.loads(header))
        assert known.get(header, True), (kind, header)
        came[f"{kind}: accepted, and so"] += 1
    return came


def test_the_certificates_are_good():
    assert {name: json.loads(counted(name)[0])["layouts"] > 0 for name in COUNTED} == {
        "several": True,
        "none": False,
        "six cards": True,
        "a layout begun": True,
    }
    assert all(checked(pack(counted(name))).status == "verified" for name in COUNTED)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"more": 1}, "the header has not the fields"),
        ({"layouts": -1}, "layouts is not a number of them"),
        ({"layouts": 10**6 + 1}, "layouts is not a number of them"),
        ({"content": "clauses"}, "blink has no content 'clauses'"),
        ({"deal": "1RS 1RS 2RM 3BS"}, "cards that all differ"),
        ({"rules": {"columns": 8, "rows": 8}, "deal": " ".join(FULL), "layouts": 0}, "smaller tables"),
    ],
)
def test_each_condition_of_a_header_refuses_something(change, text):
    header = json.loads(counted("several")[0])
    rules = {**header["rules"], **change.get("rules", {})}
    result = checked(pack([json.dumps({**header, **change, "rules": rules}), *counted("several")[1:]]))
    assert (result.status in ("failed", "exhausted"), text in result.text) == (True, True), result


def test_layouts_of_a_deal_with_unknown_cards_are_not_counted():
    cards = winnow.Deal.numbered("single-left", 0).cards
    deal = winnow.Deal.parse("single-left", " ".join(["?", *cards[1:]]))
    asked = {"game": "single-left", "rules": deal.rules.spelled_out(), "deal": deal.text}
    result = checked(pack([json.dumps({**json.loads(counted("none")[0]), **asked})]))
    assert (result.status, "cards are known" in result.text) == ("failed", True), result


def test_what_lies_just_within_a_condition_is_accepted():
    none = counted("none")
    assert json.loads(none[0])["layouts"] == 0
    assert checked(pack(none)).status == "verified"
    header = json.loads(none[0])
    many = checked(pack([json.dumps({**header, "layouts": 10**6}), *none[1:]]))
    assert "layouts is not a number" not in many.text


def test_a_layout_that_wins_before_the_first_move_is_not_counted():
    header = json.loads(counted("several")[0])
    line = counted("several")[1]
    result = checked(pack([json.dumps({**header, "after": line.split(" ")}), *counted("several")[1:]]))
    assert (result.status, "all cards lie already" in result.text) == ("failed", True), result


def test_lines_and_proofs_are_whole():
    first, *body = counted("six cards")
    cases = {
        "line 1 does not place all cards": [body[0].rsplit(" ", 1)[0], *body[1:]],
        "layout 2 is there twice": [body[0], body[0], *body[2:]],
        "something follows the empty clause": [*body, "1 0 0"],
    }
    for text, lines in cases.items():
        result = checked(pack([first, *lines]))
        assert (result.status, text in result.text) == ("failed", True), result.text


def test_tables_of_the_largest_size_have_clauses():
    cards = " ".join(winnow.Deal.numbered("blink", 0).cards[:25])
    for rows, within in ((16, True), (17, False)):
        deal = winnow.Deal.parse("blink", cards, {"deck": "as-dealt", "columns": 10, "rows": rows})
        game = deal.bind()
        with nullcontext() if within else pytest.raises(BeyondError):
            check_size(game, game.start())


def test_what_a_content_leaves_unread_is_refused(monkeypatch):
    lines = counted("none")  # made before the referee is patched, which must accept every written certificate
    part = type(REFEREES.of("blink"))
    monkeypatch.setattr(part, "count_contents", lambda _self: {"layouts": lambda *_: "all"})
    assert checked(pack(lines[:1])).status == "verified"
    result = checked(pack(lines))
    assert (result.status, result.text) == ("failed", "something follows the proof")


def test_no_mutant_claims_a_wrong_number():
    came = mutants(1, 150)
    assert all(came[f"{kind}: refused"] for kind in KINDS)


@pytest.mark.full
def test_none_of_10000_mutants_claims_a_wrong_number():
    came = mutants(2, 10_000)
    for kind, number in sorted(came.items()):
        print(f"{number:6} {kind}")
    refused = sum(number for kind, number in came.items() if kind.endswith("refused"))
    print(f"{came.total():6} changed certificates of numbers, {refused} refused, none accepted that is wrong")
