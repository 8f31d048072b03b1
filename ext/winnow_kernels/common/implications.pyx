"""The bulk of a clause model, written quickly."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc

cdef enum:
    TRUE = 1
    FALSE = -1


def spread(rows, after):
    """Return the clauses "row[j] and after[j][k] -> row[k]", for every row and all places j and k apart.

    `rows` are sequences of n literals, `after` is a table of n times n; 1 and -1 are the literals that are known to be
    true and false, and what they make superfluous is left out. Raises ValueError if the sizes do not match.
    """
    cdef Py_ssize_t n = len(after), r, j, k
    cdef int here, passed, there
    if any(len(row) != n for row in (*rows, *after)):
        raise ValueError("every row needs one literal for each place")
    cdef int *table = <int *>PyMem_Malloc((n * n + n + 1) * sizeof(int))
    if table == NULL:
        raise MemoryError
    cdef int *row = table + n * n
    clauses = []
    try:
        for j in range(n):
            for k in range(n):
                table[j * n + k] = after[j][k]
        for literals in rows:
            for j in range(n):
                row[j] = literals[j]
            for j in range(n):
                here = row[j]
                if here == FALSE:
                    continue
                for k in range(n):
                    passed, there = table[j * n + k], row[k]
                    if j == k or passed == FALSE or there == TRUE:
                        continue
                    clause = [] if here == TRUE else [-here]
                    if passed != TRUE:
                        clause.append(-passed)
                    if there != FALSE:
                        clause.append(there)
                    clauses.append(clause)
    finally:
        PyMem_Free(table)
    return clauses
