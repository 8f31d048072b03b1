from collections.abc import Iterator, Sequence

from typing_extensions import Self, disjoint_base

@disjoint_base
class ClauseArray:
    """Clauses that are written: a collection of lists of literals, made anew for each reader.

    `literals` counts them over all clauses.
    """

    literals: int
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[list[int]]: ...

@disjoint_base
class ClauseStore:
    """Clauses in the making. Variable 1 is true, so that a fact known beforehand takes the place of a variable.

    `variables` is the number of the last one.
    """

    variables: int
    def __new__(cls) -> Self: ...
    def variable(self) -> int:
        """Return a new variable."""

    def add(self, *literals: int) -> None:
        """Demand that one of the literals holds; 1 and -1 are the literals known to be true and false."""

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Demand that no two of the literals hold."""

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Demand that one of the literals holds, and no other."""

    def take(self) -> ClauseArray:
        """Return the clauses written since the last call."""

@disjoint_base
class Implications:
    """The clauses "row[j] and after[j][k] -> row[k]", for every row and all places j and k apart.

    `rows` are sequences of n literals, `after` is a table of n times n; 1 and -1 are the literals that are known to be
    true and false, and what they make superfluous is left out. Raises ValueError if the sizes do not match.
    """

    def __new__(cls, rows: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> Self: ...
    def write(self, clauses: ClauseStore) -> None:
        """Write all of them."""

    def broken(self, assignment: Sequence[int]) -> ClauseArray:
        """Return those that do not hold where exactly these literals do; variables not named are false."""
