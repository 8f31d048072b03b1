"""Clauses as solvers take them: lists of non-zero integers, a negative one standing for "not"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from winnow_kernels.common import implications

TRUE = 1
FALSE = -1


class Clauses:
    """Clauses in the making. Variable 1 is true, so that a fact known beforehand takes the place of a variable."""

    def __init__(self) -> None:
        self.variables = 1
        self._written: list[list[int]] = [[TRUE]]

    def variable(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Demand that one of the literals holds.

        >>> clauses = Clauses()
        >>> clauses.add(2, FALSE), clauses.add(3, TRUE), clauses.take()
        (None, None, [[1], [2]])
        """
        if TRUE not in literals:
            self._written.append([literal for literal in literals if literal != FALSE])

    def spread(self, rows: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> None:
        """Demand of every row that "row[j] and after[j][k] -> row[k]", for all places j and k apart.

        >>> clauses = Clauses()
        >>> clauses.spread([[2, 3], [FALSE, 4]], [[FALSE, 5], [TRUE, FALSE]])
        >>> clauses.take()
        [[1], [-2, -5, 3], [-3, 2], [-4]]
        """
        self._written += implications.spread(rows, after)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Demand that no two of the literals hold."""
        for one, other in combinations(literals, 2):
            self.add(-one, -other)

    def count(self, literals: Sequence[int]) -> list[int]:
        """Return as many literals: the k-th, from 0, holds where more than k of the given ones do (a totalizer)."""
        if len(literals) <= 1:
            return list(literals)
        half = len(literals) // 2
        left, right = self.count(literals[:half]), self.count(literals[half:])
        total = [self.variable() for _ in literals]
        for i, j in product(range(len(left) + 1), range(len(right) + 1)):
            if i + j:
                some = [-literal for literal in (*left[i - 1 : i], *right[j - 1 : j])]
                self.add(*some, total[i + j - 1])
        return total

    def take(self) -> list[list[int]]:
        """Return the clauses written since the last call."""
        written, self._written = self._written, []
        return written
