from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.one_minute.deal cimport Label

cdef class Layer:
    cdef Budget budget
    cdef int pickup
    cdef bint dominance
    cdef Label* labels
    cdef int64_t count
    cdef uint32_t* slots
    cdef uint64_t slot_mask
    cdef int64_t capacity

    cdef void clear(self) noexcept nogil
    cdef bint add(self, const Label* label) except -1 nogil
    cdef void drop_dead(self) noexcept nogil
    cdef void keep_best(self, int64_t width) noexcept nogil

    cdef bint _beats(self, const Label* a, const Label* b) noexcept nogil
    cdef bint _grow(self) except -1 nogil
    cdef void _fill_slots(self) noexcept nogil
