"""Sets as 64-bit words, bit i being member i."""

from libc.stdint cimport uint64_t


cdef extern from "winnow_kernels/common/bits.h" nogil:
    int popcount "winnow_popcount" (uint64_t word)
    # The lowest and the highest bit of a word that is not 0.
    int lowest_bit "winnow_lowest_bit" (uint64_t word)
    int highest_bit "winnow_highest_bit" (uint64_t word)


cdef inline uint64_t bit(int place) noexcept nogil:
    """Return the set of one member, 0..63."""
    return <uint64_t>1 << place


cdef inline int take_lowest(uint64_t *members) noexcept nogil:
    """Remove the lowest member of a set that is not empty, and return it."""
    cdef int place = lowest_bit(members[0])
    members[0] &= members[0] - 1
    return place
