from libc.stdint cimport uint64_t

from winnow_kernels.common.budget cimport Budget

cdef enum:
    SUITS = 6
    RANKS = 10
    MOST_CARDS = 64

# A list of melds being filled; a meld is a set of cards, bit i being card i.
cdef struct MeldList:
    uint64_t *melds
    int count
    int room            # when the list is full, `full` is set and the rest is left out
    bint full
    uint64_t loose      # only melds with at most `most_loose` cards of this set are taken
    int most_loose

# What is known of a set: the least number of its cards outside disjoint melds is within least..most. So many sets of
# work were too few to tell whether that is `open` or less.
cdef struct Cover:
    uint64_t cards
    signed char least
    signed char most
    signed char open
    int work

cdef class Melds:
    cdef readonly int size
    cdef readonly int card_count
    cdef readonly int meld_count
    cdef int _suits[MOST_CARDS]
    cdef uint64_t _with_suit[SUITS]
    cdef uint64_t _with_rank[RANKS]
    cdef uint64_t _excuse
    cdef Budget _budget
    cdef uint64_t *_lists
    cdef Cover *_known
    cdef long long _slots
    cdef long long _used
    cdef int _work
    cdef long long _claimed

    cdef int list_melds(self, uint64_t cards, MeldList *found) noexcept nogil
    cdef bint any_meld(self, uint64_t cards) noexcept nogil
    cdef bint no_meld_by_exchange(self, uint64_t *discards, int last, uint64_t first, uint64_t others) noexcept nogil
    cdef bint may_cover(self, uint64_t cards, int spare, int work) noexcept nogil

    cdef bint _meld_with_part(self, uint64_t cards, uint64_t block, int most) noexcept nogil
    cdef void _take(self, MeldList *found, uint64_t meld) noexcept nogil
    cdef bint _is_suit_meld(self, uint64_t cards) noexcept nogil
    cdef void _suit_melds(self, MeldList *found, uint64_t cards, int missing, uint64_t chosen, int left) noexcept nogil
    cdef void _kind_melds(self, MeldList *found, uint64_t excuse, uint64_t rest, uint64_t chosen, int count) noexcept nogil
    cdef void _run_melds(self, MeldList *found, uint64_t cards, int rank, int shared, uint64_t chosen, int count,
                         bint gap) noexcept nogil
    cdef int _make_table(self) except -1
    cdef int _cover(self, uint64_t cards, int spare, int first, int last) noexcept nogil
    cdef int _branch(self, uint64_t cards, int spare, int first, int last) noexcept nogil
    cdef Cover *_kept(self, uint64_t cards) noexcept nogil
    cdef Cover *_entry(self, uint64_t cards) noexcept nogil
    cdef bint _grow(self) noexcept nogil
