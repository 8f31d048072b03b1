"""Clausal proofs for Blink Solitaire: the referee's clauses, refuted, or all their models found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from winnow.engines.shared.satisfier import Satisfier
from winnow.games import Game
from winnow.games.blink import Blink, Cell, Position
from winnow.lines import replay
from winnow.proofs.base import Case, Evidence, Listed, Proofs
from winnow.proofs.shared.refutation import refute
from winnow.referee.blink.clauses import BlinkClauses
from winnow.referee.blink.layouts import check_size
from winnow.referee.results import BeyondError
from winnow_kernels.common.budget import Budget


class BlinkProofs(Proofs):
    """Writes clausal proofs of losses, best scores and numbers of layouts, and closed sets."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a refutation of "all cards are placed", or of a better score, then what every game has."""
        game, found = cast(Blink, case.game), case.found
        bound = found.bound if found.optimal else None
        if (found.verdict == "unwinnable" or bound is not None) and _small(game, case.position):
            part = budget.share(2)
            refutation = refute(BlinkClauses(game, case.position, above=bound).write(), part)
            budget.settle(part)
            if refutation is not None:
                yield Evidence("clauses", bound, tuple(refutation.lrat()), refutation)
        yield from super().evidence(case, budget)

    def layouts(self, game: Game[Any, Any], position: Any, most: int, budget: Budget) -> Listed | None:
        """Return a model of the clauses for each layout, and a refutation of any other; None for equal cards."""
        blink = cast(Blink, game)
        if len(set(blink.deal)) < len(blink.deal) or not _small(blink, position):
            return None
        clauses = BlinkClauses(blink, position)
        parts: list[list[tuple[int, ...]]] = list(clauses.write())
        lines: list[tuple[str, ...]] = []
        with Satisfier(budget) as satisfier:
            satisfier.add(parts)
            while found := satisfier.solve():
                if len(lines) == most:
                    return None
                lines.append(_line(blink, clauses, satisfier.assignment()))
                end = replay(blink, position, lines[-1])
                places = {card: place for place, card in enumerate(blink.deal)}
                parts.append(clauses.forbid({cell: places[card] for cell, card in end.layout}))
                satisfier.add([parts[-1]])
        if found is None:
            return None
        refutation = refute(parts, budget)
        return None if refutation is None else Listed("layouts", tuple(lines), refutation)


def _small(game: Blink, position: Position) -> bool:
    try:
        check_size(game, position)
    except BeyondError:
        return False
    return True


def _line(game: Blink, clauses: BlinkClauses, model: Sequence[int]) -> tuple[str, ...]:
    """Return the placements that a model stands for, in their order."""
    true = {literal for literal in model if literal > 0}
    holding = [name for name, variable in clauses.variables.items() if variable in true]
    cells: dict[int, Cell] = {card: (x, y) for kind, card, x, y in holding if kind == "lies"}
    order = sorted((step, card) for kind, card, step, _ in holding if kind == "at")
    return tuple(f"{game.deal[card]}@{cells[card][0]},{cells[card][1]}" for _, card in order)
