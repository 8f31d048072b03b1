"""Rank correlation, with a bootstrap interval over deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from winnow.core.rng import SplitMix64

_DRAWS = 200
_SEED = 18


def rank_correlation(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation, with mean ranks for ties; None if `a` or `b` is constant.

    >>> rank_correlation([1, 2, 3], [5, 7, 7]), rank_correlation([1, 2], [4, 4])
    (0.866025..., None)
    """
    x, y = _ranks(a), _ranks(b)
    mean = (len(x) + 1) / 2
    spread = sum((u - mean) ** 2 for u in x) * sum((v - mean) ** 2 for v in y)
    if not spread:
        return None
    return float(sum((u - mean) * (v - mean) for u, v in zip(x, y, strict=True)) / spread**0.5)


def with_interval(deals: Sequence[int], first: Sequence[float], second: Sequence[float]) -> tuple[str, str]:
    """Return the correlation and its 95% bootstrap interval over deals (fixed seed), as text.

    `deals` names the deal of each value: all values of a deal are drawn together.
    """
    whole = rank_correlation(first, second)
    by_deal: dict[int, list[int]] = {}
    for place, number in enumerate(deals):
        by_deal.setdefault(number, []).append(place)
    groups, chance = list(by_deal.values()), SplitMix64(_SEED)
    drawn = []
    for _ in range(_DRAWS):
        places = [place for _ in groups for place in groups[chance.below(len(groups))]]
        value = rank_correlation([first[place] for place in places], [second[place] for place in places])
        if value is not None:
            drawn.append(value)
    drawn.sort()
    if whole is None or not drawn:
        return "-", "-"
    return f"{whole:+.2f}", f"{drawn[len(drawn) // 40]:+.2f} to {drawn[-1 - len(drawn) // 40]:+.2f}"


def _ranks(values: Sequence[float]) -> list[float]:
    below: dict[float, int] = {}
    counts = Counter(values)
    total = 0
    for value in sorted(counts):
        below[value] = total
        total += counts[value]
    return [below[value] + (counts[value] + 1) / 2 for value in values]
