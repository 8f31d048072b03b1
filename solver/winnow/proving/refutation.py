"""Clausal proofs: a solver refutes the referee's clauses, and its proof is given hints (LRAT)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from winnow.core.proofs import Evidence, Refutation
from winnow.search.satisfier import Satisfier
from winnow_kernels.common.budget import Budget
from winnow_kernels.common.clauses import Hints


def refute(parts: Iterable[Sequence[Sequence[int]]], budget: Budget) -> Refutation | None:
    """Return a refutation of the clauses of all parts; None at a limit.

    Raises ValueError if the clauses do not contradict each other.
    """
    clauses: list[Sequence[int]] = []
    for part in parts:
        clauses += part
        if budget.poll():
            return None
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    lines = _solver_proof(clauses, budget)
    if lines is None:
        return None
    hints = _with_hints(clauses, variables, lines, budget)
    return None if hints is None else Refutation(clauses, variables, _trimmed(hints))


def refuted(
    content: str, bound: int | None, parts: Iterable[Sequence[Sequence[int]]], budget: Budget
) -> Iterator[Evidence]:
    """Yield the refutation of the clauses, as evidence for the bound; nothing at a limit. Raises as `refute` does."""
    found = refute(parts, budget)
    if found is not None:
        yield Evidence(content, bound, tuple(found.lrat()), found)


def _solver_proof(clauses: list[Sequence[int]], budget: Budget) -> list[str] | None:
    """Return the solver's own proof, in DRUP lines; None at a limit."""
    with Satisfier(budget, with_proof=True) as satisfier:
        satisfier.add([clauses])
        found = satisfier.solve()
        if found:
            raise ValueError("the clauses can be satisfied, so nothing is lost here")
        return None if found is None else satisfier.proof()


def _with_hints(clauses: list[Sequence[int]], variables: int, lines: list[str], budget: Budget) -> Hints | None:
    """Return the proof's clauses with hints, up to the empty clause; None at a limit. Deletions are ignored."""
    hints = Hints(variables)
    hints.give(clauses)
    hints.start()
    reserved = 0
    try:
        for line in lines:
            if hints.closed:
                break
            words = line.split()
            if words[0] == "d":
                continue
            hints.add([int(word) for word in words[:-1]])
            grown = hints.memory - reserved
            if budget.poll() or not budget.reserve(grown):
                return None
            reserved += grown
        return hints if hints.closed else None
    finally:
        budget.give_back(reserved)


def _trimmed(hints: Hints) -> list[tuple[list[int], list[int]]]:
    """Return the clauses that the empty clause depends on, with their hints, renumbered."""
    given = hints.given
    needed = {hints.clauses}
    for clause in range(hints.clauses, given, -1):
        if clause in needed:
            needed.update(hints.reasons(clause))
    kept = sorted(clause for clause in needed if clause > given)
    number = {clause: name for name, clause in enumerate(kept, given + 1)}
    return [(hints.clause(clause), [number.get(hint, hint) for hint in hints.reasons(clause)]) for clause in kept]
