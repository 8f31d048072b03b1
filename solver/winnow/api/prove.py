"""Decides a question and writes the evidence for the verdict."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from winnow.api.solve import Ask, answer
from winnow.games import Game
from winnow.games.head import Head
from winnow.games.one_minute import OneMinute
from winnow.games.single_left import SingleLeft
from winnow.games.universal import Universal
from winnow.lines import replay
from winnow.proofs.closed_set import closed_set
from winnow.proofs.head import block_set
from winnow.proofs.one_minute import priced_layers
from winnow.proofs.single_left import relations
from winnow.proofs.universal import Refutation, refute
from winnow.referee.certificates import MOST_CARDS, PROOF_FORMAT
from winnow.referee.lrat import clause_lines
from winnow.referee.witnesses import check_witness
from winnow.theorems.head import TooManySetsError
from winnow.verdicts import Verdict
from winnow_kernels.common.budget import Budget

_FEW_CARDS = 10
"""Of One-Minute: so few cards have a closed set of states."""
_LEFT_OUT = ("positions", "seconds", "engine", "stopped")
"""Fields of a verdict that tell of the search, not of the deal."""


@dataclass(frozen=True)
class Proof:
    """A verdict with its evidence: `content` names its kind, `lines` are its text. None: there is none to give."""

    verdict: Verdict
    content: str | None = None
    lines: tuple[str, ...] | None = ()
    refutation: Refutation | None = None

    def header(self) -> dict[str, Any]:
        """Return the first line of the certificate as an object."""
        record = {name: value for name, value in self.verdict.record().items() if name not in _LEFT_OUT}
        return {**record, "format": PROOF_FORMAT, "content": self.content}

    def text(self) -> Iterator[str]:
        """Yield the lines of the certificate."""
        yield json.dumps(self.header())
        yield from self.lines or () if self.refutation is None else self.refutation.lrat()

    def write(self, path: Path) -> None:
        """Write the certificate; equal ones have equal bytes. Raises OSError."""
        with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
            for line in self.text():
                packed.write(line.encode("ascii") + b"\n")

    def write_dimacs(self, prefix: str) -> None:
        """Write PREFIX.cnf and PREFIX.lrat and PREFIX.drup, for other checkers. Raises OSError."""
        if self.refutation is None:
            return
        clauses = self.refutation.clauses
        _write_text(
            f"{prefix}.cnf",
            [
                f"p cnf {self.refutation.variables} {len(clauses)}",
                *clause_lines(clauses),
            ],
        )
        _write_text(f"{prefix}.lrat", self.refutation.lrat())
        _write_text(f"{prefix}.drup", self.refutation.drup())


def _write_text(path: str, lines: Iterable[str]) -> None:
    with Path(path).open("w", encoding="ascii") as file:
        file.writelines(line + "\n" for line in lines)


def prove(ask: Ask, budget: Budget) -> Proof:
    """Decide what is asked, and find evidence for the verdict, all within the budget.

    Raises what `winnow.api.solve.answer` raises.
    """
    verdict = answer(ask, budget)
    if ask.deal.unknown or len(ask.deal.cards) > MOST_CARDS:
        return Proof(verdict)
    game = ask.deal.bind()
    return _with_evidence(game, replay(game, game.start(), ask.after), verdict, budget)


def _with_evidence(game: Game[Any, Any], position: Any, verdict: Verdict, budget: Budget) -> Proof:
    found = verdict.answer
    if found.line is None:
        verdict = replace(verdict, answer=replace(found, score=None))
    if found.verdict == "undecided":
        return Proof(verdict) if found.line is None else _stating(verdict, "line", None)
    wins = found.verdict == "winnable"
    if wins and (verdict.question == "win" or found.score == game.best_possible() or not found.optimal):
        return _stating(verdict, "line", game.best_possible())
    witness = _witnessed(game, position, verdict)
    if witness is not None:
        return witness
    if isinstance(game, SingleLeft):
        if game.forced:
            return _stating(verdict, "forced-play", found.bound)
        tables = relations(game, position)
        if tables is not None:
            return _stating(verdict, "relations", found.bound, tables)
    if isinstance(game, Universal):
        return _refuted(game, position, verdict, budget)
    if isinstance(game, Head):
        blocks = _bounded(game, position, verdict, budget)
        if blocks is not None:
            return blocks
    if (
        isinstance(game, OneMinute)
        and game.rules.passing == "free"
        and len(position.hand + position.waste) > _FEW_CARDS
    ):
        return _priced(game, position, verdict, budget)
    if verdict.question == "best" and not found.optimal and found.score is not None:
        # The bound found does not meet the line; the win is lost all the same.
        return Proof(verdict)
    counts = game.spent(position) > 0 or not game.higher_is_better
    members = closed_set(game, position, found.bound if counts else None, budget)
    if members is None:
        return Proof(verdict)
    proven = found.bound if verdict.question == "best" or game.bound_loses(found.bound or 0) else None
    return _stating(verdict, "closed-set", proven, members)


def _witnessed(game: Game[Any, Any], position: Any, verdict: Verdict) -> Proof | None:
    """Return the verdict with the reason that the engine gave, if that shows all that is claimed."""
    found = verdict.answer
    if found.proof not in ("theorem", "witness") or found.reason is None:
        return None
    kind = found.reason.kind
    try:
        proven = check_witness(kind, game, position, found.bound)
    except TooManySetsError:
        return None
    if verdict.question == "win" and not proven.shows(game, found.bound):
        return _stating(verdict, kind, proven.bound)
    return _stating(verdict, kind, found.bound) if proven.shows(game, found.bound) else None


def _refuted(game: Universal, position: Any, verdict: Verdict, budget: Budget) -> Proof:
    bound = verdict.answer.bound
    if bound is None or bound >= len(game.deal):
        return Proof(verdict)
    best = verdict.question == "best"
    refutation = refute(game, position, bound + 1 if best else None, budget)
    if refutation is None:
        return Proof(verdict)
    return replace(_stating(verdict, "clauses", bound if best else len(game.deal) - 1), refutation=refutation)


def _bounded(game: Head, position: Any, verdict: Verdict, budget: Budget) -> Proof | None:
    """Return the verdict with a block set; None at a limit, or if the cards are more than such a set is for."""
    bound = verdict.answer.bound if verdict.question == "best" else game.rules.target + 1
    members = None if bound is None else block_set(game, position, bound, budget)
    return None if members is None else _stating(verdict, "block-set", bound, members)


def _priced(game: OneMinute, position: Any, verdict: Verdict, budget: Budget) -> Proof:
    bound = verdict.answer.bound
    lines = None if bound is None else priced_layers(game, position, bound, budget)
    return Proof(verdict) if lines is None else _stating(verdict, "priced-layers", bound, lines)


def _stating(verdict: Verdict, content: str, bound: int | None, lines: Iterable[str] = ()) -> Proof:
    """Return the verdict with this evidence, stating what it shows."""
    found = verdict.answer
    certificates = ("block-set", "clauses", "closed-set", "priced-layers", "relations")
    proof = "certificate" if content in certificates else found.proof
    if content == "line" and proof == "exhausted":
        proof = None
    return Proof(replace(verdict, answer=replace(found, bound=bound, proof=proof)), content, tuple(lines))
