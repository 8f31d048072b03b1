"""Single Left under optional discarding with redeals: all positions of the passes but the last, each met once.

The search goes as deep as it can: `draw` or `redeal` first, then `pair`, then `four`.
games/single_left/ledger.md, *redeals under optional discarding*, says what it proves.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from winnow_kernels.common.bits cimport bit, lowest_bit
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport ExactTable
from winnow_kernels.single_left.optional cimport least_left_of
from winnow_kernels.single_left.rules cimport DRAW, FOUR, PAIR, REDEAL

MOST_CARDS = CARDS
"""The most cards in the whole deal."""
MOST_REDEALS = 1 << 62

cdef enum:
    CARDS = 63
    WINDOW = 4
    FIRST_FRAMES = 1 << 7
    # A key: the cards of the deck, the redeals, the hand.
    KEY = 16 + CARDS
    START = 4           # the move to the first position


# A position on the line being searched: the move that led to it, the cards it removed, the next move to try.
cdef struct Frame:
    uint8_t move
    uint8_t gone[WINDOW]
    uint8_t tried


@cython.no_gc_clear
cdef class Search:
    """A search for the least number of cards that can be left from a position with redeals to go.

    `ranks` and `suits` give the whole deal, at most MOST_CARDS cards; `hand` (oldest first) and `deck` (next card
    first, in the order of the deal) are places in it, 0-based; all other cards are discards. `redeals` is 1 to
    MOST_REDEALS. A `forgetful` search empties its table when memory ends. Raises ValueError for anything else.

    `least` is the least number of cards left that has been found. `moves` leads to the position from which `least` can
    be left without another redeal: bytes, 0 draw, 1 pair, 2 four, 3 redeal.
    """

    cdef Budget budget
    cdef ExactTable seen
    cdef bytes rank_bytes
    cdef bytes suit_bytes
    cdef const uint8_t *ranks
    cdef const uint8_t *suits
    cdef uint64_t every         # the cards of the deal, and those of the deck, by place
    cdef uint64_t deck
    cdef int64_t redeals
    cdef uint8_t hand[CARDS + WINDOW]
    cdef int held
    cdef Frame *frames
    cdef int64_t depth          # of the current position; -1 before the first and behind the last
    cdef int64_t room
    cdef readonly int least
    cdef readonly bytes moves

    def __cinit__(self, bytes ranks, bytes suits, hand, deck, int64_t redeals, Budget budget not None, bint forgetful):
        cdef int place
        if len(ranks) != len(suits) or len(ranks) > MOST_CARDS:
            raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: the numbers must be equal, at most {MOST_CARDS}")
        if not 0 < redeals <= MOST_REDEALS or list(deck) != sorted(deck):
            raise ValueError("this search takes positions with redeals to go and the deck in the order of the deal")
        self.every = bit(len(ranks)) - 1
        for place in (*hand, *deck):
            if not 0 <= place < len(ranks):
                raise ValueError(f"place {place} is not one of the {len(ranks)} cards")
        for place in deck:
            self.deck |= bit(place)
        for place in hand:
            self.hand[self.held] = place
            self.held += 1
        self.rank_bytes, self.suit_bytes = ranks, suits
        self.ranks, self.suits = ranks, suits
        self.redeals = redeals
        self.budget = budget
        self.seen = ExactTable(budget, forgetful)
        self.depth = -1
        self.moves = b""
        # The least that is left if no redeal is made, which the polynomial kernel finds at once.
        self.least = self._least_of(self.deck)

    def __dealloc__(self):
        if self.budget is not None:
            self.budget.release(self.room * <int64_t>sizeof(Frame))
        free(self.frames)

    def run(self, int enough):
        """Visit positions until `least` is at most `enough` or all are visited; return False if a limit ended it.

        After True, no line leaves fewer than `least` cards, unless `least` is at most `enough`. Each position visited
        for the first time costs one position of the budget.
        """
        cdef bint done
        with nogil:
            done = self._run(enough)
        return done

    cdef bint _run(self, int enough) except -1 nogil:
        cdef int entered
        if self.least <= enough:
            return True
        entered = self._enter(START)
        while entered >= 0 and self.depth >= 0 and self.least > enough:
            if not entered:
                self._leave()
            entered = self._go_on()
        return entered >= 0

    cdef int _enter(self, int move) except -2 nogil:
        """Enter the position after a move; return 1, 0 if it was met before, or -1 if the budget ends the search."""
        cdef uint8_t key[KEY]
        cdef Frame *frame = self._next_frame()
        if frame is NULL:
            return -1
        frame.move = move
        frame.tried = 0
        memcpy(key, &self.deck, 8)
        memcpy(key + 8, &self.redeals, 8)
        memcpy(key + 16, self.hand, self.held)
        if self.seen.look(key, 16 + self.held) >= 0:
            return 0
        if self.budget.charge(1):
            return -1
        if not self.seen.note(key, 16 + self.held, 0):
            with gil:
                self.budget.out_of_memory()
            return -1
        if not self.deck:
            self._note_end(self._least_of(0), False)
        return 1

    cdef Frame *_next_frame(self) noexcept nogil:
        """Return the frame of the next position; NULL if there is no room."""
        cdef int64_t wanted = 2 * self.room if self.room else FIRST_FRAMES
        cdef void *fresh
        if self.depth + 1 == self.room:
            fresh = self.budget.enlarged(self.frames, self.room * sizeof(Frame), wanted * sizeof(Frame))
            if fresh is NULL:
                return NULL
            self.frames = <Frame *>fresh
            self.room = wanted
        self.depth += 1
        return &self.frames[self.depth]

    cdef int _go_on(self) except -2 nogil:
        """Make the next move from the current position and enter its successor, or leave the position."""
        cdef Frame *frame = &self.frames[self.depth]
        cdef uint8_t *window = self.hand + self.held - WINDOW
        cdef uint64_t discards
        frame.tried += 1
        if frame.tried == 1:
            if self.deck:
                window[WINDOW] = lowest_bit(self.deck)
                self.deck &= self.deck - 1
                self.held += 1
                return self._enter(DRAW)
            discards = self._discards()
            if not discards:
                return 1
            if self.redeals == 1:
                self._note_end(self._least_of(discards), True)
                return 1
            self.deck = discards
            self.redeals -= 1
            return self._enter(REDEAL)
        if frame.tried == 2:
            if self.held < WINDOW or self.suits[window[0]] != self.suits[window[3]]:
                return 1
            memcpy(frame.gone, window + 1, 2)
            window[1] = window[3]
            self.held -= 2
            return self._enter(PAIR)
        if frame.tried == 3:
            if self.held < WINDOW or self.ranks[window[0]] != self.ranks[window[3]]:
                return 1
            memcpy(frame.gone, window, WINDOW)
            self.held -= WINDOW
            return self._enter(FOUR)
        self._leave()
        return 1

    cdef void _leave(self) noexcept nogil:
        """Take back the move that led to the position."""
        cdef int move = self.frames[self.depth].move
        self.depth -= 1
        if move == DRAW:
            self.held -= 1
            self.deck |= bit(self.hand[self.held])
        elif move == REDEAL:
            self.deck = 0
            self.redeals += 1
        elif move == PAIR:
            self.hand[self.held + 1] = self.hand[self.held - 1]
            memcpy(self.hand + self.held - 1, self.frames[self.depth].gone, 2)
            self.held += 2
        elif move == FOUR:
            memcpy(self.hand + self.held, self.frames[self.depth].gone, WINDOW)
            self.held += WINDOW

    cdef uint64_t _discards(self) noexcept nogil:
        """Return the discards while the deck is empty: the cards that are not held."""
        cdef uint64_t rest = self.every
        cdef int i
        for i in range(self.held):
            rest &= ~bit(self.hand[i])
        return rest

    cdef int _least_of(self, uint64_t rest) noexcept nogil:
        """Return the least that can be left from this hand and these cards as the deck, without another redeal."""
        cdef uint8_t deck[CARDS]
        cdef int size = 0
        while rest:
            deck[size] = lowest_bit(rest)
            rest &= rest - 1
            size += 1
        return least_left_of(self.ranks, self.suits, self.hand, self.held, deck, size)

    cdef int _note_end(self, int least, bint redealt) except -1 nogil:
        """Keep the least that can be left from here without another redeal, if nothing less is known."""
        # In a function of its own: one with names of Python takes the GIL in every call, for them alone.
        if least < self.least:
            self.least = least
            self._keep_moves(redealt)
        return 0

    cdef int _keep_moves(self, bint redealt) except -1 with gil:
        """Keep the moves that led to the current position."""
        cdef int64_t i
        moves = [self.frames[i].move for i in range(1, self.depth + 1)]
        self.moves = bytes([*moves, REDEAL] if redealt else moves)
        return 0
