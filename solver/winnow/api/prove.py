"""Decides a question and writes evidence for the verdict, after the referee has accepted it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from winnow.api.pose import DealLike, asked, spelled_out
from winnow.checking.certificates import MOST_CARDS, PROOF_FORMAT, check_certificate
from winnow.core.counted import value_repr
from winnow.core.deals import Deal
from winnow.core.errors import absent_packages_named
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.output import Output, pack_lines
from winnow.core.position import Position
from winnow.core.proofs import Case, Evidence, Refutation
from winnow.core.question import Asked, Question
from winnow.core.referee import REFEREES, known_referee
from winnow.core.results import CheckFailedError
from winnow.core.verdicts import SEARCH, Verdict
from winnow.proving.closed_sets import known_proofs
from winnow.search.questions import answer
from winnow_kernels.common.budget import Budget

if TYPE_CHECKING:
    from typing_extensions import Unpack


_LEFT_OUT = ("positions", "seconds", "engine", "stopped")
"""Fields of a verdict that describe the search, not the deal."""


@dataclass(frozen=True)
class Proof:
    """A verdict with its evidence: `content` names the kind, `lines` are the text. None: there is no evidence.

    >>> import winnow
    >>> proof = winnow.prove('single-left', 1, rules={'goal': 'one'})
    >>> proof.content, proof.verdict.verdict
    ('parity', 'unwinnable')
    """

    verdict: Verdict
    content: str | None = None
    lines: tuple[str, ...] = ()
    refutation: Refutation | None = None

    def __repr__(self) -> str:
        found, content = self.verdict, self.content or "no evidence"
        return value_repr(self, found.game, found.number, found.after, f"{found.verdict}, {content}")

    def header(self) -> dict[str, Any]:
        """Return the first line of the certificate as an object."""
        record = {name: value for name, value in self.verdict.record().items() if name not in _LEFT_OUT}
        return {**record, "format": PROOF_FORMAT, "content": self.content}

    def text(self) -> Iterator[str]:
        """Yield the lines of the certificate."""
        yield json.dumps(self.header())
        yield from self.lines

    def pack(self, file: BinaryIO) -> None:
        """Write the certificate to a file; equal certificates have equal bytes."""
        pack_lines(self.text(), file)

    def write(self, path: str | Path) -> None:
        """Write the certificate to a file that appears whole or not at all; raise OutputError."""
        with Output(path).opened() as raw:
            self.pack(raw)


@spelled_out(Asked)
def prove(
    game: str | Deal | Position,
    deal: DealLike | None = None,
    *,
    reason: bool = False,
    clausal: bool = False,
    **keywords: Unpack[Asked],
) -> Proof:
    """Return the verdict with evidence that the referee accepts; arguments as in `solve`.

    With `reason` the evidence also proves the reason of a loss, if possible; with `clausal` it is a clausal proof, if
    there is one, which third-party programs can check. Without evidence, or at a limit, the proof has no `content`,
    only the verdict.

    >>> prove('single-left', 1, rules={'goal': 'one'}).content
    'parity'
    """
    with asked(game, deal, keywords) as (question, budget):
        return prove_question(question, budget, reason, clausal)


@absent_packages_named()
def prove_question(question: Question, budget: Budget, reason: bool = False, clausal: bool = False) -> Proof:
    """Return the verdict on a question and its evidence, found within a running budget; otherwise as `prove`.

    Raises what `winnow.search.questions.answer` raises.
    """
    parts = known_proofs(question.deal.game, question.deal.rules).search_parts(question)
    part = budget if parts == 1 else budget.share(parts)
    verdict = answer(question, part)
    if part is not budget:
        budget.settle(part)
    return prove_verdict(question, verdict, budget, reason, clausal)


def prove_verdict(
    question: Question, verdict: Verdict, budget: Budget, reason: bool = False, clausal: bool = False
) -> Proof:
    """Return the verdict with evidence, found within a running budget."""
    if len(question.deal.cards) > MOST_CARDS or (question.deal.unknown and question.after):
        return Proof(verdict)
    if question.deal.unknown:
        partial = known_proofs(verdict.game, question.deal.rules).partial(question.deal, verdict.answer, budget)
        return _first_accepted((_stating(verdict, evidence) for evidence in partial), verdict, budget)
    game = question.deal.bind()
    position = replay(game, game.start(), question.after)
    case = Case(game, position, verdict.question == "best", verdict.answer, reason, clausal)
    return _first_accepted(_candidates(case, verdict, budget), verdict, budget)


def _first_accepted(candidates: Iterator[Proof], verdict: Verdict, budget: Budget) -> Proof:
    """Return the first candidate that the referee accepts, or the verdict alone."""
    # A writer may use a referee's function, which raises at the budget's limit.
    with suppress(ExhaustedError):
        for proof in candidates:
            if _accepted(proof, budget):
                return proof
    return Proof(verdict)


def _accepted(proof: Proof, budget: Budget) -> bool:
    file = io.BytesIO()
    try:
        pack_lines(Meter(stop=budget.poll).counted(proof.text()), file)
    except ExhaustedError:
        return False
    file.seek(0)
    return check_certificate(file, Meter(stop=budget.poll)).status == "verified"


def _candidates(case: Case, verdict: Verdict, budget: Budget) -> Iterator[Proof]:
    game, found, best = case.game, case.found, case.best
    if found.line is None:
        verdict = replace(verdict, answer=replace(found, score=None))
    if found.verdict == "undecided":
        if found.line is not None:
            yield _stating(verdict, Evidence("line", None))
        return
    if found.verdict == "winnable" and best and not found.optimal:
        for evidence in known_proofs(game.name, game.rules).bounds(case, budget):
            yield _stating(verdict, evidence)
    if found.verdict == "winnable" and (not best or found.score == game.best_possible() or not found.optimal):
        yield _stating(verdict, Evidence("line", game.best_possible()))
        return
    yield from _witnessed(game, case.position, verdict)
    for evidence in known_proofs(game.name, game.rules).evidence(case, budget):
        yield _stating(verdict, evidence)


def _witnessed(game: Game[Any, Any], position: Any, verdict: Verdict) -> Iterator[Proof]:
    """Yield the verdict with the engine's reason, if that proves the whole claim."""
    found = verdict.answer
    kind = "" if found.reason is None else found.reason.kind
    witness = known_referee(game.name, game.rules).witnesses.get(kind)
    if witness is None:
        return
    try:
        proven = witness.check(game, position, found.bound, Meter())
    except (CheckFailedError, ExhaustedError):
        return
    if proven.shows(game, found.bound):
        yield _stating(verdict, Evidence(kind, found.bound))
    elif verdict.question == "win":
        yield _stating(verdict, Evidence(kind, proven.bound))


def _stating(verdict: Verdict, evidence: Evidence) -> Proof:
    """Return the verdict with this evidence, changed to state what the evidence proves."""
    found = verdict.answer
    witnesses = REFEREES.of(verdict.game).witnesses
    if evidence.content == "line":
        proof = None if found.proof == "exhausted" else found.proof
    else:
        proof = witnesses[evidence.content].proof if evidence.content in witnesses else "certificate"
    # A reason that only counts a search's positions is dropped when there is a certificate.
    reason = None if found.reason is not None and found.reason.kind == SEARCH else found.reason
    stated = replace(found, bound=evidence.bound, proof=proof, reason=reason)
    return Proof(replace(verdict, answer=stated), evidence.content, tuple(evidence.lines), evidence.refutation)
