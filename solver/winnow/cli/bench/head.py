"""The bench of Head Solitaire."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from winnow.cli.bench.base import Bench, Claims, Deals, Workload, first_cards, numbered


class HeadBench(Bench):
    """Best scores of full deals: both decks, two or three passes, forced and optional melding."""

    def workloads(self, game: str) -> Sequence[Workload]:
        """Return them; the hardest variants have fewer deals."""
        variants = product((False, True), (3, 2), ("forced", "optional"))
        return [_best(game, *variant, deals=5 if variant[:2] == (True, 3) else 20) for variant in variants]

    def claims(self, game: str) -> Sequence[Claims]:
        """Return best scores of both decks and of small ones, and losses."""
        optional = numbered(game, best=True, passes=2, melding="optional")
        return (
            Claims("8 cards, hand 4, best", first_cards(game, 8, best=True, hand=4, passes=2)),
            Claims("full deck", numbered(game), claims=20, deals=100),
            Claims("full deck, best", numbered(game, best=True), claims=20, deals=100),
            Claims("full deck, 2 passes, best", numbered(game, best=True, passes=2), claims=20),
            Claims("full deck, 2 passes, optional, best", optional, claims=20),
            Claims("extended, 2 passes, best", numbered(game, best=True, passes=2, extended=True), claims=20),
            Claims("extended, best", numbered(game, best=True, extended=True), claims=20, deals=30),
        )


def _best(game: str, extended: bool, passes: int, melding: str, deals: int) -> Deals:
    deck = "extended" if extended else "basic"
    make = numbered(game, best=True, passes=passes, melding=melding, extended=extended)
    return Deals(f"{deck} deck, {passes} passes, {melding}, best", deals, make, scores=True)
