"""What the rules alone do not show of a puzzle, worked out again: `winnow check --search`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from winnow.referee.results import CheckResult, Status, result_of
from winnow_puzzles.packs.generating import candidate_of, work_out
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.players.rating import rate


def searched(puzzle: Mapping[str, Any], result: CheckResult) -> CheckResult:
    """Return what became of a puzzle's unproven claims when its players and searches were run again.

    Their limits are counts, so that the same version finds the same on every machine.
    """
    record = dict(puzzle)
    found = next((candidate_of(one) for one in rate(deal_of(record), (puzzle["level"],))), None)
    if found is None:
        return CheckResult("failed", f"by search: level is not {puzzle['level']}", result.claims)
    again = work_out(found)
    if again is None:
        return result
    for name in ("level", "ladder", "metrics", "tags"):
        if again[name] != puzzle[name]:
            return CheckResult("failed", f"by search: {name} is {again[name]}", result.claims)
    claims: dict[str, Status] = {
        name: "verified by search" if status == "unproven" else status for name, status in result.claims
    }
    return result_of(result.text.split("; unproven: ")[0], claims)
