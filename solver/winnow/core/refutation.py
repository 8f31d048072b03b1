"""A clausal proof: given clauses that contradict each other, and the derivation of the empty clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Refutation:
    """The given clauses, which contradict each other, and the proof that they do.

    `steps` are derived clauses with their hints, both numbered as in LRAT: given clauses first, from 1.
    """

    clauses: list[Sequence[int]]
    variables: int
    steps: list[tuple[list[int], list[int]]]

    def lrat(self) -> Iterator[str]:
        """Yield the proof as LRAT lines, each derived clause deleted after its last use."""
        given = len(self.clauses)
        last_use: dict[int, int] = {}
        for name, (_, hints) in enumerate(self.steps, given + 1):
            for hint in hints:
                last_use[hint] = name
        done: dict[int, list[int]] = {}
        for hint, name in last_use.items():
            done.setdefault(name, []).append(hint)
        for name, (clause, hints) in enumerate(self.steps, given + 1):
            yield " ".join(map(str, (name, *clause, 0, *hints, 0)))
            dropped = sorted(hint for hint in done.get(name, ()) if hint > given)
            if dropped and clause:
                yield " ".join(map(str, (name, "d", *dropped, 0)))

    def drup(self) -> Iterator[str]:
        """Yield the proof as DRUP lines, which need no hints."""
        yield from clause_lines(clause for clause, _ in self.steps)

    def cnf(self) -> Iterator[str]:
        """Yield the given clauses as the lines of a DIMACS file."""
        yield f"p cnf {self.variables} {len(self.clauses)}"
        yield from clause_lines(self.clauses)


def clause_lines(clauses: Iterable[Sequence[int]]) -> Iterator[str]:
    """Yield clauses as lines of a DIMACS file."""
    for clause in clauses:
        yield " ".join(map(str, (*clause, 0)))
