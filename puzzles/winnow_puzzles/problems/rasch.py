"""Rasch's model: the odds that a person solves a problem are exp(ability - difficulty), both in logits.

G. Rasch, Probabilistic Models for Some Intelligence and Attainment Tests, 1960. Results may be probabilities, as a
panel's are, or counts of people's solved and failed attempts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, fsum, sqrt

import numpy as np

from winnow_puzzles.base import Panel

MOST = 8.0
"""The largest absolute ability or difficulty that is estimated; the data do not determine larger ones."""
PRIOR = 0.02
"""The prior: 0.02 attempts, half of them solved, against the average; it keeps every estimate finite."""
_HALVINGS = 40

Result = tuple[float, float, float]
"""The ability of a player, and how many of its attempts were solved and made."""
AVERAGE_PLAY = (0.0, 0.5, 1.0)
"""One extra play, half won, by a player of ability 0: it keeps the rating of a deal that none or all win finite."""


def probability(ability: float, difficulty: float) -> float:
    """Return the probability that a person solves a problem.

    >>> probability(1.0, 1.0)
    0.5
    """
    return 1 / (1 + exp(difficulty - ability))


def placed(results: Mapping[str, Result], more: Sequence[Result] = ()) -> tuple[float, float, float]:
    """Return the difficulty by the results of players by name, and the extremes with one kind of player left out.

    A name begins with the player's kind. `more` results are part of each.
    """
    kind_of = {name: name.partition("-")[0] for name in results}
    place, *without = (
        difficulty([*(result for name, result in results.items() if kind_of[name] != left_out), *more])
        for left_out in (None, *sorted({*kind_of.values()}))
    )
    return place, min(*without, place), max(*without, place)


def difficulty(results: Sequence[Result]) -> float:
    """Return the difficulty at which the share of attempts that solved the problem is the expected one."""
    abilities, solved, attempts = np.array(results).T
    wanted = solved.sum() + PRIOR / 2
    low, high = -MOST, MOST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected = (attempts / (1 + np.exp(middle - abilities))).sum()
        if expected + PRIOR * probability(0, middle) > wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def standard_error(results: Iterable[Result], place: float) -> float:
    """Return the standard error of a difficulty: one over the square root of the Fisher information of the attempts."""
    shares = ((count, probability(ability, place)) for ability, _, count in results)
    information = fsum(count * share * (1 - share) for count, share in shares)
    return 1 / sqrt(information) if information else float("inf")


def rating_of(won: Mapping[str, int], panel: Panel) -> dict[str, float]:
    """Return a deal's rating: its difficulty by Rasch's model for the players' known abilities.

    `standard_error` is that of the sampled plays; `low` and `high` are the extreme ratings with one kind of player left
    out.
    """
    results = {name: (ability, float(won[name]), float(plays)) for name, (ability, plays) in panel.items()}
    place, low, high = placed(results, [AVERAGE_PLAY])
    return {
        "logits": round(place, 2),
        "standard_error": round(standard_error([*results.values(), AVERAGE_PLAY], place), 2),
        "low": round(low, 2),
        "high": round(high, 2),
        "solved": sum(won.values()),
        "plays": sum(plays for _, plays in panel.values()),
    }
