"""The bench of Head Solitaire."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from winnow.bench.base import (
    PROOF_LIMITS,
    Bench,
    Claims,
    Deals,
    Slow,
    Workload,
    by_bundle,
    first_cards,
    midway,
    numbered,
)
from winnow.core.verdicts import Limits

_LIMITS = Limits(positions=10_000_000)
"""The limit of a best score: positions of Head take less time than those of other games."""
_LITTLE_MEMORY = Limits(positions=3_000_000, memory=2)
"""The limit of a search that fills its table."""
_LONG_LIMITS = Limits(positions=30_000_000, memory=4096)
"""The limit for one extended deal of three passes, which takes about a minute with its certificate."""


class HeadBench(Bench):
    """Best scores of full deals: both decks, two or three passes, forced and optional melding."""

    def workloads(self, game: str) -> Sequence[Workload]:
        """Return them; the hardest variants have fewer deals."""
        variants = product((False, True), (3, 2), ("forced", "optional"))
        full = [_best(game, *variant, deals=5 if variant[:2] == (True, 3) else 20) for variant in variants]
        little = numbered(game, best=True, extended=True)
        return [*full, Deals("extended deck, 3 passes, forced, best, 2 MiB", 3, little, limits=_LITTLE_MEMORY)]

    def slow(self) -> Sequence[Slow]:
        """Return the extended deck's best score, by instructions that fewer and fewer processors lack, and hints."""
        extended = {"extended": True, "melding": "optional"}
        kinds = (("", ()), (" without AVX-512", ("eights",)), (" without AVX2", ("eights", "lanes")))
        return (
            *(
                Slow(f"extended, optional, best{kind}", "best", 10, "0.15, 2", extended, without)
                for kind, without in kinds
            ),
            Slow("hint", "hint", 4, "1"),
        )

    def claims(self, game: str) -> Sequence[Claims]:
        """Return losses and best scores of both decks and of small ones, and hints."""
        basic: dict[str, Any] = {"extended": False}
        extended: dict[str, Any] = {"extended": True}
        two, optional = {"passes": 2}, {"melding": "optional"}
        late = midway(numbered(game))
        return (
            Claims("8 cards, hand 4", first_cards(game, 8, best=True, hand=4, passes=2), question="best"),
            *(
                Claims(
                    name,
                    numbered(game, best=best, **rules),
                    limits=_LONG_LIMITS if rules == extended else PROOF_LIMITS,
                    question="best" if best else "loss",
                )
                for best in (False, True)
                for name, rules in (
                    ("basic deck, 3 passes", basic),
                    ("basic deck, 3 passes, optional", {**basic, **optional}),
                    ("basic deck, 2 passes", {**basic, **two}),
                    ("basic deck, 2 passes, optional", {**basic, **two, **optional}),
                    ("extended deck, 2 passes", {**extended, **two}),
                    ("extended deck, 3 passes", extended),
                )
            ),
            Claims("basic deck, 3 passes, late in a game", late, question="hint", prove=by_bundle),
        )


def _best(game: str, extended: bool, passes: int, melding: str, deals: int) -> Deals:
    deck = "extended" if extended else "basic"
    make = numbered(game, best=True, passes=passes, melding=melding, extended=extended)
    return Deals(f"{deck} deck, {passes} passes, {melding}, best", deals, make, limits=_LIMITS)
