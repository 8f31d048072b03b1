"""Recomputes the claims of a full deal that the rules alone do not prove: `winnow check --search`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from winnow.core.results import CheckResult, Status, result_of
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.packs.generating import rate
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.players.metrics import deep


def searched(puzzle: Mapping[str, Any], result: CheckResult, levels_follow: bool) -> CheckResult:
    """Return the result with a puzzle's unproven claims recomputed by the panel and by searches.

    `levels_follow`: the level follows from the ratings in the pack, which has all of them. All limits are counts: a
    version finds the same on every machine.
    """
    record = dict(puzzle)
    again: dict[str, Any] = {}
    metrics = deep(deal_of(record), record["verdict"]["line"])
    again["metrics"] = {**record["metrics"], **metrics}
    rated = rate(PUZZLES.of(record["game"]).deal_panel, record)
    if rated is None:
        return result
    again |= {name: rated[name] for name in ("played", "rating")}
    asked = {
        *(f"metrics.{name}" for name in metrics),
        "tags",
        "played",
        "rating",
        *(["level"] if levels_follow else []),
    }
    for name, value in again.items():
        if value != record[name]:
            return CheckResult("failed", f"by search: {name} is {value}", result.claims)
    claims: dict[str, Status] = {
        name: "verified by search" if status == "unproven" and name in asked else status
        for name, status in result.claims
    }
    return result_of(result.text.split("; unproven: ")[0], claims)
