"""Checks a certificate (format `winnow-proof/1`) from the rules alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from winnow.deals import DealError
from winnow.games import IllegalMoveError, RuleError
from winnow.games.universal import Universal
from winnow.referee import closed_set
from winnow.referee.head import block_set
from winnow.referee.lrat import LratProof
from winnow.referee.one_minute import priced_layers
from winnow.referee.records import Claim, read_claim
from winnow.referee.results import CheckFailedError, CheckResult, Proven, failed, field_of, require
from winnow.referee.single_left import relations
from winnow.referee.stream import lines
from winnow.referee.universal.clauses import UniversalClauses
from winnow.referee.witnesses import WITNESS_PROOFS, check_witness
from winnow.theorems.head import TooManySetsError

PROOF_FORMAT = "winnow-proof/1"
DEFAULT_MEMORY = 1024.0
"""MiB"""
MOST_CARDS = 600
"""Of a deal: beyond, replaying a line takes too long."""


def check_certificate(
    file: BinaryIO, memory: float = DEFAULT_MEMORY, tick: Callable[[int], None] | None = None
) -> CheckResult:
    """Check a certificate, read from its file, within `memory` MiB; `tick` is told the bytes read so far."""
    try:
        text = lines(file, tick)
        claim = read_claim(_header(next(text, "")))
        proven = _check_content(claim, text, int(memory * (1 << 20)))
        return CheckResult("verified", _sentence(claim, proven))
    except (CheckFailedError, DealError, RuleError, IllegalMoveError) as error:
        return failed(error)


def _header(line: str) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        raise CheckFailedError("the first line is not a JSON object") from None
    if not isinstance(header, dict) or header.get("format") != PROOF_FORMAT:
        raise CheckFailedError(f"the format is not {PROOF_FORMAT}")
    require(len(field_of(header, "deal", str).split()) <= MOST_CARDS, f"more than {MOST_CARDS} cards")
    return header


def _check_content(claim: Claim, text: Iterator[str], most_bytes: int) -> Proven:
    """Check the content, and that it shows what the header claims beyond its line."""
    content = field_of(claim.record, "content", str)
    require(content in _CONTENTS, f"unknown content {content!a}")
    proven = _CONTENTS[content](claim, text, most_bytes)
    require(next(text, None) is None, "something follows the proof")
    require(claim.verdict != "unwinnable" or proven.loses, "the content does not rule a win out")
    bound = claim.record.get("bound")
    require(proven.shows(claim.game, bound), f"the content does not show the bound {bound}")
    require(bool(claim.shown) or claim.verdict == "unwinnable" or bound is not None, "nothing is claimed")
    require(claim.record.get("line") is not None or claim.record.get("score") is None, "a score needs its line")
    return proven


def _sentence(claim: Claim, proven: Proven) -> str:
    """Return in one sentence what has been proven."""
    record, unit = claim.record, claim.game.score_unit
    after = "after the moves given, " if record.get("after") else ""
    deal = f"{claim.game.name} deal {'of its own' if record.get('number') is None else record['number']}"
    parts = [claim.shown] if claim.shown else []
    if claim.verdict == "unwinnable":
        parts.append(f"no line wins ({proven.text})")
    if claim.question == "best" and record.get("bound") is not None:
        parts.append(f"no line betters {record['bound']} {unit}")
    return f"{deal}: {after}{'; '.join(parts)}"


def _check_line_only(claim: Claim, _text: Iterator[str], _most_bytes: int) -> Proven:
    return Proven(False, claim.game.best_possible(), "its line")


def _check_witness(claim: Claim, _text: Iterator[str], _most_bytes: int) -> Proven:
    try:
        return check_witness(claim.record["content"], claim.game, claim.position, claim.record.get("bound"))
    except TooManySetsError:
        raise CheckFailedError("the cards have more melds than this check looks through") from None


def _check_clauses(claim: Claim, text: Iterator[str], most_bytes: int) -> Proven:
    """Check that the clauses "a win", or "a score above the bound", contradict each other."""
    game, best = claim.bound_to(Universal), claim.question == "best"
    bound = field_of(claim.record, "bound", int)
    require(0 <= bound < len(game.deal), "the bound is not below the size of the deck")
    require(best or bound == len(game.deal) - 1, "a loss bounds the score by one less than the deck")
    proof = LratProof(most_bytes)
    for part in UniversalClauses(game, claim.position, bound + 1 if best else None).write():
        proof.give(part)
    proof.check(text)
    return Proven(True, bound, "a clausal proof")


_CONTENTS: dict[str, Callable[[Claim, Iterator[str], int], Proven]] = {
    "line": _check_line_only,
    **dict.fromkeys(WITNESS_PROOFS, _check_witness),
    "clauses": _check_clauses,
    "block-set": block_set.check,
    "closed-set": closed_set.check,
    "priced-layers": priced_layers.check,
    "relations": relations.check,
}
