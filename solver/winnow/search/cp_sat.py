"""CP-SAT under a budget, one worker so that a model takes the same conflicts; and gates, constants folded."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence

from ortools.sat.python import cp_model

from winnow.search.resident import ResidentMemory
from winnow_kernels.common.budget import Budget

Literal = int
"""n is the n-th variable, -n its negation; TRUE and FALSE are constants."""

TRUE, FALSE = 1, -1


class Circuit:
    """A CP-SAT model of Boolean variables, written as gates."""

    def __init__(self) -> None:
        self.model = cp_model.CpModel()
        self._variables = [self.model.new_constant(1)]

    def variable(self) -> Literal:
        """Return the literal of a new variable."""
        self._variables.append(self.model.new_bool_var(""))
        return len(self._variables)

    def require(self, *literals: Literal) -> None:
        """Demand that one of the literals is true."""
        if TRUE not in literals:
            self.model.add_bool_or([self._of(literal) for literal in literals if literal != FALSE])

    def require_one(self, literals: Iterable[Literal]) -> None:
        """Demand that exactly one of the literals is true."""
        self.model.add_exactly_one([self._of(literal) for literal in literals])

    def require_at_most(self, most: int, literals: Sequence[Literal]) -> None:
        """Demand that at most `most` of the literals are true."""
        if len(literals) > most:
            self.model.add(sum(self._of(literal) for literal in literals) <= most)

    def all_of(self, *literals: Literal) -> Literal:
        """Return the conjunction."""
        wanted = {literal for literal in literals if literal != TRUE}
        if FALSE in wanted or any(-literal in wanted for literal in wanted):
            return FALSE
        if len(wanted) < 2:
            return next(iter(wanted), TRUE)
        gate = self.variable()
        for literal in wanted:
            self.require(-gate, literal)
        self.require(gate, *(-literal for literal in wanted))
        return gate

    def any_of(self, *literals: Literal) -> Literal:
        """Return the disjunction."""
        return -self.all_of(*(-literal for literal in literals))

    def same(self, first: Literal, second: Literal) -> Literal:
        """Return a literal that is true where `first` and `second` are equal."""
        if abs(first) == 1 or abs(second) == 1:
            return first * second
        if abs(first) == abs(second):
            return TRUE if first == second else FALSE
        gate = self.variable()
        for a, b, result in ((1, 1, gate), (-1, -1, gate), (1, -1, -gate), (-1, 1, -gate)):
            self.require(a * first, b * second, result)
        return gate

    def choose(self, condition: Literal, first: Literal, second: Literal) -> Literal:
        """Return a literal equal to `first` where the condition holds, and to `second` elsewhere."""
        if first == second or condition == TRUE:
            return first
        if condition == FALSE:
            return second
        if abs(first) == 1:
            return self.any_of(condition, second) if first == TRUE else self.all_of(-condition, second)
        if abs(second) == 1:
            return self.any_of(-condition, first) if second == TRUE else self.all_of(condition, first)
        gate = self.variable()
        for case, value in ((condition, first), (-condition, second)):
            self.require(-case, -value, gate)
            self.require(-case, value, -gate)
        return gate

    def holds(self, literal: Literal, value: Callable[[cp_model.LiteralT], bool]) -> bool:
        """Return whether the literal is true in a solution; `value` returns the value of a variable."""
        return value(self._of(literal))

    def _of(self, literal: Literal) -> cp_model.LiteralT:
        variable = self._variables[abs(literal) - 1]
        return variable if literal > 0 else variable.negated()


_LOOK_EVERY = 0.05
"""Seconds between two checks of the clock, the memory and pending signals."""


class CpSat:
    """One run of the solver; conflicts count as positions."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._memory = ResidentMemory(budget)
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1
        self._solver.parameters.random_seed = 0
        # Its handler belongs to the thread that solves: a signal that reaches another thread would abort the process.
        self._solver.parameters.catch_sigint_signal = False
        self._result: cp_model.CpSolverStatus | None = None

    def run(self, model: cp_model.CpModel) -> bool:
        """Return whether the search ended within the budget; one that did not may have a solution (`has_solution`)."""
        budget, solver = self._budget, self._solver
        if budget.spend():
            return False
        if budget.max_positions >= 0:
            solver.parameters.max_number_of_conflicts = budget.max_positions - budget.positions
        failure: list[BaseException] = []

        def work() -> None:
            try:
                self._result = solver.solve(model)
            except BaseException as error:
                failure.append(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            while worker.is_alive() and not (self._memory.is_over() or budget.poll()):
                worker.join(_LOOK_EVERY)
        finally:
            # A search that has not quite begun ignores the first call.
            while worker.is_alive():
                solver.stop_search()
                worker.join(_LOOK_EVERY)
        if failure:
            raise failure[0]
        conflicts = solver.num_conflicts
        if budget.max_positions >= 0:
            conflicts = min(conflicts, budget.max_positions - budget.positions)
        budget.spend(conflicts)
        if self._result in (cp_model.INFEASIBLE, cp_model.OPTIMAL):
            return True
        if self._result == cp_model.MODEL_INVALID:
            raise ValueError(model.validate())
        if budget.stopped is None:
            # The limit on conflicts is the only cause left.
            budget.spend(1)
        return False

    @property
    def has_solution(self) -> bool:
        """True if some solution was found, proven best or not."""
        return self._result in (cp_model.OPTIMAL, cp_model.FEASIBLE)

    def holds(self, literal: cp_model.LiteralT) -> bool:
        """Return the value of a 0-1 variable in the solution."""
        return self._solver.boolean_value(literal)
