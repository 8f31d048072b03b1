from libc.stdint cimport uint8_t, uint16_t, uint64_t

from winnow_kernels.blink.box cimport MOST, MOST_CELLS, Box, Components, Part
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


cdef class Shapes:
    cdef Box box
    cdef Components components
    cdef int size, least, most, pairs
    cdef long long listed, most_listed, steps, most_steps
    # The most that the width and height of the cells can be in all.
    cdef int most_sides
    # In the order of placing: each card, its partners placed before it, and where it lies, the first one at (0, 0).
    cdef int card[MOST]
    cdef uint64_t earlier[MOST]
    cdef int x[MOST]
    cdef int y[MOST]
    # What lies where, with a border; its width, and the place of (0, 0).
    cdef int* grid
    cdef int width, origin
    # `size` cells a placement, in the order of placing.
    cdef uint8_t* cells

    cdef bint list_all(self, int k, int least, int most, long long most_listed, long long most_steps) except -1
    cdef void _put_in_order(self, Part* part) noexcept nogil
    cdef int _list_from(self, int depth, int lost, int left, int right, int top, int bottom) noexcept nogil
    cdef int _lay(self, int depth, int lost, int left, int right, int top, int bottom, int x, int y) noexcept nogil
    cdef bint _move(self, int left, int right, int top, int bottom) noexcept nogil


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


cdef class Remaining:
    # Cards of components whose placements are listed.
    cdef uint64_t listed
    cdef Budget budget
    cdef Components components
    cdef Placements placements
    cdef int area, cards, words
    cdef long long size_in_bytes
    cdef Table* table[2 * MOST]
    # By depth, and in it by component: how many words are not zero, the words, and where in the table they belong.
    cdef int first_word[2 * MOST]
    cdef int* count
    cdef uint64_t* word
    cdef uint16_t* place
    # By depth and cell: the cards that the cell may still hold.
    cdef uint64_t* allowed
    # Components that have lost placements since the last `allow`.
    cdef int narrowed[2 * MOST]
    cdef int narrowed_count
    # The component of which `narrow` left nothing.
    cdef int emptied

    cdef void begin(self) noexcept nogil
    cdef bint narrow(self, int depth, int cell, int card) noexcept nogil
    cdef int row_of(self, int cell, int card) noexcept nogil
    cdef bint narrow_by(self, int above, int depth, const int* rows, int count) noexcept nogil
    cdef bint _narrow_one(self, int k, int above, int depth, const int* rows, int count) noexcept nogil
    cdef void allow(self, int depth) noexcept nogil
    cdef void allow_from(self, int above, int depth) noexcept nogil
    cdef bint _has_few(self, int k, int depth) noexcept nogil
    cdef void _allow_only(self, int k, int depth) noexcept nogil
    cdef void _allow_masked(self, int k, int depth) noexcept nogil
