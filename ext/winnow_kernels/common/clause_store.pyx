"""Clauses one after the other in flat memory, and those of a large family that an assignment breaks."""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

cdef enum:
    TRUE = 1
    FALSE = -1
    FIRST_ROOM = 1024


cdef class ClauseArray:
    """Finished clauses: a collection of lists of literals (int, negative if negated), made anew for each reader.

    `len` is the number of clauses, `literals` the number of literals in all of them.
    """

    cdef int *_numbers
    cdef readonly Py_ssize_t literals
    cdef Py_ssize_t _clauses

    def __dealloc__(self):
        free(self._numbers)

    def __len__(self):
        return self._clauses

    def __iter__(self):
        cdef Py_ssize_t at = 0, i, k, size
        for i in range(self._clauses):
            size = self._numbers[at]
            yield [self._numbers[at + 1 + k] for k in range(size)]
            at += size + 1


cdef class ClauseStore:
    """Clauses being written. Variable 1 is true, so a fact known beforehand can stand in the place of a variable.

    `variables` is the number of the last variable.
    """

    # Each clause as its number of literals and then these; the last one may be in the making.
    cdef int *_numbers
    cdef Py_ssize_t _room, _used, _literals, _clauses
    cdef readonly int variables

    def __cinit__(self):
        self.variables = 1
        # Written directly, as `add` leaves out literals known to hold.
        self._begin(1)
        self._put(TRUE)
        self._end()

    def __dealloc__(self):
        free(self._numbers)

    def variable(self):
        """Return the number of a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals):
        """Demand that at least one of the literals holds; 1 and -1 are the constants true and false."""
        self._begin(len(literals))
        for literal in literals:
            if not self._put(literal):
                return
        self._end()

    def at_most_one(self, literals):
        """Demand that no two of the literals hold."""
        cdef Py_ssize_t i, j, size = len(literals)
        for i in range(size):
            for j in range(i + 1, size):
                self.add(-literals[i], -literals[j])

    def exactly_one(self, literals):
        """Demand that exactly one of the literals holds."""
        self.add(*literals)
        self.at_most_one(literals)

    def take(self):
        """Return the clauses written since the last call, as a ClauseArray."""
        cdef ClauseArray taken = ClauseArray()
        taken._numbers, taken._clauses, taken.literals = self._numbers, self._clauses, self._literals
        self._numbers = NULL
        self._room = self._used = self._clauses = self._literals = 0
        return taken

    cdef int _begin(self, Py_ssize_t most) except -1:
        """Begin a clause of at most `most` literals."""
        cdef Py_ssize_t room
        cdef int *numbers
        if self._used + most + 1 > self._room:
            room = max(FIRST_ROOM, 2 * self._room, self._used + most + 1)
            numbers = <int *>realloc(self._numbers, room * sizeof(int))
            if numbers == NULL:
                raise MemoryError
            self._numbers, self._room = numbers, room
        self._numbers[self._used] = 0
        return 0

    cdef inline bint _put(self, int literal) noexcept:
        """Add a literal to the clause begun; False: the literal is true, and the clause is void."""
        cdef int *size = self._numbers + self._used
        if literal != FALSE:
            size[0] += 1
            size[size[0]] = literal
        return literal != TRUE

    cdef inline void _end(self) noexcept:
        self._clauses += 1
        self._literals += self._numbers[self._used]
        self._used += self._numbers[self._used] + 1


cdef class Implications:
    """The clauses "row[j] and after[j][k] -> row[k]", for every row and all places j != k.

    `rows` are sequences of n literals, `after` is an n-by-n table of literals; 1 and -1 are the constants true and
    false, and clauses that they satisfy are left out. Raises ValueError if the sizes do not match.
    """

    cdef int *_rows
    cdef int *_after
    cdef Py_ssize_t _places, _row_count

    def __cinit__(self, rows, after):
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

    def write(self, ClauseStore clauses not None):
        """Write all the clauses into `clauses`."""
        self._write(clauses, NULL)

    def broken(self, assignment):
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
                    clauses._begin(3)
                    clauses._put(-row[j])
                    clauses._put(-after[k])
                    clauses._put(row[k])
                    clauses._end()
        return 0


cdef inline bint holds(int literal, const signed char *true) noexcept:
    return true[literal] if literal > 0 else not true[-literal]
