"""Prices for One-Minute's layers: those that the engine's search works with, kept if the referee's layers end by them."""

from __future__ import annotations

from collections.abc import Iterable

from ext.budget import Budget
from ext.one_minute_search import Search
from solver.games.one_minute import OneMinute, Position
from solver.referee.certificates import DEFAULT_MEMORY
from solver.referee.priced_layers import MOST_PRICE, Evidence, PricedBound, Prices, TooLargeError


def priced_layers(game: OneMinute, position: Position, bound: int, budget: Budget) -> list[str] | None:
    """Return the evidence that no line from a position ends with fewer than `bound` handlings, as lines.

    None at a limit of the budget or of the check. Raises ValueError if there is a line of fewer handlings.
    """
    laid = game.play(position, game.deal[0]) if position.top is None else position
    try:
        claimed = PricedBound(game, laid, bound, int(DEFAULT_MEMORY * (1 << 20)))
        evidence = _evidence(claimed, budget)
        return list(evidence.lines()) if evidence is not None and _holds(claimed, evidence, budget) else None
    except TooLargeError:
        return None


def _evidence(claimed: PricedBound, budget: Budget) -> Evidence | None:
    """Return the prices of a search for lines below the bound; None at a limit."""
    below = claimed.target - claimed.place
    search = Search(claimed.suits, claimed.ranks, claimed.place, claimed.pickup, [], below, budget)
    search.priced = []
    if not search.tighten(below) or not search.search(below):
        return None
    if search.score < below:
        raise ValueError(f"a line takes {search.score} handlings, fewer than {below}")
    first = _in_range(search.priced[0][1])
    passes = next(p for p in range(1, claimed.most_passes() + 1) if claimed.ends_before(p, first))
    changes = []
    for layer, prices, near in search.priced:
        kept = {node: tuple(others) for node, others in near.items() if node[0] < passes}
        changes.append(Prices(layer, _in_range(prices), kept))
    return Evidence(passes, tuple(changes))


def _holds(claimed: PricedBound, evidence: Evidence, budget: Budget) -> bool:
    """Run the referee's layers; False at a limit of the budget."""
    reserved = 0
    try:
        for labels, held in claimed.layers(evidence):
            grown = max(0, held - reserved)
            if budget.spend(labels) or not budget.reserve(grown):
                return False
            reserved += grown
        return True
    finally:
        budget.give_back(reserved)


def _in_range(prices: Iterable[int]) -> tuple[int, ...]:
    return tuple(max(-MOST_PRICE, min(MOST_PRICE, price)) for price in prices)
