from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from winnow_kernels.common.layer cimport SlottedNodes

# A layout: how it was made (`parent` in the layer before, and the placement), its score, and its hash of 128 bits.
cdef struct Node:
    uint64_t high
    uint64_t low
    int64_t score
    uint32_t number
    uint32_t parent
    int32_t cell
    int32_t draw

cdef class Layer(SlottedNodes):
    cdef Node* nodes
    cdef int64_t width
    cdef int64_t floor
    cdef uint32_t numbered
    cdef readonly bint overflowed

    cdef void swap(self, Layer other) noexcept nogil
    cdef void clear(self, int64_t width) noexcept nogil
    cdef bint known(self, uint64_t high, uint64_t low) noexcept nogil
    cdef bint wants(self, int64_t score) noexcept nogil
    cdef bint add(self, const Node* node) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
    cdef void _keep_best(self) noexcept nogil
