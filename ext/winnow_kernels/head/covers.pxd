"""Decktet cards in sets, their melds, and how well disjoint melds cover a set.

A card is a number 0..63, a set of cards a 64-bit word. A *block* is a set of cards in no order; blocks that follow each
other have no card in common.
"""

from libc.stdint cimport uint64_t

from winnow_kernels.common.budget cimport Budget, Rooms

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


cdef inline list cards_in(uint64_t cards):
    """Return the cards of a set, in rising order."""
    return [card for card in range(MOST_CARDS) if cards >> card & 1]


# The cards of a deck, or of a hand; at most one is the Excuse.
cdef struct Decktet:
    int size                        # cards in a full hand, so the largest meld
    int suits[MOST_CARDS]           # of each card, a bit for each
    uint64_t with_suit[SUITS]
    uint64_t with_rank[RANKS]
    uint64_t excuse

cdef void add_card(Decktet *deck, int card, int suits, int rank) noexcept nogil
cdef int list_melds(const Decktet *deck, uint64_t cards, MeldList *found) noexcept nogil
cdef bint any_meld(const Decktet *deck, uint64_t cards) noexcept nogil
cdef bint no_meld_by_exchange(
    const Decktet *deck, uint64_t *discards, int last, uint64_t first, uint64_t others
) noexcept nogil

# What is known of a set: the least number of its cards outside disjoint melds is within least..most. `work`
# sets were too few to decide whether it is `open` or less.
cdef struct Cover:
    uint64_t cards
    signed char least
    signed char most
    signed char open
    int work

# A set whose melds are known: `count` of them, from `start` on in the room for melds of such sets.
cdef struct Hand:
    uint64_t cards
    int start
    int count

cdef extern from "winnow_kernels/head/ways.h" nogil:
    enum:
        HEAD_BEHIND
        FEW_MELDS
        FEW_CARDS
    ctypedef struct head_uses:
        uint64_t one
        uint64_t two
        uint64_t three
    ctypedef struct head_ways:
        int (*within)(const uint64_t *melds, int count, uint64_t cards, uint64_t *out, head_uses *uses) noexcept nogil
        uint64_t (*rarest)(uint64_t *melds, int count, uint64_t cards) noexcept nogil
        int (*few_covers)(const uint64_t *melds, int count, uint64_t cards, int spare, int *work) noexcept nogil
    head_ways head_choose_ways(int lanes)

cdef enum:
    # Sets whose melds stay listed, each within the one before.
    MOST_LISTED = 16

cdef class Covers:
    cdef Decktet deck
    cdef readonly int size          # cards in a full hand
    cdef readonly int card_count
    cdef readonly int meld_count    # of the whole deck; 0 if they are too many to list: then there is no cover bound
    cdef Rooms _rooms
    cdef head_ways _ways
    cdef uint64_t _deck
    cdef uint64_t *_lists           # all melds, then those of each of the sets listed
    cdef uint64_t _sets[MOST_LISTED]
    cdef int _ends[MOST_LISTED + 1] # where in the lists all melds end, then those of each set
    cdef int _depth                 # sets listed
    cdef int _first, _last          # of the melds of the set listed last, whose uses are `_found`
    cdef head_uses _found
    cdef uint64_t *_uses            # for each card the melds that it is in, as bits of words
    cdef Hand *_hands
    cdef uint64_t *_of_hands        # the melds of the sets in `_hands`
    cdef int _hands_end
    cdef Cover *_known
    cdef long long _slots
    cdef long long _used
    cdef int _work

    cdef bint may_cover(self, uint64_t cards, int spare, int work) noexcept nogil
    cdef int melds_within(self, uint64_t cards, MeldList *found) noexcept nogil

    cdef void _make_table(self) noexcept
    cdef bint _know(self, Hand *hand, uint64_t cards) noexcept nogil
    cdef bint _narrow(self, uint64_t cards) noexcept nogil
    cdef int _cover(self, uint64_t cards, int spare, int first, int last) noexcept nogil
    cdef int _branch(self, uint64_t cards, int spare, int first, int last, head_uses *uses) noexcept nogil
    cdef void _make_hands(self) noexcept
    cdef void _list_uses(self, int meld_count) noexcept
    cdef int _list_within(self, uint64_t cards, int end) noexcept nogil
    cdef Cover *_kept(self, uint64_t cards) noexcept nogil
    cdef Cover *_entry(self, uint64_t cards) noexcept nogil
    cdef bint _grow(self) noexcept nogil
