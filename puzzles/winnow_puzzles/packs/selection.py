"""Choosing puzzles that differ: of the candidates of a level, those that lie far apart in their figures."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from winnow_puzzles.players.metrics import LIGHT

SCALE = 1_000


def spread(candidates: Sequence[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Return `count` of the candidates (all, if there are fewer), by number: far apart in the ranks of their figures.

    The first candidate begins; then the one whose nearest chosen one is farthest comes in, the lower number on a tie.
    """
    places = _places(candidates)
    chosen = [0] if candidates and count else []
    nearest = [_distance(place, places[0]) for place in places] if chosen else []
    while len(chosen) < min(count, len(candidates)):
        farthest = max((i for i in range(len(candidates)) if i not in chosen), key=lambda i: (nearest[i], -i))
        chosen.append(farthest)
        nearest = [min(old, _distance(place, places[farthest])) for old, place in zip(nearest, places, strict=True)]
    return [candidates[i] for i in sorted(chosen)]


def _places(candidates: Sequence[dict[str, Any]]) -> list[list[int]]:
    """Return each candidate's place among all, from 0 to SCALE, in every figure that all of them have."""
    places: list[list[int]] = [[] for _ in candidates]
    for name in LIGHT:
        values = [candidate["metrics"][name] for candidate in candidates]
        if None in values:
            continue
        ordered = sorted(values)
        for place, value in zip(places, values, strict=True):
            place.append(SCALE * bisect_left(ordered, value) // len(ordered))
    return places


def _distance(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))
