"""Annealing over whole Blink layouts: cards change places, for more matches, until no better layout turns up.

A layout on the way may have touching cards that do not match and cards that cannot be laid in time; both cost. Only
integers are used, so that the same layout takes the same way on every machine.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from winnow_kernels.common.budget cimport Budget, Rooms
from winnow_kernels.common.random_words cimport next_word

# One way matched is worth UNIT; a pair that does not match costs, and so does a card laid where none touches it. That is
# to be rare: a layout with one is worth little, since putting it right mostly takes more than two cards.
cdef enum:
    UNIT = 64
    STRANGERS = UNIT
    STRANDED = 16 * UNIT

# As `fixed` has it, too: a card that stays is laid.
cdef enum:
    LAID = 1
    TOUCHED = 2


cdef class Annealing:
    """Change a whole layout of columns x rows cells card by card, and keep the best legal layout seen.

    `order` holds the kinds of all cards in dealing order; `ways[a]` is a byte string that says in how many ways
    kind a matches each kind. `laid` holds the cards that stay in place and `placements` those that move, each as
    (place in the deal, cell); cell `x + columns y` is in column x and row y. The layout may be illegal. `seed` is the
    state of the random numbers. One move counts as one position of `budget`. `best` is the number of ways in which
    the best legal layout matches; -1 if none has been seen. The constructor raises MemoryError if the budget has no
    memory for the layout.
    """

    cdef Budget budget
    cdef int cards, count, kinds, columns, rows, area, hold, laid, first
    cdef uint8_t* ways
    cdef int* order
    cdef int* movable
    cdef int* place_of
    cdef int* at
    cdef int* best_places
    cdef int* near
    cdef int* friends
    cdef int* friend_starts
    cdef uint8_t* fixed
    cdef uint8_t* touched
    cdef int* stack
    cdef uint64_t state
    cdef int strangers, stranded, matched
    cdef readonly int best
    cdef Rooms rooms

    def __cinit__(
        self, order: Sequence[int], ways: Sequence[bytes], int hold, int columns, int rows,
        laid: Sequence[tuple[int, int]], placements: Sequence[tuple[int, int]], uint64_t seed, Budget budget,
    ) -> None:
        cdef int i, cell, cards = len(order)
        self.budget = budget
        self.cards, self.kinds, self.hold, self.columns, self.rows = cards, len(ways), hold, columns, rows
        self.area = columns * rows
        self.laid, self.count = len(laid), len(placements)
        self.state = seed
        self.rooms = Rooms(budget)
        self.ways = <uint8_t*>self.rooms.take(self.kinds * self.kinds, 1)
        self.order = <int*>self.rooms.take(cards, sizeof(int))
        self.movable = <int*>self.rooms.take(cards, sizeof(int))
        self.place_of = <int*>self.rooms.take(cards, sizeof(int))
        self.best_places = <int*>self.rooms.take(cards, sizeof(int))
        self.stack = <int*>self.rooms.take(cards, sizeof(int))
        self.touched = <uint8_t*>self.rooms.take(cards, 1)
        self.fixed = <uint8_t*>self.rooms.take(cards, 1)
        self.at = <int*>self.rooms.take(self.area, sizeof(int))
        self.near = <int*>self.rooms.take(4 * self.area, sizeof(int))
        self.friends = <int*>self.rooms.take(cards * cards, sizeof(int))
        self.friend_starts = <int*>self.rooms.take(cards + 1, sizeof(int))
        for i, row in enumerate(ways):
            for j, value in enumerate(row):
                self.ways[i * self.kinds + <int>j] = value
        for i in range(cards):
            self.order[i] = order[i]
        for cell in range(self.area):
            self.at[cell] = -1
            self.near[4 * cell] = cell - 1 if cell % columns else -1
            self.near[4 * cell + 1] = cell + 1 if (cell + 1) % columns else -1
            self.near[4 * cell + 2] = cell - columns if cell >= columns else -1
            self.near[4 * cell + 3] = cell + columns if cell + columns < self.area else -1
        for draw, where in laid:
            self.at[<int>where] = draw
            self.place_of[<int>draw] = where
            self.fixed[<int>draw] = LAID
        for i, (draw, where) in enumerate(placements):
            self.movable[i] = draw
            self.at[<int>where] = draw
            self.place_of[<int>draw] = where
        self._find_friends()
        self.best = -1
        self._measure()

    def run(self, int64_t moves, int64_t hot, int64_t cold, int wanted) -> bool:
        """Try `moves` moves while the heat falls from `hot` to `cold`.

        Return True if a legal layout that matches in `wanted` ways was found. A matched way is worth 64 units; a loss
        of `heat` units is accepted with probability 1/2.
        """
        cdef bint found
        with nogil:
            found = self._run(moves, hot, cold, wanted)
        return found

    def layout(self) -> list[tuple[int, int]]:
        """Return the best legal layout as (place in the deal, cell) of each card that is not laid."""
        return [(self.movable[i], self.best_places[i]) for i in range(self.count)]

    cdef void _find_friends(self) noexcept nogil:
        """List for each card those that it matches in two or three ways."""
        cdef int a, b, count = 0
        for a in range(self.cards):
            self.friend_starts[a] = count
            for b in range(self.cards):
                if a != b and self.ways[self.order[a] * self.kinds + self.order[b]] > 1:
                    self.friends[count] = b
                    count += 1
        self.friend_starts[self.cards] = count

    cdef bint _run(self, int64_t moves, int64_t hot, int64_t cold, int wanted) except -1 nogil:
        cdef int64_t i, heat
        for i in range(moves):
            if self.budget.charge(1):
                return False
            heat = hot - (hot - cold) * i // moves
            if self._move(heat) and self.best >= wanted:
                return True
        return False

    cdef bint _move(self, int64_t heat) noexcept nogil:
        """Try to change two cards, or a card and a free cell; True: that gave the best legal layout so far."""
        cdef int a = self.movable[_below(&self.state, self.count)]
        cdef int here = self.place_of[a], there, b, matched, strangers, stranded, first
        cdef int friends = self.friend_starts[a + 1] - self.friend_starts[a]
        cdef int64_t gain, least
        if friends and _below(&self.state, 2):
            # Beside a card that it matches well.
            b = self.friends[self.friend_starts[a] + _below(&self.state, friends)]
            there = self.near[4 * self.place_of[b] + _below(&self.state, 4)]
            if there < 0:
                return False
        else:
            there = _below(&self.state, self.area)
        b = self.at[there]
        if here == there or (b >= 0 and (self.fixed[b] or self.order[a] == self.order[b])):
            return False
        matched, strangers, first = self.matched, self.strangers, self.first
        self._count_around(here, there, -1)
        self._put(a, there, b, here)
        self._count_around(here, there, 1)
        gain = UNIT * (self.matched - matched) - STRANGERS * (self.strangers - strangers)
        # A move that loses is accepted with a probability that halves with every `heat` that it loses.
        least = -((heat * _halvings(&self.state)) >> 8)
        if gain + STRANDED * self.stranded >= least:
            stranded = self._count_stranded()
            if gain + STRANDED * (self.stranded - stranded) >= least:
                self.stranded = stranded
                return self._note()
        self._put(a, here, b, there)
        self.matched, self.strangers, self.first = matched, strangers, first
        return False

    cdef void _put(self, int a, int there, int b, int here) noexcept nogil:
        """Put card `a` there and card `b`, if it is one, here."""
        self.at[there] = a
        self.place_of[a] = there
        self.at[here] = b
        if b >= 0:
            self.place_of[b] = here

    cdef bint _note(self) noexcept nogil:
        cdef int i
        if self.strangers or self.stranded or self.matched <= self.best:
            return False
        self.best = self.matched
        for i in range(self.count):
            self.best_places[i] = self.place_of[self.movable[i]]
        return True

    cdef void _count_around(self, int one, int two, int sign) noexcept nogil:
        """Add the matches and strangers around two cells to the sums, or take them off; a shared pair once."""
        cdef int i, cell
        for i in range(4):
            cell = self.near[4 * one + i]
            if cell >= 0:
                self._count_pair(one, cell, sign)
        for i in range(4):
            cell = self.near[4 * two + i]
            if cell >= 0 and cell != one:
                self._count_pair(two, cell, sign)

    cdef void _count_pair(self, int one, int two, int sign) noexcept nogil:
        cdef int ways
        if self.at[one] < 0 or self.at[two] < 0:
            return
        ways = self.ways[self.order[self.at[one]] * self.kinds + self.order[self.at[two]]]
        self.matched += sign * ways
        if not ways:
            self.strangers += sign

    cdef void _measure(self) noexcept nogil:
        """Recompute all sums of the layout."""
        cdef int cell
        self.matched = self.strangers = 0
        for cell in range(self.area):
            if (cell + 1) % self.columns:
                self._count_pair(cell, cell + 1, 1)
            if cell + self.columns < self.area:
                self._count_pair(cell, cell + self.columns, 1)
        self.stranded = self._count_stranded()
        self._note()

    cdef int _count_stranded(self) noexcept nogil:
        """Return how many cards cannot be laid in time, from the best first card."""
        cdef int start, stranded, least
        if self.laid:
            return self._stranded_from(-1)
        least = self._stranded_from(self.first)
        start = 0
        while least and start <= self.hold:
            if start != self.first:
                stranded = self._stranded_from(start)
                if stranded < least:
                    least = stranded
                    self.first = start
            start += 1
        return least

    cdef int _stranded_from(self, int start) noexcept nogil:
        """Return how many cards must be laid where no laid card touches them if each is laid as soon as it may be."""
        cdef int i, k, card, cell, card_beside, height = 0, placed = self.laid, waiting = 0, stranded = 0
        memcpy(self.touched, self.fixed, self.cards)
        if start >= 0:
            height = self._stack(start, 0)
        else:
            for i in range(self.count):
                card = self.movable[i]
                for k in range(4):
                    cell = self.near[4 * self.place_of[card] + k]
                    if cell >= 0 and self.at[cell] >= 0 and self.fixed[self.at[cell]]:
                        self.touched[card] = TOUCHED
                if self.touched[card] and card <= placed + self.hold:
                    height = self._stack(card, height)
        while True:
            # A card is touched once a laid card lies beside it; it is laid once it may come, too.
            while height:
                height -= 1
                card = self.stack[height]
                placed += 1
                i = placed + self.hold
                if i < self.cards and self.touched[i] == TOUCHED:
                    height = self._stack(i, height)
                for k in range(4):
                    cell = self.near[4 * self.place_of[card] + k]
                    if cell < 0 or self.at[cell] < 0 or self.touched[self.at[cell]]:
                        continue
                    card_beside = self.at[cell]
                    self.touched[card_beside] = TOUCHED
                    if card_beside <= placed + self.hold:
                        height = self._stack(card_beside, height)
            if placed == self.cards:
                return stranded
            # Nothing can be laid, so the first card that waits is laid anyway.
            stranded += 1
            while self.touched[waiting] == LAID:
                waiting += 1
            height = self._stack(waiting, height)

    cdef inline int _stack(self, int card, int height) noexcept nogil:
        """Note a card as laid, and put it on the stack of those whose neighbours are still to be touched."""
        self.touched[card] = LAID
        self.stack[height] = card
        return height + 1


cdef int _below(uint64_t* state, int limit) noexcept nogil:
    """Return a number below the limit, near enough evenly."""
    return <int>(((next_word(state) >> 32) * <uint64_t>limit) >> 32)


cdef int64_t _halvings(uint64_t* state) noexcept nogil:
    """Return 256 times the negative binary logarithm of a random number in 0..1, the fraction by a straight line."""
    cdef uint64_t x = next_word(state) | 1
    cdef int64_t whole = 1
    while not x >> 63:
        x <<= 1
        whole += 1
    return 256 * whole - <int64_t>((x >> 55) & 0xff)
