"""Head Solitaire: is a score within reach? Depth-first, exact, in one table of failed states.

What is searched is not the game's positions but *lazy* ones, in which an order that nothing has asked for yet is left
open. A pile is a sequence of blocks, and a block is a set of cards in no order; a hand discarded in part one is one
block. Of the block on top of the pile some cards may be drawn without saying which: they are *loose*, and named when
they are melded or discarded. docs/soundness.md says why nothing is lost or gained by it.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memmove

from ext.budget cimport Budget
from ext.failed cimport FailedTable
from ext.melds cimport MOST_CARDS, MeldList, Melds, count_bits, lowest

cdef enum:
    MOST_HAND = 6
    # Melds of a hand and one block (11 cards), orders of a hand, cards to burn: no position has more moves.
    MOST_MOVES = 3072
    MOST_KEY = 96
    # A longer look at the cover bound costs more than the positions it saves.
    COVER_WORK = 200

cdef enum Kind:
    MELD, DISCARD, BURN, KEEP

cdef enum Outcome:
    STOPPED = -1, FAILED, FOUND, OPEN

KINDS = {MELD: "meld", DISCARD: "discard", BURN: "burn"}

cdef uint64_t ONE = 1

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
    bint split                      # hand[0] and the last block of discards were drawn from one block
    uint64_t live                   # cards neither melded nor spent
    uint64_t hand[MOST_HAND]
    uint64_t pile[MOST_CARDS]
    uint64_t discards[MOST_CARDS]   # not kept in the last pass

cdef struct Move:
    uint64_t cards                  # MELD: its cards. DISCARD: the loose cards that go. BURN: the card
    int kind                        # KEEP: begin the pass without burning
    int order                       # which of the hand's orders a discard in part one takes, if not left open
    bint joined                     # a discard whose first block went back to the rest of it: see _join

cdef struct Frame:
    State state
    long long first                 # its moves in the list of moves: first..last-1
    long long last
    long long next


@cython.no_gc_clear
cdef class HeadSearch:
    """One position of one deal, and what is known about the scores within its reach.

    Cards are numbers 0..63. `suits` and `ranks` describe them as in `ext.melds.Melds`; `hand`, `pile` and `discards`
    are sequences of cards, first card first; `turn` is the pass, 1 being part one. `without` names techniques to
    switch off: lazy-order, joined-blocks, cover-bound, last-pass-budget, failed-table.
    """

    cdef readonly Melds melds
    cdef Budget _budget
    cdef FailedTable _table
    cdef int64_t _passes
    cdef int _size, _cards
    cdef bint _optional, _lazy, _joining, _cover_bound, _last_pass_budget, _found
    cdef State _start
    cdef Frame *_frames
    cdef Move *_moves
    cdef long long _depth, _frame_room, _move_room, _move_count
    cdef int _target
    cdef uint64_t _seed

    def __cinit__(self, suits, ranks, int size, int64_t passes, bint optional, Budget budget not None, without=()):
        if not 1 <= size <= MOST_HAND or passes < 1:
            raise ValueError("hand of 1 to 6 cards, one pass or more")
        self.melds = Melds(suits, ranks, size, budget)
        self._budget = budget
        self._size = size
        self._cards = len(suits)
        self._passes = passes
        self._optional = optional
        self._lazy = "lazy-order" not in without
        self._joining = "joined-blocks" not in without
        self._cover_bound = "cover-bound" not in without
        self._last_pass_budget = "last-pass-budget" not in without
        self._table = None if "failed-table" in without else FailedTable(budget)

    def __dealloc__(self):
        if self._budget is not None:
            self._budget.release(self._frame_room * sizeof(Frame) + self._move_room * sizeof(Move))
        free(self._frames)
        free(self._moves)

    def place(self, hand, pile, discards, int64_t turn, bint may_burn):
        """Set the position that `reach` starts from; `may_burn`: the hand is freshly drawn and a burn allowed."""
        cdef State *start = &self._start
        cards = (*hand, *pile, *discards)
        if len(hand) > self._size or len(set(cards)) < len(cards) or not set(cards) <= set(range(self._cards)):
            raise ValueError("each card once at most, and no more in hand than a full hand holds")
        if may_burn:
            # In a lazy position the choice to burn comes before the draw.
            hand, pile = (), (*hand, *pile)
        start.turn = turn
        start.hand_blocks = len(hand)
        start.pile_blocks = len(pile)
        start.loose = 0
        start.split = False
        start.burn = may_burn
        start.live = 0
        for i, card in enumerate(hand):
            start.hand[i] = ONE << <int>card
            start.live |= start.hand[i]
        for i, card in enumerate(pile):
            start.pile[i] = ONE << <int>card
            start.live |= start.pile[i]
        start.spent = len(discards) if turn == self._passes else 0
        start.discard_blocks = 0
        if turn < self._passes:
            start.discard_blocks = len(discards)
            for i, card in enumerate(discards):
                start.discards[i] = ONE << <int>card
                start.live |= start.discards[i]
        else:
            _merge_hand(start)
        self._settle(start)

    def least(self):
        """Return a score that the cards alone rule out bettering: by the melds that they could form at all."""
        return self._start.spent + self.melds.least_left(self._start.live)

    def reach(self, int target, long long most_positions=-1, uint64_t seed=0):
        """Tell whether a score of `target` or less can be reached; None if the budget or `most_positions` ended it.

        A `seed` takes the moves in another order.
        """
        cdef int outcome
        self._seed = seed
        self._found = False
        with nogil:
            outcome = self._search(target, most_positions)
        self._found = outcome == FOUND
        return None if outcome == STOPPED else self._found

    @property
    def score(self):
        """The score of the line that `reach` found."""
        if not self._found:
            raise ValueError("no line has been found")
        cdef State *end = &self._frames[self._depth].state
        return end.spent + count_bits(end.live)

    def line(self):
        """Return the moves of the line that `reach` found, as (kind, leaving, joined).

        `kind` is meld, discard or burn; `leaving` the cards that leave the hand. Where `joined` is not empty, its cards
        left with this discard and the one before, and any of them may change places.
        """
        cdef long long i
        cdef Move *move
        cdef State *state
        cdef uint64_t leaving, joined
        if not self._found:
            raise ValueError("no line has been found")
        line = []
        for i in range(self._depth):
            state = &self._frames[i].state
            move = &self._moves[self._frames[i].next - 1]
            if move.kind == KEEP:
                continue
            leaving, joined = move.cards, 0
            if move.kind == DISCARD:
                leaving |= _held(state)
            if move.joined:
                joined = state.hand[0] | state.discards[state.discard_blocks - 1]
            line.append((KINDS[move.kind], _numbers(leaving), _numbers(joined)))
        return line

    cdef int _search(self, int target, long long most_positions) except -2 nogil:
        cdef int outcome
        cdef Frame *frame
        cdef long long count = 0
        self._target = target
        self._depth = 0
        self._move_count = 0
        if not self._room_for_frame():
            return STOPPED
        self._frames[0].state = self._start
        outcome = self._enter()
        while True:
            count += 1
            if outcome == FOUND or outcome == STOPPED:
                return outcome
            if outcome == FAILED:
                self._depth -= 1
                if self._depth < 0:
                    return FAILED
            frame = &self._frames[self._depth]
            if frame.next == frame.last:
                self._move_count = frame.first
                if not self._note_failed(&frame.state):
                    return STOPPED
                outcome = FAILED
                continue
            if count == most_positions or not self._room_for_frame():
                return STOPPED
            frame = &self._frames[self._depth]
            self._play(&frame.state, &self._moves[frame.next], &self._frames[self._depth + 1].state)
            frame.next += 1
            self._depth += 1
            outcome = self._enter()

    cdef int _enter(self) except -2 nogil:
        """Visit the position on top of the stack: decide it, or list its moves (OPEN)."""
        cdef Frame *frame = &self._frames[self._depth]
        cdef State *state = &frame.state
        cdef int spare = self._target - state.spent
        cdef uint8_t key[MOST_KEY]
        if self._budget.charge(1):
            return STOPPED
        if state.over:
            return FOUND if count_bits(state.live) <= spare else FAILED
        if self._last_pass_budget and spare < 0:
            return FAILED
        if self._cover_bound and (spare < 0 or not self.melds.may_cover(state.live, spare, COVER_WORK)):
            return FAILED
        if self._table is not None and spare >= 0 and self._table.look(key, _encode(state, key)) >= spare:
            return FAILED
        if not self._room_for_moves():
            return STOPPED
        frame.first = self._move_count
        self._list_moves(state)
        frame.last = self._move_count
        frame.next = frame.first
        return OPEN

    cdef bint _note_failed(self, State *state) except -1 nogil:
        cdef uint8_t key[MOST_KEY]
        cdef int spare = self._target - state.spent
        if self._table is None or spare < 0 or self._table.note(key, _encode(state, key), spare):
            return True
        with gil:
            self._budget.out_of_memory()
        return False

    cdef void _list_moves(self, State *state) noexcept nogil:
        cdef MeldList melds
        cdef uint64_t held = _held(state), top = state.pile[0] if state.loose else 0
        cdef uint64_t room[2048]
        cdef long long first = self._move_count
        cdef int i
        if state.burn:
            self._add_move(KEEP, 0, 0)
            if self._burn_pays(state):
                top = state.pile[0]
                while top:
                    self._add_move(BURN, top & -top, 0)
                    top &= top - 1
            return
        melds.melds = room
        melds.room = 2048
        melds.loose = top
        melds.most_loose = state.loose
        self.melds.list_melds(held | top, &melds)
        for i in range(melds.count):
            self._add_move(MELD, melds.melds[i], 0)
        if count_bits(held) + state.loose == self._size and self._discard_pays(state):
            self._list_discards(state, &melds, top)
        self._sort_moves(self._moves + first, self._move_count - first)

    cdef bint _discard_pays(self, State *state) noexcept nogil:
        """Tell whether the target allows a discard: in the last pass it costs the whole hand."""
        return not self._last_pass_budget or state.turn < self._passes or state.spent + self._size <= self._target

    cdef bint _burn_pays(self, State *state) noexcept nogil:
        return not self._last_pass_budget or state.turn < self._passes or state.spent < self._target

    cdef void _list_discards(self, State *state, MeldList *melds, uint64_t top) noexcept nogil:
        """List the discards of a full hand, one for each choice of its loose cards that the rules allow."""
        cdef uint64_t chosen = top
        cdef int i, orders = 1
        cdef bint allowed
        if not self._lazy and state.turn == 1 < self._passes:
            for i in range(2, self._size + 1):
                orders *= i
        while True:
            if count_bits(chosen) == state.loose:
                allowed = True
                if not self._optional:
                    # A meld in hand has to be played: none may lie in the definite cards and the chosen ones.
                    for i in range(melds.count):
                        if not melds.melds[i] & top & ~chosen:
                            allowed = False
                            break
                if allowed:
                    for i in range(orders):
                        self._add_move(DISCARD, chosen, i)
            if not chosen:
                return
            chosen = (chosen - 1) & top

    cdef void _add_move(self, int kind, uint64_t cards, int order) noexcept nogil:
        cdef Move *move = &self._moves[self._move_count]
        move.kind = kind
        move.cards = cards
        move.order = order
        move.joined = False
        self._move_count += 1

    cdef void _sort_moves(self, Move *moves, long long count) noexcept nogil:
        """Put smaller melds first, then the discards; or, with a seed, stand all in an order that the seed decides."""
        cdef Move move
        cdef long long i, j
        for i in range(1, count):
            move = moves[i]
            j = i
            while j > 0 and self._weight(&move) < self._weight(&moves[j - 1]):
                moves[j] = moves[j - 1]
                j -= 1
            moves[j] = move

    cdef uint64_t _weight(self, Move *move) noexcept nogil:
        if self._seed:
            return ((move.cards + self._seed) * <uint64_t>0x9E3779B97F4A7C15) >> 32
        return count_bits(move.cards) if move.kind == MELD else MOST_CARDS

    cdef void _play(self, State *before, Move *move, State *after) noexcept nogil:
        cdef int i
        cdef uint64_t hand
        after[0] = before[0]
        after.burn = False
        if move.kind == MELD:
            after.live &= ~move.cards
            if not after.hand[0] & ~move.cards:
                after.split = False
            _take_from_hand(after, move.cards)
            if after.loose:
                after.loose -= count_bits(after.pile[0] & move.cards)
                after.pile[0] &= ~move.cards
        elif move.kind == DISCARD:
            hand = _held(before)
            if before.turn == self._passes:
                after.spent += self._size
                after.live &= ~(hand | move.cards)
            elif before.turn > 1:
                move.joined = self._joining and before.split and self._join(after, move.cards)
                i = 1 if move.joined else 0
                while i < before.hand_blocks:
                    _discard(after, before.hand[i])
                    i += 1
                _discard(after, move.cards)
                after.split = move.cards != 0
            elif self._lazy:
                _discard(after, hand)
            else:
                _discard_in_order(after, hand, move.order)
            if before.loose:
                after.pile[0] &= ~move.cards
            after.loose = 0
            after.hand_blocks = 0
        elif move.kind == BURN:
            if before.turn == self._passes:
                after.spent += 1
                after.live &= ~move.cards
            else:
                _discard(after, move.cards)
            after.pile[0] &= ~move.cards
            if not after.pile[0]:
                _drop_top(after)
        self._settle(after)

    cdef bint _join(self, State *state, uint64_t loose) noexcept nogil:
        """Join hand[0], about to be discarded with `loose`, to the discard block it was drawn with, if their order is still open.

        It is if the cards of the two could change places: always under optional melding; else only if no exchange puts
        a meld into the hand now discarded or the one before.
        """
        cdef int last = state.discard_blocks - 1
        cdef int first = count_bits(state.discards[last]), i = last
        cdef uint64_t joined = state.discards[last] | state.hand[0]
        cdef uint64_t before = 0
        if not self._optional:
            # The earlier hand's other cards; where a block of them was joined itself, perhaps some cards more.
            while i > 0 and count_bits(before) < self._size - first:
                i -= 1
                before |= state.discards[i]
            if self._meld_with_part(before, joined, first):
                return False
            if self._meld_with_part(_held(state) & ~joined | loose, joined, count_bits(state.hand[0])):
                return False
        state.discards[last] = joined
        return True

    cdef bint _meld_with_part(self, uint64_t cards, uint64_t block, int most) noexcept nogil:
        """Tell whether the cards and some `most` cards of the block hold a meld."""
        cdef MeldList melds
        cdef uint64_t room[1]
        melds.melds = room
        melds.room = 1
        melds.loose = block
        melds.most_loose = most
        return self.melds.list_melds(cards | block, &melds) > 0

    cdef void _settle(self, State *state) noexcept nogil:
        """Draw, and go on to the next pass, until there is something to decide or the game is over."""
        state.over = False
        while not state.burn:
            self._draw(state)
            if count_bits(_held(state)) + state.loose == self._size or self.melds.any_meld(_held(state)):
                return
            if state.turn == self._passes or not state.discard_blocks:
                # With no discards no card can come any more, whatever passes are left.
                state.over = True
                return
            state.turn += 1
            state.split = False
            memcpy(state.pile, state.discards, state.discard_blocks * sizeof(uint64_t))
            state.pile_blocks = state.discard_blocks
            state.discard_blocks = 0
            state.burn = not state.hand_blocks
            if state.turn == self._passes:
                _merge_hand(state)

    cdef void _draw(self, State *state) noexcept nogil:
        cdef int held = count_bits(_held(state)) + state.loose
        cdef int left
        while held < self._size and state.pile_blocks:
            left = count_bits(state.pile[0]) - state.loose
            if held + left > self._size:
                state.loose += self._size - held
                return
            held += left
            state.loose = 0
            if state.turn == self._passes and state.hand_blocks:
                state.hand[0] |= state.pile[0]
            else:
                state.hand[state.hand_blocks] = state.pile[0]
                state.hand_blocks += 1
            _drop_top(state)

    cdef bint _room_for_frame(self) except -1 nogil:
        """Make sure that one more position fits on the stack."""
        cdef long long room = 2 * self._frame_room if self._frame_room else 64
        if self._depth + 1 < self._frame_room:
            return True
        fresh = self._enlarged(self._frames, self._frame_room * sizeof(Frame), room * sizeof(Frame))
        if not fresh:
            return False
        self._frames = <Frame *>fresh
        self._frame_room = room
        return True

    cdef bint _room_for_moves(self) except -1 nogil:
        cdef long long room = 2 * self._move_room if self._move_room else 4 * MOST_MOVES
        if self._move_count + MOST_MOVES <= self._move_room:
            return True
        fresh = self._enlarged(self._moves, self._move_room * sizeof(Move), room * sizeof(Move))
        if not fresh:
            return False
        self._moves = <Move *>fresh
        self._move_room = room
        return True

    cdef void *_enlarged(self, void *memory, long long size, long long wanted) except? NULL nogil:
        cdef void *fresh = NULL
        if self._budget.claim(wanted - size):
            fresh = realloc(memory, wanted)
            if not fresh:
                with gil:
                    self._budget.release(wanted - size)
                    self._budget.out_of_memory()
        return fresh


cdef list _numbers(uint64_t cards):
    return [card for card in range(MOST_CARDS) if cards >> card & 1]


cdef uint64_t _held(State *state) noexcept nogil:
    """Return the definite cards of the hand."""
    cdef uint64_t held = 0
    cdef int i
    for i in range(state.hand_blocks):
        held |= state.hand[i]
    return held


cdef void _merge_hand(State *state) noexcept nogil:
    """Forget the order of the hand: in the last pass nothing depends on it."""
    state.hand[0] = _held(state)
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
        for i in range(order % count_bits(cards)):
            rest &= rest - 1
        order //= count_bits(cards)
        cards ^= rest & -rest
        _discard(state, rest & -rest)


cdef void _drop_top(State *state) noexcept nogil:
    state.pile_blocks -= 1
    memmove(state.pile, state.pile + 1, state.pile_blocks * sizeof(uint64_t))


cdef int _encode(State *state, uint8_t *key) noexcept nogil:
    """Write all that decides the future, spent cards aside; return the length. No two states have the same key."""
    cdef int length = sizeof(int64_t)
    memcpy(key, &state.turn, length)
    key[length] = state.loose | state.split << 6 | state.burn << 7
    key[length + 1] = count_bits(_held(state))
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
            key[length] = lowest(rest)
            length += 1
            rest &= rest - 1
        key[length - 1] |= 0x80
    return length
