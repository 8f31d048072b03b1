from collections.abc import Sequence

from ext.budget import Budget

def search_completions(
    ranks: bytes,
    suits: bytes,
    unknown: Sequence[int],
    cards: Sequence[tuple[int, int]],
    redeals: int,
    low: int,
    high: int,
    budget: Budget,
    need_winning: bool = True,
    need_losing: bool = True,
) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]: ...
