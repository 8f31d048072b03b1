"""Whether a wanted number of pairs of a component of Blink's cards can still touch."""

from libc.stdint cimport uint64_t

cdef enum:
    # Of cards and of cells, each a bit of a word.
    MOST = 64
    # A card has at most this number of neighbours.
    MOST_BESIDE = 4


# The cells that a card fits, and those in which at least one, two, three, four decided partners lie beside it.
cdef struct Fitting:
    uint64_t cells
    uint64_t beside[MOST_BESIDE]


cdef class Reach:
    # The cells beside each cell; the partners of each card, and all cards that it matches.
    cdef uint64_t near[MOST]
    cdef uint64_t partners[MOST]
    cdef uint64_t matching[MOST]
    # To be set before `can_touch`: where the decided cards lie, and the cells that each undecided one fits (at depth 0).
    cdef int place[MOST]
    cdef Fitting fitting[MOST + 1][MOST]
    cdef int wanted, steps
    cdef bint found

    cdef bint can_touch(self, uint64_t undecided, uint64_t decided, int have, int wanted) noexcept nogil
    cdef void _go_on(self, int depth, uint64_t undecided, uint64_t decided, int have, int open_pairs) noexcept nogil
    cdef void _lay(
        self, int depth, uint64_t undecided, uint64_t decided, int have, int open_pairs, int card
    ) noexcept nogil
    cdef void _keep_off(self, int depth, uint64_t undecided, int card) noexcept nogil
    cdef void _look_around(self, int card, uint64_t decided) noexcept nogil
    cdef int _pairs(self, uint64_t cards) noexcept nogil
