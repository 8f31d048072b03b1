"""Blocks of cards, one after the other: 64-bit sets that have no card in common."""

from libc.stdint cimport uint64_t


cdef inline uint64_t union_of(const uint64_t *blocks, int count) noexcept nogil:
    """Return the cards of the first `count` blocks."""
    cdef uint64_t cards = 0
    cdef int i
    for i in range(count):
        cards |= blocks[i]
    return cards


cdef inline tuple cards_of(block):
    """Return the cards of a block that a caller gives as a card, or as a tuple of cards in no order."""
    return block if isinstance(block, tuple) else (block,)
