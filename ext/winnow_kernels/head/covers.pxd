from libc.stdint cimport uint64_t

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.head.melds cimport Melds

# What is known of a set: the least number of its cards outside disjoint melds is within least..most. So many sets of
# work were too few to tell whether that is `open` or less.
cdef struct Cover:
    uint64_t cards
    signed char least
    signed char most
    signed char open
    int work

cdef class Covers(Melds):
    cdef readonly int meld_count
    cdef Budget _budget
    cdef uint64_t _deck
    cdef uint64_t *_lists
    cdef uint64_t *_uses            # for each card the melds that it is in, bits of so many words
    cdef Cover *_known
    cdef long long _slots
    cdef long long _used
    cdef int _work
    cdef long long _claimed

    cdef bint may_cover(self, uint64_t cards, int spare, int work) noexcept nogil

    cdef int _make_table(self) except -1
    cdef int _cover(self, uint64_t cards, int spare, int first, int last) noexcept nogil
    cdef int _branch(self, uint64_t cards, int spare, int first, int last) noexcept nogil
    cdef int _list_uses(self) except -1
    cdef int _list_within(self, uint64_t cards, int end) noexcept nogil
    cdef Cover *_kept(self, uint64_t cards) noexcept nogil
    cdef Cover *_entry(self, uint64_t cards) noexcept nogil
    cdef bint _grow(self) noexcept nogil
