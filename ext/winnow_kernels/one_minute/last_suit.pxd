# What follows when all cards left have the same suit: they match each other (games/one_minute/ledger.md: last-suit).

from libc.stdint cimport int32_t, uint64_t

from winnow_kernels.common.bits cimport lowest_bit
from winnow_kernels.one_minute.deal cimport SCALE, SUITS, Deal, ahead

# What some cards cost less their prices, in the pass under way and in the next one.
cdef struct Parts:
    int32_t now
    int32_t later


cdef inline bint is_last_suit(int gone) noexcept nogil:
    """Tell whether all suits but one are gone."""
    cdef int left = (1 << SUITS) - 1 & ~gone
    return left and not left & (left - 1)


cdef inline int32_t gain(const int32_t* price, int turn, int place, int card) noexcept nogil:
    """Return the cost of playing the card when it comes up next, less its price, or 0 if that is lower."""
    return min(0, SCALE * (turn + (1 if ahead(turn, place, card) else 2)) - price[card])


cdef inline Parts gains(const int32_t* price, int turn, int place, uint64_t cards) noexcept nogil:
    """Return the least value of playing some of the cards in this pass, and in the next without its pick-up."""
    cdef Parts parts
    cdef int card
    parts.now = parts.later = 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if ahead(turn, place, card):
            parts.now += gain(price, turn, place, card)
        else:
            parts.later += gain(price, turn, place, card)
    return parts


cdef inline int32_t value_of_all(
    const Deal* deal, const int32_t* price, int turn, int place, uint64_t cards
) noexcept nogil:
    """Return the value of playing all these cards when they come up next."""
    cdef int32_t value = 0
    cdef int card
    cdef bint later = False
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value += SCALE * (turn + 1) - price[card]
        if not ahead(turn, place, card):
            value += SCALE
            later = True
    return value + (SCALE * deal.pickup if later else 0)
