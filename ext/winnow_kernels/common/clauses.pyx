"""Clauses in flat memory, those of a large family that an assignment breaks, and the hints of a proof by clauses.

The last follow a clausal proof and say, for each of its clauses, by which others unit propagation derives it.
"""

cimport cython
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from winnow_kernels.common.budget cimport Budget, Rooms

cdef enum:
    TRUE = 1
    FALSE = -1


cdef struct Numbers:
    int *at
    long long size
    long long room


cdef inline int push(Numbers *numbers, int value) except -1 nogil:
    cdef int *grown
    if numbers.size == numbers.room:
        numbers.room = numbers.room * 2 if numbers.room else 4
        grown = <int *>realloc(numbers.at, numbers.room * sizeof(int))
        if grown == NULL:
            with gil:
                raise MemoryError
        numbers.at = grown
    numbers.at[numbers.size] = value
    numbers.size += 1
    return 0


cdef class ClauseArray:
    """Finished clauses: a collection of lists of literals (int, negative if negated), made anew for each reader.

    `len` is the number of clauses, `literals` the number of literals in all of them.
    """

    cdef Numbers _numbers
    cdef readonly Py_ssize_t literals
    cdef Py_ssize_t _clauses

    def __dealloc__(self):
        free(self._numbers.at)

    def __len__(self) -> int:
        return self._clauses

    def __iter__(self) -> Iterator[list[int]]:
        cdef Py_ssize_t at = 0, i, k, size
        for i in range(self._clauses):
            size = self._numbers.at[at]
            yield [self._numbers.at[at + 1 + k] for k in range(size)]
            at += size + 1


cdef class ClauseStore:
    """Clauses being written. Variable 1 is true, so a fact known beforehand can stand in the place of a variable.

    `variables` is the number of the last variable.
    """

    # Each clause as its number of literals and then these; behind `_used` one may be in the making.
    cdef Numbers _numbers
    cdef Py_ssize_t _used, _literals, _clauses
    cdef readonly int variables

    def __cinit__(self) -> None:
        self.variables = 1
        # Written directly, as `add` leaves out literals known to hold.
        self._begin()
        self._put(TRUE)
        self._end()

    def __dealloc__(self):
        free(self._numbers.at)

    def variable(self) -> int:
        """Return the number of a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Demand that at least one of the literals holds; 1 and -1 are the constants true and false."""
        self._begin()
        for literal in literals:
            if not self._put(literal):
                return
        self._end()

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Demand that no two of the literals hold."""
        cdef Py_ssize_t i, j, size = len(literals)
        for i in range(size):
            for j in range(i + 1, size):
                self.add(-literals[i], -literals[j])

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Demand that exactly one of the literals holds."""
        self.add(*literals)
        self.at_most_one(literals)

    def take(self) -> ClauseArray:
        """Return the clauses written since the last call, as a ClauseArray."""
        cdef ClauseArray taken = ClauseArray()
        taken._numbers, taken._clauses, taken.literals = self._numbers, self._clauses, self._literals
        self._numbers = Numbers(NULL, 0, 0)
        self._used = self._clauses = self._literals = 0
        return taken

    cdef inline int _begin(self) except -1:
        """Begin a clause."""
        self._numbers.size = self._used
        return push(&self._numbers, 0)

    cdef inline bint _put(self, int literal) except -1:
        """Add a literal to the clause begun; False: the literal is true, and the clause is void."""
        if literal != FALSE:
            push(&self._numbers, literal)
            self._numbers.at[self._used] += 1
        return literal != TRUE

    cdef inline void _end(self) noexcept:
        self._clauses += 1
        self._literals += self._numbers.at[self._used]
        self._used = self._numbers.size


cdef class Implications:
    """The clauses "row[j] and after[j][k] -> row[k]", for every row and all places j != k.

    `rows` are sequences of n literals, `after` is an n-by-n table of literals; 1 and -1 are the constants true and
    false, and clauses that they satisfy are left out. Raises ValueError if the sizes do not match.
    """

    cdef int *_rows
    cdef int *_after
    cdef Py_ssize_t _places, _row_count

    def __cinit__(self, rows: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> None:
        cdef Py_ssize_t n = len(after), i, k
        if any(len(row) != n for row in (*rows, *after)):
            raise ValueError("every row needs one literal for each place")
        self._places, self._row_count = n, len(rows)
        self._after = <int *>malloc((self._row_count + n) * n * sizeof(int) + 1)
        if self._after == NULL:
            raise MemoryError
        self._rows = self._after + n * n
        for i, row in enumerate((*after, *rows)):
            for k in range(n):
                self._after[i * n + k] = row[k]

    def __dealloc__(self):
        free(self._after)

    def write(self, ClauseStore clauses not None) -> None:
        """Write all the clauses into `clauses`."""
        self._write(clauses, NULL)

    def broken(self, assignment: Sequence[int]) -> ClauseArray:
        """Return the clauses that `assignment` violates, as a ClauseArray.

        `assignment` lists the literals that hold; a variable that it does not name is false.
        """
        cdef ClauseStore clauses = ClauseStore()
        cdef Py_ssize_t most = 1 + max(map(abs, assignment), default=0), i
        cdef int literal
        for i in range(self._places * (self._places + self._row_count)):
            most = max(most, abs(self._after[i]) + 1)
        # [v]: 1 where the variable v is true, by its literals; a variable that is not named is false.
        cdef signed char *true = <signed char *>malloc(most)
        if true == NULL:
            raise MemoryError
        try:
            memset(true, 0, most)
            for literal in assignment:
                if literal > 0:
                    true[literal] = 1
            true[TRUE] = 1
            clauses.take()
            self._write(clauses, true)
        finally:
            free(true)
        return clauses.take()

    cdef int _write(self, ClauseStore clauses, const signed char *true) except -1:
        """Write them all, or those that are broken where exactly these variables are true."""
        cdef Py_ssize_t r, j, k, n = self._places
        cdef const int *row
        cdef const int *after
        for r in range(self._row_count):
            row = self._rows + r * n
            for j in range(n):
                if row[j] == FALSE or true != NULL and not holds(row[j], true):
                    continue
                after = self._after + j * n
                for k in range(n):
                    if j == k or after[k] == FALSE or row[k] == TRUE:
                        continue
                    if true != NULL and (holds(row[k], true) or not holds(after[k], true)):
                        continue
                    clauses._begin()
                    clauses._put(-row[j])
                    clauses._put(-after[k])
                    clauses._put(row[k])
                    clauses._end()
        return 0


cdef inline bint holds(int literal, const signed char *true) noexcept:
    return true[literal] if literal > 0 else not true[-literal]


# ---- proofs

cdef inline int index(int literal) noexcept nogil:
    return 2 * literal if literal > 0 else -2 * literal + 1


@cython.no_gc_clear
cdef class Hints:
    """Clauses numbered from 1, first the given ones, then those of a proof, each with its hints (LRAT).

    `variables` is the greatest variable; `given` counts the given clauses; `closed` is True once the empty clause has
    been derived.

    `value[index(l)]` is 1 if literal l is true, -1 if false, 0 if open. What follows from the clauses alone stays
    assigned, and each such literal has a clause of its own, so that hints name it instead of its whole derivation.
    """

    cdef int variables
    cdef Rooms rooms
    cdef Numbers literals, starts, hints, hint_starts
    cdef signed char *value
    cdef signed char *marked
    cdef int *reason
    cdef int *unit
    cdef Numbers *watches
    cdef Numbers trail
    cdef long long head
    cdef public int given
    cdef public bint closed

    def __cinit__(self, int variables) -> None:
        cdef long long slots = 2 * <long long>variables + 2
        self.variables = variables
        self.rooms = Rooms(Budget())
        self.value = <signed char *>self.rooms.take(slots, 1)
        self.marked = <signed char *>self.rooms.take(variables + 1, 1)
        self.reason = <int *>self.rooms.take(variables + 1, sizeof(int))
        self.unit = <int *>self.rooms.take(variables + 1, sizeof(int))
        self.watches = <Numbers *>self.rooms.take(slots, sizeof(Numbers))
        push(&self.starts, 0)
        push(&self.starts, 0)
        push(&self.hint_starts, 0)
        push(&self.hint_starts, 0)

    def __dealloc__(self):
        cdef long long i
        if self.watches != NULL:
            for i in range(2 * <long long>self.variables + 2):
                free(self.watches[i].at)
        free(self.literals.at)
        free(self.starts.at)
        free(self.hints.at)
        free(self.hint_starts.at)
        free(self.trail.at)

    @property
    def clauses(self) -> int:
        """The number of clauses."""
        return self.starts.size - 2

    @property
    def memory(self) -> int:
        """The bytes held by clauses and hints; those of the watches are estimated."""
        return 4 * (self.literals.room + self.hints.room + 3 * self.starts.room) + 16 * self.starts.size

    def give(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add the given clauses (lists of literals), which need no proof; all before the first `add`."""
        for clause in clauses:
            self._store(clause)
        self.given = self.clauses

    def start(self) -> None:
        """Propagate the unit clauses among the given ones; call it once, between `give` and `add`."""
        cdef int clause
        for clause in range(1, self.given + 1):
            if self.starts.at[clause + 1] - self.starts.at[clause] <= 1 and not self.closed:
                self._settle(clause)

    def add(self, clause: Sequence[int]) -> bool:
        """Add the next clause of the proof; return whether the proof is complete (the empty clause follows).

        Raises ValueError if unit propagation does not derive it.
        """
        cdef int literal, conflict
        cdef long long root = self.trail.size
        if self.closed:
            return True
        try:
            for literal in clause:
                if not 0 < abs(literal) <= self.variables:
                    raise ValueError(f"there is no variable {abs(literal)}")
                if self.value[index(literal)] > 0 and not self.reason[abs(literal)]:
                    # A permanent unit makes the clause true: it is never needed.
                    return False
                if self.value[index(literal)] == 0:
                    self._assign(-literal, 0)
            conflict = self._propagate()
            if not conflict:
                raise ValueError("a clause of the proof does not follow by unit propagation")
            self._explain(conflict, root)
        finally:
            self._retract(root)
        number = self._store(clause)
        self._settle(number)
        return self.closed

    def clause(self, int number) -> list[int]:
        """Return the literals of clause `number` (from 1)."""
        return [self.literals.at[i] for i in range(self.starts.at[number], self.starts.at[number + 1])]

    def reasons(self, int number) -> list[int]:
        """Return the hints of clause `number`: numbers of clauses that become unit in this order, the last one false."""
        return [self.hints.at[i] for i in range(self.hint_starts.at[number], self.hint_starts.at[number + 1])]

    cdef int _store(self, clause) except -1:
        cdef int literal, number = self.starts.size - 1
        cdef long long begin = self.literals.size, i
        for literal in clause:
            if not 0 < abs(literal) <= self.variables:
                raise ValueError(f"there is no variable {abs(literal)}")
            for i in range(begin, self.literals.size):
                if self.literals.at[i] == literal:
                    break
            else:
                push(&self.literals, literal)
        push(&self.starts, <int>self.literals.size)
        if self.hint_starts.size == self.starts.size - 1:
            push(&self.hint_starts, <int>self.hints.size)
        # Two open literals to watch, if there are.
        cdef int found = 0
        cdef int *at = self.literals.at
        for i in range(begin, self.literals.size):
            if found < 2 and self.value[index(at[i])] >= 0:
                at[i], at[begin + found] = at[begin + found], at[i]
                found += 1
        if self.literals.size - begin >= 2:
            push(&self.watches[index(at[begin])], number)
            push(&self.watches[index(at[begin + 1])], number)
        return number

    cdef int _settle(self, int clause) except -1:
        """Draw the consequences of a clause that may be unit or false now; what follows for good gets a clause."""
        cdef int literal, open_literal = 0, conflict = 0
        cdef long long i, root = self.trail.size
        for i in range(self.starts.at[clause], self.starts.at[clause + 1]):
            literal = self.literals.at[i]
            if self.value[index(literal)] > 0:
                return 0
            if self.value[index(literal)] == 0:
                if open_literal:
                    return 0
                open_literal = literal
        if open_literal:
            self._assign(open_literal, clause)
            conflict = self._propagate()
        else:
            conflict = clause
        for i in range(root, self.trail.size):
            self._name_unit(self.trail.at[i])
        if conflict:
            self._hint_units(conflict, 0)
            push(&self.hints, conflict)
            push(&self.starts, <int>self.literals.size)
            push(&self.hint_starts, <int>self.hints.size)
            self.closed = True
        return 0

    cdef int _name_unit(self, int literal) except -1:
        """Give a literal that follows for good a clause of its own."""
        cdef int variable = abs(literal), clause = self.reason[variable]
        self.reason[variable] = 0
        if self.starts.at[clause + 1] - self.starts.at[clause] == 1:
            self.unit[variable] = clause
            return 0
        self._hint_units(clause, variable)
        push(&self.hints, clause)
        push(&self.literals, literal)
        push(&self.starts, <int>self.literals.size)
        push(&self.hint_starts, <int>self.hints.size)
        self.unit[variable] = self.starts.size - 2
        return 0

    cdef int _hint_units(self, int clause, int apart) except -1:
        """Hint at the unit clauses that make all literals of the clause false but the one of the variable `apart`."""
        cdef int variable
        cdef long long i
        for i in range(self.starts.at[clause], self.starts.at[clause + 1]):
            variable = abs(self.literals.at[i])
            if variable != apart:
                push(&self.hints, self.unit[variable])
        return 0

    cdef int _explain(self, int conflict, long long root) except -1:
        """Hint at what the conflict follows from: units first, then reasons in order, then the false clause."""
        cdef Numbers needed = Numbers(NULL, 0, 0)
        cdef Numbers units = Numbers(NULL, 0, 0)
        cdef long long i, j
        cdef int variable, clause
        try:
            push(&needed, conflict)
            self._mark(conflict)
            for i in range(self.trail.size - 1, -1, -1):
                variable = abs(self.trail.at[i])
                if not self.marked[variable]:
                    continue
                self.marked[variable] = 0
                if i < root:
                    push(&units, self.unit[variable])
                elif self.reason[variable]:
                    clause = self.reason[variable]
                    push(&needed, clause)
                    self._mark(clause)
                    self.marked[variable] = 0
            for j in range(units.size):
                push(&self.hints, units.at[j])
            for j in range(needed.size - 1, -1, -1):
                push(&self.hints, needed.at[j])
        finally:
            free(needed.at)
            free(units.at)
        return 0

    cdef void _mark(self, int clause) noexcept nogil:
        cdef long long i
        for i in range(self.starts.at[clause], self.starts.at[clause + 1]):
            self.marked[abs(self.literals.at[i])] = 1

    cdef int _assign(self, int literal, int reason) except -1 nogil:
        self.value[index(literal)] = 1
        self.value[index(-literal)] = -1
        self.reason[abs(literal)] = reason
        push(&self.trail, literal)
        return 0

    cdef void _retract(self, long long size) noexcept nogil:
        cdef int literal
        while self.trail.size > size:
            self.trail.size -= 1
            literal = self.trail.at[self.trail.size]
            self.value[index(literal)] = self.value[index(-literal)] = 0
            self.reason[abs(literal)] = 0
        self.head = size

    cdef int _propagate(self) except -1 nogil:
        """Assign all that follows; return the number of a clause that has become false, or 0."""
        cdef int false_literal, clause, other, literal
        cdef long long i, kept, j, begin
        cdef Numbers *watching
        cdef int *at = self.literals.at
        while self.head < self.trail.size:
            false_literal = -self.trail.at[self.head]
            self.head += 1
            watching = &self.watches[index(false_literal)]
            i = kept = 0
            while i < watching.size:
                clause = watching.at[i]
                i += 1
                begin = self.starts.at[clause]
                if at[begin] == false_literal:
                    at[begin], at[begin + 1] = at[begin + 1], at[begin]
                other = at[begin]
                if self.value[index(other)] > 0:
                    watching.at[kept] = clause
                    kept += 1
                    continue
                for j in range(begin + 2, self.starts.at[clause + 1]):
                    literal = at[j]
                    if self.value[index(literal)] >= 0:
                        at[begin + 1], at[j] = literal, false_literal
                        push(&self.watches[index(literal)], clause)
                        break
                else:
                    watching.at[kept] = clause
                    kept += 1
                    if self.value[index(other)] < 0:
                        while i < watching.size:
                            watching.at[kept] = watching.at[i]
                            kept += 1
                            i += 1
                        watching.size = kept
                        return clause
                    self._assign(other, clause)
            watching.size = kept
        return 0
