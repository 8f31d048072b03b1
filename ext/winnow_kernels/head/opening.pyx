"""Head Solitaire: can the last pass begin at all? Asked as soon as the pass before has put its first cards down.

The last pass begins with the few cards kept in the hand and goes on with the discards, in their order. Few choices of the
kept cards and few beginnings of the discards come up in a search, in very many positions; so what became of each is
remembered. docs/soundness says which positions it cuts, under *last-pass opening*.
"""

cimport cython
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from winnow_kernels.common.bits cimport popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport ExactTable
from winnow_kernels.head.blocks cimport union_of
from winnow_kernels.head.lazy cimport MOST_MOVES, LazyHead, Move, State, hand_of
from winnow_kernels.head.melds cimport MeldList, start_list

cdef enum:
    # The number of discards examined first, and how many more in each later step, to the end of their block.
    STEP = 6
    # With more cards still to be drawn or kept, nearly always some choice of the kept ones will do.
    MOST_REST = 9
    # More moves and melds than any opening has; if not, nothing is said of it.
    MOST_DEPTH = 16
    MOVE_ROOM = 2 * MOST_MOVES
    MELD_ROOM = 512
    # What a question is about: cards kept, or those that may yet be melded, discarded or kept.
    KEPT = 0
    REST = 1


@cython.no_gc_clear
cdef class Openings:
    """Openings of the last pass under the rules of `game`, each played through once, or again if `forgetful`."""

    def __cinit__(self, LazyHead game not None, Budget budget not None, bint forgetful=False):
        self._game = game
        self._budget = budget
        self._known = ExactTable(budget, forgetful)
        self._states = <State *>malloc(MOST_DEPTH * sizeof(State))
        self._moves = <Move *>malloc(MOVE_ROOM * sizeof(Move))
        if not self._states or not self._moves:
            raise MemoryError

    def __dealloc__(self):
        free(self._states)
        free(self._moves)

    cdef int possible(self, State *state, int spare) except -1 nogil:
        """Tell whether some cards that this position may still keep open the last pass, with `spare` cards to lose.

        NO is certain. It is said only of positions in the pass before the last, with few cards still to come.
        """
        cdef unsigned char key[256]
        cdef uint64_t coming, rest
        cdef int step, down, length, outcome = UNKNOWN
        if state.turn != self._game.passes - 1 or state.burn or not 0 <= spare < self._game.size:
            return UNKNOWN
        coming = union_of(state.pile, state.pile_blocks)
        rest = hand_of(state) | state.parted | coming
        down = popcount(state.parted) - state.held
        if popcount(rest) - down > MOST_REST:
            return UNKNOWN
        self._parted, self._down = state.parted, down
        for step in range(self._lay_out(state)):
            self._states[0].pile_blocks = self._blocks[step]
            length = self._key(key, REST, rest, coming, spare)
            outcome = self._known.look(key, length)
            if outcome < 0:
                outcome = self._opens_from_some(rest, coming, spare, step)
                if outcome != UNKNOWN and not self._known.note(key, length, outcome):
                    return UNKNOWN
            if outcome != YES:
                break
        return outcome

    cdef int _lay_out(self, State *state) noexcept nogil:
        """Put the discards that are settled on the last pass's pile; return in how many steps to look at them."""
        cdef State *opening = &self._states[0]
        cdef int blocks, cards = 0, steps = 0
        for blocks in range(1, state.discard_blocks + 1):
            opening.pile[blocks - 1] = state.discards[blocks - 1]
            cards += popcount(state.discards[blocks - 1])
            if cards >= STEP * (steps + 1) or (blocks == state.discard_blocks and cards > STEP * steps):
                self._blocks[steps] = blocks
                steps += 1
                if steps == STEPS:
                    break
        opening.turn = self._game.passes
        opening.discard_blocks = opening.loose = opening.spent = 0
        opening.over = False
        opening.held = 0
        opening.parted = 0
        opening.live = 0
        return steps

    cdef int _opens_from_some(self, uint64_t rest, uint64_t coming, int spare, int step) except -1 nogil:
        """Tell whether the pass opens with some cards that can be kept when these are melded, discarded or kept."""
        cdef MeldList melds
        cdef uint64_t room[MELD_ROOM]
        start_list(&melds, room, MELD_ROOM)
        self._game.melds.melds_within(rest, &melds)
        return UNKNOWN if melds.full else self._after_melds(&melds, 0, rest, coming, spare, step)

    cdef int _after_melds(self, MeldList *melds, int first, uint64_t left, uint64_t coming, int spare,
                          int step) except -1 nogil:
        """Meld any of the listed melds from `first` on; of the cards left full hands are discarded, the others kept."""
        cdef int i, outcome, count = popcount(left) - self._down, keeps = count % self._game.size
        # A discard takes the whole hand: what is kept after one was still to come.
        cdef uint64_t choice = left if count < self._game.size else left & coming
        # Without one all are kept but those of the parted block that were put down.
        cdef uint64_t must = left & ~self._parted if count < self._game.size else 0
        cdef uint64_t kept, above
        for i in range(first, melds.count):
            if not melds.melds[i] & ~left and popcount(left & ~melds.melds[i] & self._parted) >= self._down:
                outcome = self._after_melds(melds, i + 1, left & ~melds.melds[i], coming, spare, step)
                if outcome != NO:
                    return outcome
        if popcount(choice) < keeps:
            return NO
        kept = _lowest(choice, keeps)
        while True:
            # A pass ends with no meld in the hand.
            if not must & ~kept and not _holds_any(melds, kept):
                outcome = self._opens(kept, spare, step)
                if outcome != NO:
                    return outcome
            # The next greater choice of as many cards: one card gives way to the next, those below begin again.
            above = ((kept | ~choice) + (kept & -kept)) & choice
            if above <= kept:
                return NO
            kept = above | _lowest(choice, keeps - popcount(above))

    cdef int _opens(self, uint64_t kept, int spare, int last_step) except -1 nogil:
        """Tell whether the pass opens with these cards kept, as far as the discards of that step."""
        cdef unsigned char key[256]
        cdef State *opening = &self._states[1]
        cdef int step, length, outcome = UNKNOWN
        # Most fail at the first step, which has few different beginnings.
        for step in range(last_step + 1):
            self._states[0].pile_blocks = self._blocks[step]
            length = self._key(key, KEPT, kept, 0, spare)
            outcome = self._known.look(key, length)
            if outcome < 0:
                opening[0] = self._states[0]
                opening.hand[0] = kept
                opening.hand_blocks = kept != 0
                opening.burn = not kept
                self._game._settle(opening)
                outcome = self._goes_on(1, spare, 0)
                if outcome != UNKNOWN and not self._known.note(key, length, outcome):
                    outcome = UNKNOWN
            if outcome != YES:
                break
        self._states[0].pile_blocks = self._blocks[last_step]
        return outcome

    cdef int _goes_on(self, int depth, int spare, long long first_move) except -1 nogil:
        """Tell whether this opening can be played until it asks for a card beyond those laid out."""
        cdef State *state = &self._states[depth]
        cdef Move *moves = self._moves + first_move
        cdef int i, count, outcome
        if not state.burn and not state.pile_blocks and popcount(hand_of(state)) < self._game.size:
            return YES
        if depth + 1 == MOST_DEPTH or first_move + MOST_MOVES > MOVE_ROOM or self._budget.charge(1):
            return UNKNOWN
        count = self._game.list_moves(state, spare - state.spent, moves)
        for i in range(count):
            self._game.play(state, &moves[i], state + 1)
            outcome = self._goes_on(depth + 1, spare, first_move + count)
            if outcome != NO:
                return outcome
        return NO

    cdef int _key(self, unsigned char *key, int about, uint64_t cards, uint64_t coming, int spare) noexcept nogil:
        """Write the key of a question about the discards laid out; return its length. No two questions share a key."""
        cdef int length, size = self._states[0].pile_blocks * sizeof(uint64_t)
        key[0] = about
        key[1] = spare
        memcpy(key + 2, &cards, sizeof(uint64_t))
        memcpy(key + 10, &coming, sizeof(uint64_t))
        length = 18
        if about == REST:
            key[length] = self._down
            memcpy(key + length + 1, &self._parted, sizeof(uint64_t))
            length += 1 + sizeof(uint64_t)
        memcpy(key + length, self._states[0].pile, size)
        return length + size


cdef bint _holds_any(MeldList *melds, uint64_t cards) noexcept nogil:
    """Tell whether any of the melds is of these cards alone."""
    cdef int i
    for i in range(melds.count):
        if not melds.melds[i] & ~cards:
            return True
    return False


cdef uint64_t _lowest(uint64_t cards, int count) noexcept nogil:
    """Return the `count` cards with the lowest numbers."""
    cdef uint64_t rest = cards
    while count > 0:
        rest &= rest - 1
        count -= 1
    return cards & ~rest
