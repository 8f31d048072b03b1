"""Clauses for the talon of Universal Solitaire: the orders in which its cards can leave.

Cards are numbered by their place in the talon: the waste from its bottom, then the stock from its top. A redeal changes
neither this order nor the gaps in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from winnow.search.satisfier import FALSE, TRUE, Clauses
from winnow_kernels.common.clauses import Implications


class Talon:
    """The order in which `size` cards leave; `waste` of them lie in the waste at first, `passes` >= 1 are left.

    `stays[i]` is the literal of "card i never leaves": false unless `may_stay`.
    """

    keeps: Sequence[int] = ()
    """Literals to assume: [i]: card i keeps its place (constant true except in a LooseTalon)."""
    held_back: Sequence[Implications] = ()
    """Clauses that `write` leaves out, for a solver to add when a solution violates them."""

    def __init__(self, clauses: Clauses, size: int, waste: int, passes: int, draw: int, may_stay: bool) -> None:
        self._clauses = clauses
        self._size = size
        self._waste = waste
        # Each card that leaves needs at most one redeal; a group larger than the talon is the whole talon.
        self._passes = min(passes, size + 1)
        self._draw = max(1, min(draw, size))
        new = clauses.variable
        self._there = [[TRUE] * size]
        """[p][i]: card i is still there when pass p begins."""
        self._there += [[new() for _ in range(size)] for _ in range(1, self._passes)]
        self._there += [[new() if may_stay else FALSE for _ in range(size)]]
        self.stays = self._there[-1]
        self._before: dict[tuple[int, int], int] = {}
        if self._passes > 1:
            self._before = {pair: new() for pair in combinations(range(size), 2)}

    def before(self, i: int, j: int) -> int:
        """Return the literal of "card i leaves before card j"; false for i = j, undefined if both stay."""
        if i == j:
            return FALSE
        return self._before[i, j] if i < j else -self._before[j, i]

    def write(self) -> Iterator[None]:
        """Write the clauses, and yield now and then. `before` is known only afterwards."""
        for p in range(self._passes):
            ends = self._turn_ends(p)
            waits = self._write_stack(p, ends)
            yield
            self._write_turns(p, waits, ends)
            if self._passes == 1:
                self._before = {pair: -wait for pair, wait in waits.items()}
            else:
                self._write_order(p, waits)
            yield

    def _name_waits(self, p: int, ends: Sequence[int]) -> dict[tuple[int, int], int]:
        """Return the literals for `_write_stack`; no card leaves after a place where no turn can end."""
        waits: dict[tuple[int, int], int] = {}
        for i, j in combinations(range(self._size), 2):
            if p == 0 and j < self._waste:
                waits[i, j] = TRUE
            elif p == 0 and ends[j - 1] == FALSE:
                waits[i, j] = waits.get((i, j - 1), TRUE)
            else:
                waits[i, j] = self._clauses.variable()
        return waits

    def _write_stack(self, p: int, ends: Sequence[int]) -> dict[tuple[int, int], int]:
        """Write the stack of pass p; return [i, j]: "card i lies in the waste when the place j > i is turned"."""
        add, size = self._clauses.add, self._size
        there, later = self._there[p], self._there[p + 1]
        waits = self._name_waits(p, ends)
        for i in range(size):
            add(-later[i], there[i])
            if i + 1 < size:
                add(there[i], -waits[i, i + 1])
                add(-later[i], waits[i, size - 1])
            for j in range(i + 1, size):
                # Cards under a card that stays cannot leave.
                add(-later[j], -waits[i, j], later[i])
                if j + 1 < size and waits[i, j + 1] != waits[i, j]:
                    add(-waits[i, j + 1], waits[i, j])
                    # A place whose card is gone is turned with the next one.
                    add(there[j], -waits[i, j], waits[i, j + 1])
        rows = [[waits.get((i, j), FALSE) for j in range(size)] for i in range(size)]
        # Places of one turn share their literals, so the first of them is enough.
        firsts = [not (p == 0 and j and ends[j - 1] == FALSE) for j in range(size)]
        after = [[literal if first else FALSE for literal, first in zip(row, firsts, strict=True)] for row in rows]
        Implications(rows, after).write(self._clauses)
        return waits

    def _write_turns(self, p: int, waits: dict[tuple[int, int], int], ends: Sequence[int]) -> None:
        """Write: cards leave only when a turn is complete, or when everything is turned."""
        add, size = self._clauses.add, self._size
        for i in range(size - 1):
            add(-self._there[p][i], waits[i, i + 1], ends[i])
            for j in range(i + 1, size - 1):
                if waits[i, j] != waits[i, j + 1]:
                    add(-waits[i, j], waits[i, j + 1], ends[j])

    def _turn_ends(self, p: int) -> list[int]:
        """Return, for each place, the literal of "the cards turned up to here fill whole groups"."""
        add, draw, there = self._clauses.add, self._draw, self._there[p]
        if draw == 1:
            return [TRUE] * self._size
        first = self._waste if p == 0 else 0
        # Before the end of the waste no card leaves: all cards there wait for the next place.
        ends = [TRUE] * first
        counts = [TRUE] + [FALSE] * (draw - 1)
        for i in range(first, self._size):
            following = counts[-1:] + counts[:-1] if there[i] == TRUE else self._one_of(draw)
            for m in range(draw):
                up = (m + 1) % draw
                add(-there[i], -counts[m], following[up])
                add(-there[i], -following[up], counts[m])
                add(there[i], -counts[m], following[m])
                add(there[i], -following[m], counts[m])
            counts = following
            ends.append(counts[0])
        return ends

    def _one_of(self, count: int) -> list[int]:
        if count == 2:
            literal = self._clauses.variable()
            return [literal, -literal]
        literals = [self._clauses.variable() for _ in range(count)]
        self._clauses.exactly_one(literals)
        return literals

    def _write_order(self, p: int, waits: dict[tuple[int, int], int]) -> None:
        add, there, later = self._clauses.add, self._there[p], self._there[p + 1]
        for (i, j), wait in waits.items():
            add(wait, -there[i], -there[j], self._before[i, j])
            add(-wait, -there[j], later[j], -self._before[i, j])
        for i, j in combinations(range(self._size), 2):
            # Implied by the two clauses above; speeds up propagation.
            add(-later[i], later[j], -self._before[i, j])
            add(later[i], -later[j], self._before[i, j])

    def order(self, true: frozenset[int]) -> list[int]:
        """Return the cards that leave, in order, in the assignment in which exactly these literals are true."""
        leaving = [i for i in range(self._size) if self.stays[i] not in true]
        return sorted(leaving, key=lambda i: sum(self.before(k, i) in true for k in leaving))


class LooseTalon(Talon):
    """A talon turned once, card by card, whose cards keep their places only as far as `keeps[i]` holds.

    A card that does not keep its place leaves at any time, and binds no other. No card may stay.
    """

    def __init__(self, clauses: Clauses, size: int, waste: int) -> None:
        super().__init__(clauses, size, waste, passes=1, draw=1, may_stay=False)
        self.keeps = [clauses.variable() for _ in range(size)]

    def write(self) -> Iterator[None]:
        """Write the clauses but for `held_back`. `before` is known only afterwards."""
        add, size, free = self._clauses.add, self._size, [-literal for literal in self.keeps]
        waits = {pair: self._clauses.variable() for pair in combinations(range(size), 2)}
        self._before = {pair: -wait for pair, wait in waits.items()}
        # Leaving is a linear order, also for cards that lose their places: no cycle of three, in either direction.
        rows = [[waits.get((i, j), FALSE) for j in range(size)] for i in range(size)]
        turned = [[FALSE if literal == FALSE else -literal for literal in row] for row in rows]
        Implications(rows, rows).write(self._clauses)
        # For cards that keep their places the clauses below imply it.
        self.held_back = [Implications(turned, turned)]
        for i, j in combinations(range(size), 2):
            if j < self._waste:
                add(waits[i, j], free[i], free[j])
            # Once k has left, j lies on i in the waste.
            for k in range(max(j + 1, self._waste), size):
                add(-waits[i, k], waits[i, j], free[i], free[j], free[k])
        yield
