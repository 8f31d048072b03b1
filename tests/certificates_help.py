"""Certificates of every kind, made once, and the truth of their claims."""

from __future__ import annotations

import gzip
import io
import json
from functools import cache, partial
from typing import Any
from unittest.mock import patch

import winnow
from winnow.api.prove import prove_question
from winnow.api.solve import make_budget, pose
from winnow.checking.certificates import check_certificate
from winnow.core.meter import Meter
from winnow.core.question import Question
from winnow.core.results import CheckResult
from winnow.core.verdicts import Limits
from winnow.games.blink import proofs as blink
from winnow.games.one_minute import proofs as priced_layers
from winnow_kernels.one_minute.search import Search

WON = "3E 2E 3V 2V 5M 1V 5E 4E 1M 4M 1E 2M 5V 4V 3M"
LOST = "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E"
DRAW = "draw "
LONG = "QH 3S 4C 5H 7H 2D KH TD AC 6C 7S 3C QC 7D 6H JH"
HIDDEN = (
    "7D 9C ? 8H 8D 5S JD 6D 9S JC 5D ? 3C 2D JH 5H 7H 4H 2C AD 6S KC KH TH TS JS ? 8S QC 4S 6C 7C AS 5C AH KS 6H QS QH"
    " QD 9D 3D 3S AC 4C 2H 8C TC 3H 2S 9H 7S"
)
OPTIONAL, TEN = "single-left discarding=optional", "7C JC 2H AC KC TH JD 2D QH 4C"
NINE, FOUR = "one-minute 8S JH 9C 2S 4D 4H JC 8C 3D", "head hand=4 melding=optional best"
MADE: dict[str, tuple[str, str]] = {
    "universal win": ("line", f"universal columns=2 {WON}"),
    "universal loss": ("clauses", f"universal columns=2 {LOST}"),
    "universal best": ("clauses", f"universal columns=2 best {LOST}"),
    "parity": ("parity", "single-left goal=one number=0"),
    "forced play": ("forced-play", "single-left redeals=3 number=1"),
    "relations": ("relations", f"{OPTIONAL} number=3"),
    "relations best": ("relations", f"{OPTIONAL} best number=4"),
    "relations after": ("relations", f"{OPTIONAL} {TEN} 6D 4S 6S 9H AH AS after {DRAW * 6}"),
    "relations goal": ("relations", f"{OPTIONAL} goal=2 AD AC 4D 2D 3D 3C after {DRAW * 6}"),
    "single-left set": ("relations-set", f"{OPTIONAL} redeals=2 best 2C 3D 3H 5C 2D 5S 3C 8H 8S 4D"),
    "single-left redeal": ("relations-set", f"{OPTIONAL} redeals=1 {TEN} after {DRAW * 5}"),
    "head set": ("block-set", f"{FOUR} 4WL CK 2MK CS 5ML 9MS 4YK CY 3SK"),
    "head after": ("block-set", f"{FOUR} AS AW 2MK CW 8MS AL 3MW 4MS 4WL 3LY after discard AW AS CW 2MK"),
    "universal order": ("stock-order", "universal columns=1 draw=1 passes=1 1J 3E 3J 2E 2J 4J 4E 1E"),
    "blink graph": ("match-graph", "blink hold=0 number=0"),
    "blink room": ("room", "blink columns=2 rows=2 1RS 1BS 1GS 1RT 2RS"),
    "blink set": ("clauses", "blink columns=3 rows=2 hold=1 1RS 1BM 2GT 2RS 3YD 3RS"),
    "blink best": ("clauses", "blink columns=2 rows=3 hold=1 best 1RS 1GM 2RT 2GS 3RD"),
    "blink tree": ("loss-tree", "blink columns=3 rows=3 hold=1 best 5YM 1BL 5NF 4NL 4BL 3ND 4RD"),
    "one-minute loss": ("closed-set", f"{NINE} pace=0.18"),
    "one-minute best": ("closed-set", f"{NINE} best"),
    "one-minute layers": ("priced-layers", f"one-minute best {LONG}"),
    "one-minute layers loss": ("priced-layers", f"one-minute pace=0.4 pickup=2 {LONG}"),
}
"""The content of each certificate, and its question: game, rules, whether the best score is asked, deal, moves."""
QUESTIONS = {name: question for name, (_, question) in MADE.items()}
CONTENTS = {name: content for name, (content, _) in MADE.items() if content != "line"}
PARTLY_KNOWN = {
    "completions": f"single-left deck=full goal=one {HIDDEN}",
    "assignments": f"single-left deck=full {HIDDEN}",
    "unknown parity": f"single-left deck=full goal=one {'? ' * 52}",
}
"""Deals with unknown cards."""
DECK = "MJ GJ 5E SE 7J ME 6J GE 7E 5J SJ 6E"
"""Clauses refute a win with one or two passes and one or two cards drawn, and with three cards in any pass."""
VARIANTS = {
    **{
        f"{draw}, {passes}{name}": f"universal columns=2 draw={draw} passes={passes} {DECK}{more}"
        for draw, passes in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 20))
        for name, more in (("", ""), (", after T", " after T"), (", best", " best"))
    },
    # AD and 2D share a suit with the three cards of a pair between them, but only the last card is ever on top.
    "never on top": f"{OPTIONAL} best AD 5D 2D 4D AC 3C after {DRAW * 5}",
    "a set": f"{OPTIONAL} redeals=2 best 5S 3D AH 4H AC 3C 4D 3S AS",
    "blink, 1AD": "blink columns=2 rows=3 hold=2 1AD 1RD 2BT 2BM 1AS 1BL",
    "blink, 1RS": "blink columns=2 rows=3 hold=1 1RS 1AD 2BF 1RT 1BL 1GD after 1RS@0,0",
    "blink, 2BL": "blink columns=4 rows=2 hold=2 2BL 2RL 1AT 2GF 1RF 1NS 2YL 2BS",
    "blink, 1YL": "blink columns=3 rows=3 hold=9 best 1YL 1AM 2RM 1AD",
    "blink, 2AM": "blink columns=3 rows=3 hold=9 best 2AM 1AD 2RM 1AL 1AD after 1AD@0,0",
    "blocks": "head passes=1 melding=optional target=0 hand=3 best AS 6MW AW 3SK 4MS 2MK PWLY",
    "one-minute": "one-minute passing=forced number=1",
    "single-left": f"{OPTIONAL} number=1",
    "head": "head number=1",
    "universal": "universal number=1",
    "blink": "blink hold=0 number=1",
}
"""More questions, which the proved checker is asked about."""


def asked(name: str) -> Question:
    """Return the question of a certificate."""
    return posed({**QUESTIONS, **PARTLY_KNOWN, **VARIANTS}[name])


def posed(text: str) -> Question:
    """Return the question in a text: game, rules, `best`, deal, moves."""
    words, _, after = text.partition(" after ")
    game, *others = words.split()
    rules = dict(word.split("=") for word in others if "=" in word)
    number = int(rules.pop("number")) if "number" in rules else None
    cards = [word for word in others if "=" not in word and word != "best"]
    whole = {} if number is not None else {"deck": "as-dealt"}
    return pose(game, cards or None, number=number, rules=whole | rules, after=after, best="best" in others)


@cache
def certificate(name: str) -> tuple[str, ...]:
    """Return the lines of a certificate."""
    reason = CONTENTS.get(name) == "stock-order"
    # Changing prices early gives small proofs several groups of lines.
    few_cards = 6 if CONTENTS.get(name) == "loss-tree" else blink._FEW_CARDS
    early = partial(Search, reprice_from=(20, 60))
    with patch.object(priced_layers, "Search", early), patch.object(blink, "_FEW_CARDS", few_cards):
        found = prove_question(asked(name), make_budget(Limits(positions=200_000)), reason)
    assert found.content is not None, found.verdict
    return tuple(found.text())


def pack(lines: Any) -> bytes:
    return gzip.compress("".join(line + "\n" for line in lines).encode(), mtime=0)


def checked(data: bytes, memory: float = 200.0) -> CheckResult:
    return check_certificate(io.BytesIO(data), Meter(memory))


def changed(lines: tuple[str, ...], **fields: Any) -> bytes:
    return pack([json.dumps({**json.loads(lines[0]), **fields}), *lines[1:]])


def header_of(name: str, **changes: Any) -> dict[str, Any]:
    """Return a certificate's header with some fields changed."""
    header: dict[str, Any] = json.loads(certificate(name)[0])
    return header | changes


def bound_game(game: str, deal: str, **rules: Any) -> Any:
    return winnow.Deal.parse(game, deal, {"deck": "as-dealt", **rules}).bind()


def claim(game: Any, content: str, **fields: Any) -> dict[str, Any]:
    """Return the header of a certificate for a game from its start, without a claim yet."""
    plain = {"format": "winnow-proof/1", "game": game.name, "rules": game.rules.spelled_out(), "number": None}
    asked = {"deal": " ".join(game.deal), "after": [], "question": "best", "verdict": "undecided"}
    shown = {"score": None, "bound": None, "optimal": False, "line": None, "proof": "certificate", "reason": None}
    return {**plain, **asked, **shown, "content": content, **fields}


def refused(result: CheckResult, text: str, status: str = "failed") -> None:
    assert (result.status, text in result.text) == (status, True), result


def still_true(header: dict[str, Any]) -> bool:
    """Return whether a header's claims are true, by search; a missing field claims nothing."""
    bound, after = header.get("bound"), header.get("after") or ()
    found = winnow.solve(header["game"], header["deal"], rules=header["rules"], after=after, best=bound is not None)
    assert found.decided
    if header["verdict"] == "unwinnable" and found.verdict != "unwinnable":
        return False
    if "?" in header["deal"]:
        return True
    score = found.answer.score
    if bound is None or score is None:
        return True
    return score <= bound if header["game"] in ("universal", "blink") else score >= bound
