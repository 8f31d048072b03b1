"""The bench of Universal Solitaire."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.bench.base import Deals, Workload, hinted, numbered


def workloads(game: str) -> Sequence[Workload]:
    """Return full deals of the three variants, for a win, for the best score, and for a hint at the start."""
    return (
        Deals("draw 3, 3 passes, win", 20, numbered(game)),
        Deals("draw 2, 2 passes, win", 20, numbered(game, draw=2, passes=2)),
        Deals("draw 1, 1 pass, win", 20, numbered(game, draw=1, passes=1)),
        Deals("draw 3, 3 passes, best", 10, numbered(game, best=True)),
        Deals("draw 2, 2 passes, best", 10, numbered(game, best=True, draw=2, passes=2)),
        Deals("draw 1, 1 pass, best", 10, numbered(game, best=True, draw=1, passes=1)),
        Deals("draw 3, 3 passes, hint", 5, numbered(game), ask=hinted),
        Deals("draw 2, 2 passes, hint", 5, numbered(game, draw=2, passes=2), ask=hinted),
        Deals("draw 1, 1 pass, hint", 5, numbered(game, draw=1, passes=1), ask=hinted),
    )
