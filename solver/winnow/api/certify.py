"""Surveys with certificates."""

from __future__ import annotations

import hashlib
import io

from winnow.api.prove import Proof, prove_line, prove_verdict
from winnow.core.question import Question
from winnow.core.verdicts import Limits, Verdict
from winnow.surveys.survey import Batch, BatchResult, Evidence, decide_batch
from winnow.workers.local import watched_budget

NOTHING_CLAIMED = "nothing-claimed"
NO_CERTIFICATE = "no-certificate"


def certified_batch(batch: Batch) -> BatchResult:
    """Return the result of a batch, with a certificate for each answer where one is found."""
    return decide_batch(batch, evidence_of)


def evidence_of(question: Question, verdict: Verdict, limits: Limits) -> Evidence | None:
    """Return the evidence for a numbered deal's verdict, found within the limits once more; None if interrupted.

    If the whole verdict cannot be proved, its line may prove a part.
    """
    number = question.deal.number
    if number is None:
        raise ValueError("a survey is of numbered deals")
    if verdict.verdict == "undecided" and verdict.answer.score is None and verdict.answer.bound is None:
        return Evidence(number, None, None, NOTHING_CLAIMED)
    budget = watched_budget(limits)
    proof = prove_verdict(question, verdict, budget)
    if budget.stopped == "interrupt":
        return None
    if proof.content is not None:
        return _packed(number, proof, None)
    lacking = budget.stopped or NO_CERTIFICATE
    last = watched_budget(limits)
    by_line = prove_line(question, verdict, last)
    if last.stopped == "interrupt":
        return None
    return Evidence(number, None, None, lacking) if by_line is None else _packed(number, by_line, lacking)


def _packed(number: int, proof: Proof, lacking: str | None) -> Evidence:
    digest = hashlib.sha256()
    size = 0
    for line in proof.text():
        digest.update(line.encode("ascii") + b"\n")
        size += len(line) + 1
    file = io.BytesIO()
    proof.pack(file)
    return Evidence(number, digest.hexdigest(), size, lacking, file.getvalue())
