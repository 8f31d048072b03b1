"""One-Minute card by card with the packet in hand, for roll-outs and tree search."""

from libc.math cimport exp
from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memmove

from winnow_kernels.common.fair_table cimport MOST_CARDS, UNDECIDED, FairGame, FairTable, fill
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down

cdef enum:
    # Deals the next card on; every other move is the place of the card taken, in the order in which cards come up.
    DEAL = 1000
    NO_CARD = 255
    # Handlings by which the worth of a game is measured, more than any game with natural play takes.
    LONG = 600
    RANKS = 13
    SUITS = 4

# The least handlings of a known packet, estimated by linear regression on 250 packets at the end of the first pass, against
# a beam of 300 labels: the cards left, those that the next pass can play, and the handlings of a line of longest chains.
cdef double NEEDED = -3.7
cdef double FOR_CARD = 2.09
cdef double FOR_CHAIN = -1.48
cdef double FOR_LINE = 0.27
# The standard deviation of that estimate is 4.1: as a logistic distribution it has this scale.
cdef double SCALE = 2.3
cdef double EARLY_WIN = 0.05    # of a win, at most, is a win in the first pass worth above one

cdef struct Frame:
    int cards
    int handlings
    int pickup
    bint forced
    uint8_t rank[MOST_CARDS]
    uint8_t suit[MOST_CARDS]

cdef struct State:
    # The hand with its next card first, the waste with its top last.
    int in_hand
    int in_waste
    int handlings
    int refusals
    bint fresh
    uint8_t top
    uint8_t base
    uint8_t hand[MOST_CARDS]
    uint8_t waste[MOST_CARDS]


cdef inline bint _match(const Frame *frame, uint8_t a, uint8_t b) noexcept nogil:
    return frame.rank[a] == frame.rank[b] or frame.suit[a] == frame.suit[b]


cdef bint _at_impasse(const Frame *frame, const State *state) noexcept nogil:
    cdef int i
    for i in range(state.in_hand):
        if _match(frame, state.hand[i], state.top):
            return False
    for i in range(state.in_waste):
        if _match(frame, state.waste[i], state.top):
            return False
    return True


cdef inline uint8_t _coming(const State *state, int place) noexcept nogil:
    """Return the card at a place of hand and waste, in the order in which they come up."""
    if place < state.in_hand:
        return state.hand[place]
    return state.waste[state.in_waste - 1 - (place - state.in_hand)]


cdef int _moves(const void *frame_, const void *state_, int16_t *found) noexcept nogil:
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef int left = state.in_hand + state.in_waste
    cdef int count = 0
    cdef int place
    cdef bint matched
    if state.top == NO_CARD:
        found[0] = 0
        return 1
    if not left:
        return 0
    matched = _match(frame, _coming(state, 0), state.top)
    if not matched and _at_impasse(frame, state):
        for place in range(left):
            if not (state.fresh and 0 < place < state.in_hand):
                found[count] = place
                count += 1
        return count
    if matched:
        found[count] = 0
        count += 1
    if not (matched and (frame.forced or not state.refusals)):
        found[count] = DEAL
        count += 1
    return count


cdef void _pick_up(State *state) noexcept nogil:
    """Make the waste the hand, its top first."""
    cdef int i
    for i in range(state.in_waste):
        state.hand[i] = state.waste[state.in_waste - 1 - i]
    state.in_hand, state.in_waste = state.in_waste, 0
    state.fresh = False


cdef void _take_from_hand(State *state, int place) noexcept nogil:
    memmove(&state.hand[place], &state.hand[place + 1], state.in_hand - place - 1)
    state.in_hand -= 1


cdef void _play(const void *frame_, void *state_, int move) noexcept nogil:
    cdef const Frame *frame = <const Frame *>frame_
    cdef State *state = <State *>state_
    cdef bint impasse
    cdef int at
    if state.top == NO_CARD:
        state.top = state.base
        state.refusals = 2 * state.in_hand + state.in_waste
        return
    state.handlings += 1
    if not state.in_hand:
        impasse = move != DEAL and not _match(frame, _coming(state, move), state.top)
        if not impasse:
            state.handlings += frame.pickup
            _pick_up(state)
    if move == DEAL:
        state.waste[state.in_waste] = state.hand[0]
        state.in_waste += 1
        state.refusals = max(0, state.refusals - 1)
        _take_from_hand(state, 0)
        return
    state.top = _coming(state, move)
    if move < state.in_hand:
        _take_from_hand(state, move)
    else:
        at = state.in_waste - 1 - (move - state.in_hand)
        memmove(&state.waste[at], &state.waste[at + 1], state.in_waste - at - 1)
        state.in_waste -= 1
    state.refusals = 2 * state.in_hand + state.in_waste


cdef int _natural(const void *frame_, const void *state_) noexcept nogil:
    """Return the play of the next card if it matches, else dealing on; at an impasse the card that most match."""
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef int16_t found[MOST_CARDS]
    cdef int left = state.in_hand + state.in_waste
    cdef int count = _moves(frame_, state_, found)
    cdef int best = -1
    cdef int most = -1
    cdef int i, place, matches
    if not count or state.top == NO_CARD or found[count - 1] == DEAL or _match(frame, _coming(state, 0), state.top):
        return found[0] if count else -1
    for i in range(count):
        matches = 0
        for place in range(left):
            matches += _match(frame, _coming(state, found[i]), _coming(state, place))
        if matches > most:
            most, best = matches, found[i]
    return best


cdef int _unseen(const void *frame_, void *state_, uint8_t **slots) noexcept nogil:
    cdef State *state = <State *>state_
    # Before the base is laid the packet has not been flipped.
    cdef int first = 0 if state.top == NO_CARD else 1
    cdef int i
    if not state.fresh:
        return 0
    for i in range(first, state.in_hand):
        slots[i - first] = &state.hand[i]
    return max(0, state.in_hand - first)


cdef uint64_t _view(const void *frame_, const void *state_) noexcept nogil:
    """Return a hash of the top, the seen cards in their order, and the handlings."""
    cdef const State *state = <const State *>state_
    cdef int seen = min(state.in_hand, 0 if state.top == NO_CARD else 1) if state.fresh else state.in_hand
    cdef uint64_t found = mix_in(mix(state.top), (<uint64_t>state.handlings << 16) | state.in_hand)
    cdef int i
    found = mix_in(found, (<uint64_t>state.refusals << 1) | state.fresh)
    for i in range(seen):
        found = mix_in(found, state.hand[i])
    for i in range(state.in_waste):
        found = mix_in(found, 256 + state.waste[i])
    return mixed_down(found)


cdef bint _won(const void *frame_, const void *state_) noexcept nogil:
    cdef const State *state = <const State *>state_
    cdef bint done = state.top != NO_CARD and not state.in_hand and not state.in_waste
    return done and state.handlings <= (<const Frame *>frame_).handlings


cdef double _worth(const void *frame_, const void *state_) noexcept nogil:
    cdef const State *state = <const State *>state_
    return max(0.0, 1 - <double>state.handlings / LONG)


cdef double _decide(void *frame_, void *state_, bint *won) noexcept nogil:
    """Value a known packet by the chance that its least handlings are few enough; won if a line of longest chains is."""
    cdef const Frame *frame = <const Frame *>frame_
    cdef State *state = <State *>state_
    cdef int chain = 0
    cdef int left, spent
    cdef double needed
    if frame.forced:
        return UNDECIDED
    if state.in_hand and state.in_waste:
        _play_chain(frame, state)
    left, spent = state.in_hand + state.in_waste, state.handlings
    if left:
        chain = _play_chain(frame, state)
    while state.in_hand or state.in_waste:
        _play_chain(frame, state)
    won[0] = state.handlings <= frame.handlings
    needed = NEEDED + FOR_CARD * left + FOR_CHAIN * chain + FOR_LINE * (state.handlings - spent)
    return 1 if won[0] else 1 / (1 + exp((spent + needed - frame.handlings - 0.5) / SCALE))


cdef int _play_chain(const Frame *frame, State *state) noexcept nogil:
    """Play as many cards as this pass can and deal the others on, or take one card at an impasse; return how many."""
    cdef int longest[MOST_CARDS + 1]        # of the chains that begin at a place of the hand; the last stands for none
    cdef int next[MOST_CARDS]
    cdef int of_rank[RANKS]
    cdef int of_suit[SUITS]
    cdef int played = 0
    cdef int i, place, rank, suit
    if _at_impasse(frame, state):
        _play(frame, state, max(0, _natural(frame, state)))
        return 1
    if not state.in_hand:
        state.handlings += frame.pickup
        _pick_up(state)
    longest[MOST_CARDS] = 0
    for i in range(RANKS):
        of_rank[i] = MOST_CARDS
    for i in range(SUITS):
        of_suit[i] = MOST_CARDS
    for i in range(state.in_hand - 1, -1, -1):
        rank, suit = frame.rank[state.hand[i]], frame.suit[state.hand[i]]
        next[i] = _longer(longest, of_rank[rank], of_suit[suit])
        longest[i] = 1 + longest[next[i]]
        of_rank[rank], of_suit[suit] = _longer(longest, i, of_rank[rank]), _longer(longest, i, of_suit[suit])
    place = _longer(longest, of_rank[frame.rank[state.top]], of_suit[frame.suit[state.top]])
    for i in range(state.in_hand):
        if i == place:
            state.top, place = state.hand[i], next[i]
            played += 1
        else:
            state.waste[state.in_waste] = state.hand[i]
            state.in_waste += 1
    state.handlings += state.in_hand
    state.in_hand = 0
    return played


cdef inline int _longer(const int *longest, int a, int b) noexcept nogil:
    return a if longest[a] >= longest[b] else b


cdef class OneMinuteTable(FairTable):
    """A position of One-Minute.

    `ranks` and `suits` give the cards by their numbers; `top` (None: the base is still to be laid), `base`, `hand` and
    `waste` are numbers. The other arguments are the rules and the fields of the position.
    """

    def __init__(
        self, bytes ranks, bytes suits, base: int, top: int | None, hand: Sequence[int], waste: Sequence[int],
        int handlings, bint fresh, int refusals, int limit, int pickup, bint forced,
    ) -> None:
        cdef Frame *frame
        cdef State *state
        if not 0 < len(ranks) <= MOST_CARDS:
            raise ValueError(f"{len(ranks)} cards: 1 to {MOST_CARDS}")
        self.open(FairGame(sizeof(State), _moves, _play, _natural, _unseen, _view, _won, _worth, _decide, NULL), sizeof(Frame))
        # With free passing only a win in the first pass ends without being valued as a known packet.
        self.score_weight = 1.0 if forced else EARLY_WIN
        frame, state = <Frame *>self.frame, <State *>self.state
        frame.cards, frame.handlings, frame.pickup, frame.forced = len(ranks), limit, pickup, forced
        fill(frame.rank, ranks)
        fill(frame.suit, suits)
        state.base, state.top = base, NO_CARD if top is None else top
        state.in_hand, state.in_waste = fill(state.hand, hand), fill(state.waste, waste)
        state.handlings, state.fresh, state.refusals = handlings, fresh, refusals
