"""One-Minute Solitaire with forced play: nothing but an impasse leaves a choice, so the few choices are all tried."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from winnow_kernels.common.bits cimport bit, highest_bit, lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.one_minute.deal cimport CARDS, Deal, ahead, all_ahead, read_deal

cdef struct Play:
    Deal deal
    int best            # handlings of the best line so far, in which the waste at the start counts once too much
    uint8_t line[CARDS]
    uint8_t best_line[CARDS]


def play_forced(suits, ranks, int place, int pickup, Budget budget not None):
    """Return (handlings, cards): the least handlings of the forced game, and its cards in foundation order.

    Cards are numbered as in `winnow_kernels.one_minute.search.Search`; `place` cards lie in the waste, and a pick-up
    costs `pickup` handlings. Each choice at an impasse costs one position. Returns None if the budget ends the search.
    Raises ValueError for input that is no position.
    """
    cdef Play play
    cdef int done
    read_deal(&play.deal, suits, ranks, place, pickup)
    play.best = -1
    with nogil:
        done = _play_on(&play, budget, bit(play.deal.cards) - 1, play.deal.cards, 0, place, 0)
    if not done:
        return None
    return play.best - place, [play.best_line[i] for i in range(play.deal.cards)]


cdef int _play_on(
    Play* play, Budget budget, uint64_t rest, int top, int turn, int place, int cost
) except -1 nogil:
    """Play the forced moves, and try every card at an impasse; return 0 if the budget ends it."""
    cdef const Deal* deal = &play.deal
    cdef uint64_t matching, coming
    cdef int card, behind, played = deal.cards - popcount(rest)
    if budget.charge(1):
        return 0
    while rest:
        matching = rest & deal.fit[top]
        if not matching:
            break
        coming = matching & all_ahead(turn, place)
        if not coming:
            turn += 1
            cost += deal.pickup
            coming = matching
        top = place = highest_bit(coming) if turn & 1 else lowest_bit(coming)
        cost += turn + 1
        rest &= ~bit(top)
        play.line[played] = top
        played += 1
    if not rest:
        if play.best < 0 or cost < play.best:
            play.best = cost
            memcpy(play.best_line, play.line, played)
        return 1
    behind = popcount(rest & ~all_ahead(turn, place))
    # Every card is handled once in each pass in which it comes up.
    if play.best >= 0 and cost + popcount(rest) * (turn + 1) + behind >= play.best:
        return 1
    matching = rest
    while matching:
        card = lowest_bit(matching)
        matching &= matching - 1
        play.line[played] = card
        if not _play_on(
            play, budget, rest & ~bit(card), card, turn, place, cost + turn + (1 if ahead(turn, place, card) else 2)
        ):
            return 0
    return 1
