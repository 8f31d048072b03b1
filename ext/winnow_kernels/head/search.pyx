"""Head Solitaire: is a score within reach? Depth-first over lazy positions (winnow_kernels.head.lazy), with a table of failed ones."""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free

from winnow_kernels.common.bits cimport popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport ExactTable
from winnow_kernels.head.keys cimport MOST_KEY, encode
from winnow_kernels.head.last_melds cimport LastMelds
from winnow_kernels.head.lazy cimport COVER_WORK, MELD, MOST_MOVES, LazyHead, Move, State
from winnow_kernels.head.melds cimport MOST_CARDS
from winnow_kernels.head.telling cimport Telling

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


@cython.no_gc_clear
cdef class HeadSearch:
    """One position of one deal, and what is known about the scores within its reach.

    `hand`, `pile` and `discards` are sequences of cards (see `LazyHead`), first card first; `turn` is the pass, 1 being
    part one. `without` names techniques to switch off: cover-bound, failed-table, forgetting, last-melds,
    last-pass-budget. `lost_hands`, a power of two, limits what last-melds remembers.
    """

    cdef LazyHead _game
    cdef Budget _budget
    cdef ExactTable _table
    cdef LastMelds _last_melds
    cdef bint _cover_bound, _last_pass_budget, _found
    cdef State _start
    cdef Frame *_frames
    cdef Move *_moves
    cdef long long _depth, _frame_room, _move_room, _move_count
    cdef long long _most_positions  # of the budget, when the search is to stop; negative if never
    cdef int _target

    def __cinit__(self, LazyHead game not None, Budget budget not None, without=(), long long lost_hands=1 << 14):
        self._game = game
        self._budget = budget
        self._cover_bound = "cover-bound" not in without
        self._last_pass_budget = "last-pass-budget" not in without
        if self._last_pass_budget and "last-melds" not in without:
            self._last_melds = LastMelds(game.melds, budget, self._cover_bound, lost_hands)
        self._table = None if "failed-table" in without else ExactTable(budget, "forgetting" not in without)

    def __dealloc__(self):
        if self._budget is not None:
            self._budget.release(self._frame_room * sizeof(Frame) + self._move_room * sizeof(Move))
        free(self._frames)
        free(self._moves)

    def place(self, hand, pile, discards, int64_t turn, bint may_burn):
        """Set the position that `reach` starts from; `may_burn`: the hand is freshly drawn and a burn allowed.

        In part one a tuple among the discards stands for cards that lie there in an order left open.
        """
        self._game.start(&self._start, hand, pile, discards, turn, may_burn)

    def least(self):
        """Return a lower bound on the score (cards not in melds), from the melds that the cards could form at all."""
        return self._start.spent + self._game.melds.least_left(self._start.live)

    def reach(self, int target, long long most_positions=-1):
        """Tell whether a score of `target` or less can be reached; None if the budget or `most_positions` ended it."""
        cdef int outcome
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
        return end.spent + popcount(end.live)

    def line(self, long long most):
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
        """Tell whether positions like this one come up again so often that the table pays."""
        if self._table is None or spare < 0:
            return False
        return state.turn < self._game.passes or spare >= self._game.size

    cdef bint _list_moves(self, Frame *frame, int spare) except -1 nogil:
        if not self._room_for_moves():
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
        cdef long long room = 2 * self._frame_room if self._frame_room else 64
        if self._depth + 1 < self._frame_room:
            return True
        fresh = self._budget.enlarged(self._frames, self._frame_room * sizeof(Frame), room * sizeof(Frame))
        if not fresh:
            return False
        self._frames = <Frame *>fresh
        self._frame_room = room
        return True

    cdef bint _room_for_moves(self) except -1 nogil:
        cdef long long room = 2 * self._move_room if self._move_room else 4 * MOST_MOVES
        if self._move_count + MOST_MOVES <= self._move_room:
            return True
        fresh = self._budget.enlarged(self._moves, self._move_room * sizeof(Move), room * sizeof(Move))
        if not fresh:
            return False
        self._moves = <Move *>fresh
        self._move_room = room
        return True


cdef int _weight(Move *move) noexcept nogil:
    return popcount(move.cards) if move.kind == MELD else MOST_CARDS
