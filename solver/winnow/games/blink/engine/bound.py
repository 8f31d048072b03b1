"""Bounds on the matches of any Blink layout, regardless of the order of its cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from winnow.games.blink.engine.table import Table


def most_matched(table: Table) -> int:
    """Return an upper bound on the ways in which touching cards match in all (games/blink/ledger.md: Components).

    For each level t, cards that match in t ways or more fall into components; only cards of one component touch on that
    level, and k cells have no more than `most_touching(k)` touching pairs.
    """
    return sum(most_pairs(table, level) for level in (1, 2, 3))


def most_pairs(table: Table, level: int) -> int:
    """Return an upper bound on the touching pairs that match in at least `level` ways."""
    copies = Counter(table.order)
    total = 0
    for part in components(table, level):
        pairs = sum(
            copies[a] * (copies[a] - 1) // 2 if a == b else copies[a] * copies[b]
            for a, b in combinations_with_replacement(part, 2)
            if table.ways[a][b] >= level
        )
        total += min(pairs, most_touching(sum(copies[kind] for kind in part), table.columns, table.rows))
    return total


def components(table: Table, level: int) -> list[list[int]]:
    """Return the components of "matches in `level` ways or more" in the order drawn, each with its kinds, rising."""
    left, found = list(dict.fromkeys(table.order)), []
    while left:
        part = [left.pop(0)]
        for kind in part:
            part += [other for other in left if table.ways[kind][other] >= level]
            left = [other for other in left if other not in part]
        found.append(sorted(part))
    return found


def most_touching(cells: int, columns: int, rows: int) -> int:
    """Return an upper bound on the touching pairs of `cells` cells on a table that holds them.

    Cells in w columns and h rows have a boundary of at least 2w + 2h sides, w h >= cells, and
    4 cells = 2 pairs + boundary.

    >>> most_touching(60, 8, 8), most_touching(5, 9, 1), most_touching(4, 9, 9)
    (104, 4, 4)
    """
    return max(2 * cells - w - -(-cells // w) for w in range(1, min(cells, columns) + 1) if -(-cells // w) <= rows)
