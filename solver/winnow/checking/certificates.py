"""Checks a certificate (format `winnow-proof/1`) from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from winnow.checking import closed_set
from winnow.checking.claims import (
    BAD,
    RETIRED_CONTENTS,
    RETIRED_FORMATS,
    check_reason,
    deal_of,
    moves_of,
    not_retired,
    object_of,
    partial_verdict,
    read_claim,
)
from winnow.checking.stream import lines
from winnow.core.deals import Deal
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.referee import REFEREES, Claim, Content, Referee, known_referee
from winnow.core.results import BeyondError, CheckResult, Proven, exhausted, failed, field_of, require, result_of

PROOF_FORMAT = "winnow-proof/1"
MOST_CARDS = 600
"""The most cards of a deal; beyond, replaying a line takes too long."""
_QUESTION = ("format", "game", "rules", "deal", "number", "after", "question")
_LONGEST_KIND = 40
FIELDS = frozenset((*_QUESTION, "verdict", "score", "bound", "optimal", "line", "proof", "reason", "content"))
"""The fields that a header may have."""


def check_certificate(file: BinaryIO, meter: Meter | None = None) -> CheckResult:
    """Return the result of checking a certificate in an open file, under a meter."""
    meter = Meter() if meter is None else meter
    return check_text(lines(file, meter), meter)[0]


def check_text(text: Iterator[str], meter: Meter) -> tuple[CheckResult, Mapping[str, Any] | None]:
    """Return the result of checking a certificate's lines, and the header of a verified one.

    The header is None also for a deal with unknown cards, as the claim is about every completion.
    """
    try:
        header = _header(next(text, ""), meter)
        deal = deal_of(header, meter)
        if deal.unknown:
            return _check_partial(header, deal, text, meter), None
        claim = read_claim(header, meter, deal)
        proven = _check_content(claim, text, meter)
        name = f"{claim.verdict}, best" if claim.question == "best" else claim.verdict
        return result_of(_sentence(claim, proven), {name: "verified"}), {**header, "deal": deal.text}
    except (BeyondError, ExhaustedError, MemoryError, RecursionError) as error:
        return exhausted(error), None
    except BAD as error:
        return failed(error), None


def _header(line: str, meter: Meter) -> dict[str, Any]:
    header = object_of(line, meter)
    not_retired(header.get("format"), RETIRED_FORMATS)
    require(header.get("format") == PROOF_FORMAT, f"the format is not {PROOF_FORMAT}")
    unknown = sorted(header.keys() - FIELDS)
    require(not unknown, f"the header has a field {str(unknown[:1])[1:-1]} that this format has not")
    missing = sorted(FIELDS - header.keys())
    require(not missing, f"the header lacks {', '.join(missing)}")
    require(len(field_of(header, "deal", str).split()) <= MOST_CARDS, f"more than {MOST_CARDS} cards")
    deck = field_of(header, "rules", dict).get("deck")
    require(len(str(deck).split()) <= MOST_CARDS, f"a deck of more than {MOST_CARDS} cards")
    return header


def content_names(part: Referee) -> Mapping[str, Content]:
    """Return all contents of a game by name: its own, its witnesses, and those that every game has."""

    def witness(claim: Claim, _text: Iterator[str], meter: Meter) -> Proven:
        found = part.witnesses[claim.record["content"]]
        return found.check(claim.game, claim.position, claim.record.get("bound"), meter)

    def line(claim: Claim, _text: Iterator[str], _meter: Meter) -> Proven:
        return Proven(False, claim.game.best_possible(), "its line")

    common: dict[str, Content] = {"line": line, "closed-set": closed_set.check}
    return {**common, **dict.fromkeys(part.witnesses, witness), **part.contents}


def _check_content(claim: Claim, text: Iterator[str], meter: Meter) -> Proven:
    """Return what the content proves; raise CheckFailedError unless that includes all that the line leaves unproved."""
    content = field_of(claim.record, "content", str)
    contents = content_names(known_referee(claim.game.name, claim.game.rules))
    if content not in contents and content in content_names(REFEREES.of(claim.game.name)):
        readings = ", ".join(f"{name}={value}" for name, value in claim.game.rules.readings().items())
        raise BeyondError(f"content {content!a} is not known under {readings}")
    not_retired(content, RETIRED_CONTENTS)
    require(content in contents, f"{claim.game.name} has no content {content!a}")
    _check_words(claim, content)
    proven = contents[content](claim, text, meter)
    require(next(text, None) is None, "something follows the proof")
    require(claim.verdict != "unwinnable" or proven.loses, "the content does not rule a win out")
    bound = claim.record.get("bound")
    require(proven.shows(claim.game, bound), f"the content does not show the bound {bound}")
    require(bool(claim.shown) or claim.verdict == "unwinnable" or bound is not None, "nothing is claimed")
    require(claim.record.get("line") is not None or claim.record.get("score") is None, "a score needs its line")
    return proven


def _check_partial(header: Mapping[str, Any], deal: Deal, text: Iterator[str], meter: Meter) -> CheckResult:
    """Return the result of checking a certificate about every completion of a deal with unknown cards."""
    verdict = partial_verdict(header)
    require(not moves_of(header, "after"), "a certificate of a deal with unknown cards has no after")
    content = field_of(header, "content", str)
    contents = known_referee(deal.game, deal.rules).partial_contents
    require(content in contents, f"{deal.game} has no content {content!a} for unknown cards")
    proof = "theorem" if content == "parity" else "certificate"
    require(header["proof"] == proof, f"the proof of content {content} is not {str(header['proof'])[:40]!a}")
    shown = contents[content](header, deal, text, meter)
    check_reason(header)
    require(next(text, None) is None, "something follows the proof")
    return result_of(f"{deal.game} deal with {len(deal.unknown)} unknown cards: {shown}", {verdict: "verified"})


def _check_words(claim: Claim, content: str) -> None:
    """Raise CheckFailedError unless the header's proof and reason agree with the kind of its content."""
    record, witnesses = claim.record, REFEREES.of(claim.game.name).witnesses
    if content == "line":
        proofs: tuple[str | None, ...] = (None, "theorem", "witness")
    else:
        proofs = (witnesses[content].proof,) if content in witnesses else ("certificate",)
    require(record["proof"] in proofs, f"the proof of content {content} is not {str(record['proof'])!a}")
    reason = record["reason"]
    check_reason(record)
    if reason is not None:
        other = content in witnesses and reason["kind"] != content
        require(not other, f"the reason is of kind {reason['kind']!a}, the content {content}")


def _sentence(claim: Claim, proven: Proven) -> str:
    record, unit = claim.record, claim.game.score_unit
    after = "after the moves given, " if record.get("after") else ""
    deal = f"{claim.game.name} deal {'of its own' if record.get('number') is None else record['number']}"
    parts = [claim.shown] if claim.shown else []
    if claim.verdict == "unwinnable":
        parts.append(f"no line wins ({proven.text})")
    if claim.question == "best" and record.get("bound") is not None:
        parts.append(f"no line betters {record['bound']} {unit}")
    if record["reason"] is not None and record["reason"]["kind"] != record["content"]:
        parts.append(f"its reason, {record['reason']['kind'][:_LONGEST_KIND]!a}, is text that is not checked")
    return f"{deal}: {after}{'; '.join(parts)}"
