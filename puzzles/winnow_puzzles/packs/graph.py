"""The graph of won positions of a small deal, and the positions that all its solutions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import networkx as nx

from winnow_puzzles.base import GRAPH_METRICS

Followers = dict[Any, list[Any]]
"""The positions from which a deal can be won, each after its own followers among them; the start is last."""

MOST_POSITIONS = 50_000
"""The most positions of a deal with such figures."""
MOST_SOLUTIONS = 10**15
"""The largest exact number of solutions, which every format can hold."""

_END = "end"


def shared(won: Followers | None) -> dict[str, int | None]:
    """Return the figures of the graph of won positions; each is None if `won` is None.

    `won_positions`; `solutions`, the lines that win; `shared_positions`, those that every solution passes through,
    the first and the last included (the dominators of the end); `together`, the moves before solutions first differ.
    """
    if won is None:
        return dict.fromkeys(GRAPH_METRICS)
    *_, start = won
    graph = nx.DiGraph((position, after) for position, followers in won.items() for after in followers)
    graph.add_edges_from((position, _END) for position, followers in won.items() if not followers)
    dominators = nx.immediate_dominators(graph, start)
    passed, position = 1, dominators[_END]
    while position != start:
        passed, position = passed + 1, dominators[position]
    together, position = 0, start
    while len(won[position]) == 1:
        together, position = together + 1, won[position][0]
    return {
        "won_positions": len(won),
        "solutions": min(_count(won)[start], MOST_SOLUTIONS),
        "shared_positions": passed,
        "together": together,
    }


def won_positions(
    start: Any, followers: Callable[[Any], list[Any]], ends: Callable[[Any], bool], to_go: Callable[[Any], Any]
) -> Followers | None:
    """Return the positions from which an end can be reached; None if more than MOST_POSITIONS are reachable.

    `to_go` must decrease with every move.
    """
    seen: Followers = {start: []}
    order = [start]
    for position in order:
        seen[position] = followers(position)
        for after in seen[position]:
            if after not in seen:
                seen[after] = []
                order.append(after)
        if len(order) > MOST_POSITIONS:
            return None
    won: Followers = {}
    for position in sorted(order, key=to_go):
        kept = [after for after in seen[position] if after in won]
        if kept or ends(position):
            won[position] = kept
    return won


def _count(won: Mapping[Any, list[Any]]) -> dict[Any, int]:
    """Return the number of ways from each position to an end; ends have no followers."""
    ways: dict[Any, int] = {}
    for position, followers in won.items():
        ways[position] = sum(ways[after] for after in followers) if followers else 1
    return ways
