from libc.stdint cimport int64_t, uint64_t

from winnow_kernels.head.covers cimport Covers
from winnow_kernels.head.melds cimport MOST_CARDS, MeldList

cdef enum:
    MOST_HAND = 6
    # Melds of a hand and the rest of two blocks (1,936 sets at most), orders of a hand, cards to burn.
    MOST_MOVES = 3072
    # Sets that one look at the cover bound may visit; a longer look costs more than the positions it saves.
    COVER_WORK = 20

cdef enum Kind:
    MELD, DISCARD, BURN, KEEP, NAME

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
    int held                        # cards of `parted` that are in the hand
    uint64_t parted                 # a block in no order: first in the hand, the rest put down last; 0 for none
    uint64_t live                   # cards neither melded nor spent
    uint64_t hand[MOST_HAND]
    uint64_t pile[MOST_CARDS]
    uint64_t discards[MOST_CARDS]   # not kept in the last pass

cdef struct Move:
    uint64_t cards                  # MELD: its cards. DISCARD: the loose cards that go. BURN: the card
    uint64_t named                  # the cards held of the parted block. DISCARD: 0 if it stays whole. NAME: never 0
    int kind                        # KEEP: begin the pass without burning. NAME: end it
    bint parts                      # a discard of some loose cards, left open which
    int order                       # which of the hand's orders a discard in part one takes, if not left open

cdef class LazyHead:
    cdef readonly Covers melds
    cdef int size
    cdef int64_t passes
    cdef bint optional, lazy_order, parting, relaxed

    cdef int start(self, State *state, hand, pile, discards, int64_t turn, bint may_burn) except -1
    cdef int list_moves(self, State *state, int spare, Move *moves) noexcept nogil
    cdef void play(self, State *before, Move *move, State *after) noexcept nogil

    cdef int _list_discards(self, State *state, int spare, MeldList *melds, Move *moves) noexcept nogil
    cdef int _list_chosen(self, State *state, MeldList *melds, MeldList *last, uint64_t named, uint64_t absent,
                          Move *moves) noexcept nogil
    cdef bint _some_choice(self, State *state, MeldList *melds, uint64_t absent) noexcept nogil
    cdef int _list_namings(self, State *state, MeldList *melds, Move *moves) noexcept nogil
    cdef bint _any_meld(self, State *state) noexcept nogil
    cdef bint _melds_of_last_pass(self, State *state, MeldList *found, bint may_burn) noexcept nogil
    cdef void _meld(self, State *before, uint64_t cards, State *after) noexcept nogil
    cdef void _name(self, State *before, uint64_t named, State *after) noexcept nogil
    cdef void _put_rest_down(self, State *state) noexcept nogil
    cdef void _discard_hand(self, State *before, Move *move, State *after) noexcept nogil
    cdef void _settle(self, State *state) noexcept nogil
    cdef void _draw(self, State *state) noexcept nogil

cdef uint64_t hand_of(State *state) noexcept nogil
cdef int in_hand(State *state) noexcept nogil
cdef void set_move(Move *move, int kind, uint64_t cards) noexcept nogil
