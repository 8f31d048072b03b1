"""Writes clausal proofs for Universal Solitaire: refutations of the referee's clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from winnow.core.proofs import Case, Evidence
from winnow.games.universal.referee.clauses import UniversalClauses
from winnow.games.universal.rules import Universal
from winnow.proving.closed_sets import ClosedSets
from winnow.proving.refutation import refuted
from winnow_kernels.common.budget import Budget


class UniversalProofs(ClosedSets):
    """Writes clausal proofs."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a refutation of "a win" or "a score above the bound"; before it one of the reason, if requested."""
        game, bound, reason = cast(Universal, case.game), case.found.bound, case.found.reason
        lost = len(game.deal) - 1
        if bound is None or bound > lost:
            return
        if case.reason and reason is not None and reason.kind == "stock-order":
            named = UniversalClauses(game, case.position, named=reason.cards)
            yield from refuted(reason.kind, lost, named.write(), budget)
        clauses = UniversalClauses(game, case.position, bound + 1 if case.best else None)
        yield from refuted("clauses", bound if case.best else lost, clauses.write(), budget)
