"""The match graph of Blink Solitaire: which cards could lie in time if geometry were forgotten.

Adding a card never hinders another one there, so the closure holds every card that can be placed at all; if it is not
the whole deal, the deal is lost (docs/soundness.md).
"""

from __future__ import annotations

import networkx as nx

from solver.games.blink import Blink, Position, neighbours, ways
from solver.verdicts import Reason

LAID = -1
"""The node that stands for the layout on the table."""


def match_graph(game: Blink, position: Position) -> nx.Graph[int]:
    """Return the graph of the cards not yet placed, by place in the deal; an edge joins two that match.

    If cards lie already, the node LAID is joined to every card that fits a free cell beside them.
    """
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(position.left)
    for i, a in enumerate(position.left):
        graph.add_edges_from((a, b) for b in position.left[i + 1 :] if ways(game.deal[a], game.deal[b]))
    if position.layout:
        graph.add_node(LAID)
        laid = dict(position.layout)
        beside = [[laid[n] for n in neighbours(cell) if n in laid] for cell in game.open_cells(position)]
        fitting = {
            card for card in set(game.deal) if any(all(ways(card, other) for other in others) for others in beside)
        }
        graph.add_edges_from((LAID, place) for place in position.left if game.deal[place] in fitting)
    return graph


def loss(game: Blink, position: Position) -> Reason | None:
    """Return why the position is lost by its match graph, or None if that does not show it."""
    if not position.left:
        return None
    graph = match_graph(game, position)
    starts: list[int] = [LAID] if position.layout else [p for p in position.left if p <= game.rules.hold]
    longest: set[int] = set()
    for start in starts:
        reached = closure(graph, start, len(position.layout), game.rules.hold)
        if len(reached) == len(graph):
            return None
        longest = max(longest, reached, key=len)
    return Reason("match-graph", _explained(game, position, graph, longest))


def closure(graph: nx.Graph[int], start: int, laid: int, hold: int) -> set[int]:
    """Return all nodes that can be added to `start`, each in time, to cards that it matches."""
    reached = {start}
    placed = laid + (start != LAID)
    waiting = sorted(place for place in graph if place not in (start, LAID))
    grown = True
    while grown:
        grown = False
        for place in waiting:
            if place > placed + hold:
                break
            if not reached.isdisjoint(graph[place]):
                reached.add(place)
                placed += 1
                grown = True
        waiting = [place for place in waiting if place not in reached]
    return reached


def _explained(game: Blink, position: Position, graph: nx.Graph[int], reached: set[int]) -> str:
    """Return in one sentence what is in the way once the cards of `reached` lie."""
    parts = sorted(nx.connected_components(graph), key=len)
    lonely = next((part for part in parts[:-1] if LAID not in part), set())
    if len(lonely) == 1:
        (place,) = lonely
        others = "fits nowhere on the table and matches no card to come" if position.layout else "matches no other card"
        return f"{game.deal[place]} {others}."
    placed = len(reached - {LAID}) + len(position.layout)
    stuck = [game.deal[p] for p in position.left if p not in reached and p <= placed + game.rules.hold]
    named, last = stuck[:-1], stuck[-1]
    most = f"At most {placed} cards can be placed" if placed > 1 else "No second card can be placed"
    if not named:
        return f"{most}: nothing that lies by then can have {last} beside it."
    return f"{most}: nothing that lies by then can have {last} beside it, nor the held back {_listed(named)}."


def _listed(cards: list[str]) -> str:
    return cards[0] if len(cards) == 1 else ", ".join(cards[:-1]) + " and " + cards[-1]
