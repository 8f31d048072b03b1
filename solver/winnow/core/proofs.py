"""What a writer of evidence takes and returns: a verdict to be proved, and the content of a certificate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from winnow.core.game import Game
from winnow.core.verdicts import Answer


@dataclass(frozen=True)
class Case:
    """A verdict that needs evidence: the position, the question, and the answer that an engine found.

    The claim is that no line wins, or (`best`) that no line's score beats `found.bound`. With `reason` the evidence
    shall prove the reason found, too, where its kind can be proved; with `clausal` it shall be a clausal proof
    where there is one.
    """

    game: Game[Any, Any]
    position: Any
    best: bool
    found: Answer
    reason: bool = False
    clausal: bool = False

    @property
    def bound(self) -> int | None:
        """Return the bound that the evidence must prove; None for a loss that no bound on the score expresses."""
        bound = self.found.bound
        return bound if self.best or (bound is not None and self.game.bound_loses(bound)) else None


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


@dataclass(frozen=True)
class Evidence:
    """The content of a certificate: its name, the bound on the score that it proves, and its lines.

    If the lines are a clausal proof, `refutation` holds the same proof for other LRAT and DRUP checkers.
    """

    content: str
    bound: int | None
    lines: Iterable[str] = ()
    refutation: Refutation | None = None
