"""SplitMix64, the generator of the numbered deals and of everything random that must be the same everywhere."""

from libc.stdint cimport uint64_t


cdef inline uint64_t next_word(uint64_t *state) noexcept nogil:
    """Return the next random word of the sequence."""
    cdef uint64_t x
    state[0] += 0x9E3779B97F4A7C15ULL
    x = state[0]
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)
