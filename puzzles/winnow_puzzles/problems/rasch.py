"""Rasch's model: the odds that a person solves a problem are exp(ability - difficulty), both in logits.

G. Rasch, Probabilistic Models for Some Intelligence and Attainment Tests, 1960. Results may be probabilities, as a
panel's are, or counts of people's solved and failed attempts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, fsum, sqrt

import numpy as np
from numpy.typing import NDArray

MOST = 8.0
"""The largest absolute ability or difficulty that is estimated; the data do not determine larger ones."""
PRIOR = 0.02
"""The prior: 0.02 attempts, half of them solved, against the average; it keeps every estimate finite."""
_HALVINGS = 40

Floats = NDArray[np.float64]
Ints = NDArray[np.int_]


def probability(ability: float, difficulty: float) -> float:
    """Return the probability that a person solves a problem.

    >>> probability(1.0, 1.0)
    0.5
    """
    return 1 / (1 + exp(difficulty - ability))


def difficulty(results: Sequence[tuple[float, float, float]]) -> float:
    """Return the difficulty at which the solved share is the expected one.

    Each result is (ability, solved, attempts).
    """
    abilities, solved, attempts = np.array(results, dtype=float).reshape(-1, 3).T
    return float(difficulties(abilities, solved, attempts, np.zeros(len(results), dtype=int), 1)[0])


def difficulties(abilities: Floats, solved: Floats, attempts: Floats, problems: Ints, count: int) -> Floats:
    """Return, for each of `count` problems, the difficulty at which the solved share is the expected one.

    Each result has an ability, how many attempts were solved, how many were made, and its problem's number.
    """
    wanted = np.bincount(problems, solved, count) + PRIOR / 2
    low, high = np.full(count, -MOST, float), np.full(count, MOST, float)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected = np.bincount(problems, attempts / (1 + np.exp(middle[problems] - abilities)), count)
        easy = expected + PRIOR / (1 + np.exp(middle)) > wanted
        low, high = np.where(easy, middle, low), np.where(easy, high, middle)
    found: Floats = (low + high) / 2
    return found


def standard_error(results: Iterable[tuple[float, float, float]], place: float) -> float:
    """Return the standard error of a difficulty: one over the square root of the Fisher information of the attempts."""
    shares = ((count, probability(ability, place)) for ability, _, count in results)
    information = fsum(count * share * (1 - share) for count, share in shares)
    return 1 / sqrt(information) if information else float("inf")
