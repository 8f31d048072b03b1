"""Writes the prices of One-Minute's priced layers: those of the engine's search, which the referee must confirm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from winnow.core.meter import Meter
from winnow.core.proofs import Case, Evidence
from winnow.core.results import BeyondError
from winnow.games.one_minute.referee import PricedBound, Prices
from winnow.games.one_minute.rules import OneMinute, Position
from winnow.proving.closed_sets import ClosedSets
from winnow_kernels.common.budget import Budget
from winnow_kernels.one_minute.priced_layers import MOST_PRICE
from winnow_kernels.one_minute.search import Search

_FEW_CARDS = 10
"""The most cards left for which a closed set is written instead of prices."""


class OneMinuteProofs(ClosedSets):
    """Writes prices under free passing, and closed sets of few cards or under forced passing."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield prices or a closed set."""
        game, position, bound = cast(OneMinute, case.game), case.position, case.found.bound
        if game.rules.passing == "forced" or len(position.hand + position.waste) <= _FEW_CARDS:
            yield from super().evidence(case, budget)
        elif bound is not None:
            lines = priced_layers(game, position, bound, budget)
            if lines is not None:
                yield Evidence("priced-layers", bound, lines)


def priced_layers(game: OneMinute, position: Position, bound: int, budget: Budget) -> list[str] | None:
    """Return the lines of a proof that no line from a position ends with fewer than `bound` handlings.

    None at a limit of the budget, or for a position beyond this content's limits. Raises ValueError if there is a line
    of fewer handlings.
    """
    try:
        claimed = PricedBound(game, position, bound, Meter())
    except BeyondError:
        return None
    below = claimed.target - claimed.place
    # No better line exists to dive for.
    without = ("dives", "last-suit", "first-impasse")
    search = Search(claimed.suits, claimed.ranks, claimed.place, claimed.pickup, [], below, budget, without)
    search.priced = []
    if not search.tighten(below) or not search.search(below):
        return None
    if search.score < below:
        raise ValueError(f"a line takes {search.score} handlings, fewer than {below}")
    lines: list[str] = []
    for layer, prices, near in search.priced:
        within = tuple(max(-MOST_PRICE, min(MOST_PRICE, price)) for price in prices)
        lines += Prices(layer, within, {node: tuple(others) for node, others in near.items()}).lines()
    return lines
