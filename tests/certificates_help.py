"""Certificates of every kind, made once, and the truth of their claims."""

from __future__ import annotations

import gzip
import io
import json
from functools import cache
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

WON = "3E 2E 3V 2V 5M 1V 5E 4E 1M 4M 1E 2M 5V 4V 3M"
LOST = "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E"
LONG = "QH 3S 4C 5H 7H 2D KH TD AC 6C 7S 3C QC 7D 6H JH"
HIDDEN = (
    "7D 9C ? 8H 8D 5S JD 6D 9S JC 5D ? 3C 2D JH 5H 7H 4H 2C AD 6S KC KH TH TS JS ? 8S QC 4S 6C 7C AS 5C AH KS 6H QS QH"
    " QD 9D 3D 3S AC 4C 2H 8C TC 3H 2S 9H 7S"
)
QUESTIONS: dict[str, dict[str, Any]] = {
    "universal win": {"game": "universal", "deal": WON, "columns": 2},
    "universal loss": {"game": "universal", "deal": LOST, "columns": 2},
    "universal best": {"game": "universal", "deal": LOST, "columns": 2, "best": True},
    "parity": {"game": "single-left", "number": 0, "goal": "one"},
    "forced play": {"game": "single-left", "number": 1, "redeals": 3},
    "relations": {"game": "single-left", "number": 3, "discarding": "optional"},
    "relations best": {"game": "single-left", "number": 4, "discarding": "optional", "best": True},
    "relations after": {
        "game": "single-left",
        "deal": "7C JC 2H AC KC TH JD 2D QH 4C 6D 4S 6S 9H AH AS",
        "discarding": "optional",
        "after": "draw draw draw draw draw draw",
    },
    "relations goal": {
        "game": "single-left",
        "deal": "AD AC 4D 2D 3D 3C",
        "discarding": "optional",
        "goal": "2",
        "after": "draw draw draw draw draw draw",
    },
    "single-left set": {
        "game": "single-left",
        "deal": "2C 3D 3H 5C 2D 5S 3C 8H 8S 4D",
        "discarding": "optional",
        "redeals": 2,
        "best": True,
    },
    "single-left redeal": {
        "game": "single-left",
        "deal": "7C JC 2H AC KC TH JD 2D QH 4C",
        "discarding": "optional",
        "redeals": 1,
        "after": "draw draw draw draw draw",
    },
    "head set": {
        "game": "head",
        "deal": "4WL CK 2MK CS 5ML 9MS 4YK CY 3SK",
        "hand": 4,
        "melding": "optional",
        "best": True,
    },
    "head after": {
        "game": "head",
        "deal": "AS AW 2MK CW 8MS AL 3MW 4MS 4WL 3LY",
        "hand": 4,
        "melding": "optional",
        "after": "discard AW AS CW 2MK",
        "best": True,
    },
    "universal order": {"game": "universal", "deal": "1J 3E 3J 2E 2J 4J 4E 1E", "columns": 1, "draw": 1, "passes": 1},
    "blink graph": {"game": "blink", "number": 0, "hold": 0},
    "blink room": {"game": "blink", "deal": "1RS 1BS 1GS 1RT 2RS", "columns": 2, "rows": 2},
    "blink set": {"game": "blink", "deal": "1RS 1BM 2GT 2RS 3YD 3RS", "columns": 3, "rows": 2, "hold": 1},
    "blink best": {"game": "blink", "deal": "1RS 1GM 2RT 2GS 3RD", "columns": 2, "rows": 3, "hold": 1, "best": True},
    "blink tree": {
        "game": "blink",
        "deal": "5YM 1BL 5NF 4NL 4BL 3ND 4RD",
        "columns": 3,
        "rows": 3,
        "hold": 1,
        "best": True,
    },
    "one-minute loss": {"game": "one-minute", "deal": "8S JH 9C 2S 4D 4H JC 8C 3D", "pace": 0.18},
    "one-minute best": {"game": "one-minute", "deal": "8S JH 9C 2S 4D 4H JC 8C 3D", "best": True},
    "one-minute layers": {"game": "one-minute", "deal": LONG, "best": True},
    "one-minute layers loss": {"game": "one-minute", "deal": LONG, "pace": 0.4, "pickup": 2},
}
PARTLY_KNOWN: dict[str, dict[str, Any]] = {
    "completions": {"game": "single-left", "deal": HIDDEN, "deck": "full", "goal": "one"},
    "assignments": {"game": "single-left", "deal": HIDDEN, "deck": "full"},
    "unknown parity": {"game": "single-left", "deal": " ".join("?" * 52), "deck": "full", "goal": "one"},
}
"""Deals with unknown cards."""
DECK = "MJ GJ 5E SE 7J ME 6J GE 7E 5J SJ 6E"
"""Clauses refute a win with one or two passes and one or two cards drawn, and with three cards in any pass."""
CLAUSES = {"game": "universal", "deal": DECK, "columns": 2}
VARIANTS: dict[str, dict[str, Any]] = {
    **{
        f"{draw}, {passes}{name}": {**CLAUSES, "draw": draw, "passes": passes, **more}
        for draw, passes in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 20))
        for name, more in (("", {}), (", after T", {"after": "T"}), (", best", {"best": True}))
    },
    # AD and 2D share a suit with the three cards of a pair between them, but only the last card is ever on top.
    "never on top": {
        "game": "single-left",
        "deal": "AD 5D 2D 4D AC 3C",
        "discarding": "optional",
        "after": "draw draw draw draw draw",
        "best": True,
    },
    "a set": {
        "game": "single-left",
        "deal": "5S 3D AH 4H AC 3C 4D 3S AS",
        "discarding": "optional",
        "redeals": 2,
        "best": True,
    },
    **{
        f"blink, {deal.split()[0]}": {"game": "blink", "deal": deal, "columns": columns, "rows": rows, **more}
        for deal, columns, rows, more in (
            ("1AD 1RD 2BT 2BM 1AS 1BL", 2, 3, {"hold": 2}),
            ("1RS 1AD 2BF 1RT 1BL 1GD", 2, 3, {"hold": 1, "after": "1RS@0,0"}),
            ("2BL 2RL 1AT 2GF 1RF 1NS 2YL 2BS", 4, 2, {"hold": 2}),
            ("1YL 1AM 2RM 1AD", 3, 3, {"hold": 9, "best": True}),
            ("2AM 1AD 2RM 1AL 1AD", 3, 3, {"hold": 9, "best": True, "after": "1AD@0,0"}),
        )
    },
    "blocks": {
        **{"game": "head", "deal": "AS 6MW AW 3SK 4MS 2MK PWLY", "passes": 1, "melding": "optional"},
        **{"target": 0, "hand": 3, "best": True},
    },
    "one-minute": {"game": "one-minute", "number": 1, "passing": "forced"},
    "single-left": {"game": "single-left", "number": 1, "discarding": "optional"},
    "head": {"game": "head", "number": 1},
    "universal": {"game": "universal", "number": 1},
    "blink": {"game": "blink", "number": 1, "hold": 0},
}
"""More questions, which the proved checker is asked about."""
CONTENTS = {
    "universal loss": "clauses",
    "universal best": "clauses",
    "universal order": "stock-order",
    "parity": "parity",
    "forced play": "forced-play",
    "relations": "relations",
    "relations best": "relations",
    "relations after": "relations",
    "relations goal": "relations",
    "single-left set": "relations-set",
    "single-left redeal": "relations-set",
    "head set": "block-set",
    "head after": "block-set",
    "blink graph": "match-graph",
    "blink room": "room",
    "blink set": "clauses",
    "blink best": "clauses",
    "blink tree": "loss-tree",
    "one-minute loss": "closed-set",
    "one-minute best": "closed-set",
    "one-minute layers": "priced-layers",
    "one-minute layers loss": "priced-layers",
}


def asked(name: str) -> Question:
    """Return the question of a certificate."""
    question = dict({**QUESTIONS, **PARTLY_KNOWN, **VARIANTS}[name])
    game, deal, number = question.pop("game"), question.pop("deal", None), question.pop("number", None)
    after, best = question.pop("after", ""), question.pop("best", False)
    rules = {"deck": "as-dealt", **question} if deal else question
    return pose(game, deal, number=number, rules=rules, after=after, best=best)


@cache
def certificate(name: str) -> tuple[str, ...]:
    """Return the lines of a certificate."""
    reason = CONTENTS.get(name) == "stock-order"
    # Changing prices early gives small proofs several groups of lines.
    few_cards = 6 if CONTENTS.get(name) == "loss-tree" else blink._FEW_CARDS
    with patch.object(priced_layers, "_REPRICE_FROM", (20, 60)), patch.object(blink, "_FEW_CARDS", few_cards):
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
