"""Games small enough to be seen whole: the won positions of a deal as a graph, and what all its solutions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import networkx as nx

from winnow.deals import Deal
from winnow.engines.single_left.optional import least_left
from winnow.games.blink import Blink, Cell, neighbours
from winnow.games.single_left import Position, SingleLeft
from winnow.lines import replay

MOST_POSITIONS = 50_000
"""A deal with more positions than this has no such figures."""
MOST_SOLUTIONS = 10**15
"""Solutions are counted exactly up to here, so that every format can hold the number."""

_END = "end"

Followers = dict[Any, list[Any]]
"""The positions from which a deal can be won, each after its own followers among them; the start is last."""


def shared(deal: Deal, line: Sequence[str]) -> dict[str, Any]:
    """Return what the graph of won positions tells; all null if the deal has too many. `line` is a line that wins.

    `won_positions`; `solutions`, the lines that win; `shared_positions`, those that every solution passes through,
    the first and the last among them (the dominators of the end); `together`, the moves before solutions first part.
    """
    won = _SEEN[deal.game](deal, line)
    if won is None:
        return dict.fromkeys(("won_positions", "solutions", "shared_positions", "together"))
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


def _single_left(deal: Deal, _line: Sequence[str]) -> Followers | None:
    """Return the won positions of Single Left; None with redeals. The game is played on to its end."""
    game = cast(SingleLeft, deal.bind())
    if game.rules.redeals:
        return None

    def followers(position: Position) -> list[Position]:
        return [after for _, after in game.successors(position) if game.goal_met(least_left(game, after))]

    return _won(game.start(), followers, game.won, lambda position: len(position.deck) - len(position.discards))


def _blink(deal: Deal, line: Sequence[str]) -> Followers | None:
    """Return the won positions of a Blink table that one layout alone fills; None for other tables.

    Each is a part of that layout, as the set of its cells; what mirrors or turns into it is the same position.
    """
    if deal.rules.deck != "as-dealt":
        return None
    game = cast(Blink, deal.bind())
    layout = dict(replay(game, game.start(), line).layout)
    draws = {cell: game.deal.index(card) for cell, card in layout.items()}

    def followers(placed: frozenset[Cell]) -> list[frozenset[Cell]]:
        reach = len(placed) + game.rules.hold
        beside = {near for cell in placed for near in neighbours(cell)} or draws.keys()
        return [placed | {cell} for cell in draws if cell in beside and cell not in placed and draws[cell] <= reach]

    return _won(frozenset(), followers, lambda placed: len(placed) == len(layout), lambda placed: -len(placed))


def _won(
    start: Any, followers: Callable[[Any], list[Any]], ends: Callable[[Any], bool], to_go: Callable[[Any], Any]
) -> Followers | None:
    """Return the positions that lead to an end; None if more than MOST_POSITIONS can be reached.

    `to_go` falls with every move.
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


_SEEN: Mapping[str, Callable[[Deal, Sequence[str]], Followers | None]] = {"single-left": _single_left, "blink": _blink}
GRAPHS = frozenset(_SEEN)
"""The games whose won region can be seen whole."""
