"""CP-SAT under a budget: one worker, so that the same model takes the same conflicts, stopped from outside."""

from __future__ import annotations

import threading
from typing import Literal

from ortools.sat.python import cp_model

from winnow.search.resident import ResidentMemory
from winnow_kernels.common.budget import Budget

Status = Literal["solved", "impossible", "stopped"]
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

    def run(self, model: cp_model.CpModel) -> Status:
        """Solve the model, which has no objective, within the budget; return the status."""
        budget, solver = self._budget, self._solver
        if budget.spend():
            return "stopped"
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
            while worker.is_alive() and not self._over():
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
        if self._result == cp_model.INFEASIBLE:
            return "impossible"
        if self._result == cp_model.OPTIMAL:
            return "solved"
        if self._result == cp_model.MODEL_INVALID:
            raise ValueError(model.validate())
        if budget.stopped is None:
            # The limit on conflicts is the only cause left.
            budget.spend(1)
        return "stopped"

    def holds(self, literal: cp_model.LiteralT) -> bool:
        """Return the value of a 0-1 variable in the solution."""
        return self._solver.boolean_value(literal)

    def _over(self) -> bool:
        return self._memory.is_over() or self._budget.poll()
