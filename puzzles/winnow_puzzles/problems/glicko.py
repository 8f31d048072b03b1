"""Ratings that change with each try: Glicko, in logits.

M. E. Glickman, Parameter estimation in large dynamic paired comparison experiments, Applied Statistics 48, 1999. A try
is a game between a person and a problem; both ratings change, the more the less certain they are. Time alone changes
nothing here: problems do not learn, and how fast people forget is not known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, pi, sqrt


@dataclass(frozen=True)
class Belief:
    """A rating in logits and its standard error."""

    logits: float
    error: float

    def after(self, games: Iterable[tuple[Belief, float]]) -> Belief:
        """Return the rating after games against opponents, with a score from 0 (lost) to 1 (won) for each.

        >>> Belief(0.0, 1.5).after([(Belief(0.0, 0.0), 1.0)])
        Belief(logits=0.72, error=1.2)
        """
        slope, information = 0.0, 1 / self.error**2
        for other, score in games:
            weight = _weight(other.error)
            expected = 1 / (1 + exp(weight * (other.logits - self.logits)))
            slope += weight * (score - expected)
            information += weight**2 * expected * (1 - expected)
        return Belief(self.logits + slope / information, 1 / sqrt(information))


def _weight(error: float) -> float:
    """Return how much a game counts against an opponent whose rating has this standard error; 1 if it is certain."""
    return 1 / sqrt(1 + 3 * error**2 / pi**2)


def played(person: Belief, problem: Belief, solved: bool) -> tuple[Belief, Belief]:
    """Return the ratings of a person and a problem after a try."""
    score = float(solved)
    return person.after([(problem, score)]), problem.after([(person, 1 - score)])
