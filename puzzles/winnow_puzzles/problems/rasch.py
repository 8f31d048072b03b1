"""Rasch's model: the odds that a person solves a problem are exp(ability - difficulty), both in logits.

G. Rasch, Probabilistic Models for Some Intelligence and Attainment Tests, 1960. Results may be probabilities, as a
panel's are, or counts of people's solved and failed attempts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import exp, fsum, sqrt

import numpy as np
from numpy.typing import NDArray

MOST = 8.0
"""The largest absolute ability or difficulty that is estimated; the data do not determine larger ones."""
PRIOR = 0.02
"""The prior: 0.02 attempts, half of them solved, against the average; it keeps every estimate finite."""
_ROUNDS = 200
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


Results = Mapping[str, Mapping[str, tuple[float, float]]]
"""By person and problem: (solved, attempts)."""


def fit(results: Results) -> tuple[dict[str, float], dict[str, float]]:
    """Return the abilities of the persons and the difficulties of the problems, whose mean is 0.

    Joint maximum likelihood: abilities and difficulties are updated alternately until they converge.
    """
    persons = {person: i for i, person in enumerate(results)}
    problems = {problem: i for i, problem in enumerate(dict.fromkeys(chain.from_iterable(results.values())))}
    who = np.array([persons[person] for person, done in results.items() for _ in done], dtype=int)
    what = np.array([problems[problem] for done in results.values() for problem in done], dtype=int)
    pairs = [pair for done in results.values() for pair in done.values()]
    solved, attempts = np.array(pairs, dtype=float).reshape(-1, 2).T
    abilities, places = np.zeros(len(persons)), np.zeros(len(problems))
    for _ in range(_ROUNDS):
        before = abilities
        places = difficulties(abilities[who], solved, attempts, what, len(problems))
        places = places - places.mean() if len(places) else places
        # Persons and problems are symmetric: a problem "solves" a person who fails.
        abilities = difficulties(places[what], attempts - solved, attempts, who, len(persons))
        if np.abs(abilities - before).max(initial=0.0) < 1e-4:
            break
    return dict(zip(persons, abilities.tolist(), strict=True)), dict(zip(problems, places.tolist(), strict=True))
