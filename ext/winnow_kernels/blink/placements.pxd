from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.blink.box cimport MOST, Box
from winnow_kernels.blink.shapes cimport Shapes
from winnow_kernels.common.budget cimport Budget

cdef enum:
    MOST_TABLES = 256
    # Eight cells to a word.
    MASK_WORDS = 4


# All placements of a component, a bit each. By cell and card (EMPTY: the last row), those that go with it there; and by
# placement the cells of the component's cards.
cdef struct Table:
    int placements
    int words
    uint64_t* rows
    int size
    uint64_t card_bit[MOST]
    uint8_t* cells
    # Of a component of at most eight cards in a small box, by placement and cell, a byte each: its card there.
    bint masked
    uint64_t* masks


cdef class Placements:
    cdef Budget budget
    cdef Box box
    cdef long long size_in_bytes, most_listed
    cdef dict known
    cdef Table tables[MOST_TABLES]
    cdef int count
    cdef Shapes shapes

    cdef Table* of(self, int k, int least, int most) except? NULL
    cdef Table* _listed(self, int k, int least, int most) except? NULL
    cdef Table* _tabulated(self, uint64_t members) except? NULL
    cdef bint _put_in_order(self, Table* table) noexcept nogil
    cdef void _fill(self, Table* table, uint64_t members) noexcept nogil
    cdef void _fill_masks(self, Table* table, int first) noexcept nogil
    cdef uint64_t* _row(self, Table* table, int cell, int card) noexcept nogil
