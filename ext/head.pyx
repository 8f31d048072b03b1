"""Head Solitaire: is a score within reach? Depth-first over lazy positions (ext.head_lazy), with a table of failed ones."""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc

from ext.budget cimport Budget
from ext.head_failed cimport FailedTable
from ext.head_lazy cimport BURN, DISCARD, KEEP, MELD, MOST_KEY, MOST_MOVES, LazyHead, Move, State, encode, hand_of
from ext.head_melds cimport MOST_CARDS, Melds, count_bits

# Sets that one look at the cover bound may visit; a longer look costs more than the positions it saves.
cdef enum:
    COVER_WORK = 200

cdef enum Outcome:
    STOPPED = -1, FAILED, FOUND, OPEN

KINDS = {MELD: "meld", DISCARD: "discard", BURN: "burn"}

cdef struct Frame:
    State state
    long long first                 # its moves in the list of moves: first..last-1
    long long last
    long long next


@cython.no_gc_clear
cdef class HeadSearch:
    """One position of one deal, and what is known about the scores within its reach.

    Cards are numbers 0..63. `suits` and `ranks` describe them as in `ext.head_melds.Melds`; `hand`, `pile` and `discards`
    are sequences of cards, first card first; `turn` is the pass, 1 being part one. `without` names techniques to
    switch off: lazy-order, joined-blocks, cover-bound, last-pass-budget, failed-table.
    """

    cdef readonly Melds melds
    cdef LazyHead _game
    cdef Budget _budget
    cdef FailedTable _table
    cdef bint _cover_bound, _last_pass_budget, _found
    cdef State _start
    cdef Frame *_frames
    cdef Move *_moves
    cdef long long _depth, _frame_room, _move_room, _move_count
    cdef int _target
    cdef uint64_t _seed

    def __cinit__(self, suits, ranks, int size, int64_t passes, bint optional, Budget budget not None, without=()):
        self.melds = Melds(suits, ranks, size, budget)
        self._game = LazyHead(
            self.melds, passes, optional, "lazy-order" not in without, "joined-blocks" not in without
        )
        self._budget = budget
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
        self._game.start(&self._start, hand, pile, discards, turn, may_burn)

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
            outcome = self._search(min(target, <int>MOST_CARDS), most_positions)
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
                leaving |= hand_of(state)
            if move.joined:
                joined = state.hand[0] | state.discards[state.discard_blocks - 1]
            line.append((KINDS[move.kind], _numbers(leaving), _numbers(joined)))
        return line

    cdef int _search(self, int target, long long most_positions) except -2 nogil:
        cdef int outcome
        cdef Frame *frame
        cdef long long before = self._budget.positions
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
                if not self._note_failed(&frame.state):
                    return STOPPED
                outcome = FAILED
                continue
            if most_positions >= 0 and self._budget.positions - before >= most_positions:
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
        cdef Move *moves
        if self._budget.charge(1):
            return STOPPED
        if state.over:
            return FOUND if count_bits(state.live) <= spare else FAILED
        if self._last_pass_budget and spare < 0:
            return FAILED
        if self._cover_bound and (spare < 0 or not self.melds.may_cover(state.live, spare, COVER_WORK)):
            return FAILED
        if self._table is not None and spare >= 0 and self._table.look(key, encode(state, key)) >= spare:
            return FAILED
        if not self._room_for_moves():
            return STOPPED
        frame.first = frame.next = self._move_count
        moves = self._moves + self._move_count
        self._move_count += self._game.list_moves(state, spare if self._last_pass_budget else MOST_CARDS, moves)
        frame.last = self._move_count
        self._sort_moves(moves, frame.last - frame.first)
        return OPEN

    cdef bint _note_failed(self, State *state) except -1 nogil:
        cdef uint8_t key[MOST_KEY]
        cdef int spare = self._target - state.spent
        if self._table is None or spare < 0 or self._table.note(key, encode(state, key), spare):
            return True
        with gil:
            self._budget.out_of_memory()
        return False

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
