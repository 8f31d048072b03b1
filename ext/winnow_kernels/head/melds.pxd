from libc.stdint cimport uint64_t

cdef enum:
    SUITS = 6
    RANKS = 10
    MOST_CARDS = 64
    # Room for the melds of a hand and the rest of two blocks.
    MOST_OF_HAND = 2048

# A list of melds being filled; a meld is a set of cards, bit i being card i.
cdef struct MeldList:
    uint64_t *melds
    int count
    int room            # when the list is full, `full` is set and the rest is left out
    bint full
    uint64_t loose      # only melds with at most `most_loose` cards of this set are taken
    int most_loose
    uint64_t parted     # and likewise of this one
    int most_parted


cdef inline void start_list(MeldList *found, uint64_t *melds, int room) noexcept nogil:
    """Begin an empty list that takes any meld."""
    found.melds = melds
    found.room = room
    found.loose = found.parted = 0
    found.most_loose = found.most_parted = 0


cdef class Melds:
    cdef readonly int size
    cdef readonly int card_count
    cdef int _suits[MOST_CARDS]
    cdef uint64_t _with_suit[SUITS]
    cdef uint64_t _with_rank[RANKS]
    cdef uint64_t _excuse

    cdef int list_melds(self, uint64_t cards, MeldList *found) noexcept nogil
    cdef bint any_meld(self, uint64_t cards) noexcept nogil
    cdef bint no_meld_by_exchange(self, uint64_t *discards, int last, uint64_t first, uint64_t others) noexcept nogil

    cdef bint _meld_with_part(self, uint64_t cards, uint64_t block, int most) noexcept nogil
    cdef void _take(self, MeldList *found, uint64_t meld) noexcept nogil
    cdef bint _is_suit_meld(self, uint64_t cards) noexcept nogil
    cdef void _suit_melds(self, MeldList *found, uint64_t cards, int missing, uint64_t chosen, int left) noexcept nogil
    cdef void _kind_melds(self, MeldList *found, uint64_t excuse, uint64_t rest, uint64_t chosen, int count) noexcept nogil
    cdef void _run_melds(self, MeldList *found, uint64_t cards, int rank, int shared, uint64_t chosen, int count,
                         bint gap) noexcept nogil
