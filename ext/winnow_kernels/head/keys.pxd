from libc.stdint cimport uint8_t

from winnow_kernels.head.lazy cimport State

cdef enum:
    MOST_KEY = 96

cdef int encode(State *state, uint8_t *key) noexcept nogil
cdef void decode(const uint8_t *key, int length, int spent, State *state) noexcept nogil
