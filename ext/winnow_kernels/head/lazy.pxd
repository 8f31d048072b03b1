from libc.stdint cimport int64_t, uint8_t, uint64_t

from winnow_kernels.head.covers cimport Covers
from winnow_kernels.head.melds cimport MOST_CARDS, MeldList

cdef enum:
    MOST_HAND = 6
    # Melds of a hand and one block (11 cards), orders of a hand, cards to burn: no position has more moves.
    MOST_MOVES = 3072
    MOST_KEY = 96
    # Sets that one look at the cover bound may visit; a longer look costs more than the positions it saves.
    COVER_WORK = 80

cdef enum Kind:
    MELD, DISCARD, BURN, KEEP

# A lazy position. All sets of cards are 64-bit words; sequences stand with the next card or the earliest first.
cdef struct State:
    int64_t turn                    # the pass, 1 being part one
    int hand_blocks
    int pile_blocks
    int discard_blocks
    int loose                       # cards of pile[0] that are in the hand
    int spent                       # cards discarded in the last pass
    bint burn                       # the pass begins with an empty hand: its first card may be burned
    bint over
    bint split                      # hand[0] and the last block of discards were drawn from one block
    uint64_t live                   # cards neither melded nor spent
    uint64_t hand[MOST_HAND]
    uint64_t pile[MOST_CARDS]
    uint64_t discards[MOST_CARDS]   # not kept in the last pass

cdef struct Move:
    uint64_t cards                  # MELD: its cards. DISCARD: the loose cards that go. BURN: the card
    int kind                        # KEEP: begin the pass without burning
    int order                       # which of the hand's orders a discard in part one takes, if not left open
    bint joined                     # a discard whose first block went back to the rest of it: see _join

cdef class LazyHead:
    cdef readonly Covers melds
    cdef int size
    cdef int64_t passes
    cdef bint optional, lazy_order, joining

    cdef int start(self, State *state, hand, pile, discards, int64_t turn, bint may_burn, bint discarded) except -1
    cdef int list_moves(self, State *state, int spare, Move *moves) noexcept nogil
    cdef void play(self, State *before, Move *move, State *after) noexcept nogil

    cdef int _list_discards(self, State *state, int spare, MeldList *melds, uint64_t top, Move *moves) noexcept nogil
    cdef bint _melds_of_last_pass(self, State *state, int spare, MeldList *found) noexcept nogil
    cdef void _discard_hand(self, State *before, Move *move, State *after) noexcept nogil
    cdef bint _join(self, State *state, uint64_t loose) noexcept nogil
    cdef void _settle(self, State *state) noexcept nogil
    cdef void _draw(self, State *state) noexcept nogil

cdef uint64_t hand_of(State *state) noexcept nogil
cdef int encode(State *state, uint8_t *key) noexcept nogil
cdef void decode(const uint8_t *key, int length, int spent, State *state) noexcept nogil
cdef told(State *before, Move *move)
