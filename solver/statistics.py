"""What a count of wins says about the odds."""

from __future__ import annotations

from math import sqrt

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
