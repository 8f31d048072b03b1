from libc.stdint cimport uint64_t

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.head.covers cimport Covers
from winnow_kernels.head.lazy cimport State

cdef enum:
    # Of a lost hand the blocks behind it that the search may have used.
    MOST_AHEAD = 3

# A hand to be filled from the pile; sets of cards are 64-bit words, as in `lazy`.
cdef struct Place:
    uint64_t hand       # the cards in it, but the loose and the held ones
    uint64_t top        # the rest of a block of which `loose` cards are in the hand
    uint64_t parted     # a block of which `held` cards are in the hand and the others come last
    uint64_t live       # the cards not melded
    int loose
    int held
    int next            # the block behind `top`

# A full hand that is lost whatever lies behind the first `ahead` blocks of the pile.
cdef struct Lost:
    uint64_t hand
    uint64_t top
    uint64_t parted
    uint64_t blocks[MOST_AHEAD]
    int ahead
    short loose
    short held

cdef class LastMelds:
    cdef Covers _melds
    cdef Budget _budget
    cdef int _spare, _most_covered
    cdef long long _most_positions
    cdef const uint64_t *_pile
    cdef int _pile_blocks
    cdef int _used                  # of these blocks by the search below the last place
    cdef uint64_t *_moves
    cdef Lost *_lost
    cdef long long _slots
    cdef long long _claimed

    cdef int may_reach(self, State *state, int spare, long long most_positions) except -2 nogil

    cdef int _search(self, Place *place, uint64_t *moves) except -2 nogil
    cdef void _draw(self, Place *place) noexcept nogil
    cdef Lost *_slot(self, const Place *place) noexcept nogil
    cdef bint _is_lost(self, const Lost *lost, const Place *place) noexcept nogil
    cdef void _note(self, Lost *lost, const Place *place) noexcept nogil
