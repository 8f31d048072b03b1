"""Single Left under optional discarding, without redeals: what a whole deal can be brought to, in polynomial time.

Cards are numbered 1..n in dealing order; 0 is the empty table. What can happen above a card x while it stays depends
on x and the deck only, not on what lies below, so these relations, kept as one 64-bit word a row, say everything:

A[x], bit m: from "x on top, just drawn", play can reach "x, and on it m, just drawn".
G[x], bit t: from the same start, play can reach "x on top again" when the first t cards are drawn.

docs/soundness.md gives the recurrences and why they are complete.
"""

from libc.stdint cimport uint64_t

cdef enum:
    ROWS = 64

MOST_CARDS = ROWS - 1
"""The longest deal: a bit for every card and one for the empty table."""


cdef struct Tables:
    int cards
    uint64_t above[ROWS]      # A
    uint64_t again[ROWS]      # G
    uint64_t third[ROWS]      # A.A.A: bit d says that a window "a b c d", d just drawn, can be reached
    uint64_t same_rank[ROWS]  # the cards after x of its rank
    uint64_t same_suit[ROWS]


cdef int _read(Tables *tables, bytes ranks, bytes suits) except -1:
    cdef int x, m
    if len(ranks) != len(suits) or len(ranks) > MOST_CARDS:
        raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: as many of both, at most {MOST_CARDS}")
    tables.cards = len(ranks)
    tables.same_rank[0] = tables.same_suit[0] = 0
    for x in range(1, tables.cards + 1):
        tables.same_rank[x] = tables.same_suit[x] = 0
        for m in range(x + 1, tables.cards + 1):
            if ranks[x - 1] == ranks[m - 1]:
                tables.same_rank[x] |= <uint64_t>1 << m
            if suits[x - 1] == suits[m - 1]:
                tables.same_suit[x] |= <uint64_t>1 << m
    return 0


cdef uint64_t _join(uint64_t members, const uint64_t *rows) noexcept nogil:
    """Return the union of the rows of these members."""
    cdef uint64_t joined = 0
    cdef int x = 0
    while members:
        if members & 1:
            joined |= rows[x]
        members >>= 1
        x += 1
    return joined


cdef void _build(Tables *tables) noexcept nogil:
    """Fill the tables: x downwards, as a row asks for later rows only, and within a row m upwards."""
    cdef uint64_t second[ROWS]   # A.A
    cdef uint64_t cleared[ROWS]  # Q[a], bit t: a and the three cards on it can go, as a four, at time t
    cdef uint64_t above, again, third
    cdef int x, m
    for x in range(tables.cards, -1, -1):
        above = third = 0
        again = <uint64_t>1 << x
        for m in range(x + 1, tables.cards + 1):
            if ((again >> (m - 1)) | ((third & tables.same_suit[x]) >> m)) & 1:
                above |= <uint64_t>1 << m
                third |= second[m]
                again |= cleared[m]
        tables.above[x] = above
        tables.again[x] = again
        tables.third[x] = third
        second[x] = _join(above, tables.above)
        cleared[x] = _join(third & tables.same_rank[x], tables.again)


cdef int _least(const Tables *tables) noexcept nogil:
    """Return the number of cards on the shortest way along A, from the empty table to a card that can be the last."""
    cdef uint64_t frontier = 1
    cdef uint64_t ends = 0
    cdef int left = 0
    cdef int x
    for x in range(tables.cards + 1):
        if tables.again[x] >> tables.cards & 1:
            ends |= <uint64_t>1 << x
    while not frontier & ends:
        frontier = _join(frontier, tables.above)
        left += 1
    return left


def least_left(bytes ranks, bytes suits):
    """Return the least number of cards that can be left of a deal, played from its start. At most MOST_CARDS cards."""
    cdef Tables tables
    _read(&tables, ranks, suits)
    _build(&tables)
    return _least(&tables)


def relations(bytes ranks, bytes suits):
    """Return A, G and A.A.A, each as n + 1 rows; bit m of row x stands for the pair (x, m)."""
    cdef Tables tables
    cdef int x
    _read(&tables, ranks, suits)
    _build(&tables)
    return (
        tuple([tables.above[x] for x in range(tables.cards + 1)]),
        tuple([tables.again[x] for x in range(tables.cards + 1)]),
        tuple([tables.third[x] for x in range(tables.cards + 1)]),
    )
