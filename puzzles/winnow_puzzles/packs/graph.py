"""The graph of won positions of a small deal, and the positions that all its solutions share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import networkx as nx

from winnow_puzzles.base import GRAPH_METRICS

MOST_POSITIONS = 50_000
"""The most positions of a deal with such figures."""
MOST_SOLUTIONS = 10**15
"""The largest exact number of solutions, which every format can hold."""

_END = "end"


def figures(
    start: Any, followers: Callable[[Any], Iterable[Any]], ends: Callable[[Any], bool]
) -> dict[str, int | None]:
    """Return the figures of the graph of positions from which a deal can be won; the start must be one of them.

    `won_positions`; `solutions`, the lines that win; `shared_positions`, those that every solution passes through,
    the first and the last included (the dominators of the end); `together`, the moves before solutions first differ.
    Each is None if more than MOST_POSITIONS can be reached.
    """
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_node(start)
    order = [start]
    for position in order:
        for after in followers(position):
            if after not in graph:
                order.append(after)
            graph.add_edge(position, after)
        if len(order) > MOST_POSITIONS:
            return dict.fromkeys(GRAPH_METRICS)
    graph.add_edges_from((position, _END) for position in order if ends(position))
    won = nx.ancestors(graph, _END)
    graph.remove_nodes_from([position for position in order if position not in won])
    # A won position from which play goes on to its end is not one.
    graph.remove_edges_from([(position, _END) for position in won if graph.out_degree(position) > 1])
    ways = {_END: 1}
    for position in reversed(list(nx.topological_sort(graph))):
        ways.setdefault(position, sum(ways[after] for after in graph[position]))
    dominators = nx.immediate_dominators(graph, start)
    passed, position = 1, dominators[_END]
    while position != start:
        passed, position = passed + 1, dominators[position]
    together, position = 0, start
    while len(following := list(graph[position])) == 1 and following != [_END]:
        together, position = together + 1, following[0]
    return {
        "won_positions": len(won),
        "solutions": min(ways[start], MOST_SOLUTIONS),
        "shared_positions": passed,
        "together": together,
    }
