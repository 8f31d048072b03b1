"""A satisfiability solver that keeps to a budget."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import cast

from winnow.search.resident import ResidentMemory
from winnow_kernels.common.budget import Budget
from winnow_kernels.common.clause_store import ClauseArray, Implications

_SLICE = 1000
"""Conflicts between two looks at the clock, the memory and pending signals; about 0.2 seconds."""
_BYTES_PER_LITERAL = 24
"""What the solver holds for a literal of a clause, watches included; 18 measured on full deals."""


@contextmanager
def _no_collection() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Satisfier:
    """Glucose on clauses that only grow. It counts one position for each question and each conflict.

    Use it in a `with` statement, which frees its memory. The memory limit is held against an estimate for the clauses
    added, and against the growth of the whole process since the budget's first such search, so it is a rough one.
    `with_proof` lets it write down how it comes to "no" (in a temporary file). `solver` is a name of python-sat's.
    """

    def __init__(self, budget: Budget, solver: str = "glucose4", with_proof: bool = False) -> None:
        self._budget = budget
        self._name = solver
        self._with_proof = with_proof
        self._memory = ResidentMemory(budget)
        self._reserved = 0
        self._held_back: list[Implications] = []
        self.conflicts = 0
        """Of all questions so far."""

    def __enter__(self) -> Satisfier:
        from pysat.solvers import Solver  # noqa: PLC0415  loaded when a question comes down to clauses

        self._solver = Solver(self._name, with_proof=self._with_proof)
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()
        self._budget.give_back(self._reserved)

    def add(self, parts: Iterable[ClauseArray | Sequence[Sequence[int]]]) -> None:
        """Take clauses, part by part, as long as the budget lasts."""
        # Lists of numbers hold no cycles, and looking for some takes as long as writing them.
        with _no_collection():
            for part in parts:
                literals = part.literals if isinstance(part, ClauseArray) else sum(map(len, part))
                size = _BYTES_PER_LITERAL * literals
                if self._over() or not self._budget.reserve(size):
                    return
                self._reserved += size
                self._solver.append_formula(part)

    def hold_back(self, families: Iterable[Implications]) -> None:
        """Take clauses of which only those are handed to the solver that its solutions break, when they do."""
        self._held_back += families

    def solve(self, assumed: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """Tell whether all clauses and the assumed literals can hold together.

        None: the budget ended the search, or it met as many conflicts as it may.
        """
        met = self.conflicts
        found = self._ask(assumed, conflicts)
        while found and self._add_broken():
            found = self._ask(assumed, None if conflicts is None else max(0, conflicts - (self.conflicts - met)))
        return found

    def _add_broken(self) -> bool:
        """Take the clauses held back that the solution found breaks; tell whether there are any."""
        broken = [family.broken(self.assignment()) for family in self._held_back]
        self.add(broken)
        return any(map(len, broken))

    def _ask(self, assumed: Sequence[int], conflicts: int | None) -> bool | None:
        """Tell the same of the clauses that the solver was handed."""
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
            # With `expect_interrupt` the solver leaves Ctrl-C to Python, which sees it after the slice.
            found = cast(bool | None, solver.solve_limited(assumptions=assumed, expect_interrupt=True))
            met = min(limit, self._told_conflicts() - before)
            budget.spend(met)
            self.conflicts += met
            if found is not None:
                return found
            # A slice may end a little early; what it was allowed counts, so that the loop ends.
            left = None if left is None else left - limit
        return None

    def core(self) -> list[int]:
        """Return those assumed literals of the last question, answered by False, that suffice for this answer."""
        return cast(list[int], self._solver.get_core() or [])

    def smaller_core(self, core: Sequence[int], conflicts: int, most: int) -> list[int]:
        """Leave out of a core what can be seen to be superfluous, with so many conflicts for each literal.

        It gives up once more than `most` literals have been seen to stay.
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
        """Return the proof, after the answer False without assumed literals, as lines in the DRUP format."""
        return cast(list[str], self._solver.get_proof())

    def _told_conflicts(self) -> int:
        return cast(int, self._solver.accum_stats()["conflicts"])

    def _over(self) -> bool:
        return self._memory.is_over() or self._budget.poll()
