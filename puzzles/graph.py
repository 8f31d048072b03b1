"""Games small enough to be seen whole: the won positions of a deal as a graph, and what all its solutions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import networkx as nx

from solver.deals import Deal

MOST_POSITIONS = 50_000
"""A deal with more positions than this has no such figures."""
MOST_SOLUTIONS = 10**15
"""Solutions are counted exactly up to here, so that every format can hold the number."""

_END = "end"


def single_left(deal: Deal) -> dict[str, Any]:
    """Return what the graph of won positions tells: all null if the deal has too many positions.

    `won_positions`; `solutions`, the lines that win; `shared_positions`, those that every solution passes through,
    the first and the last among them (the dominators of the end); `together`, the moves before solutions first part.
    """
    won = _won_positions(deal)
    if won is None:
        return dict.fromkeys(("won_positions", "solutions", "shared_positions", "together"))
    graph = nx.DiGraph((position, after) for position, followers in won.items() for after in followers)
    game = deal.bind()
    ends = [position for position in graph if game.won(position)]
    graph.add_edges_from((position, _END) for position in ends)
    start = game.start()
    dominators = nx.immediate_dominators(graph, start)
    shared, position = 0, dominators[_END]
    while position != start:
        shared, position = shared + 1, dominators[position]
    together, position = 0, start
    while len(won[position]) == 1:
        together, position = together + 1, won[position][0]
    return {
        "won_positions": len(won),
        "solutions": min(_count(won, start), MOST_SOLUTIONS),
        "shared_positions": shared + 1,
        "together": together,
    }


def _won_positions(deal: Deal) -> dict[Any, list[Any]] | None:
    """Return the positions from which the deal can be won, each with its won followers; None if there are too many."""
    game = deal.bind()
    followers: dict[Any, list[Any]] = {game.start(): []}
    order = [game.start()]
    for position in order:
        followers[position] = [after for _, after in game.successors(position)]
        for after in followers[position]:
            if after not in followers:
                followers[after] = []
                order.append(after)
        if len(order) > MOST_POSITIONS:
            return None
    won: dict[Any, list[Any]] = {}
    # Each move draws or discards: what has gone on furthest has no follower among the rest.
    for position in sorted(order, key=lambda position: len(position.deck) - len(position.discards)):
        kept = [after for after in followers[position] if after in won]
        if kept or game.won(position):
            won[position] = kept
    return won


def _count(won: Mapping[Any, list[Any]], start: Any) -> int:
    """Return the number of ways from the start to an end; ends have no followers."""
    ways: dict[Any, int] = {}
    # `won` holds every position after its followers.
    for position, followers in won.items():
        ways[position] = sum(ways[after] for after in followers) if followers else 1
    return ways[start]


GRAPHS: Mapping[str, Callable[[Deal], dict[str, Any]]] = {"single-left": single_left}
"""The games whose won region can be seen whole."""
