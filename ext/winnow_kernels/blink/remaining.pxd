from libc.stdint cimport uint16_t, uint64_t

from winnow_kernels.blink.box cimport MOST, MOST_CELLS
from winnow_kernels.blink.components cimport Components
from winnow_kernels.blink.placements cimport Placements, Table
from winnow_kernels.common.budget cimport Budget


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
