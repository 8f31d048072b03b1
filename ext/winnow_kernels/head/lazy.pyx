"""Lazy positions of Head Solitaire: those of the game with every order left open that nothing has asked for yet.

A pile is a sequence of blocks, and a block is a set of cards in no order; a hand discarded in part one is one block. Of
the block on top of the pile some cards may be drawn without saying which: they are *loose*, and named when they are
melded or discarded. docs/soundness says why nothing is lost or gained by it.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memmove

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.head.blocks cimport union_of
from winnow_kernels.head.covers cimport Covers
from winnow_kernels.head.melds cimport MOST_CARDS, MeldList, start_list


_KINDS = {MELD: "meld", DISCARD: "discard", BURN: "burn"}


cdef class LazyHead:
    """The moves of lazy positions under one set of rules; cards are numbers 0..63, as in `melds`.

    `passes`: how often the cards are gone through; `optional`: a full hand may be
    discarded though it holds a meld. Without `lazy_order` a discard in part one decides its order at once; without
    `joining` blocks once parted stay so.
    """

    def __cinit__(self, Covers melds not None, int64_t passes, bint optional, bint lazy_order, bint joining):
        if not 1 <= melds.size <= MOST_HAND or passes < 1:
            raise ValueError("hands of 1 to 6 cards, one pass or more")
        self.melds = melds
        self.size = melds.size
        self.passes = passes
        self.optional = optional
        self.lazy_order = lazy_order
        self.joining = joining

    cdef int start(self, State *state, hand, pile, discards, int64_t turn, bint may_burn, bint discarded) except -1:
        """Write the position with these sequences of cards, all of whose orders are known.

        With `discarded` the one after its full hand was discarded in part one, in an order left open.
        """
        cdef State before
        cdef Move move
        cards = (*hand, *pile, *discards)
        if len(hand) > self.size or len(set(cards)) < len(cards) or not set(cards) <= set(range(self.melds.card_count)):
            raise ValueError("each card once at most, and no more in hand than a full hand holds")
        if may_burn:
            # In a lazy position the choice to burn comes before the draw.
            hand, pile = (), (*hand, *pile)
        state.turn = turn
        state.hand_blocks = len(hand)
        state.pile_blocks = len(pile)
        state.loose = 0
        state.split = False
        state.burn = may_burn
        state.live = 0
        for i, card in enumerate(hand):
            state.hand[i] = bit(<int>card)
            state.live |= state.hand[i]
        for i, card in enumerate(pile):
            state.pile[i] = bit(<int>card)
            state.live |= state.pile[i]
        state.spent = len(discards) if turn == self.passes else 0
        state.discard_blocks = 0
        if turn < self.passes:
            state.discard_blocks = len(discards)
            for i, card in enumerate(discards):
                state.discards[i] = bit(<int>card)
                state.live |= state.discards[i]
        else:
            _merge_hand(state)
        self._settle(state)
        if discarded:
            if turn != 1 or popcount(hand_of(state)) < self.size or not self.lazy_order:
                raise ValueError("only a full hand in part one is discarded in an order left open")
            before = state[0]
            _set_move(&move, DISCARD, 0, 0)
            self.play(&before, &move, state)
        return 0

    cdef int list_moves(self, State *state, int spare, Move *moves) noexcept nogil:
        """List the moves, melds before discards; return their number. In the last pass `spare` cards may be lost.

        Discards that cannot but lose more are left out.
        """
        cdef MeldList melds
        cdef uint64_t hand = hand_of(state), top = state.pile[0] if state.loose else 0
        cdef uint64_t room[2048]
        cdef int i, count
        if state.burn:
            _set_move(&moves[0], KEEP, 0, 0)
            count = 1
            top = state.pile[0] if spare > 0 or state.turn < self.passes else 0
            while top:
                _set_move(&moves[count], BURN, top & -top, 0)
                top &= top - 1
                count += 1
            return count
        start_list(&melds, room, 2048)
        melds.loose = top
        melds.most_loose = state.loose
        count = self.melds.list_melds(hand | top, &melds)
        for i in range(count):
            _set_move(&moves[i], MELD, room[i], 0)
        if popcount(hand) + state.loose == self.size and (spare >= self.size or state.turn < self.passes):
            count += self._list_discards(state, spare, &melds, top, moves + count)
        return count

    cdef int _list_discards(self, State *state, int spare, MeldList *melds, uint64_t top, Move *moves) noexcept nogil:
        """List the discards of a full hand, one for each choice of its loose cards that the rules allow."""
        cdef MeldList next_melds
        cdef uint64_t next_room[256]
        cdef uint64_t chosen = top
        cdef int i, count = 0, orders = 1
        cdef bint allowed, last = False
        start_list(&next_melds, next_room, 256)
        if state.turn == self.passes - 1 and spare < self.size:
            last = self._melds_of_last_pass(state, spare, &next_melds)
        if not self.lazy_order and state.turn == 1 < self.passes:
            for i in range(2, self.size + 1):
                orders *= i
        while True:
            if popcount(chosen) == state.loose:
                allowed = True
                if not self.optional:
                    # A meld in hand has to be played: none may lie in the definite cards and the chosen ones.
                    for i in range(melds.count):
                        if not melds.melds[i] & top & ~chosen:
                            allowed = False
                            break
                if allowed and last:
                    # What is not chosen begins the last pass.
                    allowed = False
                    for i in range(next_melds.count):
                        if not next_melds.melds[i] & chosen:
                            allowed = True
                            break
                if allowed:
                    for i in range(orders):
                        _set_move(&moves[count], DISCARD, chosen, i)
                        count += 1
            if not chosen:
                return count
            chosen = (chosen - 1) & top

    cdef bint _melds_of_last_pass(self, State *state, int spare, MeldList *found) noexcept nogil:
        """List the melds that the first full hand of the last pass may hold; False if that is not known yet.

        It is if this hand's discard ends the pass with a few cards kept, and the other cards are among the discards.
        """
        cdef uint64_t cards = union_of(state.pile, state.pile_blocks)
        cdef int i, kept = popcount(cards) - state.loose, room
        # From an empty hand one card may be burned.
        room = self.size - kept if kept else self.size + (spare > 0)
        if kept >= self.size:
            return False
        # The last block may yet be joined to this hand's first.
        for i in range(state.discard_blocks - 1):
            cards |= state.discards[i]
            if room <= popcount(state.discards[i]):
                found.loose = state.discards[i]
                found.most_loose = room
                self.melds.list_melds(cards, found)
                return not found.full
            room -= popcount(state.discards[i])
        return False

    cdef void play(self, State *before, Move *move, State *after) noexcept nogil:
        """Write to `after` the position after the move, drawn up to the next decision."""
        after[0] = before[0]
        after.burn = False
        if move.kind == MELD:
            after.live &= ~move.cards
            if not after.hand[0] & ~move.cards:
                after.split = False
            _take_from_hand(after, move.cards)
            if after.loose:
                after.loose -= popcount(after.pile[0] & move.cards)
                after.pile[0] &= ~move.cards
        elif move.kind == DISCARD:
            self._discard_hand(before, move, after)
        elif move.kind == BURN:
            if before.turn == self.passes:
                after.spent += 1
                after.live &= ~move.cards
            else:
                _discard(after, move.cards)
            after.pile[0] &= ~move.cards
            if not after.pile[0]:
                _drop_top(after)
        self._settle(after)

    cdef void _discard_hand(self, State *before, Move *move, State *after) noexcept nogil:
        """Discard the definite cards of the hand in their order, then the loose ones chosen."""
        cdef uint64_t hand = hand_of(before)
        cdef int i
        if before.turn == self.passes:
            after.spent += self.size
            after.live &= ~(hand | move.cards)
        elif before.turn > 1:
            move.joined = self.joining and before.split and self._join(after, move.cards)
            i = 1 if move.joined else 0
            while i < before.hand_blocks:
                _discard(after, before.hand[i])
                i += 1
            _discard(after, move.cards)
            after.split = move.cards != 0
        elif self.lazy_order:
            _discard(after, hand)
        else:
            _discard_in_order(after, hand, move.order)
        if before.loose:
            after.pile[0] &= ~move.cards
        after.loose = 0
        after.hand_blocks = 0

    cdef bint _join(self, State *state, uint64_t loose) noexcept nogil:
        """Join hand[0], which is being discarded with `loose`, to the discards it was parted from, if that is allowed.

        It is if the cards of the two could change places: always under optional melding; else only if no exchange puts
        a meld into the hand now discarded or the one before.
        """
        cdef int last = state.discard_blocks - 1
        cdef uint64_t others = hand_of(state) & ~state.hand[0] | loose
        if not self.optional and not self.melds.no_meld_by_exchange(state.discards, last, state.hand[0], others):
            return False
        state.discards[last] |= state.hand[0]
        return True

    cdef void _settle(self, State *state) noexcept nogil:
        """Draw, and go on to the next pass, until there is something to decide or the game is over."""
        state.over = False
        while not state.burn:
            self._draw(state)
            if popcount(hand_of(state)) + state.loose == self.size or self.melds.any_meld(hand_of(state)):
                return
            if state.turn == self.passes or not state.discard_blocks:
                # With no discards no card can come any more, whatever passes are left.
                state.over = True
                return
            state.turn += 1
            state.split = False
            memcpy(state.pile, state.discards, state.discard_blocks * sizeof(uint64_t))
            state.pile_blocks = state.discard_blocks
            state.discard_blocks = 0
            state.burn = not state.hand_blocks
            if state.turn == self.passes:
                _merge_hand(state)

    cdef void _draw(self, State *state) noexcept nogil:
        cdef int held = popcount(hand_of(state)) + state.loose
        cdef int left
        while held < self.size and state.pile_blocks:
            left = popcount(state.pile[0]) - state.loose
            if held + left > self.size:
                state.loose += self.size - held
                return
            held += left
            state.loose = 0
            if state.turn == self.passes and state.hand_blocks:
                state.hand[0] |= state.pile[0]
            else:
                state.hand[state.hand_blocks] = state.pile[0]
                state.hand_blocks += 1
            _drop_top(state)


cdef void _set_move(Move *move, int kind, uint64_t cards, int order) noexcept nogil:
    move.kind = kind
    move.cards = cards
    move.order = order
    move.joined = False


cdef uint64_t hand_of(State *state) noexcept nogil:
    """Return the definite cards of the hand."""
    return union_of(state.hand, state.hand_blocks)


cdef void _merge_hand(State *state) noexcept nogil:
    """Forget the order of the hand: in the last pass nothing depends on it."""
    state.hand[0] = hand_of(state)
    state.hand_blocks = state.hand[0] != 0


cdef void _take_from_hand(State *state, uint64_t cards) noexcept nogil:
    cdef int i, left = 0
    for i in range(state.hand_blocks):
        if state.hand[i] & ~cards:
            state.hand[left] = state.hand[i] & ~cards
            left += 1
    state.hand_blocks = left


cdef void _discard(State *state, uint64_t block) noexcept nogil:
    if block:
        state.discards[state.discard_blocks] = block
        state.discard_blocks += 1


cdef void _discard_in_order(State *state, uint64_t cards, int order) noexcept nogil:
    """Discard the cards one by one, in the order of that number (0..n!-1)."""
    cdef uint64_t rest
    cdef int i
    while cards:
        rest = cards
        for i in range(order % popcount(cards)):
            rest &= rest - 1
        order //= popcount(cards)
        cards ^= rest & -rest
        _discard(state, rest & -rest)


cdef void _drop_top(State *state) noexcept nogil:
    state.pile_blocks -= 1
    memmove(state.pile, state.pile + 1, state.pile_blocks * sizeof(uint64_t))


cdef int encode(State *state, uint8_t *key) noexcept nogil:
    """Write all that decides the future, spent cards aside; return the length. No two states have the same key."""
    cdef int length = sizeof(int64_t)
    memcpy(key, &state.turn, length)
    key[length] = state.loose | state.split << 6 | state.burn << 7
    key[length + 1] = popcount(hand_of(state))
    length = _encode_blocks(state.hand, state.hand_blocks, key, length + 3)
    length = _encode_blocks(state.pile, state.pile_blocks, key, length)
    # With the hand's cards counted above, this says where the pile ends and the discards begin.
    key[sizeof(int64_t) + 2] = length
    return _encode_blocks(state.discards, state.discard_blocks, key, length)


cdef int _encode_blocks(uint64_t *blocks, int count, uint8_t *key, int length) noexcept nogil:
    """Write the cards of each block in rising order, a byte each, the last of a block marked."""
    cdef uint64_t rest
    cdef int i
    for i in range(count):
        rest = blocks[i]
        while rest:
            key[length] = lowest_bit(rest)
            length += 1
            rest &= rest - 1
        key[length - 1] |= 0x80
    return length


cdef void decode(const uint8_t *key, int length, int spent, State *state) noexcept nogil:
    """Write the state that has this key and so many spent cards; it is not over."""
    cdef int at = sizeof(int64_t)
    cdef int hand_end = at + 3 + key[at + 1], pile_end = key[at + 2]
    memcpy(&state.turn, key, at)
    state.loose = key[at] & 0x3F
    state.split = key[at] >> 6 & 1
    state.burn = key[at] >> 7
    state.spent = spent
    state.over = False
    state.live = 0
    state.hand_blocks = state.pile_blocks = state.discard_blocks = 0
    _decode_blocks(key, at + 3, hand_end, state.hand, &state.hand_blocks, &state.live)
    _decode_blocks(key, hand_end, pile_end, state.pile, &state.pile_blocks, &state.live)
    _decode_blocks(key, pile_end, length, state.discards, &state.discard_blocks, &state.live)


cdef void _decode_blocks(const uint8_t *key, int at, int end, uint64_t *blocks, int *count,
                         uint64_t *live) noexcept nogil:
    cdef uint64_t block = 0
    while at < end:
        block |= bit(key[at] & 0x7F)
        if key[at] & 0x80:
            blocks[count[0]] = block
            count[0] += 1
            live[0] |= block
            block = 0
        at += 1


cdef told(State *before, Move *move):
    """Return the move as (kind, leaving, joined), or None for one that the rules do not have.

    `kind` is meld, discard or burn; `leaving` the cards that leave the hand. Where `joined` is not empty, its cards left
    with this discard and the one before, and any of them may change places.
    """
    cdef uint64_t leaving = move.cards, joined = 0
    if move.kind == KEEP:
        return None
    if move.kind == DISCARD:
        leaving |= hand_of(before)
    if move.joined:
        joined = before.hand[0] | before.discards[before.discard_blocks - 1]
    return _KINDS[move.kind], _numbers(leaving), _numbers(joined)


cdef list _numbers(uint64_t cards):
    return [card for card in range(MOST_CARDS) if cards >> card & 1]
