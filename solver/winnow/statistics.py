"""What a count of wins says about the odds."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, sqrt

Z_95 = 1.959963984540054
"""The normal deviate of a two-sided 95% interval."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of a proportion; without trials it is everything from 0 to 1.

    >>> low, high = wilson(7, 1000)
    >>> round(low, 5), round(high, 5)
    (0.00339, 0.01438)
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    scale = 1 + Z_95**2 / trials
    centre = (share + Z_95**2 / (2 * trials)) / scale
    half = Z_95 * sqrt(share * (1 - share) / trials + Z_95**2 / (4 * trials**2)) / scale
    # At 0 or all successes the interval ends there exactly; rounding must not leave it.
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return low, high


def win_rate(winnable: int, undecided: int, deals: int) -> tuple[float, float]:
    """Return the 95% interval of the win rate, the undecided deals all lost at its low end, all won at its high one.

    >>> win_rate(7, 0, 1000) == wilson(7, 1000)
    True
    >>> low, high = win_rate(7, 3, 1000)
    >>> low == wilson(7, 1000)[0], high == wilson(10, 1000)[1]
    (True, True)
    """
    return wilson(winnable, deals)[0], wilson(winnable + undecided, deals)[1]


def percent_outward(interval: tuple[float, float]) -> tuple[str, str]:
    """Return an interval of proportions in percent, rounded outward to hundredths.

    >>> percent_outward(wilson(7, 1000))
    ('0.33', '1.44')
    """
    low, high = interval
    # The floats' own error is far below a millionth of a millionth.
    least, most = floor((low - 1e-12) * 10_000), ceil((high + 1e-12) * 10_000)
    return f"{max(0, least) / 100:.2f}", f"{min(10_000, most) / 100:.2f}"


def quantile(ordered: Sequence[tuple[float, int]], percent: int) -> float:
    """Return the least of the (value, count) pairs, in rising order, that `percent` of all do not exceed.

    >>> [quantile([(2, 3), (5, 1)], percent) for percent in (0, 50, 75, 76, 100)]
    [2, 2, 2, 5, 5]
    """
    rank = max(1, -(-percent * sum(count for _, count in ordered) // 100))
    for value, count in ordered:
        rank -= count
        if rank <= 0:
            return value
    raise ValueError("no values")
