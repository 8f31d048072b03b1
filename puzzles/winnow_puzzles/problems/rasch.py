"""Rasch's model: the odds that a person solves a problem are exp(ability - difficulty), both in logits.

G. Rasch, Probabilistic Models for Some Intelligence and Attainment Tests, 1960. The results may be probabilities, as a
panel's are, or counts of solved and failed attempts of people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, fsum, sqrt

MOST = 8.0
"""No ability or difficulty is told farther from 0 than this: beyond it there is no telling."""
PRIOR = 0.02
"""How much a place far from 0 is held back: as 0.02 attempts, half of them solved, against the average."""
_ROUNDS = 200
_HALVINGS = 40


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
    solved = fsum(share for _, share, _ in results) + PRIOR / 2
    low, high = -MOST, MOST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected = fsum(count * probability(ability, middle) for ability, _, count in results)
        if expected + PRIOR * probability(0, middle) > solved:
            low = middle
        else:
            high = middle
    return (low + high) / 2


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
    by_problem: dict[str, dict[str, tuple[float, float]]] = {}
    for person, solved in results.items():
        for problem, result in solved.items():
            by_problem.setdefault(problem, {})[person] = result
    abilities = dict.fromkeys(results, 0.0)
    difficulties = dict.fromkeys(by_problem, 0.0)
    for _ in range(_ROUNDS):
        before = dict(abilities)
        difficulties = {
            problem: difficulty([(abilities[person], *result) for person, result in solved.items()])
            for problem, solved in by_problem.items()
        }
        mean = fsum(difficulties.values()) / max(len(difficulties), 1)
        difficulties = {problem: place - mean for problem, place in difficulties.items()}
        # A person is to the problems what a problem is to persons: it is solved where they fail.
        abilities = {
            person: difficulty(
                [(difficulties[problem], count - share, count) for problem, (share, count) in done.items()]
            )
            for person, done in results.items()
        }
        if max((abs(abilities[person] - before[person]) for person in abilities), default=0.0) < 1e-4:
            break
    return abilities, difficulties
