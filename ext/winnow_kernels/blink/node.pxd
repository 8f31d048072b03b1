from libc.stdint cimport uint64_t

from winnow_kernels.blink.box cimport MOST, MOST_CELLS, Box
from winnow_kernels.blink.components cimport Components, Part
from winnow_kernels.blink.remaining cimport Remaining


cdef class Node(Box):
    cdef Components components
    cdef Part* part
    cdef int parts
    cdef bint open_partners, mirrors
    # By component: how many of its pairs are to touch at least and at most.
    cdef int least[2 * MOST]
    cdef int most[2 * MOST]
    # None: nothing is listed.
    cdef Remaining remaining
    # The card that is decided first (-1: none), and the cells left to its mirror images.
    cdef int pivot
    cdef uint64_t mirrored[2]
    # By undecided cell: the cards that it may hold.
    cdef uint64_t domain[MOST_CELLS]
