"""Prices for One-Minute's layers: those of the engine's search, if the referee's own layers end by them."""

from __future__ import annotations

from collections.abc import Iterable

from winnow.games.one_minute import OneMinute, Position
from winnow.referee.certificates import DEFAULT_MEMORY
from winnow.referee.one_minute.priced_layers import PricedBound, Prices, TooLargeError
from winnow_kernels.common.budget import Budget
from winnow_kernels.one_minute.priced_layers import MOST_PRICE
from winnow_kernels.one_minute.search import Search

_REPRICE_FROM = (10_000, 100_000)
"""The prices are worked at for a layer of so many labels, when so many have gathered."""


def priced_layers(game: OneMinute, position: Position, bound: int, budget: Budget) -> list[str] | None:
    """Return the evidence that no line from a position ends with fewer than `bound` handlings, as lines.

    None at a limit of the budget or of the check. Raises ValueError if there is a line of fewer handlings.
    """
    try:
        claimed = PricedBound(game, position, bound, int(DEFAULT_MEMORY * (1 << 20)))
        changes = _prices(claimed, budget)
        if changes is None or not _holds(claimed, changes, budget):
            return None
    except TooLargeError:
        return None
    return [line for change in changes for line in change.lines()]


def _prices(claimed: PricedBound, budget: Budget) -> list[Prices] | None:
    """Return the prices by which a search finds no line below the bound; None at a limit."""
    below = claimed.target - claimed.place
    search = Search(claimed.suits, claimed.ranks, claimed.place, claimed.pickup, [], below, budget)
    search.priced = []
    search.reprice_from(*_REPRICE_FROM)
    if not search.tighten(below) or not search.search(below):
        return None
    if search.score < below:
        raise ValueError(f"a line takes {search.score} handlings, fewer than {below}")
    return [
        Prices(layer, _in_range(prices), {node: tuple(others) for node, others in near.items()})
        for layer, prices, near in search.priced
    ]


def _holds(claimed: PricedBound, changes: Iterable[Prices], budget: Budget) -> bool:
    """Run the referee's layers; False at a limit of the budget."""
    reserved = 0
    try:
        for labels, held in claimed.layers(changes):
            grown = max(0, held - reserved)
            if budget.spend(labels) or not budget.reserve(grown):
                return False
            reserved += grown
        return True
    finally:
        budget.give_back(reserved)


def _in_range(prices: Iterable[int]) -> tuple[int, ...]:
    return tuple(max(-MOST_PRICE, min(MOST_PRICE, price)) for price in prices)
