"""Clausal proofs for Universal Solitaire: the referee's clauses, refuted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from winnow.games.universal import Position, Universal
from winnow.proofs.base import Case, Evidence, Proofs
from winnow.proofs.shared import refutation
from winnow.referee.universal.clauses import UniversalClauses
from winnow_kernels.common.budget import Budget


class UniversalProofs(Proofs):
    """Writes clausal proofs."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a refutation of "a win", or of "a score above the bound"."""
        game = cast(Universal, case.game)
        bound = case.found.bound
        if bound is None or bound >= len(game.deal):
            return
        found = refute(game, case.position, bound + 1 if case.best else None, budget)
        if found is not None:
            yield Evidence("clauses", bound if case.best else len(game.deal) - 1, tuple(found.lrat()), found)


def refute(game: Universal, position: Position, score: int | None, budget: Budget) -> refutation.Refutation | None:
    """Return a refutation of "the position can be won", or of "it can reach this score"; None at a limit.

    Raises ValueError if the clauses do not contradict each other.
    """
    return refutation.refute(UniversalClauses(game, position, score).write(), budget)
