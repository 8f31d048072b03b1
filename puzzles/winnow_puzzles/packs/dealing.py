"""The deals behind a puzzle's number, and the rules that a puzzle has of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from winnow.deals import Deal

TABLES = ((3, 3, 3), (4, 3, 2), (5, 3, 1))
"""Columns, rows and hold of Blink's small tables, which a puzzle's cards fill exactly."""

Record = dict[str, Any]


def puzzle_deal(game: str, number: int, rules: Mapping[str, Any]) -> Deal:
    """Return the numbered deal; where the deck is as dealt, as many of its first cards as the table has cells.

    Only Blink has such puzzles: small tables that the cards fill exactly. Raises DealError or RuleError.

    >>> puzzle_deal("blink", 0, {"deck": "as-dealt", "columns": 2, "rows": 1}).text
    '2RM 4GT'
    """
    if rules.get("deck") != "as-dealt":
        return Deal.numbered(game, number, rules)
    cut = " ".join(Deal.numbered(game, number).cards[: rules["columns"] * rules["rows"]])
    return replace(Deal.parse(game, cut, rules), number=number)


def tables(rules: Record) -> list[Record]:
    """Return the rules of each kind of puzzle that a pack under these rules has: in Blink, one for each small table.

    A pack's `columns`, `rows` and `hold` limit the tables.
    """
    if rules.get("deck") != "as-dealt":
        return [rules]
    limits = rules["columns"], rules["rows"], rules["hold"]
    within = [table for table in TABLES if all(a <= b for a, b in zip(table, limits, strict=True))]
    return [{**rules, "columns": columns, "rows": rows, "hold": hold} for columns, rows, hold in within]


def own_rules(game: str, rules: Mapping[str, Any]) -> frozenset[str]:
    """Return the rules that each puzzle of a pack under these rules sets for itself: they state its goal."""
    small = {"columns", "rows", "hold"} if rules.get("deck") == "as-dealt" else set()
    return frozenset({"head": {"target"}, "one-minute": {"pace"}}.get(game, small))
