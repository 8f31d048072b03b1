from libc.stdint cimport uint64_t

from winnow_kernels.blink.box cimport MOST
from winnow_kernels.blink.box_search cimport BoxSearch
from winnow_kernels.blink.components cimport Components
from winnow_kernels.blink.grid cimport Grid
from winnow_kernels.blink.reach cimport Reach
from winnow_kernels.blink.remaining cimport Remaining

cdef enum:
    # The bit of the runs of cards among what a search rests on.
    RUNS = 63


cdef class InTime(BoxSearch):
    cdef Components components
    cdef Remaining remaining
    # With nothing held back cards are placed in the order of the deal; `sifts`: cells are left out that are not reached.
    cdef bint in_turn, sifts
    # The card that is kept to a quarter, and this.
    cdef int pivot
    cdef uint64_t quarter[2]
    cdef int by_draw[MOST]
    # By component: whether its placements are listed.
    cdef bint lists[2 * MOST]
    # By card, once cells are sifted: those that it may lie in, and those in which it matches the cards that lie.
    cdef uint64_t domain[MOST]
    cdef uint64_t fitting[MOST]
    # What of the share the search that ended, or the closed node, rests on: a bit for each component, and RUNS.
    cdef uint64_t rested
    cdef Grid grid
    # By component: whether it is said how many pairs are to touch, how many are, and how many of cards that lie do.
    cdef bint is_told[2 * MOST]
    cdef int to_touch[2 * MOST]
    cdef int touch[2 * MOST]
    # None: not asked what pairs can touch.
    cdef Reach reach

    cdef int take_components(self, pairs, placements, bint sifts, without) except -1
    cdef int _take_cells(self, bint reaches) except -1
    cdef void reasons_of_lists(self, uint64_t* why) noexcept nogil
    cdef uint64_t cards_for(self, int depth, int cell) noexcept nogil
    cdef bint sift(self, int depth, uint64_t* why) noexcept nogil
    cdef void _find_domains(self, int depth) noexcept nogil
    cdef bint _sift_card(self, int card, uint64_t earlier, uint64_t* why, uint64_t* allowed) noexcept nogil
    cdef bint _enough_touch(self, int k, const uint64_t* why) noexcept nogil
