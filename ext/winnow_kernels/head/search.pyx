"""Head Solitaire by lazy positions: a search for what is within reach, and a beam for good lines."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount, take_lowest
from winnow_kernels.common.budget cimport Budget, Rooms
from winnow_kernels.common.tables cimport ExactTable, hash_of
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down
from winnow_kernels.head.covers cimport (
    MOST_CARDS, MOST_OF_HAND, Covers, MeldList, cards_in, cards_of, start_list, union_of
)


# ------------------------------------------------------------------------------------------------------- lazy positions

# Positions of the game in which orders stay open until a move depends on them.
#
# A pile is a sequence of blocks, and a block is a set of cards in no order; a hand discarded in part one is one block. Of
# the block on top of the pile some cards may be drawn without saying which: they are *loose*, and named when they are
# melded or discarded. Where they are discarded without being named, the block is *parted*: its rest is drawn next, and the
# search names the cards of it in the hand only when it melds them. games/head/ledger.md, `lazy-order` and
# `parted-blocks`, says why nothing is lost or gained by it.

cdef enum:
    MOST_HAND = 6
    # Melds of a hand and the rest of two blocks (1,936 sets at most), orders of a hand, cards to burn.
    MOST_MOVES = 3072
    # Sets that one look at the cover bound may visit; a longer look costs more than the positions it saves.
    COVER_WORK = 20

cdef enum Kind:
    MELD, DISCARD, BURN, KEEP, NAME

# A lazy position. All sets of cards are 64-bit words; sequences stand with the next card or the earliest first.
cdef struct State:
    int64_t turn                    # the pass, 1 being part one
    int hand_blocks
    int pile_blocks
    int discard_blocks
    int loose                       # cards of pile[0] that are in the hand
    int spent                       # cards discarded in the last pass
    bint burn                       # the pass begins with an empty hand: its first card may be burned
    bint over
    int held                        # cards of `parted` that are in the hand
    uint64_t parted                 # a block in no order: first in the hand, the rest put down last; 0 for none
    uint64_t live                   # cards neither melded nor spent
    uint64_t hand[MOST_HAND]
    uint64_t pile[MOST_CARDS]
    uint64_t discards[MOST_CARDS]   # not kept in the last pass

cdef struct Move:
    uint64_t cards                  # MELD: its cards. DISCARD: the loose cards that go. BURN: the card
    uint64_t named                  # the cards held of the parted block. DISCARD: 0 if it stays whole. NAME: never 0
    int kind                        # KEEP: begin the pass without burning. NAME: end it
    bint parts                      # a discard of some loose cards, left open which
    int order                       # which of the hand's orders a discard in part one takes, if not left open


cdef class LazyHead:
    """The moves of lazy positions under one set of rules; cards are numbers 0..63, as in `melds`.

    `passes`: how often the cards are gone through; `optional`: a full hand may be
    discarded though it holds a meld. Without `lazy_order` a discard in part one decides its order at once; without
    `parting` the loose cards that are discarded are named at once. `relaxed` positions ask only that some choice of loose
    and parted cards may be discarded, and forget which: they have more lines than the game.
    """

    cdef readonly Covers melds
    cdef int size
    cdef int64_t passes
    cdef bint optional, lazy_order, parting, relaxed

    def __cinit__(
        self, Covers melds not None, int64_t passes, bint optional, bint lazy_order, bint parting, bint relaxed=False
    ) -> None:
        if not 1 <= melds.size <= MOST_HAND or passes < 1:
            raise ValueError("hands of 1 to 6 cards, one pass or more")
        self.melds = melds
        self.size = melds.size
        self.passes = passes
        self.optional = optional
        self.lazy_order = lazy_order
        self.parting = parting
        self.relaxed = relaxed

    cdef int start(self, State *state, hand, pile, discards, int64_t turn, bint may_burn) except -1:
        """Write the position with these sequences of cards, all of whose orders are known.

        In part one a tuple among the discards stands for cards that lie there in an order left open.
        """
        put_down = [card for block in discards for card in cards_of(block)]
        cards = (*hand, *pile, *put_down)
        if len(hand) > self.size or len(set(cards)) < len(cards) or not set(cards) <= set(range(self.melds.card_count)):
            raise ValueError("each card once at most, and no more in hand than a full hand holds")
        if len(put_down) > len(discards) and (turn != 1 or not self.lazy_order):
            raise ValueError("only in part one may discards lie in an order left open")
        if may_burn:
            # In a lazy position the choice to burn comes before the draw.
            hand, pile = (), (*hand, *pile)
        state.turn = turn
        state.hand_blocks = len(hand)
        state.pile_blocks = len(pile)
        state.loose = 0
        state.held = 0
        state.parted = 0
        state.burn = may_burn
        state.live = 0
        for i, card in enumerate(hand):
            state.hand[i] = bit(<int>card)
            state.live |= state.hand[i]
        for i, card in enumerate(pile):
            state.pile[i] = bit(<int>card)
            state.live |= state.pile[i]
        state.spent = len(put_down) if turn == self.passes else 0
        state.discard_blocks = 0
        if turn < self.passes:
            state.discard_blocks = len(discards)
            for i, block in enumerate(discards):
                state.discards[i] = 0
                for card in cards_of(block):
                    state.discards[i] |= bit(<int>card)
                state.live |= state.discards[i]
        else:
            _merge_hand(state)
        self._settle(state)
        return 0

    cdef int list_moves(self, State *state, int spare, Move *moves) noexcept nogil:
        """List the moves, melds before discards; return their number. In the last pass `spare` cards may be lost.

        Discards that cannot but lose more are left out.
        """
        cdef MeldList melds
        cdef uint64_t top = state.pile[0] if state.loose else 0
        cdef uint64_t room[MOST_OF_HAND]
        cdef int i, count
        if state.burn:
            set_move(&moves[0], KEEP, 0)
            count = 1
            top = state.pile[0] if spare > 0 or state.turn < self.passes else 0
            while top:
                set_move(&moves[count], BURN, top & -top)
                top &= top - 1
                count += 1
            return count
        start_list(&melds, room, MOST_OF_HAND)
        melds.loose, melds.most_loose = top, state.loose
        melds.parted, melds.most_parted = state.parted, state.held
        count = self.melds.melds_within(hand_of(state) | state.parted | top, &melds)
        for i in range(count):
            set_move(&moves[i], MELD, room[i])
        if in_hand(state) < self.size:
            if state.parted:
                count += self._list_namings(state, &melds, moves + count)
        elif spare >= self.size or state.turn < self.passes:
            count += self._list_discards(state, spare, &melds, moves + count)
        return count

    cdef int _list_discards(self, State *state, int spare, MeldList *melds, Move *moves) noexcept nogil:
        """List the discards of a full hand: each choice of its cards that the rules allow, or left open where all are."""
        cdef MeldList following
        cdef MeldList *last = NULL
        cdef uint64_t room[256]
        cdef uint64_t named = state.parted, absent
        cdef bint whole
        cdef int count = 0
        if state.turn == self.passes - 1 and spare < self.size:
            start_list(&following, room, 256)
            if self._melds_of_last_pass(state, &following, spare > 0):
                last = &following
        whole = self.optional or self.relaxed or not union_of(melds.melds, melds.count) & named
        whole = whole and state.turn < self.passes
        while True:
            if popcount(named) == state.held:
                absent = state.parted & ~named
                count += self._list_chosen(state, melds, last, 0 if whole else named, absent, moves + count)
            if not named or (whole and count):
                return count
            named = (named - 1) & state.parted

    cdef int _list_chosen(self, State *state, MeldList *melds, MeldList *last, uint64_t named, uint64_t absent,
                          Move *moves) noexcept nogil:
        """List the discards with these cards of the parted block, of `melds` in the hand, to be followed by one of `last`."""
        cdef uint64_t top = state.pile[0] if state.loose else 0
        cdef uint64_t chosen = top
        cdef bint parts = self.parting and top and state.turn < self.passes
        cdef int i, count = 0, orders = 1
        if parts and (self.relaxed or self.optional or not _any_without(melds, absent)):
            if (last is not NULL and not last.count) or not self._some_choice(state, melds, absent):
                return 0
            set_move(moves, DISCARD, 0)
            moves.named, moves.parts = named, True
            return 1
        if not self.lazy_order and state.turn == 1 < self.passes:
            for i in range(2, self.size + 1):
                orders *= i
        while True:
            # A meld in hand has to be played, unless melding is optional. What is not chosen begins the last pass.
            if (
                popcount(chosen) == state.loose
                and (self.optional or not _any_without(melds, absent | top & ~chosen))
                and (last is NULL or _any_without(last, chosen))
            ):
                for i in range(orders):
                    set_move(&moves[count], DISCARD, chosen)
                    moves[count].named, moves[count].order = named, i
                    count += 1
            if not chosen:
                return count
            chosen = (chosen - 1) & top

    cdef bint _some_choice(self, State *state, MeldList *melds, uint64_t absent) noexcept nogil:
        """Return whether some choice of the loose cards leaves the hand without a meld, or with melding optional."""
        cdef uint64_t chosen = state.pile[0]
        if self.optional:
            return True
        while chosen:
            if popcount(chosen) == state.loose and not _any_without(melds, absent | state.pile[0] & ~chosen):
                return True
            chosen = (chosen - 1) & state.pile[0]
        return False

    cdef int _list_namings(self, State *state, MeldList *melds, Move *moves) noexcept nogil:
        """List what the hand may hold of the parted block where a pass ends with it: nothing that is a meld."""
        cdef uint64_t named = state.parted
        cdef int count = 0
        while named:
            if popcount(named) == state.held and not _any_without(melds, state.parted & ~named):
                set_move(&moves[count], NAME, 0)
                moves[count].named = named
                count += 1
            named = (named - 1) & state.parted
        return count

    cdef bint _melds_of_last_pass(self, State *state, MeldList *found, bint may_burn) noexcept nogil:
        """List the melds that the first full hand of the last pass may hold; False if that is not known yet.

        It is if this hand's discard ends the pass with a few cards kept, and the other cards are among the discards.
        """
        cdef uint64_t cards = union_of(state.pile, state.pile_blocks)
        cdef int i, kept = popcount(cards) - state.loose, room
        # From an empty hand one card may be burned.
        room = self.size - kept if kept else self.size + may_burn
        if kept >= self.size:
            return False
        if state.loose:
            found.parted, found.most_parted = state.pile[0], popcount(state.pile[0]) - state.loose
        for i in range(state.discard_blocks):
            cards |= state.discards[i]
            if room <= popcount(state.discards[i]):
                found.loose = state.discards[i]
                found.most_loose = room
                self.melds.melds_within(cards, found)
                return not found.full
            room -= popcount(state.discards[i])
        return False

    cdef void play(self, State *before, Move *move, State *after) noexcept nogil:
        """Write to `after` the position after the move, drawn up to the next decision."""
        after[0] = before[0]
        after.burn = False
        if move.kind == MELD:
            self._meld(before, move.cards, after)
        elif move.kind == DISCARD:
            self._discard_hand(before, move, after)
        elif move.kind == NAME:
            self._name(before, move.named, after)
            # The block comes before the others in hand.
            memmove(after.hand + 1, after.hand, after.hand_blocks * sizeof(uint64_t))
            after.hand[0] = move.named
            after.hand_blocks += 1
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

    cdef void _meld(self, State *before, uint64_t cards, State *after) noexcept nogil:
        after.live &= ~cards
        _take_from_hand(after, cards)
        if after.loose:
            after.loose -= popcount(after.pile[0] & cards)
            after.pile[0] &= ~cards
        if before.parted & cards:
            after.held -= popcount(before.parted & cards)
            after.parted &= ~cards
            if not after.held:
                self._put_rest_down(after)

    cdef void _name(self, State *before, uint64_t named, State *after) noexcept nogil:
        """Say which cards of the parted block leave it; the others were put down."""
        after.parted &= ~named
        after.held = 0
        self._put_rest_down(after)

    cdef void _put_rest_down(self, State *state) noexcept nogil:
        """Put the parted block, none of which is in the hand any more, where it lies."""
        if state.turn < self.passes:
            _discard(state, state.parted)
        elif state.parted:
            state.pile[state.pile_blocks] = state.parted
            state.pile_blocks += 1
        state.parted = 0

    cdef void _discard_hand(self, State *before, Move *move, State *after) noexcept nogil:
        """Discard the cards of the hand in their order, the loose ones last."""
        cdef uint64_t hand = hand_of(before)
        cdef int i
        if before.parted:
            # The whole block is discarded together, unless some of its cards are named.
            self._name(before, move.named, after)
            if before.turn < self.passes:
                _discard(after, move.named)
        if before.turn == self.passes:
            after.spent += self.size
            after.live &= ~(hand | move.named | move.cards)
        elif before.turn > 1:
            for i in range(before.hand_blocks):
                _discard(after, before.hand[i])
            _discard(after, move.cards)
            if move.parts:
                after.parted = before.pile[0]
                after.held = popcount(before.pile[0]) - before.loose
                _drop_top(after)
        elif self.lazy_order:
            _discard(after, hand)
        else:
            _discard_in_order(after, hand, move.order)
        if before.loose:
            after.pile[0] &= ~move.cards
        after.loose = 0
        after.hand_blocks = 0

    cdef void _settle(self, State *state) noexcept nogil:
        """Draw, and advance to later passes, until there is something to decide or the game is over."""
        state.over = False
        while not state.burn:
            self._draw(state)
            if in_hand(state) == self.size or self._any_meld(state):
                return
            if state.turn == self.passes or not (state.discard_blocks or state.parted):
                # Without discards no card can come any more in any later pass.
                state.over = True
                return
            if state.parted and state.turn + 1 < self.passes:
                # Before the last pass the order in hand counts.
                return
            state.turn += 1
            memcpy(state.pile, state.discards, state.discard_blocks * sizeof(uint64_t))
            state.pile_blocks = state.discard_blocks
            state.discard_blocks = 0
            state.burn = not state.hand_blocks and not state.held
            if state.turn == self.passes:
                _merge_hand(state)

    cdef bint _any_meld(self, State *state) noexcept nogil:
        """Return whether a hand without loose cards may hold a meld."""
        cdef MeldList found
        cdef uint64_t room[1]
        start_list(&found, room, 1)
        found.parted, found.most_parted = state.parted, state.held
        return self.melds.melds_within(hand_of(state) | state.parted, &found) > 0

    cdef void _draw(self, State *state) noexcept nogil:
        cdef int held = in_hand(state)
        cdef int left
        while held < self.size:
            if not state.pile_blocks:
                if not state.parted or state.turn < self.passes:
                    return
                # What was put down last comes up last.
                state.loose = state.held
                state.held = 0
                self._put_rest_down(state)
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


cdef void set_move(Move *move, int kind, uint64_t cards) noexcept nogil:
    move.kind = kind
    move.cards = cards
    move.named = 0
    move.order = 0
    move.parts = False


cdef bint _any_without(MeldList *list, uint64_t cards) noexcept nogil:
    """Return whether the list has a meld with none of these cards."""
    cdef int i
    for i in range(list.count):
        if not list.melds[i] & cards:
            return True
    return False


cdef uint64_t hand_of(State *state) noexcept nogil:
    """Return the definite cards of the hand."""
    return union_of(state.hand, state.hand_blocks)


cdef int in_hand(State *state) noexcept nogil:
    """Return how many cards are in the hand."""
    return popcount(hand_of(state)) + state.held + state.loose


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
    """Discard the cards one by one, in order number `order` (0..n!-1)."""
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


# ----------------------------------------------------------------------------------------------------------------- keys

# Lazy positions as bytes: all that decides the future, spent cards aside.

cdef enum:
    MOST_KEY = 96


cdef int encode(State *state, uint8_t *key) noexcept nogil:
    """Write the state's key; return the length. No two states have the same key."""
    cdef int length = sizeof(int64_t)
    memcpy(key, &state.turn, length)
    key[length] = state.loose | state.held << 3 | state.burn << 6
    key[length + 1] = popcount(hand_of(state))
    length = _encode_blocks(&state.parted, state.held != 0, key, length + 3)
    length = _encode_blocks(state.hand, state.hand_blocks, key, length)
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
    """Write the state that has this key and `spent` spent cards; it is not over."""
    cdef int at = sizeof(int64_t)
    cdef int hand_end, pile_end = key[at + 2], parted = 0
    memcpy(&state.turn, key, at)
    state.loose = key[at] & 7
    state.held = key[at] >> 3 & 7
    state.burn = key[at] >> 6
    state.spent = spent
    state.over = False
    state.live = state.parted = 0
    state.hand_blocks = state.pile_blocks = state.discard_blocks = 0
    at += 3
    hand_end = at
    if state.held:
        while not key[hand_end] & 0x80:
            hand_end += 1
        hand_end += 1
        _decode_blocks(key, at, hand_end, &state.parted, &parted, &state.live)
        at = hand_end
    hand_end += key[sizeof(int64_t) + 1]
    _decode_blocks(key, at, hand_end, state.hand, &state.hand_blocks, &state.live)
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


# -------------------------------------------------------------------------------------------------- lines, card by card

# Lines of lazy positions spelled card by card: cards left open are named as the rest of the line needs them.


_KINDS = {MELD: "meld", DISCARD: "discard", BURN: "burn"}


cdef class Telling:
    """The moves of one line, added from the first to the last."""

    cdef list _steps                # of kind, leaving, joined; the latter two are sets of cards
    cdef object _parting            # the step that put down cards of the parted block, or None
    cdef int _down
    cdef uint64_t _parted           # the cards of that block that are still to be named

    def __cinit__(self):
        self._steps = []
        self._parting = None

    cdef add(self, State *before, Move *move, bint last_pass):
        """Add a move and the position before it."""
        cdef uint64_t cards = move.cards
        if move.kind == KEEP:
            return
        if move.kind == NAME:
            self._put_down(self._parted & ~move.named)
            return
        if move.kind == DISCARD:
            cards |= hand_of(before) | move.named
        if self._parting is not None and last_pass:
            # Those in hand when the pass began are those needed first.
            while popcount(self._parted) > self._down and self._parted & cards:
                self._parted &= ~bit(lowest_bit(self._parted & cards))
        elif self._parting is not None and move.kind == MELD:
            self._parted &= ~cards
            if popcount(self._parted) == self._down:
                self._put_down(self._parted)
        if move.kind == DISCARD and not last_pass:
            self._add_discard(before, move)
        else:
            self._steps.append([_KINDS[move.kind], cards, 0])

    cdef _add_discard(self, State *before, Move *move):
        cdef uint64_t cards = hand_of(before) | move.named | move.cards, joined = 0, named = move.named
        if self._parting is not None:
            if not named:
                # Any of its cards may be those put down first.
                joined = named = self._parted
                while popcount(named) > popcount(joined) - self._down:
                    named &= named - 1
            self._put_down(self._parted & ~named)
        self._steps.append(["discard", cards | named, joined])
        if move.parts:
            self._parting = len(self._steps) - 1
            self._parted, self._down = before.pile[0], before.loose

    cdef _put_down(self, uint64_t cards):
        """Say which cards of the parted block were put down before the others."""
        self._steps[self._parting][1] |= cards
        self._parting = None

    cdef list steps(self):
        """Return the line: each move as (kind, leaving, joined).

        `kind` is meld, discard or burn; `leaving` the cards that leave the hand. Where `joined` is not empty, its cards
        left with this discard and the one before, and any of them may change places.
        """
        if self._parting is not None:
            while popcount(self._parted) > self._down:
                self._parted &= self._parted - 1
            self._put_down(self._parted)
        return [(kind, cards_in(leaving), cards_in(joined)) for kind, leaving, joined in self._steps]


# -------------------------------------------------------------------------------------------------------- the last pass

# The last pass where fewer cards may be lost than a full hand: melds are its only moves.
#
# games/head/ledger.md, `last-melds`, says why a hand that failed fails again before other cards.

cdef enum:
    # Of a lost hand the blocks behind it that the search may have used.
    MOST_AHEAD = 3

# A hand to be filled from the pile; sets of cards are 64-bit words, as in `lazy`.
cdef struct Place:
    uint64_t hand       # the cards in it, but the loose and the held ones
    uint64_t top        # the rest of a block of which `loose` cards are in the hand
    uint64_t parted     # a block of which `held` cards are in the hand and the others come last
    uint64_t live       # the cards not melded
    int loose
    int held
    int next            # the block behind `top`

# A full hand that is lost whatever lies behind the first `ahead` blocks of the pile.
cdef struct Lost:
    uint64_t hand
    uint64_t top
    uint64_t parted
    uint64_t blocks[MOST_AHEAD]
    int ahead
    short loose
    short held


cdef enum:
    # Of more cards a look at covers takes longer than the search below.
    MOST_COVERED = 20
    # For the melds of all places on the way down.
    MOVES_ROOM = 1 << 13
    # The blocks used by a search that depends on the whole pile: more than a pile has.
    TO_THE_END = MOST_CARDS + 1


cdef class LastMelds:
    """Whether the last pass can be played with few cards left.

    Up to `slots` hands that cannot, a power of two, are remembered with the blocks behind them. `cover_bound`: few cards
    that disjoint melds do not cover are not played.
    """

    cdef Covers _melds
    cdef Budget _budget
    cdef Rooms _rooms
    cdef int _spare, _most_covered
    cdef long long _most_positions
    cdef const uint64_t *_pile
    cdef int _pile_blocks
    cdef int _used                  # of these blocks by the search below the last place
    cdef uint64_t *_moves
    cdef Lost *_lost
    cdef long long _slots

    def __cinit__(self, Covers melds not None, Budget budget not None, bint cover_bound, long long slots):
        self._melds = melds
        self._budget = budget
        self._most_covered = MOST_COVERED if cover_bound else 0
        if budget.has_plenty(slots * sizeof(Lost) + MOVES_ROOM * sizeof(uint64_t)):
            self._rooms = Rooms(budget)
            self._slots = slots
            self._lost = <Lost *>self._rooms.take(slots, sizeof(Lost))
            self._moves = <uint64_t *>self._rooms.take(MOVES_ROOM, sizeof(uint64_t))

    cdef int may_reach(self, State *state, int spare, long long most_positions) except -2 nogil:
        """Return whether at most `spare` cards may stay out of melds, 0 being proven and 1 not; -1 if it was stopped.

        `state` is a position of the last pass in which cards are drawn already, `spare` less than a full hand. The search
        stops when the budget has counted `most_positions` positions in all, if that is not negative.
        """
        cdef Place place
        if not self._moves:
            return 1
        self._pile = state.pile
        self._pile_blocks = state.pile_blocks
        self._spare = spare
        self._most_positions = most_positions
        place.hand = hand_of(state)
        place.top = state.pile[0] if state.pile_blocks else 0
        place.next = 1
        place.loose = state.loose
        place.parted = state.parted
        place.held = state.held
        place.live = state.live
        return self._search(&place, self._moves)

    cdef int _search(self, Place *place, uint64_t *moves) except -2 nogil:
        """Answer as `may_reach` does; there is room for melds from `moves` on."""
        cdef Place after
        cdef MeldList found
        cdef Lost *lost
        cdef int left = popcount(place.live), i, answer, used
        self._draw(place)
        if left <= self._spare:
            return 1
        self._used = used = place.next
        start_list(&found, moves, MOVES_ROOM - (moves - self._moves))
        found.loose, found.most_loose = place.top, place.loose
        found.parted, found.most_parted = place.parted, place.held
        self._melds.melds_within(
            place.hand | (place.top if place.loose else 0) | (place.parted if place.held else 0), &found
        )
        if found.full:
            return 1
        if not found.count:
            return 0
        lost = self._slot(place)
        if self._is_lost(lost, place):
            self._used = place.next + lost.ahead
            return 0
        if left <= self._most_covered and not self._melds.may_cover(place.live, self._spare, COVER_WORK):
            self._used = TO_THE_END
            return 0
        for i in range(found.count):
            if self._budget.charge(1) or 0 <= self._most_positions <= self._budget.positions:
                return -1
            after = place[0]
            after.hand &= ~moves[i]
            after.loose -= popcount(after.top & moves[i])
            after.top &= ~moves[i]
            after.held -= popcount(after.parted & moves[i])
            after.parted &= ~moves[i]
            after.live &= ~moves[i]
            answer = self._search(&after, moves + found.count)
            if answer:
                return answer
            used = max(used, self._used)
        self._used = used
        if used <= self._pile_blocks and used - place.next <= MOST_AHEAD:
            self._note(lost, place)
        return 0

    cdef void _draw(self, Place *place) noexcept nogil:
        """Fill the hand, block by block; what was put down last of a parted block comes up last."""
        cdef int lacking = self._melds.size - popcount(place.hand) - place.loose - place.held
        cdef int rest
        while lacking > 0:
            if not place.top:
                if place.next < self._pile_blocks:
                    place.top = self._pile[place.next]
                    place.next += 1
                else:
                    place.next = TO_THE_END
                    if not place.parted:
                        return
                    place.top, place.loose = place.parted, place.held
                    place.parted = place.held = 0
            rest = popcount(place.top) - place.loose
            if rest > lacking:
                place.loose += lacking
                return
            lacking -= rest
            place.hand |= place.top
            place.top = place.loose = 0

    cdef Lost *_slot(self, const Place *place) noexcept nogil:
        cdef uint64_t mixed = mix_in(mix(place.hand), place.top)
        if place.next < self._pile_blocks:
            mixed = mix_in(mixed, self._pile[place.next])
        mixed = mix_in(mixed, place.parted ^ <uint64_t>(place.loose << 8 | place.held))
        return &self._lost[mixed_down(mixed) & (self._slots - 1)]

    cdef bint _is_lost(self, const Lost *lost, const Place *place) noexcept nogil:
        cdef int i
        if (
            lost.hand != place.hand or lost.top != place.top or lost.parted != place.parted
            or lost.loose != place.loose or lost.held != place.held
            or place.next + lost.ahead > self._pile_blocks
        ):
            return False
        for i in range(lost.ahead):
            if lost.blocks[i] != self._pile[place.next + i]:
                return False
        return True

    cdef void _note(self, Lost *lost, const Place *place) noexcept nogil:
        """Remember that the place is lost, in place of what was in the slot."""
        cdef int i
        lost.hand, lost.top, lost.parted = place.hand, place.top, place.parted
        lost.loose, lost.held = place.loose, place.held
        lost.ahead = self._used - place.next
        for i in range(lost.ahead):
            lost.blocks[i] = self._pile[place.next + i]


# --------------------------------------------------------------------------------------------------------------- search

# Is a score within reach? Depth-first over lazy positions, with a table of failed ones.


# Positions below a failed one that make it worth a place in the table.
cdef enum:
    WORTH_NOTING = 4

cdef enum Outcome:
    STOPPED = -1, FAILED, FOUND, OPEN

cdef struct Frame:
    State state
    long long first                 # its moves in the list of moves: first..last-1
    long long last
    long long next
    long long entered               # positions visited before it


cdef class FromPosition:
    """A search from one position of one deal, in which `place` sets that position."""

    cdef LazyHead _game
    cdef Budget _budget
    cdef bint _cover_bound
    cdef State _start

    def place(
        self, hand: Sequence[int], pile: Sequence[int], discards: Sequence[int | tuple[int, ...]], int64_t turn,
        bint may_burn,
    ) -> None:
        """Set the position that the search starts from; `may_burn`: the hand is freshly drawn and a burn allowed.

        In part one a tuple among the discards stands for cards that lie there in an order left open.
        """
        self._game.start(&self._start, hand, pile, discards, turn, may_burn)


cdef class HeadSearch(FromPosition):
    """One position of one deal, and what is known about the scores within its reach.

    `hand`, `pile` and `discards` are sequences of cards (see `LazyHead`), first card first; `turn` is the pass, 1 being
    part one. `without` names techniques to switch off: cover-bound, failed-table, forgetting, last-melds,
    last-pass-budget. `lost_hands`, a power of two, limits what last-melds remembers.
    """

    cdef Rooms _rooms
    cdef ExactTable _table
    cdef LastMelds _last_melds
    cdef bint _last_pass_budget, _found
    cdef Frame *_frames
    cdef Move *_moves
    cdef long long _depth, _frame_room, _move_room, _move_count
    cdef long long _most_positions  # of the budget, when the search is to stop; negative if never
    cdef int _target

    def __cinit__(
        self, LazyHead game not None, Budget budget not None, without: Collection[str] = (),
        long long lost_hands=1 << 14,
    ) -> None:
        self._game = game
        self._budget = budget
        self._cover_bound = "cover-bound" not in without
        self._last_pass_budget = "last-pass-budget" not in without
        if self._last_pass_budget and "last-melds" not in without:
            self._last_melds = LastMelds(game.melds, budget, self._cover_bound, lost_hands)
        self._table = None if "failed-table" in without else ExactTable(budget, "forgetting" not in without)
        self._rooms = Rooms(budget)

    def least(self) -> int:
        """Return a lower bound on the score (cards not in melds), from the melds that the cards could form at all."""
        return self._start.spent + self._game.melds.least_left(self._start.live)

    def reach(self, int target, long long most_positions=-1) -> bool | None:
        """Return whether a score of `target` or less can be reached; None if the budget or `most_positions` ended it."""
        cdef int outcome
        self._found = False
        with nogil:
            outcome = self._search(min(target, <int>MOST_CARDS), most_positions)
        self._found = outcome == FOUND
        return None if outcome == STOPPED else self._found

    @property
    def score(self) -> int:
        """The score of the line that `reach` found."""
        if not self._found:
            raise ValueError("no line has been found")
        cdef State *end = &self._frames[self._depth].state
        return end.spent + popcount(end.live)

    def line(self, long long most) -> list[tuple[str, list[int], list[int]]] | None:
        """Return the moves of the line that `reach` found, as `Telling` spells them; None if more than `most`."""
        cdef long long i
        cdef Frame *frame
        cdef Telling telling
        if not self._found:
            raise ValueError("no line has been found")
        if self._depth > most:
            return None
        telling = Telling()
        for i in range(self._depth):
            frame = &self._frames[i]
            telling.add(&frame.state, &self._moves[frame.next - 1], frame.state.turn == self._game.passes)
        return telling.steps()

    cdef int _search(self, int target, long long most_positions) except -2 nogil:
        cdef int outcome
        cdef Frame *frame
        self._most_positions = self._budget.positions + most_positions if most_positions >= 0 else -1
        self._target = target
        self._depth = self._move_count = 0
        if not self._room_for_frame():
            return STOPPED
        self._frames[0].state = self._start
        outcome = self._enter()
        while True:
            if outcome == FOUND or outcome == STOPPED:
                return outcome
            if outcome == FAILED:
                self._depth -= 1
                if self._depth < 0:
                    return FAILED
            frame = &self._frames[self._depth]
            if frame.next == frame.last:
                self._move_count = frame.first
                if self._budget.positions - frame.entered > WORTH_NOTING and not self._note_failed(&frame.state):
                    return STOPPED
                outcome = FAILED
                continue
            if 0 <= self._most_positions <= self._budget.positions:
                return STOPPED
            if not self._room_for_frame():
                return STOPPED
            frame = &self._frames[self._depth]
            self._game.play(&frame.state, &self._moves[frame.next], &self._frames[self._depth + 1].state)
            frame.next += 1
            self._depth += 1
            outcome = self._enter()

    cdef int _enter(self) except -2 nogil:
        """Visit the position on top of the stack: decide it, or list its moves (OPEN)."""
        cdef Frame *frame = &self._frames[self._depth]
        cdef State *state = &frame.state
        cdef int spare = self._target - state.spent
        cdef uint8_t key[MOST_KEY]
        cdef int outcome
        if self._budget.charge(1):
            return STOPPED
        frame.entered = self._budget.positions
        if state.over:
            return FOUND if popcount(state.live) <= spare else FAILED
        if self._last_pass_budget and spare < 0:
            return FAILED
        if state.turn == self._game.passes:
            if self._last_melds is not None and spare < self._game.size and not state.burn:
                outcome = self._last_melds.may_reach(state, spare, self._most_positions)
                if outcome <= 0:
                    return FAILED if outcome == 0 else STOPPED
            # Most positions of the last pass end here, sooner than the table could tell; before it listing is dearer.
            if not self._list_moves(frame, spare):
                return STOPPED
            if frame.first == frame.last:
                return FAILED
        if self._uses_table(state, spare) and self._table.look(key, encode(state, key)) >= spare:
            return self._dropped(frame)
        if self._cover_bound and (spare < 0 or not self._may_cover(state, spare)):
            return self._dropped(frame)
        if state.turn < self._game.passes and not self._list_moves(frame, spare):
            return STOPPED
        return OPEN

    cdef bint _uses_table(self, State *state, int spare) noexcept nogil:
        """Return whether positions like this one come up again so often that the table pays."""
        if self._table is None or spare < 0:
            return False
        return state.turn < self._game.passes or spare >= self._game.size

    cdef bint _list_moves(self, Frame *frame, int spare) except -1 nogil:
        if self._move_count + MOST_MOVES > self._move_room:
            if not self._rooms.double(<void **>&self._moves, &self._move_room, sizeof(Move), 4 * MOST_MOVES):
                return False
        frame.first = frame.next = self._move_count
        frame.last = frame.first + self._game.list_moves(
            &frame.state, spare if self._last_pass_budget else MOST_CARDS, self._moves + frame.first
        )
        self._move_count = frame.last
        self._sort_moves(self._moves + frame.first, frame.last - frame.first)
        return True

    cdef int _dropped(self, Frame *frame) noexcept nogil:
        """Forget the position's moves if they are listed already."""
        if frame.state.turn == self._game.passes:
            self._move_count = frame.first
        return FAILED

    cdef bint _may_cover(self, State *state, int spare) noexcept nogil:
        cdef State *before = &self._frames[self._depth - 1].state
        if self._depth and before.live == state.live and before.spent == state.spent:
            # The previous position, with the same cards, has passed this test.
            return True
        return self._game.melds.may_cover(state.live, spare, COVER_WORK)

    cdef bint _note_failed(self, State *state) except -1 nogil:
        cdef uint8_t key[MOST_KEY]
        cdef int spare = self._target - state.spent
        if not self._uses_table(state, spare) or self._table.note(key, encode(state, key), spare):
            return True
        with gil:
            self._budget.out_of_memory()
        return False

    cdef void _sort_moves(self, Move *moves, long long count) noexcept nogil:
        """Put smaller melds first, then the discards."""
        cdef Move move
        cdef long long i, j
        for i in range(1, count):
            move = moves[i]
            j = i
            while j > 0 and _weight(&move) < _weight(&moves[j - 1]):
                moves[j] = moves[j - 1]
                j -= 1
            moves[j] = move

    cdef bint _room_for_frame(self) except -1 nogil:
        """Make sure that one more position fits on the stack."""
        if self._depth + 1 < self._frame_room:
            return True
        return self._rooms.double(<void **>&self._frames, &self._frame_room, sizeof(Frame), 64)


cdef int _weight(Move *move) noexcept nogil:
    return popcount(move.cards) if move.kind == MELD else MOST_CARDS


# ----------------------------------------------------------------------------------------------------------------- beam

# Good lines soon: it keeps the most promising positions of each kind and proves nothing.


cdef enum:
    # Logarithms are whole numbers of 1/ONE, which are the same on every machine.
    ONE = 1024
    # A bucket holds positions of one pass with the same number of cards to come; whether they may burn one parts them too.
    BUCKETS = 2 * (MOST_CARDS + 1)
    FIRST_SEEN = 1 << 12
    FIRST_LINKS = 1 << 10
    # Sets that one look at the cover bound may visit.
    BEAM_WORK = 40
    # The weight of a lost card, and how much less a card with twice as many melds weighs.
    CARD = 64
    RARE = 22

cdef struct Node:
    uint64_t weight                 # lower is better
    long long parent                # the link of the position before
    Move move                       # the move that led here
    int spent
    int length
    uint8_t key[MOST_KEY]

# An expanded position's way back to the start.
cdef struct Link:
    long long parent
    Move move

# A heap with the worst position on top.
cdef struct Bucket:
    Node *nodes
    int count


cdef class HeadBeam(FromPosition):
    """A beam search: it keeps at most `width` positions of those with the same number of cards to come in their pass.

    Cards and positions are as in `HeadSearch`. With `cover_bound` the search drops
    positions that cannot better the best line found.
    """

    cdef int _weights[MOST_CARDS]   # of the cards not yet melded
    cdef Bucket _buckets[2][BUCKETS]
    cdef int _width
    cdef Link *_links
    cdef long long _link_count, _link_room
    cdef uint64_t *_seen            # hashes of the positions met in this pass and the next
    cdef long long _seen_count, _seen_room
    cdef Rooms _memory
    cdef Move _moves[MOST_MOVES]
    cdef int _score                 # of the best line, which ends with `_last` after `_before`
    cdef long long _before
    cdef Move _last

    def __cinit__(self, LazyHead game not None, Budget budget not None, bint cover_bound=True) -> None:
        self._game = game
        self._budget = budget
        self._cover_bound = cover_bound
        self._memory = Rooms(budget)
        self._memory.spare = True
        self._weigh_cards()

    def run(self, int width, int better_than, int enough) -> int | None:
        """Return the best score found (cards not in melds) below `better_than`, or None.

        The search ends early at a score of `enough` or less, or when the budget ends.
        """
        if width < 1:
            raise ValueError("a beam keeps one position at least")
        self._forget()
        self._width = width
        self._score = better_than
        with nogil:
            self._run(enough)
        return None if self._score == better_than else self._score

    def line(self, long long most) -> list[tuple[str, list[int], list[int]]] | None:
        """Return the moves of the best line that `run` found, as `Telling` spells them; None if more than `most`."""
        cdef State before, after
        cdef Move move = self._last
        cdef long long link = self._before
        cdef list moves = []
        cdef Telling telling
        if not self._link_count:
            raise ValueError("no line has been found")
        while link > 0:
            moves.append(link)
            link = self._links[link].parent
        if len(moves) >= most:
            return None
        before = self._start
        telling = Telling()
        for link in reversed(moves):
            self._tell(telling, &before, &self._links[link].move)
        self._tell(telling, &before, &move)
        return telling.steps()

    cdef _tell(self, Telling telling, State *state, Move *move):
        cdef State after
        self._game.play(state, move, &after)
        telling.add(state, move, state.turn == self._game.passes)
        state[0] = after

    cdef bint _run(self, int enough) except -1 nogil:
        """Go through the passes, in each from the positions with most cards to come; False if a limit ended it."""
        cdef int now = 0, i, j
        cdef int64_t turn = self._start.turn
        cdef bint more = True
        cdef Move none
        cdef Bucket *bucket
        set_move(&none, KEEP, 0)
        if self._start.over or not self._insert(&self._start, -1, &none, turn, now):
            return True
        while more:
            for i in range(BUCKETS - 1, -1, -1):
                bucket = &self._buckets[now][i]
                for j in range(bucket.count):
                    if not self._expand(&bucket.nodes[j], turn, now):
                        return False
                    if self._score <= enough:
                        return True
                bucket.count = 0
            now = 1 - now
            turn += 1
            more = False
            for i in range(BUCKETS):
                more = more or self._buckets[now][i].count > 0
        return True

    cdef bint _expand(self, Node *node, int64_t turn, int now) except -1 nogil:
        cdef State state, after
        cdef long long link
        cdef int i, count, score
        decode(node.key, node.length, node.spent, &state)
        if self._cover_bound and not self._game.melds.may_cover(state.live, self._score - 1 - state.spent, BEAM_WORK):
            return True
        if self._link_count == self._link_room and not self._memory.double(
            <void **>&self._links, &self._link_room, sizeof(Link), FIRST_LINKS
        ):
            return False
        link = self._link_count
        self._links[link].parent = node.parent
        self._links[link].move = node.move
        self._link_count += 1
        count = self._game.list_moves(&state, self._score - 1 - state.spent, self._moves)
        if self._budget.charge(1 + count):
            return False
        for i in range(count):
            self._game.play(&state, &self._moves[i], &after)
            if after.over:
                score = after.spent + popcount(after.live)
                if score < self._score:
                    self._score = score
                    self._before = link
                    self._last = self._moves[i]
                continue
            if after.spent >= self._score:
                continue
            if not self._insert(&after, link, &self._moves[i], turn, now):
                return False
        return True

    cdef bint _insert(self, State *state, long long link, Move *move, int64_t turn, int now) except -1 nogil:
        """Keep the position in its bucket, unless it is known or the bucket full of better ones; False for no memory."""
        cdef Node node
        cdef Bucket *bucket
        cdef uint64_t left = hand_of(state) | union_of(state.pile, state.pile_blocks), chance
        node.length = encode(state, node.key)
        chance = hash_of(node.key, node.length) + state.spent
        if 2 * self._seen_count >= self._seen_room and not self._more_seen():
            return False
        if not _note(self._seen, self._seen_room, chance):
            return True
        self._seen_count += 1
        node.spent = state.spent
        node.weight = <uint64_t>self._weight(state) << 40 | chance >> 24
        node.parent = link
        node.move = move[0]
        bucket = &self._buckets[now if state.turn == turn else 1 - now][2 * (popcount(left) + state.held) + state.burn]
        if not bucket.nodes:
            bucket.nodes = <Node *>self._memory.zeros(self._width, sizeof(Node))
            if not bucket.nodes:
                return False
        if bucket.count < self._width:
            _rise(bucket, &node)
        elif node.weight < bucket.nodes[0].weight:
            _sink(bucket, &node)
        return True

    cdef int _weigh_cards(self) except -1:
        """Give each card its weight: under optional melding a card weighs the more the fewer melds it is in."""
        cdef Covers melds = self._game.melds
        cdef int common[MOST_CARDS]
        cdef int card, i, uses, mean, total = 0
        for card in range(melds.card_count):
            uses = 0
            for i in range(melds.meld_count):
                uses += melds._lists[i] >> card & 1
            common[card] = _log2(1 + uses)
            total += common[card]
        mean = total // max(1, melds.card_count)
        for card in range(melds.card_count):
            self._weights[card] = CARD
            if self._game.optional:
                self._weights[card] = max(0, CARD + (RARE * (mean - common[card])) // ONE)
        return 0

    cdef int _weight(self, State *state) noexcept nogil:
        cdef int weight = CARD * state.spent
        cdef uint64_t rest = state.live
        while rest:
            weight += self._weights[take_lowest(&rest)]
        return weight

    cdef bint _more_seen(self) noexcept nogil:
        cdef long long room = 2 * self._seen_room if self._seen_room else FIRST_SEEN, i
        cdef uint64_t *fresh = <uint64_t *>self._memory.zeros(room, sizeof(uint64_t))
        if not fresh:
            return False
        for i in range(self._seen_room):
            if self._seen[i]:
                _note(fresh, room, self._seen[i])
        self._memory.free(self._seen)
        self._seen, self._seen_room = fresh, room
        return True

    cdef void _forget(self) noexcept nogil:
        """Free all memory; no line is known any more."""
        memset(self._buckets, 0, sizeof(self._buckets))
        self._memory.clear()
        self._links = NULL
        self._seen = NULL
        self._link_count = self._link_room = self._seen_count = self._seen_room = 0


cdef bint _note(uint64_t *seen, long long room, uint64_t mark) noexcept nogil:
    """Add the hash to the table; False if it was there. Of two positions with one hash the beam loses the second."""
    cdef long long slot
    mark |= not mark
    slot = <long long>(mark & (room - 1))
    while seen[slot]:
        if seen[slot] == mark:
            return False
        slot = (slot + 1) & (room - 1)
    seen[slot] = mark
    return True


cdef void _rise(Bucket *bucket, Node *node) noexcept nogil:
    """Add a node to a heap that has room."""
    cdef int at = bucket.count, above
    bucket.count += 1
    while at > 0:
        above = (at - 1) // 2
        if bucket.nodes[above].weight >= node.weight:
            break
        bucket.nodes[at] = bucket.nodes[above]
        at = above
    bucket.nodes[at] = node[0]


cdef void _sink(Bucket *bucket, Node *node) noexcept nogil:
    """Put a node in the place of the worst."""
    cdef int at = 0, below
    while True:
        below = 2 * at + 1
        if below >= bucket.count:
            break
        if below + 1 < bucket.count and bucket.nodes[below + 1].weight > bucket.nodes[below].weight:
            below += 1
        if bucket.nodes[below].weight <= node.weight:
            break
        bucket.nodes[at] = bucket.nodes[below]
        at = below
    bucket.nodes[at] = node[0]


cdef int _log2(int number) noexcept nogil:
    """Return the logarithm to base 2 of a positive number of at most 21 bits, in parts of ONE, rounded down."""
    cdef uint64_t mantissa = <uint64_t>number * ONE * ONE
    cdef int whole = 0, part = ONE, result = 0
    while mantissa >= 2 * ONE * ONE:
        mantissa >>= 1
        whole += ONE
    while part > 1:
        part >>= 1
        mantissa = mantissa * mantissa // (ONE * ONE)
        if mantissa >= 2 * ONE * ONE:
            mantissa >>= 1
            result += part
    return whole + result
