"""Rasch's model: the odds that a person solves a problem are exp(ability - difficulty), both in logits.

G. Rasch, Probabilistic Models for Some Intelligence and Attainment Tests, 1960. The results may be probabilities, as a
panel's are, or counts of solved and failed attempts of people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import exp, fsum, sqrt

import numpy as np
from numpy.typing import NDArray

MOST = 8.0
"""The largest absolute ability or difficulty that is estimated: the data say nothing beyond it."""
PRIOR = 0.02
"""How much a place far from 0 is held back: as 0.02 attempts, half of them solved, against the average."""
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
    """Return of each of `count` problems the difficulty at which the solved share is the expected one.

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
    """Return the standard error of a difficulty: one over the root of the information that the attempts give."""
    shares = ((count, probability(ability, place)) for ability, _, count in results)
    information = fsum(count * share * (1 - share) for count, share in shares)
    return 1 / sqrt(information) if information else float("inf")


Results = Mapping[str, Mapping[str, tuple[float, float]]]
"""Of each person, by problem: (solved, attempts)."""


def fit(results: Results) -> tuple[dict[str, float], dict[str, float]]:
    """Return the abilities of the persons and the difficulties of the problems, whose mean is 0.

    Joint maximum likelihood: abilities and difficulties in turn until they stay.
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
        # A person is to the problems what a problem is to persons: it is solved where they fail.
        abilities = difficulties(places[what], attempts - solved, attempts, who, len(persons))
        if np.abs(abilities - before).max(initial=0.0) < 1e-4:
            break
    return dict(zip(persons, abilities.tolist(), strict=True)), dict(zip(problems, places.tolist(), strict=True))
