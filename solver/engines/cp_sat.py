"""CP-SAT within a budget."""

from __future__ import annotations

from threading import Thread

import psutil
from ortools.sat.python import cp_model

from ext.budget import Budget

_LOOK_EVERY = 0.05
"""Seconds between two looks at the clock, the memory and pending signals."""


def solve(model: cp_model.CpModel, budget: Budget) -> tuple[bool | None, cp_model.CpSolver]:
    """Tell whether the model can be satisfied (None: the budget ended the search); with the solver, for its solution.

    One worker with a fixed seed, so that the search repeats itself. It counts one position for the model and one for
    each conflict. The memory limit is held against the growth of the whole process, so it is a rough one.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    # Ctrl-C is the budget's to see.
    solver.parameters.catch_sigint_signal = False
    if budget.spend():
        return None, solver
    if budget.max_positions >= 0:
        solver.parameters.max_number_of_conflicts = budget.max_positions - budget.positions
    process = psutil.Process()
    if budget.resident_before is None:
        budget.resident_before = process.memory_info().rss
    status: list[int] = []
    search = Thread(target=lambda: status.append(int(solver.solve(model))))
    search.start()
    while search.is_alive():
        if 0 <= budget.max_bytes < process.memory_info().rss - budget.resident_before:
            budget.out_of_memory()
        if budget.poll():
            solver.stop_search()
        search.join(_LOOK_EVERY)
    budget.spend(solver.num_conflicts)
    if not status:
        raise RuntimeError("CP-SAT ended without a status")
    if status[0] in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return True, solver
    if status[0] == cp_model.INFEASIBLE:
        return False, solver
    if status[0] != cp_model.UNKNOWN:
        raise RuntimeError(f"CP-SAT does not take the model: {solver.solution_info()}")
    if budget.stopped is None:
        # The limit on conflicts ended it: one more than are left says so.
        budget.spend(max(1, budget.max_positions - budget.positions + 1))
    return None, solver
