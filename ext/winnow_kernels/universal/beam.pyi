from collections.abc import Sequence

from winnow_kernels.common.budget import Budget
from winnow_kernels.universal.line import Found, Start

TECHNIQUES: frozenset[str]
MOST_WIDTH: int

def search(
    start: Start,
    cards: Sequence[int],
    target: int,
    without: frozenset[str],
    budget: Budget,
    widest: int,
    wider: int = 10,
) -> Found: ...
