"""Clauses that a referee writes, and the check of a clausal proof of them in the LRAT format.

Each clause follows from those its hints name, by unit propagation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations

from winnow.core.meter import Meter
from winnow.core.results import CheckFailedError, require

Clause = tuple[int, ...]
_CLAUSE_BYTES, _LITERAL_BYTES = 150, 40
"""The bytes held for a clause, an upper estimate; numbers have at most nine digits."""
_LONG = 1000
"""The number of literals that cost one more step."""
_NUMBERS = re.compile("(?:0|-?[1-9][0-9]{0,8})(?: (?:0|-?[1-9][0-9]{0,8}))*")


class LratProof:
    """A proof being checked.

    >>> proof = LratProof(Meter())
    >>> proof.give([(1, 2), (-1, 2), (-2,)])
    >>> proof.check(["4 1 0 3 1 0", "5 0 3 2 4 0"])
    >>> proof.check(["6 1 0 1 0"])
    Traceback (most recent call last):
    ...
    winnow.core.results.CheckFailedError: proof line 1: something follows the empty clause
    """

    def __init__(self, meter: Meter) -> None:
        self._clauses: dict[int, Clause] = {}
        self._last = 0
        self._meter = meter
        self._closed = False

    def give(self, clauses: Iterable[Clause]) -> None:
        """Add clauses that need no proof; they are numbered on from the last."""
        for clause in clauses:
            self._last += 1
            self._keep(self._last, clause)

    def check(self, lines: Iterable[str]) -> None:
        """Check the lines up to the empty clause; raise CheckFailedError, naming the first line that is wrong."""
        for number, line in enumerate(lines, 1):
            try:
                require(not self._closed, "something follows the empty clause")
                self._check_line(line)
            except CheckFailedError as error:
                raise CheckFailedError(f"proof line {number}: {error}") from None
        require(self._closed, "the proof ends before the empty clause")

    def _check_line(self, line: str) -> None:
        name, gap, rest = line.partition(" d ")
        if gap:
            _numbers(name)
            for dropped in _numbers(rest, ended=True):
                clause = self._clauses.pop(dropped, None)
                if clause is None:
                    raise CheckFailedError(f"there is no clause {dropped} to delete")
                self._meter.release(_size(clause))
            return
        numbers = _numbers(line, ended=True)
        require(numbers.count(0) == 1, "this is not a clause with its hints")
        middle = numbers.index(0)
        number, clause, hints = numbers[0], tuple(numbers[1:middle]), numbers[middle + 1 :]
        require(middle > 0 and number > self._last, "the clauses are not numbered upwards")
        self._derive(clause, hints)
        self._last = number
        self._keep(number, clause)
        self._closed = not clause

    def _derive(self, clause: Clause, hints: list[int]) -> None:
        """Check that, with all literals of the clause false, each hint in order becomes unit or false."""
        false = set(clause)
        clauses = self._clauses
        self._meter.step(len(hints))
        for hint in hints:
            known = clauses.get(hint)
            if known is None:
                raise CheckFailedError(f"there is no clause {hint}")
            if len(known) > _LONG:
                self._meter.step(len(known) // _LONG)
            open_literals = [literal for literal in known if literal not in false]
            if not open_literals:
                return
            if len(open_literals) > 1:
                raise CheckFailedError(f"clause {hint} is not unit there")
            false.add(-open_literals[0])
        raise CheckFailedError("the hints do not derive the clause")

    def _keep(self, name: int, clause: Clause) -> None:
        self._meter.hold(_size(clause))
        self._meter.step()
        self._clauses[name] = clause


def refuted(parts: Iterable[Iterable[Clause]], text: Iterable[str], meter: Meter) -> None:
    """Check that the clauses of all parts contradict each other; raise CheckFailedError if the lines do not show it."""
    proof = LratProof(meter)
    for part in parts:
        proof.give(part)
    proof.check(text)


def _size(clause: Clause) -> int:
    return _CLAUSE_BYTES + _LITERAL_BYTES * len(clause)


def _numbers(text: str, ended: bool = False) -> list[int]:
    """Return the numbers of a text in canonical spelling; with `ended` it must end with a zero, which is left out."""
    require(_NUMBERS.fullmatch(text) is not None, "this is not a line of whole numbers")
    numbers = list(map(int, text.split(" ")))
    if ended:
        require(numbers.pop() == 0, "the line does not end with 0")
    return numbers


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
