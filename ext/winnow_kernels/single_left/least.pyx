"""The least left under optional discarding for many deals of Single Left, eight at once where the processor has the vectors."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.single_left.lanes cimport SL_GROUP, sl_deal, sl_open_block, sl_random, sl_rows, sl_widest

from winnow_kernels.single_left.optional import MOST_CARDS, least_left

cdef extern from "winnow_kernels/single_left/least.h" nogil:
    enum:
        SL_DEALS

    ctypedef struct sl_matches:
        pass

    void sl_match(sl_matches *matches, int deal, int cards, const uint8_t *ranks, const uint8_t *suits)
    void sl_least(int cards, const sl_matches *matches, uint8_t *least)

cdef enum:
    STANDARD_CARDS = 52

LANES = tuple([lanes for lanes in (1, 8) if 8 * lanes <= sl_widest()])
"""How many deals this processor can decide at once, the most last."""


cdef int _check_lanes(int lanes) except -1:
    """Return the number of lanes to use; 0 asks for the most."""
    if lanes and lanes not in LANES:
        raise ValueError(f"{lanes} deals at once: this processor has {', '.join(map(str, LANES))}")
    return lanes or LANES[len(LANES) - 1]


def least_left_of_many(deals, int lanes=0):
    """Return the least number of cards that can be left of each deal, as bytes.

    Deals are pairs (ranks, suits) of one length, at most MOST_CARDS. `lanes` of them are decided at once (one of LANES; 0:
    the most), with the same result for any number. Raises ValueError for other lengths.
    """
    cdef sl_matches matches
    cdef uint8_t least[SL_DEALS]
    cdef int cards = 0
    cdef int deal, first, last
    cdef const uint8_t *rank
    cdef const uint8_t *suit
    if len({len(part) for pair in deals for part in pair}) > 1:
        raise ValueError("deals of different lengths")
    found = bytearray()
    if _check_lanes(lanes) == 1:
        return bytes([least_left(ranks, suits) for ranks, suits in deals])
    memset(&matches, 0, sizeof(matches))
    for first in range(0, len(deals), SL_DEALS):
        last = min(first + SL_DEALS, len(deals))
        for deal in range(first, last):
            ranks, suits = deals[deal]
            cards = len(ranks)
            if cards > MOST_CARDS:
                raise ValueError(f"{cards} cards in a deal: at most {MOST_CARDS}")
            rank = ranks
            suit = suits
            sl_match(&matches, deal - first, cards, rank, suit)
        sl_least(cards, &matches, least)
        found += bytes([least[deal] for deal in range(last - first)])
    return bytes(found)


def random_least(uint64_t seed, uint64_t block, int games, Budget budget not None, int lanes=0):
    """Decide random deals of the standard deck; return of how many at least 0, 1, ..., 52 cards are left (53 numbers).

    The deals are those of `winnow_kernels.single_left.forced.random_games`; lanes as in `least_left_of_many`. Each deal is charged as
    one position; when the budget ends, the deals decided so far are returned.
    """
    cdef sl_random random
    cdef sl_rows cards
    cdef sl_matches matches
    cdef uint8_t least[SL_GROUP]
    cdef uint8_t ranks[STANDARD_CARDS]
    cdef uint8_t suits[STANDARD_CARDS]
    cdef int64_t histogram[STANDARD_CARDS + 1]
    cdef int played = 0
    cdef int wanted, deal, place
    cdef bint one_by_one = _check_lanes(lanes) == 1
    cdef int dealing = sl_widest()
    memset(histogram, 0, sizeof(histogram))
    sl_open_block(&random, seed, block)
    while played < games:
        wanted = min(<int>SL_GROUP, games - played)
        if 0 <= budget.max_positions < budget.positions + wanted:
            wanted = <int>max(<long long>1, budget.max_positions - budget.positions)
        if budget.charge(wanted):
            break
        with nogil:
            sl_deal(dealing, &random, cards)
            for deal in range(<int>SL_GROUP):
                for place in range(STANDARD_CARDS):
                    ranks[place] = cards[place][deal] >> 2
                    suits[place] = cards[place][deal] & 3
                if one_by_one:
                    with gil:
                        least[deal] = least_left(ranks[:STANDARD_CARDS], suits[:STANDARD_CARDS])
                    continue
                sl_match(&matches, deal % SL_DEALS, STANDARD_CARDS, ranks, suits)
                if deal % SL_DEALS == SL_DEALS - 1:
                    sl_least(STANDARD_CARDS, &matches, least + deal + 1 - SL_DEALS)
            for deal in range(wanted):
                histogram[least[deal]] += 1
        played += wanted
    return tuple(histogram)
