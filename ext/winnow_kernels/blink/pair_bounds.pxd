from libc.stdint cimport uint16_t, uint64_t

from winnow_kernels.blink.box cimport MOST
from winnow_kernels.blink.box_search cimport BoxSearch
from winnow_kernels.blink.components cimport Components, Part
from winnow_kernels.blink.remaining cimport Remaining


# A component at a node: pairs that touch; a bound on those that will in the end, and what it is made of: pairs that touch
# and those among cards to come; then what cells beside placed cards, and cards to come, allow in pairs of both.
cdef struct State:
    uint16_t realised
    uint16_t upper
    uint16_t base
    uint16_t by_cells
    uint16_t by_cards


cdef class PairBounds(BoxSearch):
    cdef Components components
    cdef Part* part
    cdef int parts
    cdef bint open_partners
    # By component: how many of its pairs are to touch at least and at most.
    cdef int least[2 * MOST]
    cdef int most[2 * MOST]
    # None: nothing is listed.
    cdef Remaining remaining

    cdef void bound(self, int k, State* state, const uint64_t* open_cells) noexcept nogil
    cdef bint renew(self, uint64_t changed, State* states, const uint64_t* open_cells, int* promised) noexcept nogil
    cdef bint demands(self, int cell, const State* states, int slack, uint64_t* can) noexcept nogil
    cdef int _sum_of(self, int k, const State* state, int by_cells) noexcept nogil
    cdef int _meet(self, Part* part, int cell, uint64_t* met) noexcept nogil
