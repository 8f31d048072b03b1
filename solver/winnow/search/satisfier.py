"""A SAT solver under a budget, and clauses as it takes them: lists of integers, negative for a negated variable."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from itertools import product
from typing import cast

from winnow.search.resident import ResidentMemory
from winnow_kernels.common.budget import Budget
from winnow_kernels.common.clauses import ClauseArray, ClauseStore, Implications

TRUE, FALSE = 1, -1
_SLICE = 1000
"""Conflicts between two checks of the clock, the memory and pending signals; about 0.2 seconds."""
_BYTES_PER_LITERAL = 24
"""The bytes that the solver holds for a literal of a clause, watches included; 18 measured on full deals."""


class Satisfier:
    """An incremental Glucose solver. Each call of `solve` and each conflict costs one position.

    Use it in a `with` statement, which frees its memory. The memory limit is rough: it applies to an estimate for the
    clauses added, and to the growth of the whole process since the budget's first such search. `with_proof` makes the
    solver record a proof of unsatisfiability (in a temporary file). `solver` is a solver name of python-sat.
    """

    def __init__(self, budget: Budget, solver: str = "glucose4", with_proof: bool = False) -> None:
        self._budget = budget
        self._name = solver
        self._with_proof = with_proof
        self._memory = ResidentMemory(budget)
        self._reserved = 0
        self._held_back: list[Implications] = []
        self.conflicts = 0
        """The conflicts of all calls so far."""

    def __enter__(self) -> Satisfier:
        from pysat.solvers import Solver  # noqa: PLC0415  loaded only for questions decided by clauses

        self._solver = Solver(self._name, with_proof=self._with_proof)
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()
        self._budget.give_back(self._reserved)

    def add(self, parts: Iterable[ClauseArray | Sequence[Sequence[int]]]) -> None:
        """Add the clauses of each part, as long as the budget lasts."""
        # Lists of numbers hold no cycles, and the garbage collector's search for them takes as long as writing them.
        collecting = gc.isenabled()
        gc.disable()
        try:
            for part in parts:
                literals = part.literals if isinstance(part, ClauseArray) else sum(map(len, part))
                size = _BYTES_PER_LITERAL * literals
                if self._over() or not self._budget.reserve(size):
                    return
                self._reserved += size
                self._solver.append_formula(part)
        finally:
            if collecting:
                gc.enable()

    def hold_back(self, families: Iterable[Implications]) -> None:
        """Add clauses lazily: only those that a solution violates are given to the solver."""
        self._held_back += families

    def solve(self, assumed: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """Return whether all clauses and the assumed literals can be satisfied together.

        Returns None if the budget or the limit of `conflicts` ended the search.
        """
        met = self.conflicts
        found = self._ask(assumed, conflicts)
        while found and self._add_broken():
            found = self._ask(assumed, None if conflicts is None else max(0, conflicts - (self.conflicts - met)))
        return found

    def _add_broken(self) -> bool:
        """Add the lazy clauses that the solution violates; return whether there are any."""
        broken = [family.broken(self.assignment()) for family in self._held_back]
        self.add(broken)
        return any(map(len, broken))

    def _ask(self, assumed: Sequence[int], conflicts: int | None) -> bool | None:
        """Return whether the solver's clauses have a solution, as `solve` does; the lazy clauses are not checked."""
        budget, solver = self._budget, self._solver
        budget.spend()
        left = conflicts
        while left != 0 and not self._over():
            limit = _SLICE if left is None else min(_SLICE, left)
            if budget.max_positions >= 0:
                limit = min(limit, budget.max_positions - budget.positions)
            if limit == 0:
                budget.spend()
                continue
            before = self._told_conflicts()
            solver.conf_budget(limit)
            # With `expect_interrupt` the solver leaves Ctrl-C to Python, which handles it after the slice.
            found = cast(bool | None, solver.solve_limited(assumptions=assumed, expect_interrupt=True))
            met = min(limit, self._told_conflicts() - before)
            budget.spend(met)
            self.conflicts += met
            if found is not None:
                return found
            # A slice may end a little early; its whole allowance counts, so that the loop ends.
            left = None if left is None else left - limit
        return None

    def core(self) -> list[int]:
        """Return a subset of the assumed literals of the last `solve` that suffices for its answer False."""
        return cast(list[int], self._solver.get_core() or [])

    def smaller_core(self, core: Sequence[int], conflicts: int, most: int) -> list[int]:
        """Return the core without literals shown to be superfluous within `conflicts` conflicts each.

        Returns the core as it stands once more than `most` literals are known to be needed.
        """
        kept, staying = list(core), 0
        for literal in core:
            if literal not in kept:
                continue
            if self.solve([other for other in kept if other != literal], conflicts) is False:
                kept = self.core()
                continue
            staying += 1
            if staying > most:
                break
        return kept

    def assignment(self) -> list[int]:
        """Return the literals that are true in the solution found."""
        return cast(list[int], self._solver.get_model())

    def proof(self) -> list[str]:
        """Return the proof as DRUP lines; `solve` must have answered False without assumed literals."""
        return cast(list[str], self._solver.get_proof())

    def _told_conflicts(self) -> int:
        """Return the solver's own count of conflicts."""
        return cast(int, self._solver.accum_stats()["conflicts"])

    def _over(self) -> bool:
        return self._memory.is_over() or self._budget.poll()


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
