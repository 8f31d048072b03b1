"""The bench of Head Solitaire."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from winnow.bench.base import Deals, Workload, numbered
from winnow.core.verdicts import Limits

_LIMITS = Limits(positions=10_000_000)
"""The limit of a best score: positions of Head take less time than those of other games."""
_LITTLE_MEMORY = Limits(positions=3_000_000, memory=2)
"""The limit of a search that fills its table."""


def workloads(game: str) -> Sequence[Workload]:
    """Return best scores of full deals: both decks, two or three passes, forced and optional melding."""
    variants = product((False, True), (3, 2), ("forced", "optional"))
    full = [_best(game, *variant, deals=5 if variant[:2] == (True, 3) else 20) for variant in variants]
    little = numbered(game, best=True, extended=True)
    return [*full, Deals("extended deck, 3 passes, forced, best, 2 MiB", 3, little, limits=_LITTLE_MEMORY)]


def _best(game: str, extended: bool, passes: int, melding: str, deals: int) -> Deals:
    deck = "extended" if extended else "basic"
    make = numbered(game, best=True, passes=passes, melding=melding, extended=extended)
    return Deals(f"{deck} deck, {passes} passes, {melding}, best", deals, make, limits=_LIMITS)
