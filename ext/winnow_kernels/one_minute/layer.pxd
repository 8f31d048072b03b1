from libc.stdint cimport int32_t, int64_t, uint64_t

from winnow_kernels.common.layer cimport SlottedNodes
from winnow_kernels.one_minute.deal cimport Label

cdef class Layer(SlottedNodes):
    cdef Label* labels

    cdef void swap(self, Layer other) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef bint add(self, const Label* label) noexcept nogil
    cdef void drop_dead(self) noexcept nogil
    cdef int32_t bound_at(self, int64_t width) noexcept nogil
    cdef void keep_best(self, int64_t width) noexcept nogil
