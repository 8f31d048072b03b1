"""The match graph of Blink Solitaire: which cards could be placed in time if geometry were ignored; and held cards.

In this relaxation adding a card never hinders another, so the closure holds every card that can be placed at all; if it
is not the whole deal, the deal is lost (games/blink/ledger.md: match-graph).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from functools import lru_cache

from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.core.verdicts import Reason
from winnow.games.blink.rules import Blink, Position, matching

MatchGraph = Mapping[Card, Set[Card]]
"""The cards, each with its neighbours."""

LAID: Card = "laid"
"""The node of the layout on the table."""


@lru_cache(4)
def _pairs(cards: frozenset[Card]) -> Mapping[Card, frozenset[Card]]:
    """Return, for each of the cards, the others that match it; cached, as all deals of a deck have the same."""
    return {card: (matching(card) & cards) - {card} for card in cards}


def match_graph(game: Blink, position: Position) -> MatchGraph:
    """Return the graph of the cards not yet placed; equal cards share a node, and an edge joins two that match.

    If cards lie already, the node LAID is joined to every card that fits a free cell beside them.
    """
    # In dealing order: a reason names the first of several cards.
    in_order = dict.fromkeys(game.deal[place] for place in position.left)
    cards = frozenset(in_order)
    pairs = _pairs(cards)
    graph: dict[Card, Set[Card]] = {card: pairs[card] for card in in_order}
    if position.layout:
        laid = dict(position.layout)
        beside = [[laid[near] for near in touched] for _, touched in game.beside(position)]
        fitting = {card for card in cards if any(matching(card).issuperset(others) for others in beside)}
        graph |= {card: graph[card] | {LAID} for card in fitting}
        graph[LAID] = fitting
    return graph


def loss(game: Blink, position: Position) -> Reason | None:
    """Return the reason why the match graph shows a loss; None if it does not."""
    graph = match_graph(game, position)
    longest: set[int] = set()
    # Equal cards reach the same cards, each other included.
    starts = [None] if position.layout else game.at_hand(position)
    for start in starts:
        reached = closure(game, position, graph, start)
        if len(reached) == len(position.left):
            return None
        longest = max(longest, reached, key=len)
    return Reason("match-graph", _explained(game, position, graph, longest))


def closure(game: Blink, position: Position, graph: MatchGraph, start: int | None) -> set[int]:
    """Return the places in the deal of all cards that can be added, each in time, next to matching cards.

    `start` is the place of the first card; None: start from the layout on the table.
    """
    reached = set() if start is None else {start}
    beside = set(graph[LAID if start is None else game.deal[start]])
    if start is not None:
        beside.add(game.deal[start])
    waiting = [place for place in position.left if place != start]
    grown = True
    while grown:
        grown = False
        for place in waiting:
            if place > len(position.layout) + len(reached) + game.rules.hold:
                break
            card = game.deal[place]
            if card in beside:
                reached.add(place)
                grown = True
                # Equal cards match each other.
                beside.update(graph[card], (card,))
        waiting = [place for place in waiting if place not in reached]
    return reached


def _explained(game: Blink, position: Position, graph: MatchGraph, reached: set[int]) -> str:
    """Return a sentence that names what blocks the deal once the cards of `reached` are placed."""
    copies = Counter(game.deal[place] for place in position.left)
    lonely = [card for card, joined in graph.items() if card != LAID and not joined and copies[card] == 1]
    if lonely and len(graph) > 1:
        others = "fits nowhere on the table and matches no card to come" if position.layout else "matches no other card"
        return f"{lonely[0]} {others}."
    placed = len(reached) + len(position.layout)
    stuck = [game.deal[p] for p in position.left if p not in reached and p <= placed + game.rules.hold]
    named, last = stuck[:-1], stuck[-1]
    most = f"At most {placed} cards can be placed" if placed > 1 else "No second card can be placed"
    text = f"{most}: by then nothing on the table matches {last}"
    if not named:
        return f"{text}."
    return f"{text}, nor the held back {', '.join(named[:-1])}{' and ' * (len(named) > 1)}{named[-1]}."


def fewest_partners(game: Blink, position: Position) -> str:
    """Return a sentence that names the card to be placed that matches the fewest others; "" if there is no other."""
    graph = match_graph(game, position)
    cards = [card for card in graph if card != LAID]
    if len(cards) < 2:
        return ""
    copies = Counter(game.deal[place] for place in position.left)
    partners = {card: sum(copies[other] for other in graph[card] if other != LAID) + copies[card] - 1 for card in cards}
    rarest = min(cards, key=lambda card: partners[card])
    return (
        f"Of the cards to be placed {rarest} is the hardest: only {counted(partners[rarest], 'others')} can touch it."
    )
