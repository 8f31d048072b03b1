"""Gates over the literals of a CP-SAT model. Constants are folded and equal gates built once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ortools.sat.python import cp_model

Literal = int
"""n is the n-th variable, -n its negation; TRUE and FALSE are constants."""

TRUE, FALSE = 1, -1


class Circuit:
    """A CP-SAT model of Boolean variables, written as gates."""

    def __init__(self) -> None:
        self.model = cp_model.CpModel()
        self._variables = [self.model.new_constant(1)]
        self._ands: dict[tuple[Literal, ...], Literal] = {}
        self._xors: dict[tuple[Literal, Literal], Literal] = {}
        self._choices: dict[tuple[Literal, Literal, Literal], Literal] = {}

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
        key = tuple(sorted(wanted))
        if key not in self._ands:
            gate = self._ands[key] = self.variable()
            for literal in key:
                self.require(-gate, literal)
            self.require(gate, *(-literal for literal in key))
        return self._ands[key]

    def any_of(self, *literals: Literal) -> Literal:
        """Return the disjunction."""
        return -self.all_of(*(-literal for literal in literals))

    def same(self, first: Literal, second: Literal) -> Literal:
        """Return a literal that is true where `first` and `second` are equal."""
        if abs(first) == 1 or abs(second) == 1:
            return first * second
        if abs(first) == abs(second):
            return TRUE if first == second else FALSE
        low, high = sorted((abs(first), abs(second)))
        if (low, high) not in self._xors:
            gate = self._xors[low, high] = self.variable()
            for a, b, result in ((low, high, gate), (-low, -high, gate), (low, -high, -gate), (-low, high, -gate)):
                self.require(-a, -b, result)
        gate = self._xors[low, high]
        return gate if (first > 0) == (second > 0) else -gate

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
        key = (condition, first, second)
        if key not in self._choices:
            gate = self._choices[key] = self.variable()
            for case, value in ((condition, first), (-condition, second)):
                self.require(-case, -value, gate)
                self.require(-case, value, -gate)
        return self._choices[key]

    def holds(self, literal: Literal, value: Callable[[cp_model.LiteralT], bool]) -> bool:
        """Return whether the literal is true in a solution; `value` returns the value of a variable."""
        return value(self._of(literal))

    def _of(self, literal: Literal) -> cp_model.LiteralT:
        variable = self._variables[abs(literal) - 1]
        return variable if literal > 0 else variable.negated()
