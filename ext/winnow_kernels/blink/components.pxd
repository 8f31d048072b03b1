from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.blink.box cimport MOST, Box


# A component of the graph "matches in `level` ways or more": consecutive cards.
cdef struct Part:
    uint64_t members
    uint64_t* partners
    uint8_t* table
    int first
    int size
    int most


cdef class Components:
    cdef int count
    cdef long long size_in_bytes
    cdef Part part[2 * MOST]
    # By card: its component of two ways, and of three (-1: none).
    cdef int part_of[4][MOST]
    # By number of cards: the most pairs of them that can touch.
    cdef int most_touching[MOST + 1]
    cdef uint8_t* tables

    cdef void tabulate(self)
    cdef void _find_most_touching(self, Box box)
    cdef void _find(self, Box box)
    cdef list most(self)
    cdef int most_pairs(self, Part* part, uint64_t cards) noexcept nogil
    cdef uint64_t _connected(self, Part* part, uint64_t cards) noexcept nogil
