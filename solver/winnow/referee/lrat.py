"""Checks a clausal proof in the LRAT format: each clause follows from those its hints name, by unit propagation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from winnow.referee.results import CheckFailedError, require

Clause = tuple[int, ...]
_CLAUSE_BYTES, _LITERAL_BYTES = 150, 40
"""What Python holds for a clause, as an estimate from above."""


class LratProof:
    """A proof in the making; `most_bytes` limits the memory for clauses.

    >>> proof = LratProof(1 << 20)
    >>> proof.give([(1, 2), (-1, 2), (-2,)])
    >>> proof.check(["4 1 0 3 1 0", "5 0 3 2 4 0"])
    >>> proof.check(["6 1 0 1 0"])
    Traceback (most recent call last):
    ...
    winnow.referee.results.CheckFailedError: proof line 1: something follows the empty clause
    """

    def __init__(self, most_bytes: int) -> None:
        self._clauses: dict[int, Clause] = {}
        self._last = 0
        self._left = most_bytes
        self._closed = False

    def give(self, clauses: Iterable[Clause]) -> None:
        """Take clauses that need no proof, numbered on from the last."""
        for clause in clauses:
            self._last += 1
            self._keep(self._last, clause)

    def check(self, lines: Iterable[str]) -> None:
        """Check the lines up to the empty clause; raise CheckFailedError naming the first that does not hold."""
        for number, line in enumerate(lines, 1):
            try:
                require(not self._closed, "something follows the empty clause")
                self._check_line(line)
            except CheckFailedError as error:
                raise CheckFailedError(f"proof line {number}: {error}") from None
        require(self._closed, "the proof ends before the empty clause")

    def _check_line(self, line: str) -> None:
        words = line.split(" ")
        if words[1:2] == ["d"]:
            for name in _numbers(words[2:]):
                clause = self._clauses.pop(name, None)
                if clause is None:
                    raise CheckFailedError(f"there is no clause {name} to delete")
                self._left += _size(clause)
            return
        numbers = _numbers(words)
        require(numbers.count(0) == 1, "this is not a clause with its hints")
        middle = numbers.index(0)
        name, clause, hints = numbers[0], tuple(numbers[1:middle]), numbers[middle + 1 :]
        require(middle > 0 and name > self._last, "the clauses are not numbered upwards")
        self._derive(clause, hints)
        self._last = name
        self._keep(name, clause)
        self._closed = not clause

    def _derive(self, clause: Clause, hints: list[int]) -> None:
        """Check that the hints, taken in turn, become unit or false once all literals of the clause are false."""
        false = set(clause)
        clauses = self._clauses
        for hint in hints:
            known = clauses.get(hint)
            if known is None:
                raise CheckFailedError(f"there is no clause {hint}")
            open_literals = [literal for literal in known if literal not in false]
            if not open_literals:
                return
            if len(open_literals) > 1:
                raise CheckFailedError(f"clause {hint} is not unit there")
            false.add(-open_literals[0])
        raise CheckFailedError("the hints do not derive the clause")

    def _keep(self, name: int, clause: Clause) -> None:
        self._left -= _size(clause)
        require(self._left >= 0, "the proof needs more memory than allowed")
        self._clauses[name] = clause


def _size(clause: Clause) -> int:
    return _CLAUSE_BYTES + _LITERAL_BYTES * len(clause)


def _numbers(words: list[str]) -> list[int]:
    """Return the numbers of a line, without the zero that ends it."""
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        raise CheckFailedError("this is not a line of whole numbers") from None
    require(numbers[-1:] == [0], "the line does not end with 0")
    return numbers[:-1]


def clause_lines(clauses: Iterable[Sequence[int]]) -> Iterator[str]:
    """Yield clauses as lines of a DIMACS file."""
    for clause in clauses:
        yield " ".join(map(str, (*clause, 0)))
