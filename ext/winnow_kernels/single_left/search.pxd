from libc.stdint cimport uint8_t

cdef enum:
    ROWS = 64

cdef int least_left_of(
    const uint8_t *ranks, const uint8_t *suits, const uint8_t *hand, int held, const uint8_t *deck, int size
) noexcept nogil
