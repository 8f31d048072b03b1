"""A puzzle's claims about positions that go beyond the rules, and which certificates prove them. No engine is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from winnow.checking.records import Facts
from winnow.core.deals import Deal
from winnow_puzzles.base import GRAPH_METRICS
from winnow_puzzles.players.simple import ASKED_MOVES, greedy, points, tags

TRAP, ONLY, OPEN = "metrics.trap_at", "metrics.only_moves", "metrics.only_open"


def rests_on_search(claim: str) -> bool:
    """Return whether a claim of a puzzle is about results of players or searches, not about positions."""
    name = claim.removeprefix("metrics.")
    players = claim in ("level", "rating", "played")
    return players or name == "only_open" or name in GRAPH_METRICS


def _others_lose(puzzle: Mapping[str, Any], facts: Facts, before: tuple[str, ...], others: list[str]) -> bool | None:
    """Return whether every other move loses; None if the facts do not say."""
    found = [facts.of(puzzle, (*before, other)) for other in others]
    if any(fact.won for fact in found):
        return False
    return True if all(fact.lost for fact in found) else None


def trap(puzzle: Mapping[str, Any], deal: Deal) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the obvious play up to the losing move, without it and with it; None if the puzzle names no such move."""
    kept = puzzle["metrics"]["trap_at"]
    if kept is None:
        return None
    line = greedy(deal.bind()).line
    return line[:kept], line[: kept + 1]


def shown_by(puzzle: Mapping[str, Any], deal: Deal, facts: Facts) -> tuple[dict[str, bool], str]:
    """Return whether the facts prove each claim, by name, and a sentence about a refuted claim ("" without one)."""
    metrics = puzzle["metrics"]
    shown: dict[str, bool] = {}
    wrong = ""
    parts = trap(puzzle, deal)
    if parts is not None:
        before, after = (facts.of(puzzle, moves) for moves in parts)
        shown[TRAP] = shown["metrics.trap_after"] = before.won and after.lost
        if before.lost or after.won:
            wrong = f"{TRAP} is not where the obvious play loses, by certificates"
    asked = list(points(deal.bind(), puzzle["verdict"]["line"]))
    decided = [_others_lose(puzzle, facts, before, others) for before, others in asked]
    only, more, still = (decided.count(value) for value in (True, False, None))
    least, most = metrics["only_moves"], metrics["only_moves"] + metrics["only_open"]
    if only > most or len(asked) - more < least:
        wrong = f"{ONLY} is {least}, and at least {only} and at most {len(asked) - more} by certificates"
    # The puzzle leaves a point with too many moves open; the certificates may leave it open, too.
    shown[ONLY] = least <= only and len(asked) - more <= most
    shown[OPEN] = shown[ONLY] and metrics["only_open"] == still == 0
    if puzzle["tags"] == tags(metrics):
        shown["tags"] = shown[ONLY] and shown.get(TRAP, metrics["trap_at"] is None)
    return shown, wrong


@dataclass(frozen=True)
class Asked:
    """The positions, by their moves, on which a claim depends.

    With `moves` they are successors of one position by some of its `moves` moves: one won position is enough, otherwise
    all are needed.
    """

    claim: str
    positions: tuple[tuple[str, ...], ...]
    moves: int | None = None


def questions(puzzle: Mapping[str, Any], deal: Deal) -> Iterator[Asked]:
    """Yield, for each claim, the positions that need certificates."""
    parts = trap(puzzle, deal)
    if parts is not None:
        yield Asked(TRAP, parts)
        yield Asked("metrics.trap_after", parts)
    for before, others in points(deal.bind(), puzzle["verdict"]["line"]):
        yield Asked(ONLY, tuple((*before, other) for other in others[:ASKED_MOVES]), len(others))
