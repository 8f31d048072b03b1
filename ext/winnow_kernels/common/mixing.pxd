"""A hash of a few words, for slots of tables that compare what they find: from SplitMix64's multipliers and shifts."""

from libc.stdint cimport uint64_t


cdef inline uint64_t mix(uint64_t word) noexcept nogil:
    """Begin a hash."""
    return word * 0x9E3779B97F4A7C15ULL


cdef inline uint64_t mix_in(uint64_t mixed, uint64_t word) noexcept nogil:
    """Add a word to a hash."""
    return (mixed ^ word ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9ULL


cdef inline uint64_t mixed_down(uint64_t mixed) noexcept nogil:
    """End a hash: its low bits, which say the slot, depend on all bits of all words."""
    return mixed ^ (mixed >> 32)
