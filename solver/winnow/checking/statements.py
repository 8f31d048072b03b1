"""Clauses that a referee writes from the rules: their variables are statements about a line of play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from winnow.checking.lrat import Clause

TRUE, FALSE = 1, -1
Name = tuple[str | int, ...]
"""A statement: its kind, then what it is about."""


class Statements:
    """Clauses in the order in which a proof numbers them. The first is (1), for what is true of every line.

    Other variables are numbered from 2 in the order in which they first occur in the clauses.
    """

    def __init__(self) -> None:
        self._mentioned: dict[Name, int] = {}
        self._numbers = {TRUE: TRUE}
        self._clauses: list[Clause] = [(TRUE,)]

    def _is(self, *name: str | int) -> int:
        return self._mentioned.setdefault(name, len(self._mentioned) + 2)

    def _add(self, *literals: int) -> None:
        if TRUE not in literals:
            self._clauses.append(tuple(literal for literal in literals if literal != FALSE))

    def _at_most_one(self, literals: Sequence[int]) -> None:
        for one, other in combinations(literals, 2):
            self._add(-one, -other)

    def _take(self) -> list[Clause]:
        """Return the clauses added since the last call, with their variables numbered."""
        numbers, taken = self._numbers, []
        for clause in self._clauses:
            for literal in clause:
                numbers.setdefault(abs(literal), len(numbers) + 1)
            taken.append(tuple(numbers[v] if v > 0 else -numbers[-v] for v in clause))
        self._clauses = []
        return taken
