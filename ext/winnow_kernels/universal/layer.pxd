from libc.stdint cimport int32_t, int64_t, uint32_t

from winnow_kernels.common.layer cimport SlottedNodes
from winnow_kernels.universal.state cimport State, Step

# A layer's scores lie in 0..SCORES-1; higher is better.
cdef enum:
    SCORES = 16384

cdef struct Node:
    State state
    int32_t score
    uint32_t parent
    Step step

cdef class Layer(SlottedNodes):
    cdef Node* nodes
    cdef int64_t alive
    cdef int64_t width
    cdef int threshold
    cdef bint overflowed
    cdef int64_t tally[SCORES]

    cdef void swap(self, Layer other) noexcept nogil
    cdef void clear(self, int64_t width) noexcept nogil
    cdef bint knows(self, const State* state) noexcept nogil
    cdef bint add(self, const Node* node) noexcept nogil
    cdef void compact(self) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
