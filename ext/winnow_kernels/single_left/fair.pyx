"""Single Left with the deck face down, for roll-outs and tree search."""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memcpy, memmove

from winnow_kernels.common.fair_table cimport MOST_CARDS, UNDECIDED, FairGame, FairTable, fill
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down
from winnow_kernels.single_left.search cimport ROWS, least_left_of
from winnow_kernels.single_left.rules cimport DRAW, FOUR, PAIR, REDEAL

cdef double LOST_LEAF = 0.05    # of a win, at most, is a game that is lost worth

cdef struct Frame:
    int cards
    int low
    int high
    bint forced
    uint8_t rank[MOST_CARDS]
    uint8_t suit[MOST_CARDS]

cdef struct State:
    # Places in the deal; `card` says which card lies at a place. Discards are in the order of their places.
    int held
    int drawn
    int size
    int gone
    int redeals
    bint fresh
    uint8_t card[MOST_CARDS]
    uint8_t hand[MOST_CARDS]
    uint8_t deck[MOST_CARDS]
    uint8_t discards[MOST_CARDS]


cdef bint _won(const void *frame_, const void *state_) noexcept nogil:
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef int16_t found[4]
    if state.drawn < state.size or not frame.low <= state.held <= frame.high:
        return False
    return not frame.forced or _moves(frame_, state_, found) == 0


cdef int _moves(const void *frame_, const void *state_, int16_t *found) noexcept nogil:
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef int count = 0
    cdef uint8_t first, last
    if state.held >= 4:
        first = state.card[state.hand[state.held - 4]]
        last = state.card[state.hand[state.held - 1]]
        if frame.rank[first] == frame.rank[last]:
            found[count] = FOUR
            count += 1
        if frame.suit[first] == frame.suit[last]:
            found[count] = PAIR
            count += 1
    if state.drawn < state.size:
        found[count] = DRAW
        count += 1
    elif state.gone and state.redeals and not (frame.forced and not count and frame.low <= state.held <= frame.high):
        found[count] = REDEAL
        count += 1
    return min(count, 1) if frame.forced else count


cdef void _discard(State *state, int first, int count) noexcept nogil:
    """Move the cards at these places of the hand to the discards, which stay sorted."""
    cdef int i, at
    cdef uint8_t place
    for i in range(first, first + count):
        place = state.hand[i]
        at = state.gone
        while at and state.discards[at - 1] > place:
            state.discards[at] = state.discards[at - 1]
            at -= 1
        state.discards[at] = place
        state.gone += 1
    memmove(&state.hand[first], &state.hand[first + count], state.held - first - count)
    state.held -= count


cdef void _play(const void *frame_, void *state_, int move) noexcept nogil:
    cdef State *state = <State *>state_
    if move == FOUR:
        _discard(state, state.held - 4, 4)
    elif move == PAIR:
        _discard(state, state.held - 3, 2)
    elif move == DRAW:
        state.hand[state.held] = state.deck[state.drawn]
        state.held += 1
        state.drawn += 1
    else:
        memcpy(state.deck, state.discards, state.gone)
        state.size = state.gone
        state.drawn = state.gone = 0
        state.redeals -= 1
        state.fresh = False


cdef int _natural(const void *frame_, const void *state_) noexcept nogil:
    cdef int16_t found[4]
    if not _moves(frame_, state_, found):
        return -1
    return -1 if found[0] == REDEAL and _won(frame_, state_) else found[0]


cdef int _unseen(const void *frame_, void *state_, uint8_t **slots) noexcept nogil:
    cdef State *state = <State *>state_
    cdef int i
    if not state.fresh:
        return 0
    for i in range(state.drawn, state.size):
        slots[i - state.drawn] = &state.card[state.deck[i]]
    return state.size - state.drawn


cdef uint64_t _view(const void *frame_, const void *state_) noexcept nogil:
    """Return a hash of the hand, the deck's number of cards, the redeals, and what will come again."""
    cdef const State *state = <const State *>state_
    cdef uint64_t found = mix(state.size - state.drawn)
    cdef int i
    found = mix_in(found, state.redeals)
    for i in range(state.held):
        # The place of a card decides when it comes again.
        found = mix_in(found, (<uint64_t>(state.hand[i] if state.redeals else 0) << 8) | state.card[state.hand[i]])
    if state.redeals:
        for i in range(state.gone):
            found = mix_in(found, 65536 + (<uint64_t>state.discards[i] << 8) + state.card[state.discards[i]])
    elif state.fresh:
        # Which cards are gone decides which are unseen: their sum, whatever their order.
        found = mix_in(found, _gone(state))
    if not state.fresh:
        for i in range(state.drawn, state.size):
            found = mix_in(found, state.card[state.deck[i]])
    return mixed_down(found)


cdef uint64_t _gone(const State *state) noexcept nogil:
    cdef uint64_t total = 0
    cdef int i
    for i in range(state.gone):
        total += mixed_down(mix_in(mix(1), state.card[state.discards[i]]))
    return total


cdef double _worth(const void *frame_, const void *state_) noexcept nogil:
    cdef const State *state = <const State *>state_
    return 1 - <double>(state.held + state.size - state.drawn) / (<const Frame *>frame_).cards


cdef double _decide(void *frame_, void *state_, bint *won) noexcept nogil:
    """Decide a position after the last draw before the last run, or within that run; discarding is optional."""
    cdef const Frame *frame = <const Frame *>frame_
    cdef State *state = <State *>state_
    cdef int left
    if frame.forced or state.redeals > 1 or (state.redeals and state.drawn < state.size) or frame.cards >= ROWS:
        return UNDECIDED
    left = _least_left(frame, state)
    # A deal may have to end with more cards than the fewest.
    if left < frame.low:
        return UNDECIDED
    won[0] = left <= frame.high
    return won[0] + LOST_LEAF * (1 - <double>left / frame.cards)


cdef int _least_left(const Frame *frame, const State *state) noexcept nogil:
    """Return the fewest cards that can be left, over all discards before the redeal to come, if any."""
    cdef State next
    cdef uint8_t hand[ROWS]
    cdef uint8_t deck[ROWS]
    cdef int16_t found[4]
    cdef int left = state.held
    cdef int i
    if not state.redeals:
        for i in range(state.held):
            hand[i] = state.card[state.hand[i]]
        for i in range(state.drawn, state.size):
            deck[i - state.drawn] = state.card[state.deck[i]]
        return least_left_of(frame.rank, frame.suit, hand, state.held, deck, state.size - state.drawn)
    for i in range(_moves(frame, state, found)):
        memcpy(&next, state, sizeof(State))
        _play(frame, &next, found[i])
        left = min(left, _least_left(frame, &next))
    return left


cdef class SingleLeftTable(FairTable):
    """A position of Single Left.

    `ranks` and `suits` give the cards by their numbers, and `deal` the number of the card at each place; `hand`, `deck`
    and `discards` are places. `low` and `high` are the least and the most cards that may be left; `fresh` says that the
    deck has not been seen.
    """

    def __init__(
        self, bytes ranks, bytes suits, bytes deal, hand: Sequence[int], deck: Sequence[int], discards: Sequence[int],
        int redeals, int low, int high, bint forced, bint fresh,
    ) -> None:
        cdef Frame *frame
        cdef State *state
        if not 0 < len(deal) <= MOST_CARDS:
            raise ValueError(f"{len(deal)} cards: 1 to {MOST_CARDS}")
        self.open(FairGame(sizeof(State), _moves, _play, _natural, _unseen, _view, _won, _worth, _decide, NULL), sizeof(Frame))
        self.score_weight = LOST_LEAF
        frame, state = <Frame *>self.frame, <State *>self.state
        frame.cards, frame.low, frame.high, frame.forced = len(deal), low, high, forced
        fill(frame.rank, ranks)
        fill(frame.suit, suits)
        fill(state.card, deal)
        state.held, state.size = fill(state.hand, hand), fill(state.deck, deck)
        state.gone = fill(state.discards, discards)
        state.redeals, state.fresh = redeals, fresh
