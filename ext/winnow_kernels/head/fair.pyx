"""Head with the pile face down, for roll-outs and tree search."""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memmove, memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.common.fair_table cimport MOST_CARDS, FairGame, FairTable, below, fill
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down
from winnow_kernels.head.covers cimport SUITS, Decktet, MeldList, add_card, list_melds, start_list

cdef enum:
    # A meld is the mask of its places in hand; a discard is followed by the number of its order.
    DISCARD = 64
    BURN = 1000
    MOST_HAND = 6
    NO_RANK = 254               # and above
    ORDERS = 2 * SUITS + 3
    # Orders by chance that are tried beside these.
    MORE_ORDERS = 30
    # The search of an exact leaf: positions, for each order of the last discard of part one, and slots for those lost.
    LEAF_POSITIONS = 3000
    LEAF_SLOTS = 1 << 12

cdef double LOST_LEAF = 0.02    # of a win, at most, is a game that is lost worth

cdef struct Frame:
    int cards
    int passes
    int hand
    int target
    int least_meld              # cards of the smallest meld that the deck may hold
    bint forced
    # Ranks 0 to 9, or NO_RANK and above; suits as a mask.
    uint8_t rank[MOST_CARDS]
    uint8_t suits[MOST_CARDS]
    # Of the leaf being searched: positions left to search, the fewest cards left so far, and the positions lost.
    int positions
    int least
    uint64_t salt
    uint64_t lost[LEAF_SLOTS]

cdef struct State:
    # The pile with its next card at `drawn`.
    int drawn
    int size
    int held
    int gone
    int turn
    bint may_burn
    uint8_t hand[8]
    uint8_t pile[MOST_CARDS]
    uint8_t discards[MOST_CARDS]


cdef int _list_melds(const Frame *frame, const State *state, uint64_t *melds) noexcept nogil:
    """Write the melds of the hand as sets of its places, by size and then by places; return their number."""
    cdef uint64_t meld
    cdef int count = _melds_of(frame, state, melds, 1 << MOST_HAND)
    cdef int i, j
    for i in range(1, count):
        meld = melds[i]
        j = i
        while j and _comes_before(meld, melds[j - 1]):
            melds[j] = melds[j - 1]
            j -= 1
        melds[j] = meld
    return count


cdef int _melds_of(const Frame *frame, const State *state, uint64_t *melds, int most) noexcept nogil:
    """Write at most `most` melds of the hand as sets of its places, in no order; return their number."""
    cdef Decktet hand
    cdef MeldList found
    cdef int i, rank
    memset(&hand, 0, sizeof(hand))
    hand.size = frame.hand
    for i in range(state.held):
        rank = frame.rank[state.hand[i]]
        add_card(&hand, i, frame.suits[state.hand[i]], rank if rank < NO_RANK else -1)
    start_list(&found, melds, most)
    return list_melds(&hand, bit(state.held) - 1, &found)


cdef inline bint _comes_before(uint64_t a, uint64_t b) noexcept nogil:
    """Return whether the places a are fewer than the places b, or of as many have the first that the other lacks."""
    if popcount(a) != popcount(b):
        return popcount(a) < popcount(b)
    return a != b and a >> lowest_bit(a ^ b) & 1


cdef bint _has_meld(const Frame *frame, const State *state) noexcept nogil:
    cdef uint64_t meld
    return _melds_of(frame, state, &meld, 1) > 0


cdef void _draw(const Frame *frame, State *state) noexcept nogil:
    """Fill the hand, after all passes in which there is nothing to decide."""
    cdef int room
    while True:
        room = min(frame.hand - state.held, state.size - state.drawn)
        memcpy(&state.hand[state.held], &state.pile[state.drawn], room)
        state.held += room
        state.drawn += room
        if state.may_burn or state.held == frame.hand or state.turn == frame.passes or _has_meld(frame, state):
            return
        state.turn = state.turn + 1 if state.gone else frame.passes
        memcpy(state.pile, state.discards, state.gone)
        state.drawn, state.size, state.gone = 0, state.gone, 0
        state.may_burn = not state.held and state.size > 0


cdef int _moves(const void *frame_, const void *state_, int16_t *found) noexcept nogil:
    """Write the melds by size and then by places, the discard, and the burn."""
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef uint64_t melds[1 << MOST_HAND]
    cdef int count = _list_melds(frame, state, melds)
    cdef int i
    for i in range(count):
        found[i] = <int16_t>melds[i]
    if state.held == frame.hand and (not count or not frame.forced):
        count = _discards(frame, state, found, count)
    if state.may_burn:
        found[count] = BURN
        count += 1
    return count


cdef int _discards(const Frame *frame, const State *state, int16_t *found, int count) noexcept nogil:
    """Write the discards: in part one each order once that a player has a reason for."""
    cdef uint8_t orders[ORDERS][MOST_HAND]
    cdef int number, other
    cdef bint new
    for number in range(ORDERS if state.turn == 1 else 1):
        _arrange(frame, state, number, orders[number])
        new = True
        for other in range(number):
            new = new and memcmp(orders[other], orders[number], state.held) != 0
        if new:
            found[count] = DISCARD + number
            count += 1
    return count


cdef void _arrange(const Frame *frame, const State *state, int number, uint8_t *order) noexcept nogil:
    """Write the hand as drawn (0), with a suit's cards first (1 to 6) or last (7 to 12), by rank up (13) or down (14).

    From ORDERS on the number says, in the factorial number system, which of the cards left comes next.
    """
    cdef int suit = (number - 1) % SUITS
    cdef int wanted = number <= SUITS
    cdef int count = 0
    cdef int turn, i, j
    cdef uint8_t card
    memcpy(order, state.hand, state.held)
    if number >= ORDERS:
        number -= ORDERS
        for i in range(state.held):
            j = i + number % (state.held - i)
            number //= state.held - i
            card = order[j]
            memmove(&order[i + 1], &order[i], j - i)
            order[i] = card
    elif 0 < number <= 2 * SUITS:
        for turn in range(2):
            for i in range(state.held):
                if (frame.suits[state.hand[i]] >> suit & 1) == (wanted if turn == 0 else 1 - wanted):
                    order[count] = state.hand[i]
                    count += 1
    elif number:
        for i in range(1, state.held):
            card = order[i]
            j = i
            while j and frame.rank[order[j - 1]] > frame.rank[card]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = card
        if number == ORDERS - 1:
            for i in range(state.held // 2):
                card = order[i]
                order[i] = order[state.held - 1 - i]
                order[state.held - 1 - i] = card


cdef void _play(const void *frame_, void *state_, int move) noexcept nogil:
    cdef State *state = <State *>state_
    cdef int i
    cdef int kept = 0
    state.may_burn = False
    if move == BURN:
        state.discards[state.gone] = state.hand[0]
        state.gone += 1
        memmove(&state.hand[0], &state.hand[1], state.held - 1)
        state.held -= 1
    elif move >= DISCARD:
        _arrange(<const Frame *>frame_, state, move - DISCARD, &state.discards[state.gone])
        state.gone += state.held
        state.held = 0
    else:
        for i in range(state.held):
            if not move >> i & 1:
                state.hand[kept] = state.hand[i]
                kept += 1
        state.held = kept
    _draw(<const Frame *>frame_, state)


cdef int _natural(const void *frame_, const void *state_) noexcept nogil:
    """Return the first of the melds of most cards, else the first move."""
    cdef int16_t found[128]
    cdef int count = _moves(frame_, state_, found)
    cdef int best = -1
    cdef int most = 0
    cdef int i
    for i in range(count):
        if found[i] >= DISCARD:
            return best if best >= 0 else found[i]
        if popcount(found[i]) > most:
            most, best = popcount(found[i]), found[i]
    return best


cdef int _unseen(const void *frame_, void *state_, uint8_t **slots) noexcept nogil:
    cdef State *state = <State *>state_
    cdef int i
    if state.turn > 1:
        return 0
    for i in range(state.drawn, state.size):
        slots[i - state.drawn] = &state.pile[i]
    return state.size - state.drawn


cdef uint64_t _view(const void *frame_, const void *state_) noexcept nogil:
    """Return a hash of the hand, the discards, and, after part one, the pile; melds show in what is left."""
    cdef const State *state = <const State *>state_
    cdef uint64_t found = mix_in(mix(state.turn), (<uint64_t>state.held << 1) | state.may_burn)
    cdef int i
    for i in range(state.held):
        found = mix_in(found, state.hand[i])
    for i in range(state.gone):
        found = mix_in(found, 256 + state.discards[i])
    found = mix_in(found, 512 + state.size - state.drawn)
    if state.turn > 1:
        for i in range(state.drawn, state.size):
            found = mix_in(found, state.pile[i])
        return mixed_down(found)
    return mixed_down(mix_in(found, _unseen_sum(state)))


cdef uint64_t _unseen_sum(const State *state) noexcept nogil:
    """Return a number that follows from which cards are unseen, whatever their order."""
    cdef uint64_t total = 0
    cdef int i
    for i in range(state.drawn, state.size):
        total += mixed_down(mix_in(mix(1), state.pile[i]))
    return total


cdef int _left(const State *state) noexcept nogil:
    return state.held + state.gone + state.size - state.drawn


cdef bint _won(const void *frame_, const void *state_) noexcept nogil:
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    if state.drawn < state.size or not (state.may_burn or state.turn == frame.passes):
        return False
    return state.held < frame.hand and not _has_meld(frame, state) and _left(state) <= frame.target


cdef double _worth(const void *frame_, const void *state_) noexcept nogil:
    return 1 - <double>_left(<const State *>state_) / (<const Frame *>frame_).cards


cdef int _more_orders(
    const void *frame_, const void *state_, uint64_t *random, int16_t *found, int count
) noexcept nogil:
    """Add orders of a discard in part one by chance, where it can be discarded."""
    cdef const State *state = <const State *>state_
    cdef int orders = 1
    cdef int i
    if state.turn > 1 or not count or found[count - 1] < DISCARD:
        return count
    for i in range(2, state.held + 1):
        orders *= i
    for i in range(MORE_ORDERS):
        found[count] = <int16_t>(DISCARD + ORDERS + below(random, orders))
        count += 1
    return count


cdef double _decide(void *frame_, void *state_, bint *won) noexcept nogil:
    """Search for a win, or for a line that leaves few cards, among a limited number of positions."""
    cdef Frame *frame = <Frame *>frame_
    frame.salt += 1
    frame.least = frame.cards
    frame.positions = LEAF_POSITIONS
    won[0] = _can_win(frame, <const State *>state_)
    return won[0] + LOST_LEAF * (1 - <double>frame.least / frame.cards)


cdef bint _can_win(Frame *frame, const State *state) noexcept nogil:
    """Return whether the search finds a win; note the fewest cards left."""
    cdef State next
    cdef int16_t found[128]
    cdef uint64_t key
    cdef int left = _left(state)
    cdef int count, i
    frame.positions -= 1
    if frame.positions < 0:
        return False
    # Fewer cards than a meld has stay; in the last pass no discard comes back.
    if frame.target < left < frame.least_meld or (state.turn == frame.passes and state.gone > frame.target):
        frame.least = min(frame.least, left)
        return False
    key = mix_in(_view(frame, state), frame.salt)
    if frame.lost[key % LEAF_SLOTS] == key:
        return False
    if left <= frame.target and _won(frame, state):
        frame.least = left
        return True
    count = _moves(frame, state, found)
    if not count:
        frame.least = min(frame.least, left)
    for i in range(count):
        memcpy(&next, state, sizeof(State))
        _play(frame, &next, found[i])
        if state.turn == 1 and found[i] >= DISCARD:
            frame.positions = LEAF_POSITIONS
        if _can_win(frame, &next):
            return True
    if frame.positions >= 0:
        frame.lost[key % LEAF_SLOTS] = key
    return False


cdef class HeadTable(FairTable):
    """A position of Head.

    `cards` is the size of the deck; `ranks` (0 to 9, 255 without a rank, 254 for the Excuse) and `suits` (masks) give
    the cards by their numbers; `pile`, `hand` and `discards` are numbers. The other arguments are the fields of the
    position, and the rules.
    """

    def __init__(
        self, int cards, bytes ranks, bytes suits, pile: Sequence[int], hand: Sequence[int], discards: Sequence[int],
        int turn, bint may_burn, int passes, int full, int target, bint forced,
    ) -> None:
        cdef Frame *frame
        cdef State *state
        if not 0 < len(ranks) <= MOST_CARDS or not 0 < full <= MOST_HAND:
            raise ValueError(f"{len(ranks)} cards and hands of {full}: 1 to {MOST_CARDS}, and 1 to {MOST_HAND}")
        self.open(FairGame(sizeof(State), _moves, _play, _natural, _unseen, _view, _won, _worth, _decide, _more_orders), sizeof(Frame))
        self.score_weight = LOST_LEAF
        frame, state = <Frame *>self.frame, <State *>self.state
        frame.cards, frame.passes, frame.hand = cards, passes, full
        frame.target, frame.forced = target, forced
        fill(frame.rank, ranks)
        fill(frame.suits, suits)
        # Two cards show six suits only if one of them shows three.
        frame.least_meld = 2 if max(map(int.bit_count, suits)) > 2 else 3
        state.size, state.held = fill(state.pile, pile), fill(state.hand, hand)
        state.gone = fill(state.discards, discards)
        state.turn, state.may_burn = turn, may_burn

    def order(self) -> list[int] | None:
        """Return the places in hand, first to last, of the discard that a search chose; None if it chose no discard."""
        cdef uint8_t order[MOST_HAND]
        cdef State *state = <State *>self.state
        if self.chosen < DISCARD:
            return None
        _arrange(<Frame *>self.frame, state, self.chosen - DISCARD, order)
        return [[state.hand[i] for i in range(state.held)].index(order[place]) for place in range(state.held)]
