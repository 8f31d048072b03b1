"""Writes clausal proofs for Universal Solitaire: refutations of the referee's clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from winnow.core.proofs import Case, Evidence, Refutation
from winnow.games.universal.referee.clauses import UniversalClauses
from winnow.games.universal.rules import Position, Universal
from winnow.proving import refutation
from winnow.proving.closed_sets import ClosedSets
from winnow_kernels.common.budget import Budget


class UniversalProofs(ClosedSets):
    """Writes clausal proofs."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a refutation of "a win" or "a score above the bound"; before it one of the reason, if requested."""
        game = cast(Universal, case.game)
        bound, reason = case.found.bound, case.found.reason
        if bound is None or bound >= len(game.deal):
            return
        if case.reason and reason is not None and reason.kind == "stock-order":
            found = refutation.refute(UniversalClauses(game, case.position, named=reason.cards).write(), budget)
            if found is not None:
                yield Evidence(reason.kind, len(game.deal) - 1, tuple(found.lrat()), found)
        found = refute(game, case.position, bound + 1 if case.best else None, budget)
        if found is not None:
            yield Evidence("clauses", bound if case.best else len(game.deal) - 1, tuple(found.lrat()), found)


def refute(game: Universal, position: Position, score: int | None, budget: Budget) -> Refutation | None:
    """Return a refutation of "the position can be won", or of "it can reach this score"; None at a limit.

    Raises ValueError if the clauses do not contradict each other.
    """
    return refutation.refute(UniversalClauses(game, position, score).write(), budget)
