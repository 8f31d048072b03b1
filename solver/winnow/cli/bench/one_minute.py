"""The bench of One-Minute Solitaire."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.cli.bench.base import Bench, Claims, Deals, Workload, first_cards, numbered
from winnow.verdicts import Limits

_LAYERS = Limits(positions=100_000_000, memory=4096)
"""For a certificate with layers of labels, which are counted in the search, in the proof and in its trial."""


class OneMinuteBench(Bench):
    """Full deals, free and forced."""

    def workloads(self, game: str) -> Sequence[Workload]:
        """Return them."""
        return (
            Deals("full deck, free, best", 5, numbered(game, best=True)),
            Deals("full deck, free, within 120", 10, numbered(game)),
            Deals("full deck, forced, best", 1000, numbered(game, best=True, passing="forced")),
        )

    def claims(self, game: str) -> Sequence[Claims]:
        """Return best scores of small and full deals, and losses at two paces."""
        return (
            Claims("8 cards, best", first_cards(game, 8, best=True)),
            Claims("full deck, pace 1.2", numbered(game, pace=1.2), claims=20),
            Claims("full deck, pace 2", numbered(game), claims=20, limits=_LAYERS),
            Claims("full deck, best", numbered(game, best=True), claims=20, limits=_LAYERS),
        )
