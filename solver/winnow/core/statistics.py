"""Estimates from counts: win rates, intervals and quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, cos, exp, floor, inf, lgamma, pi, sin, sqrt, tan

Z_95 = 1.959963984540054
"""The normal deviate of a two-sided 95% interval."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of a proportion; (0, 1) without trials.

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
    # At 0 or all successes the interval ends exactly at 0 or 1; rounding must not move that end.
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return low, high


def win_rate(winnable: int, undecided: int, deals: int) -> tuple[float, float]:
    """Return the 95% interval of the win rate; undecided deals count as lost at its low end, as won at its high end.

    >>> win_rate(7, 0, 1000) == wilson(7, 1000)
    True
    >>> low, high = win_rate(7, 3, 1000)
    >>> low == wilson(7, 1000)[0], high == wilson(10, 1000)[1]
    (True, True)
    """
    return wilson(winnable, deals)[0], wilson(winnable + undecided, deals)[1]


def mean_and_half(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of values and half of its 95% interval by Student's t: infinity for fewer than two values.

    The mean of no values is 0.

    >>> mean_and_half([2, 2, 2]), mean_and_half([5])
    ((2.0, 0.0), (5.0, inf))
    """
    number = len(values)
    mean = sum(values) / max(1, number)
    if number < 2:
        return mean, inf
    spread = sum((value - mean) ** 2 for value in values) / (number - 1)
    return mean, students_t(number - 1) * sqrt(spread / number)


def mean_within(
    values: Sequence[float], possible: tuple[float, float] = (-inf, inf)
) -> tuple[float, float | None, float | None]:
    """Return the mean of values and the ends of its 95% interval, cut at the least and greatest possible value.

    The ends are None for fewer than two values.

    >>> mean_within([5]), mean_within([0, 1], (0, 20))[1:]
    ((5.0, None, None), (0, 6.853102368087329))
    """
    mean, half = mean_and_half(values)
    if half == inf:
        return mean, None, None
    least, most = possible
    return mean, min(mean, max(least, mean - half)), max(mean, min(most, mean + half))


@lru_cache(maxsize=1024)
def students_t(degrees: int) -> float:
    """Return the 97.5% quantile of Student's t distribution, which ends a two-sided 95% interval.

    >>> round(students_t(1), 3), round(students_t(10), 3), round(students_t(10**6), 3)
    (12.706, 2.228, 1.96)
    """
    if degrees > _MANY_DEGREES:
        # The expansion in 1 / degrees; its next term is below 1e-8.
        z = Z_95
        first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
        third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + first / degrees + second / degrees**2 + third / degrees**3
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < _TWO_SIDED else (low, middle)
    return sqrt(degrees) * tan(low)


_MANY_DEGREES = 200
_TWO_SIDED = 0.95


def _within(angle: float, degrees: int) -> float:
    """Return the probability that |t| is at most sqrt(degrees) * tan(angle), by its finite sum (Abramowitz 26.7.3)."""
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for power in range(odd, degrees - 1, 2):
        total += term
        term *= (power + 1) / (power + 2) * cos(angle) ** 2
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def percent_outward(interval: tuple[float, float]) -> tuple[str, str]:
    """Return an interval of proportions in percent, rounded outward to hundredths.

    >>> percent_outward(wilson(7, 1000))
    ('0.33', '1.44')
    """
    low, high = interval
    # The floating-point error is far below 1e-12.
    least, most = floor((low - 1e-12) * 10_000), ceil((high + 1e-12) * 10_000)
    return f"{max(0, least) / 100:.2f}", f"{min(10_000, most) / 100:.2f}"


def quantile(ordered: Sequence[tuple[float, int]], percent: int) -> float:
    """Return the least value that at least `percent` of all do not exceed; `ordered`: ascending (value, count).

    >>> [quantile([(2, 3), (5, 1)], percent) for percent in (0, 50, 75, 76, 100)]
    [2, 2, 2, 5, 5]
    """
    rank = max(1, -(-percent * sum(count for _, count in ordered) // 100))
    for value, count in ordered:
        rank -= count
        if rank <= 0:
            return value
    raise ValueError("no values")


def most_marked(rows: int, sample: int, found: int) -> int:
    """Return the most of `rows` that can be marked, at 95%, if `found` of a random sample without replacement are.

    The exact one-sided limit of the hypergeometric distribution: with more marked rows, a sample shows at most `found`
    of them in fewer than 5% of all cases.

    >>> most_marked(10_000, 200, 0), most_marked(200, 200, 3)
    (147, 3)
    """
    least, most = found, rows - (sample - found)
    while least < most:
        middle = (least + most + 1) // 2
        if _at_most_found(rows, sample, middle, found) >= _ONE_IN_TWENTY:
            least = middle
        else:
            most = middle - 1
    return least


_ONE_IN_TWENTY = 0.05 * (1 - 1e-6)
"""Below 5% by more than the rounding error of the sums."""


def _at_most_found(rows: int, sample: int, marked: int, found: int) -> float:
    """Return the probability that at most `found` of the sample are marked."""
    whole = _log_choose(rows, sample)
    least = max(0, sample - (rows - marked))
    return sum(
        exp(_log_choose(marked, each) + _log_choose(rows - marked, sample - each) - whole)
        for each in range(least, min(found, marked) + 1)
    )


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
