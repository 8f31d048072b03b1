from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.blink.box cimport MOST, Box
from winnow_kernels.blink.components cimport Components, Part
from winnow_kernels.common.budget cimport Budget

cdef enum:
    MOST_TABLES = 256


# All placements of a component, a bit each. By cell and card (EMPTY: the last row), those that go with it there; and by
# placement the cells of the component's cards.
cdef struct Table:
    int words
    uint64_t* rows
    int size
    uint64_t card_bit[MOST]
    uint8_t* cells


cdef class Placements:
    cdef Budget budget
    cdef Box box
    cdef Components components
    cdef long long size_in_bytes
    cdef dict known
    cdef Table tables[MOST_TABLES]
    cdef int count
    # The component that is listed: its cards in the order of placing, where each lies, and its earlier partners.
    cdef int size, least, most, pairs, listed, steps
    cdef int card[MOST]
    cdef int cell[MOST]
    cdef uint64_t earlier[MOST]
    cdef uint8_t* cells

    cdef Table* of(self, int k, int least, int most) except? NULL
    cdef Table* _listed(self, Part* part) except? NULL
    cdef void _put_in_order(self, Part* part) noexcept nogil
    cdef bint _list_from(self, int depth, int lost) noexcept nogil
    cdef Table* _tabulated(self, uint64_t members) except? NULL
    cdef void _fill(self, Table* table, uint64_t members) noexcept nogil
    cdef uint64_t* _row(self, Table* table, int cell, int card) noexcept nogil
