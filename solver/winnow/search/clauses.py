"""Clauses as solvers take them: lists of non-zero integers, negative for a negated variable."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from winnow_kernels.common.clauses import ClauseStore

TRUE = 1
FALSE = -1


class Clauses(ClauseStore):
    """Clauses being written. Variable 1 is true, so a fact known beforehand can stand in the place of a variable.

    >>> clauses = Clauses()
    >>> clauses.add(2, FALSE), clauses.add(3, TRUE), list(clauses.take())
    (None, None, [[1], [2]])
    """

    def count(self, literals: Sequence[int]) -> list[int]:
        """Return a totalizer, as many literals as given: number k, from 0, is true where more than k of them are."""
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
