"""The bench of Universal Solitaire."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from winnow.bench.base import Bench, Claims, Deals, Slow, Workload, by_bundle, hinted, midway, numbered
from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.question import Question


class UniversalBench(Bench):
    """Full deals of the three variants, for a win, for the best score, and for a hint at the start."""

    def workloads(self, game: str) -> Sequence[Workload]:
        """Return the workloads."""
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

    def slow(self) -> Sequence[Slow]:
        """Return the two variants with few passes."""
        two, one = {"draw": 2, "passes": 2}, {"draw": 1, "passes": 1}
        return (
            Slow("draw 2, 2 passes, win", "win", 60, "p99 1", two),
            Slow("draw 2, 2 passes, hint", "hint", 10, "p99 3", two),
            Slow("draw 1, 1 pass, win", "win", 40, "p99 1", one),
            Slow("draw 1, 1 pass, best", "best", 20, "p99 2", one),
        )

    def claims(self, game: str) -> Sequence[Claims]:
        """Return losses and best scores of full deals and of a small grid, and hints."""
        variants = tuple((draw, passes) for draw, passes in ((1, 1), (2, 2), (3, 3)))
        late = midway(numbered(game, draw=1, passes=1))
        return (
            Claims("15 cards, 2 columns", _grid(game, "12345", "EJV", best=True, columns=2), question="best"),
            *(
                Claims(
                    f"draw {draw}, {counted(passes, 'passes')}",
                    numbered(game, best=best, draw=draw, passes=passes),
                    deals=200,
                    question="best" if best else "loss",
                )
                for best in (False, True)
                for draw, passes in variants
            ),
            Claims("draw 1, 1 pass, late in a game", late, question="hint", prove=by_bundle),
        )


def _grid(game: str, ranks: str, suits: str, best: bool = False, **rules: Any) -> Callable[[int], Question]:
    """Return a function from a deal number to the question about a grid, its cards in that deal's order."""

    def make(number: int) -> Question:
        cards = Deal.numbered(game, number).cards
        tokens = " ".join(card for card in cards if card[0] in ranks and card[1] in suits)
        return Question(Deal.parse(game, tokens, {"deck": "as-dealt", **rules}), best=best)

    return make
