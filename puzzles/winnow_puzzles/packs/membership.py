"""Checks that a puzzle or a problem belongs to its pack."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any


def misfit(record: Mapping[str, Any], pack: Mapping[str, Any], own: Callable[[], Collection[str]]) -> str:
    """Return why a record does not belong to its pack; "" if it does.

    `own` names the rules that a record sets for itself, such as its goal; `pack` is empty if unknown.
    """
    if not pack:
        return ""
    if record["game"] != pack["game"]:
        return f"the game is not {pack['game']}, the pack's"
    goals = own()
    for name, value in pack["rules"].items():
        if name not in goals and record["rules"].get(name) != value:
            return f"rule {name} is not {value}, the pack's"
    made = pack["generator"]
    first = made["arguments"]["seed"]
    if not first <= record["number"] < first + made["screened"]:
        return f"deal number {record['number']} is not among the {made['screened']} deals from {first} on"
    return ""
