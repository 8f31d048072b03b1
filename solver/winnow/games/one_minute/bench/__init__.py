"""The bench of One-Minute Solitaire."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.bench.base import Deals, Workload, numbered
from winnow.core.verdicts import Limits

_LAYERS = Limits(positions=100_000_000, memory=4096)
"""The limit of a deal with large layers."""
_LITTLE_MEMORY = Limits(positions=5_000_000, memory=10)
"""The limit of a search whose layers do not fit into memory."""


def workloads(game: str) -> Sequence[Workload]:
    """Return full deals, free and forced."""
    large = numbered(game, best=True, pickup=5)
    return (
        Deals("full deck, free, best", 5, numbered(game, best=True)),
        Deals("full deck, free, within 120", 10, numbered(game)),
        Deals("full deck, forced, best", 1000, numbered(game, best=True, passing="forced")),
        Deals("full deck, free, pickup 5, best", 5, numbered(game, best=True, pickup=5)),
        Deals(
            "full deck, free, pickup 5, best, large layers",
            1,
            lambda number: large(930_006 + number),
            limits=_LAYERS,
        ),
        Deals("full deck, free, pace 1.2", 10, numbered(game, pace=1.2)),
        Deals("full deck, free, best, 10 MiB", 2, numbered(game, best=True), limits=_LITTLE_MEMORY),
    )
