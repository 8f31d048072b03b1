from collections.abc import Sequence

from winnow_kernels.common.budget import Budget
from winnow_kernels.universal.line import Found, Start

TECHNIQUES: frozenset[str]
"""What can be switched off by name."""
MOST_WIDTH: int
"""A width that no budget reaches."""

def search(
    start: Start,
    cards: Sequence[int],
    target: int,
    without: frozenset[str],
    budget: Budget,
    widest: int,
    wider: int = 10,
) -> Found:
    """Look for the best score from `start` that is at least `target`; it ends at once when all `cards` can be barred.

    `cards` is the whole deck, a full grid. What is not in `start` lies on the bar. Scores below `target` are found by
    chance only; if the result is exhausted, no score is better than both it and `target - 1`.
    `widest` limits the beam's width, which begins with 30 and grows by the factor `wider`; with MOST_WIDTH only the
    budget does.
    """
