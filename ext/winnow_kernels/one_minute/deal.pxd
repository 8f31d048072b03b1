# A position of One-Minute Solitaire in numbers, and the arithmetic of passes that all its kernels share.
#
# Cards are numbered in the order in which they lie: the waste from its first dealt card, then the hand from its next
# card. The foundation's top is the card after them. Pass 0 goes upwards, pass 1 downwards, and so on. A *place* is a
# boundary between cards: those below it have been dealt in an even pass, those from it on in an odd one. After card x
# is played the place is x.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from winnow_kernels.common.bits cimport bit


cdef enum:
    CARDS = 64          # with the foundation's top
    SUITS = 4
    SUIT_SETS = 16
    SCALE = 256         # multipliers and bounds are whole numbers of 1/256 handling
    INFINITE = 1 << 29
    MOST_PICKUP = 4096  # more than the handlings of any line without detours

# A label of the search: a set of cards still to be played, the card on top, and what has been spent to get there.
cdef struct Label:
    uint64_t rest
    int32_t cost        # handlings from the start, of the cards played alone, and pick-ups
    int32_t bound       # scaled: no line through this label costs less
    uint32_t parent
    uint8_t top
    uint8_t turn        # the pass
    uint8_t place
    uint8_t alive

cdef struct Deal:
    int cards           # still to be played, at most 63
    int place           # cards in the waste: where the first pass stands
    int pickup
    uint8_t suit[CARDS]
    uint64_t fit[CARDS]         # the cards that match, without the card itself and the foundation's top
    uint64_t of_suit[SUITS]


cdef inline bint ahead(int turn, int place, int card) noexcept nogil:
    """Tell whether the card has still to come up in this pass."""
    return card < place if turn & 1 else card >= place


cdef inline uint64_t all_ahead(int turn, int place) noexcept nogil:
    """Return the cards that have still to come up in this pass."""
    return bit(place) - 1 if turn & 1 else ~(bit(place) - 1)


cdef inline int suits_gone(const Deal* deal, uint64_t rest, int top) noexcept nogil:
    """Return the suits, as a set, of which no card is left and which are not the top's."""
    cdef int suit, gone = 0
    for suit in range(SUITS):
        if not rest & deal.of_suit[suit]:
            gone |= 1 << suit
    return gone & ~(1 << deal.suit[top])


cdef inline int read_deal(Deal* deal, suits, ranks, int place, int pickup) except -1:
    """Fill in a deal: suits and ranks (0..3, 0..12) of the cards in their order, the foundation's top after them."""
    cdef int card, other
    deal.cards = len(suits) - 1
    deal.place = place
    deal.pickup = pickup
    if not 0 <= deal.cards < CARDS or not 0 <= place <= deal.cards or not 0 <= pickup <= MOST_PICKUP:
        raise ValueError(f"{deal.cards} cards, {place} in the waste, {pickup} for a pick-up")
    for card in range(SUITS):
        deal.of_suit[card] = 0
    for card in range(deal.cards + 1):
        deal.suit[card] = suits[card]
        deal.fit[card] = 0
        for other in range(deal.cards):
            if other != card and (suits[other] == suits[card] or ranks[other] == ranks[card]):
                deal.fit[card] |= bit(other)
        if card < deal.cards:
            deal.of_suit[deal.suit[card]] |= bit(card)
    return 0
