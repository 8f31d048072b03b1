"""Clauses as solvers take them: lists of non-zero integers, a negative one standing for "not"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from winnow_kernels.common.clause_store import ClauseStore

TRUE = 1
FALSE = -1


class Clauses(ClauseStore):
    """Clauses in the making. Variable 1 is true, so that a fact known beforehand takes the place of a variable.

    >>> clauses = Clauses()
    >>> clauses.add(2, FALSE), clauses.add(3, TRUE), list(clauses.take())
    (None, None, [[1], [2]])
    """

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
