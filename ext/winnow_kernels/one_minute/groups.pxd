# Groups of labels that follow each other in a layer, each with prices of its own.

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport abs
from libc.string cimport memset

from winnow_kernels.common.bits cimport lowest_bit
from winnow_kernels.one_minute.deal cimport CARDS, Label


cdef enum:
    MOST_GROUPS = 256
    # Size of the sample of labels that decides which card halves a group best.
    ASKED = 512

# Where each group ends, and its prices.
cdef struct Groups:
    int count
    int64_t end[MOST_GROUPS]
    int32_t price[MOST_GROUPS][CARDS]


cdef inline void part(Groups* groups, Label* labels, int64_t first, int64_t last, int64_t size) noexcept nogil:
    """Part these labels into groups by their cards until none has more labels than `size`, or too many there would be."""
    cdef int64_t i = first, j = last
    cdef int card
    cdef Label held
    if last - first > size and groups.count < MOST_GROUPS - CARDS:
        card = halving_card(labels, first, last)
        while i < j:
            if labels[i].rest >> card & 1:
                i += 1
            else:
                j -= 1
                held = labels[i]
                labels[i] = labels[j]
                labels[j] = held
        if first < i < last:
            part(groups, labels, first, i, size)
            part(groups, labels, i, last, size)
            return
    groups.end[groups.count] = last
    groups.count += 1


cdef inline int halving_card(const Label* labels, int64_t first, int64_t last) noexcept nogil:
    """Return the card that most nearly half of these labels still have to play, as far as a sample tells."""
    cdef int64_t i, asked = min(last - first, <int64_t>ASKED)
    cdef int card, best = 0
    cdef int tally[CARDS]
    cdef uint64_t rest
    memset(tally, 0, sizeof(tally))
    for i in range(asked):
        rest = labels[first + i * (last - first) // asked].rest
        while rest:
            tally[lowest_bit(rest)] += 1
            rest &= rest - 1
    for card in range(CARDS):
        if abs(2 * tally[card] - <int>asked) < abs(2 * tally[best] - <int>asked):
            best = card
    return best
