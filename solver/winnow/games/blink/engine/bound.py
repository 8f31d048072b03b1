"""Bounds on the matches of any Blink layout, regardless of the order of its cards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from winnow.games.blink.engine.table import Table

if TYPE_CHECKING:
    import networkx as nx


def most_matched(table: Table) -> int:
    """Return an upper bound on the ways in which touching cards match in all (games/blink/ledger.md: Components).

    For each level t, cards that match in t ways or more fall into components; only cards of one component touch on that
    level, and k cells have no more than `most_touching(k)` touching pairs.
    """
    return sum(most_pairs(table, level) for level in (1, 2, 3))


def most_pairs(table: Table, level: int) -> int:
    """Return an upper bound on the touching pairs that match in at least `level` ways."""
    import networkx as nx  # noqa: PLC0415  loaded when a question needs it: most commands do not

    copies = Counter(table.order)
    total = 0
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(copies)
    graph.add_edges_from((a, b) for a in copies for b in copies if a <= b and table.ways[a][b] >= level)
    for part in nx.connected_components(graph):
        cards = sum(copies[kind] for kind in part)
        pairs = sum(
            copies[a] * (copies[a] - 1) // 2 if a == b else copies[a] * copies[b] for a, b in graph.subgraph(part).edges
        )
        total += min(pairs, most_touching(cards, table.columns, table.rows))
    return total


def most_touching(cells: int, columns: int, rows: int) -> int:
    """Return an upper bound on the touching pairs of `cells` cells on a table that holds them.

    Cells in w columns and h rows have a boundary of at least 2w + 2h sides, w h >= cells, and
    4 cells = 2 pairs + boundary.

    >>> most_touching(60, 8, 8), most_touching(5, 9, 1), most_touching(4, 9, 9)
    (104, 4, 4)
    """
    return max(2 * cells - w - -(-cells // w) for w in range(1, min(cells, columns) + 1) if -(-cells // w) <= rows)
