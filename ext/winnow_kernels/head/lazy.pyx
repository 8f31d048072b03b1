"""Lazy positions of Head Solitaire: positions of the game in which orders stay open until a move depends on them.

A pile is a sequence of blocks, and a block is a set of cards in no order; a hand discarded in part one is one block. Of
the block on top of the pile some cards may be drawn without saying which: they are *loose*, and named when they are
melded or discarded. Where they are discarded without being named, the block is *parted*: its rest is drawn next, and which
cards of it are in the hand is said when they are melded, if ever. games/head/ledger.md, `lazy-order` and
`parted-blocks`, says why nothing is lost or gained by it.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memmove

from winnow_kernels.common.bits cimport bit, popcount
from winnow_kernels.head.blocks cimport cards_of, union_of
from winnow_kernels.head.covers cimport Covers
from winnow_kernels.head.melds cimport MOST_CARDS, MOST_OF_HAND, MeldList, start_list


cdef class LazyHead:
    """The moves of lazy positions under one set of rules; cards are numbers 0..63, as in `melds`.

    `passes`: how often the cards are gone through; `optional`: a full hand may be
    discarded though it holds a meld. Without `lazy_order` a discard in part one decides its order at once; without
    `parting` the loose cards that are discarded are named at once. `relaxed` positions ask only that some choice of loose
    and parted cards may be discarded, and forget which: they have more lines than the game.
    """

    def __cinit__(
        self, Covers melds not None, int64_t passes, bint optional, bint lazy_order, bint parting, bint relaxed=False
    ):
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
        """Tell whether some choice of the loose cards leaves the hand without a meld, or with melding optional."""
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
            _take_first(after, move.named)
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
        """Tell whether a hand without loose cards may hold a meld."""
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
    """Tell whether the list has a meld with none of these cards."""
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


cdef void _take_first(State *state, uint64_t block) noexcept nogil:
    """Put a block before the others in hand."""
    memmove(state.hand + 1, state.hand, state.hand_blocks * sizeof(uint64_t))
    state.hand[0] = block
    state.hand_blocks += 1


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
