from libc.stdint cimport uint64_t

from winnow_kernels.blink.box cimport MOST, Box
from winnow_kernels.blink.components cimport Components
from winnow_kernels.blink.grid cimport Grid
from winnow_kernels.blink.reach cimport Reach
from winnow_kernels.blink.remaining cimport Remaining
from winnow_kernels.common.budget cimport Budget

cdef enum:
    # The bit of the runs of cards among what a search rests on.
    RUNS = 63


cdef class ShareNode(Box):
    cdef Components components
    cdef Remaining remaining
    # `in_deal_order`: nothing is held back, so cards are placed in the order of the deal.
    # `sifts`: a card's cells leave out those that no earlier matching card can lie beside.
    cdef bint in_deal_order, sifts
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
    # By component: whether its touching pairs are limited, to how many, and how many of cards that lie touch.
    cdef bint is_limited[2 * MOST]
    cdef int to_touch[2 * MOST]
    cdef int touch[2 * MOST]
    # None: not asked what pairs can touch.
    cdef Reach reach


cdef int take_components(ShareNode node, pairs, placements, bint sifts, without, Budget budget) except -1
cdef void reasons_of_lists(ShareNode node, uint64_t* why) noexcept nogil
cdef uint64_t cards_for(ShareNode node, int depth, int cell) noexcept nogil
cdef bint sift(ShareNode node, int depth, uint64_t* why) noexcept nogil
