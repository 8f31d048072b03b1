"""Each condition of the referee by itself: an input that it alone refuses, and one just within it."""

from __future__ import annotations

import gzip
import io
import json
from contextlib import nullcontext
from typing import Any

import pytest

import winnow
from certificates_help import certificate, changed, checked, header_of, pack, refused
from winnow.checking.certificates import FIELDS, PROOF_FORMAT, check_certificate
from winnow.checking.claims import deal_of, object_of, read_claim
from winnow.checking.lrat import LratProof
from winnow.checking.stream import LONGEST_LINE, lines
from winnow.core import meter
from winnow.core.meter import Meter
from winnow.core.results import CheckFailedError
from winnow.games.head.rules import Head
from winnow.games.single_left.rules import SingleLeft

WON, PARITY, PLAYED = certificate("universal win"), certificate("parity"), certificate("forced play")


def rules_of(name: str, **changes: Any) -> dict[str, Any]:
    return {"rules": {**header_of(name)["rules"], **changes}}


NO_LINE = {"line": None, "score": None, "optimal": False}
ORDER = header_of("universal order")["reason"]
BETTER = {"bound": header_of("one-minute layers")["bound"] + 1, "verdict": "undecided"}
CLOSED = list(winnow.prove("one-minute", "7H 8C 9C 4D JC 8D TS", rules={"deck": "as-dealt"}, best=True).text())


@pytest.mark.parametrize(
    ("name", "changes", "text"),
    [
        ("parity", {"format": "winnow-proof/2"}, "the format is not winnow-proof/1"),
        ("parity", {"extra": None}, "has a field 'extra'"),
        ("parity", {"deal": "AS " * 601}, "more than 600 cards"),
        ("blink room", {"rules": {"deck": "1RS " * 601}}, "a deck of more than 600 cards"),
        ("parity", {"content": "magic"}, "has no content 'magic'"),
        ("parity", {"content": 1}, "content is missing or of another type"),
        ("universal win", {**NO_LINE, "verdict": "unwinnable", "bound": None}, "does not rule a win out"),
        ("parity", {"bound": 2}, "does not show the bound 2"),
        ("universal win", {**NO_LINE, "verdict": "undecided", "bound": None}, "nothing is claimed"),
        ("parity", {"score": 5, "bound": None}, "a score needs its line"),
        ("parity", {"proof": "witness"}, "the proof of content parity is not 'witness'"),
        ("universal win", {"proof": "certificate"}, "the proof of content line is not"),
        ("parity", {"reason": {"kind": 1, "text": "x"}}, "reason is not a kind with its text"),
        ("parity", {"reason": {"kind": "parity"}}, "reason is not a kind with its text"),
        ("parity", {"reason": {"kind": "parity", "text": "", "why": ""}}, "reason is not a kind with its text"),
        ("parity", {"reason": {"kind": "parity", "text": "", "cards": [1]}}, "reason is not a kind with its text"),
        ("universal win", {"reason": {"kind": "x", "text": "x"}}, "only a loss has a reason"),
        ("parity", {"reason": {"kind": "room", "text": "x"}}, "the reason is of kind 'room'"),
        ("parity", {"bound": 10**100}, "a whole number of more than 100 digits"),
        ("parity", {"bound": 10**99}, "does not show the bound"),
        ("parity", {"verdict": "open"}, "only a deal with unknown cards can be open"),
        ("parity", {"question": "why"}, "unknown question"),
        ("parity", {"verdict": "sure"}, "unknown verdict"),
        ("blink room", rules_of("blink room", deck="/etc/hostname"), "deck must be full"),
        ("parity", {"rules": {"deck": "full"}}, "rules must spell every option out"),
        ("parity", {"number": "0"}, "number is not a whole number"),
        ("parity", {"number": False}, "number is not a whole number"),
        ("parity", {"number": 1}, "this is not deal number 1"),
        ("universal win", {"after": "T"}, "after is not a list of moves"),
        ("universal win", {"after": [1]}, "after is not a list of moves"),
        ("universal win", {"after": ["fly"]}, "move 1"),
        ("universal win", NO_LINE, "a winnable verdict needs its line"),
        ("blink best", {"line": header_of("blink best")["line"][:1]}, "before the game may end"),
        ("universal win", {"score": 14, "optimal": False}, "not the stated score 14"),
        ("universal win", {"score": 15.0}, "not the stated score 15.0"),
        ("universal win", {"verdict": "undecided"}, "the line wins, the verdict is undecided"),
        ("single-left set", {"question": "win"}, "answers only the question for the best score"),
        ("parity", {"bound": 1.5}, "bound is not a whole number"),
        ("parity", {"score": "1", "bound": None}, "score is not a whole number"),
        ("parity", {"optimal": True, "bound": None}, "optimal must say whether"),
        ("single-left set", {"optimal": True, "bound": 0}, "optimal must say whether"),
        ("universal win", {"bound": 14, "optimal": False}, "the score 15 is beyond the bound 14"),
        ("universal win", {"bound": 16, "optimal": False}, "no line of this deal reaches the score 16"),
        ("universal win", {"game": "chess"}, "unknown game"),
        ("universal win", {"deal": None}, "deal is missing or of another type"),
        ("universal loss", {"bound": 15}, "not below the size of the deck"),
        ("universal loss", {"bound": -1}, "not below the size of the deck"),
        ("universal loss", {"bound": None}, "bound is missing"),
        ("universal loss", {"bound": 13}, "one less than the deck"),
        ("universal order", {"reason": None}, "not of kind stock-order"),
        ("universal order", {"reason": {**ORDER, "kind": "search"}}, "not of kind stock-order"),
        ("universal order", {"reason": {**ORDER, "cards": ORDER["cards"] * 2}}, "names a card twice"),
        ("universal order", {"reason": {**ORDER, "cards": [*ORDER["cards"], "1J"]}}, "neither stock nor waste"),
        ("universal order", {"reason": {**ORDER, "cards": ORDER["cards"][:-1]}}, "do not derive the clause"),
        ("universal order", rules_of("universal order", draw=2), "for draw 1 and the last pass"),
        ("universal order", rules_of("universal order", passes=2), "for draw 1 and the last pass"),
        ("forced play", rules_of("forced play", discarding="optional"), "this game leaves choices"),
        ("one-minute layers", {**BETTER, **NO_LINE}, "a line of fewer handlings is left"),
        ("one-minute layers", {**BETTER, **NO_LINE, **rules_of("one-minute layers", passing="forced")}, "free passing"),
        ("relations", rules_of("relations", redeals=1), "a game without redeals"),
        ("relations", rules_of("relations", discarding="forced"), "for optional discarding"),
        ("unknown parity", {"question": "best"}, "takes the question win alone"),
        ("unknown parity", {"after": ["draw"]}, "has no after"),
        ("unknown parity", {"content": "magic"}, "has no content 'magic' for unknown cards"),
        ("unknown parity", {"proof": "certificate"}, "the proof of content parity is not"),
        ("unknown parity", {"score": 1}, "has no score"),
        ("unknown parity", {"bound": 1}, "has no bound"),
        ("unknown parity", {"line": []}, "has no line"),
        ("unknown parity", {"optimal": True}, "has no best score"),
        ("unknown parity", {"verdict": "winnable"}, "parity shows losses"),
        ("unknown parity", rules_of("unknown parity", goal="clear"), "does not rule the goal out"),
        ("unknown parity", {"reason": []}, "reason is not a kind with its text"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_headers_are_refused(name, changes, text):
    refused(checked(changed(certificate(name), **changes)), text)


def test_headers_just_within_the_conditions_are_verified():
    within = [
        changed(PARITY, deal="AS 2D " * 300, **rules_of("parity", deck="as-dealt"), number=None),
        pack([json.dumps(header_of("blink room", deal="1RS " * 600, rules={**_ROOM, "deck": "1RS " * 599 + "1RS"}))]),
        changed(WON, bound=None, optimal=False),
        changed(PARITY, bound=None),
        changed(WON, **NO_LINE, verdict="undecided"),
        changed(WON, after=header_of("universal win")["line"], line=[]),
        changed(certificate("universal loss"), reason={"kind": "any", "text": "text"}),
    ]
    for data in within:
        assert checked(data).status == "verified", checked(data)


_ROOM = {**header_of("blink room")["rules"], "columns": 1, "rows": 1}


def tree(*words: str, **changes: Any) -> list[str]:
    """Return a certificate of content `assignments`, by default of 52 unknown cards."""
    header = header_of("unknown parity", content="assignments", proof="certificate", reason=None, **changes)
    return [json.dumps(header), *words]


ONE_UNKNOWN = {"deal": " ".join([*winnow.Deal.numbered("single-left", 0).cards[:-1], "?"])}


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        *(([text], "not a JSON object") for text in ("", "[]", "7", '"x"', "null", "\x00")),
        *(([text], "not a JSON object") for text in ("[" * 100_000, "{" * 100_000)),
        (['{"a": ' + "9" * 10_000 + "}"], "not a JSON object"),
        *(([json.dumps({name: PROOF_FORMAT if name == "format" else 0 for name in sorted(FIELDS - {field})})],
           f"the header lacks {field}") for field in sorted(FIELDS - {"format"})),
        ([PARITY[0].replace('"bound": 0', '"bound": -0')], "-0 is no spelling of 0"),
        ([PARITY[0][:-1] + ', "game": "single-left"}'], "the key 'game' is there twice"),
        ([PARITY[0].replace('"bound": 0', '"bound": NaN')], "NaN is no number of JSON"),
        ([*PARITY, "more"], "something follows the proof"),
        ([*WON, ""], "something follows the proof"),
        ([*certificate("unknown parity"), "cut"], "something follows the proof"),
        (tree("cut", "cut"), "something follows the proof"),
        (tree("cut", verdict="winnable"), "no completion wins"),
        (tree("leaf"), "node 1 is neither cut nor split"),
        (tree(), "node 1 is neither cut nor split"),
        (tree("cut", **rules_of("unknown parity", goal="clear")), "node 1 is not ruled out"),
        (tree("cut", **rules_of("unknown parity", redeals=1)), "a game without redeals"),
        # One card is unknown: the second split has no place left.
        (tree("split", "split", **ONE_UNKNOWN), "node 2 has no place to split"),
        ([*CLOSED[:-1]], "the set is not closed"),
        ([*CLOSED, CLOSED[-1]], "this member is there twice"),
        ([*CLOSED[:2], f"{len(CLOSED)} 7H"], "no such member before it"),
        ([*CLOSED[:2], "00 7H"], "no such member before it"),
        # A member that is first reached with more handlings than another way takes.
        ([*CLOSED[:31], "30 9C"], "an earlier member leads here at less cost"),
        ([*CLOSED[:47], "46 8D", CLOSED[47]], "8D leads to an earlier member at less cost"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_files_are_refused(lines, text):
    refused(checked(pack(lines)), text)


def test_a_claim_is_of_its_own_game_and_of_known_cards():
    claim = read_claim(header_of("parity"), Meter())
    assert claim.bound_to(SingleLeft).name == "single-left"
    with pytest.raises(CheckFailedError, match="has no such proof"):
        claim.bound_to(Head)
    hidden = {**header_of("parity"), "deal": " ".join(["?"] * 52), "number": None}
    with pytest.raises(CheckFailedError, match="only a deal with unknown cards"):
        read_claim(hidden, Meter(), deal_of(hidden, Meter()))


def proof_of(*clauses: tuple[int, ...]) -> LratProof:
    proof = LratProof(Meter())
    proof.give(clauses)
    return proof


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4 1  0 1 0", "not a line of whole numbers"),
        ("4 01 0 1 0", "not a line of whole numbers"),
        ("4 1000000000 0 1 0", "not a line of whole numbers"),
        ("4 1 0 3 1", "does not end with 0"),
        ("4 1 0", "not a clause with its hints"),
        ("4 1 0 3 0 1 0", "not a clause with its hints"),
        ("0 4 1 0", "not numbered upwards"),
        ("0 3 1 0 0", "not a clause with its hints"),
        ("3 1 0 3 1 0", "not numbered upwards"),
        ("0 1 3 0", "not numbered upwards"),
        ("4 1 0 9 1 0", "there is no clause 9"),
        ("4 d 9 0", "there is no clause 9 to delete"),
        ("4 d 1 1 0", "there is no clause 1 to delete"),
        ("4 3 0 1 0", "clause 1 is not unit there"),
        ("4 1 0 0", "the hints do not derive the clause"),
        ("4 d 1", "does not end with 0"),
        ("x d 1 0", "not a line of whole numbers"),
    ],
)
def test_membersof_a_clausal_proof_are_refused(text, message):
    with pytest.raises(CheckFailedError, match=message):
        proof_of((1, 2), (-1, 2), (-2,)).check([text])


def test_a_clausal_proof_ends_with_the_empty_clause_and_there():
    proof_of((1, 2), (-1, 2), (-2,)).check(["4 1 0 3 1 0", "5 0 3 2 4 0"])
    proof_of((), (1,)).check(["3 0 1 0"])
    with pytest.raises(CheckFailedError, match="ends before the empty clause"):
        proof_of((1, 2), (-1, 2), (-2,)).check(["4 1 0 3 1 0"])
    with pytest.raises(CheckFailedError, match="something follows the empty clause"):
        proof_of((1, 2), (-1, 2), (-2,)).check(["4 1 0 3 1 0", "5 0 3 2 4 0", "6 d 1 0"])


def test_a_meter_allows_exactly_its_limits(monkeypatch):
    held = Meter(memory=1)
    held.hold(1 << 20)
    with pytest.raises(meter.ExhaustedError, match="memory"):
        held.hold(1)
    steps = Meter(positions=5)
    steps.step(5)
    with pytest.raises(meter.ExhaustedError, match="positions"):
        steps.step()
    Meter(positions=None).step(10**9)
    now = [100.0]
    monkeypatch.setattr(meter.time, "monotonic", lambda: now[0])
    timed, free = Meter(seconds=2), Meter()
    now[0] = 101.9
    timed.look()
    now[0] = 102.1
    free.look()
    with pytest.raises(meter.ExhaustedError, match="seconds"):
        timed.look()
    asked = [False]
    stopped = Meter(stop=lambda: asked[0])
    stopped.look()
    asked[0] = True
    now[0] += 1
    with pytest.raises(meter.ExhaustedError, match="seconds"):
        stopped.look()


def test_a_meter_looks_at_what_the_process_has(monkeypatch):
    has: list[int | None] = [100 << 20]
    monkeypatch.setattr(meter, "resident", lambda: has[0])
    now = [0.0]
    monkeypatch.setattr(meter.time, "monotonic", lambda: now[0])
    limited = Meter(memory=10)
    for mib, ended in ((100, nullcontext()), (110.9, nullcontext()), (111.1, pytest.raises(meter.ExhaustedError))):
        has[0] = int(mib * (1 << 20))
        now[0] += 1
        with ended:
            limited.look()
    has[0] = None
    now[0] += 1
    limited.look()
    blind = Meter(memory=10)
    has[0] = 1 << 40
    now[0] += 1
    blind.look()


def read(data: bytes) -> list[str]:
    return list(lines(io.BytesIO(data), Meter()))


def test_a_file_is_one_member_of_whole_lines():
    assert read(gzip.compress(b"a\nb\n")) == ["a", "b"]
    longest = b"x" * LONGEST_LINE + b"\n"
    assert len(read(gzip.compress(longest))[0]) == LONGEST_LINE
    for data, text in (
        (b"", "cut off"),
        (gzip.compress(b"a\n")[:-1], "cut off"),
        (gzip.compress(b"a\n")[:9] + b"\xff\xff\xff\xff", "damaged"),
        (gzip.compress(b"a\n") + b"x", "something follows"),
        (gzip.compress(b"a\n") + b"x" * (1 << 17), "something follows"),
        (gzip.compress(b"a"), "has no end"),
        (gzip.compress("ä\n".encode()), "not ASCII"),
        (gzip.compress(b"x" * (LONGEST_LINE + 1) + b"\n"), "a line is too long"),
        (gzip.compress((b"x" * 65535 + b"\n") * 512), "far more than its size"),
    ):
        with pytest.raises(CheckFailedError, match=text):
            read(data)


def test_something_may_follow_in_the_next_piece_of_a_file():
    """A member that ends at the end of a piece of the file: the rest has not been read yet."""
    data = pack(PARITY)
    piece = 1 << 16
    name = b"n" * (piece - len(data) - 1) + b"\0"
    named = data[:3] + bytes([data[3] | 8]) + data[4:10] + name + data[10:]
    assert (len(named), check_certificate(io.BytesIO(named)).status) == (piece, "verified")
    result = check_certificate(io.BytesIO(named + b"x"))
    refused(result, "something follows the end of the certificate")


def test_objects_are_counted_until_they_are_let_go_of():
    counted = Meter(memory=1)
    object_of("{}", counted)
    assert counted.held > 0
    with pytest.raises(meter.ExhaustedError, match="memory"):
        object_of('{"a":"' + "x" * 20_000 + '"}', counted)
