"""Bundles: records with a certificate for each of their claims, in one file (format `winnow-bundle/1`)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from winnow.api.hint import answer_hint
from winnow.api.prove import Proof, prove_question
from winnow.checking.bundles import BUNDLE_FORMAT, Subject
from winnow.checking.records import Fact, Facts, check
from winnow.core.deals import game_type
from winnow.core.meter import Meter
from winnow.core.output import pack_lines
from winnow.core.question import Question
from winnow.core.results import CheckResult
from winnow.core.verdicts import Hint
from winnow_kernels.common.budget import Budget

Claims = dict[str, list[str]]
"""Names of claims, each with the SHA-256 of the certificates that prove it."""


@dataclass
class Bundle:
    """Records with certificates for their claims; `certificates` maps the SHA-256 of a certificate to its lines."""

    records: list[tuple[Mapping[str, Any], Claims]] = field(default_factory=list)
    certificates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    results: list[CheckResult] = field(default_factory=list)
    """The referee's result for each record with these certificates."""
    facts: Facts = field(default_factory=lambda: Facts(Meter()))

    def take(self, proof: Proof) -> str | None:
        """Add a certificate that the referee has accepted and return its SHA-256; None for a verdict without one."""
        if proof.content is None:
            return None
        lines = tuple(proof.text())
        digest = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
        if digest not in self.certificates:
            self.certificates[digest] = lines
            self.facts.add(json.loads(lines[0]))
        return digest

    def add(self, record: Mapping[str, Any], claims: Claims, subject: Subject = check) -> CheckResult:
        """Add a record with those of its claims that the referee verifies; return the result for the record.

        `subject` checks such records.
        """
        record = json.loads(json.dumps(record))
        result = subject(record, Meter(), self.facts)
        statuses = dict(result.claims)
        self.records.append((record, {name: all_ for name, all_ in claims.items() if statuses.get(name) == "verified"}))
        self.results.append(result)
        return result

    def named(self) -> list[str]:
        """Return the SHA-256 of each certificate that a claim names; only these are written."""
        named = {digest for _, claims in self.records for digests in claims.values() for digest in digests}
        return [digest for digest in self.certificates if digest in named]

    def text(self) -> Iterator[str]:
        """Yield the lines of the bundle."""
        kept = self.named()
        yield json.dumps({"format": BUNDLE_FORMAT, "records": len(self.records), "certificates": len(kept)})
        for record, claims in self.records:
            yield json.dumps({"record": record, "claims": list(claims.items())})
        for digest in kept:
            yield json.dumps({"sha256": digest, "lines": len(self.certificates[digest])})
            yield from self.certificates[digest]

    def pack(self, file: BinaryIO, level: int = 9) -> None:
        """Write the bundle to a file; equal bundles have equal bytes. Compression of `level` 1 takes the least time."""
        pack_lines(self.text(), file, level)


def prove_hint(question: Question, budget: Budget) -> tuple[Hint, Bundle]:
    """Return a hint and the certificates of its claims; half of the running budget is for the hint itself."""
    share = budget.share(2)
    hint = answer_hint(question, share)
    budget.settle(share)
    made = Bundle()
    # Seconds would change the bytes, and a score needs its line.
    record = {name: value for name, value in hint.record().items() if name != "seconds"}
    if record["line"] is None:
        record |= {"score": None, "optimal": False}
    moves = [move for move in hint.moves if move.verdict != "undecided" or move.bound is not None]
    left = len(moves) + 1

    def prove(after: tuple[str, ...]) -> list[str]:
        nonlocal left
        if budget.stopped == "interrupt":
            return []
        part = budget.share(max(1, left))
        left -= 1
        digest = made.take(prove_question(replace(question, after=after), part))
        budget.settle(part)
        return [] if digest is None else [digest]

    here = prove(question.after)
    lost = hint.verdict.verdict == "unwinnable" and not question.best
    shown = {move.move: (lost and here) or prove((*question.after, move.move)) for move in moves}
    if not question.best:
        _state_shown_bounds(record, made.facts)
    claims: Claims = {"verdict": here, f"bound {record['bound']}": here, f"score {record['score']}": here}
    for stated in record["moves"]:
        name = f"move {stated['move']}"
        for claim in (name, f"{name}: score {stated['score']}", f"{name}: bound {stated['bound']}"):
            claims[claim] = shown.get(stated["move"], [])
    made.add(record, {claim: digests for claim, digests in claims.items() if digests})
    return hint, made


def _state_shown_bounds(record: dict[str, Any], facts: Facts) -> None:
    """Weaken the bounds of a hint whose question is a win to those that its certificates prove."""
    higher = game_type(record["game"]).higher_is_better
    here = facts.of(record, record["after"])
    _weaken(record, here, higher)
    for move in record["moves"]:
        there = facts.of(record, (*record["after"], move["move"]))
        # A bound on the position bounds each of its moves.
        there = replace(there, bound=here.bound) if there.bound is None else there
        _weaken(move, replace(there, lost=there.lost or here.lost), higher)
    record["optimal"] = record["score"] is not None and record["score"] == record["bound"]


def _weaken(stated: dict[str, Any], fact: Fact, higher: bool) -> None:
    if stated["bound"] is not None and (fact.won or fact.lost) and not fact.limits(stated["bound"], higher):
        stated["bound"] = fact.bound
