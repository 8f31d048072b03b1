from libc.stdint cimport int32_t, int64_t, uint8_t

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.one_minute.deal cimport CARDS, Deal

# A node is a card played in a pass: CARDS * pass + card.
cdef enum:
    MOST_PASSES = 64
    NODES = MOST_PASSES * CARDS
    MOST_NEAR = 8       # cards that a node may remember

# Which cards each node remembers.
cdef struct Memory:
    uint8_t count[NODES]
    uint8_t near[NODES][MOST_NEAR]


cdef class TableSpace:
    cdef Deal deal
    cdef Budget budget
    cdef int passes                 # lines with more passes are ignored
    cdef int delays                 # the number of delays of the first impasse that have values of their own
    cdef bint last_suit
    cdef Memory built               # what the tables below are indexed by
    cdef Memory wanted              # what has been learnt since; `lay_out` makes it `built`
    cdef int64_t offset[NODES]
    cdef int64_t arc_start[NODES]
    cdef uint8_t taken_index[NODES][CARDS]  # the bit by which a node remembers a card, 0 if it does not
    cdef int64_t size
    cdef int32_t *values
    cdef uint8_t *arcs
    cdef int32_t *after
    cdef int32_t *impasse
    cdef int64_t claimed

    cdef int64_t bytes_wanted(self) noexcept nogil
    cdef bint lay_out(self, int passes) except -1 nogil
    cdef void _map_arc(self, int node, int target, uint8_t* arc) noexcept nogil
    cdef void _free(self) noexcept nogil
