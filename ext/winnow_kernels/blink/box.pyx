"""A box of cells that Blink's cards are put into: what is decided so far, and whether the deal's order allows it."""

from libc.stdint cimport uint64_t

from winnow_kernels.common.bits cimport lowest_bit, popcount


cdef class Box:
    """Hold the cards, the cells of a box and what is decided of each cell; for kernels only (see box.pxd)."""

    cdef void take_cards(self, kinds, draws, ways, int hold):
        """Note how the cards match. `ways` says in how many ways kinds do; equal cards follow one another."""
        cdef int i, j, level, n = len(kinds)
        self.cards, self.hold = n, hold
        self.all_cards = ~<uint64_t>0 if n == 64 else (<uint64_t>1 << n) - 1
        self.left = self.all_cards
        for i in range(n):
            self.kind[i] = kinds[i]
            self.draw[i] = draws[i]
            for j in range(n):
                if i != j:
                    for level in range(1, ways[kinds[i]][kinds[j]] + 1):
                        self.matching[level][i] |= <uint64_t>1 << j
                        if level == 3 and j == i + 1:
                            self.same_as_next |= <uint64_t>1 << i

    cdef void clear(self, int columns, int rows):
        """Make every cell of the box undecided."""
        cdef int cell
        self.columns, self.rows, self.area = columns, rows, columns * rows
        for cell in range(self.area):
            self.at[cell] = UNDECIDED
            self.fit[cell] = self.all_cards
            self.near[4 * cell] = cell - 1 if cell % columns else -1
            self.near[4 * cell + 1] = cell + 1 if (cell + 1) % columns else -1
            self.near[4 * cell + 2] = cell - columns if cell >= columns else -1
            self.near[4 * cell + 3] = cell + columns if cell + columns < self.area else -1
            self.undecided[cell >> 6] |= <uint64_t>1 << (cell & 63)

    cdef int take_deal(self, kinds, draws, ways, int hold, int columns, int rows, laid) except -1:
        """Set the box up for a search; raises ValueError if the box or the deck is too large."""
        if len(kinds) > MOST or columns * rows > MOST_CELLS or columns > 64 or rows > 64:
            raise ValueError(f"more than {MOST} cards or {MOST_CELLS} cells")
        self.take_cards(kinds, draws, ways, hold)
        self.clear(columns, rows)
        self._know_times(laid)
        return 0

    cdef void _know_times(self, laid):
        """Note which cards lie on the table from the start, and by number of cards there which may have come."""
        cdef int card, time, kind
        self.last_start = -1
        for card, _ in laid:
            self.laid |= <uint64_t>1 << card
        earliest = {}
        for card in range(self.cards):
            self.kind_mask[self.kind[card]] |= <uint64_t>1 << card
            if not self.laid >> card & 1:
                kind = self.kind[card]
                earliest[kind] = min(earliest.get(kind, self.draw[card]), self.draw[card])
        for time in range(self.cards + 1):
            for card in range(self.cards):
                if not self.laid >> card & 1:
                    if earliest[self.kind[card]] <= time:
                        self.come[time] |= <uint64_t>1 << card
                    if self.draw[card] <= time:
                        self.drawn[time] |= <uint64_t>1 << card

    # ---- what the cells hold

    cdef void put(self, int card, int cell, uint64_t* open_cells) noexcept nogil:
        """Let a cell hold a card; `open_cells`, the undecided cells beside cards, follow."""
        cdef uint64_t bit = <uint64_t>1 << card, here
        cdef int i, near
        self.at[cell] = card
        self.undecided[cell >> 6] ^= <uint64_t>1 << (cell & 63)
        self.left &= ~bit
        self.row_cards[cell // self.columns] |= <uint64_t>1 << (cell % self.columns)
        self.column_cards[cell % self.columns] |= <uint64_t>1 << (cell // self.columns)
        open_cells[cell >> 6] &= ~(<uint64_t>1 << (cell & 63))
        self.touching[card] = here = self.beside[cell]
        while here:
            self.touching[lowest_bit(here)] |= bit
            here &= here - 1
        for i in range(4):
            near = self.near[4 * cell + i]
            if near >= 0:
                self.beside[near] |= bit
                self.fit[near] &= self.matching[1][card]
                if self.at[near] == UNDECIDED:
                    open_cells[near >> 6] |= <uint64_t>1 << (near & 63)

    cdef bint leave_empty(self, int cell, uint64_t* open_cells) noexcept nogil:
        """Let a cell hold nothing; False: its row or column would be empty, and the box smaller."""
        cdef int x = cell % self.columns, y = cell // self.columns
        self.at[cell] = EMPTY
        self.undecided[cell >> 6] ^= <uint64_t>1 << (cell & 63)
        open_cells[cell >> 6] &= ~(<uint64_t>1 << (cell & 63))
        self.row_empty[y] |= <uint64_t>1 << x
        self.column_empty[x] |= <uint64_t>1 << y
        return popcount(self.row_empty[y]) != self.columns and popcount(self.column_empty[x]) != self.rows

    cdef void take_back(self, int cell, int held, const uint64_t* fits) noexcept nogil:
        """Make a cell that held this card or EMPTY undecided again; `fits` is what its neighbours had as `fit`."""
        cdef int x = cell % self.columns, y = cell // self.columns, i, near
        cdef uint64_t bit, here
        self.at[cell] = UNDECIDED
        self.undecided[cell >> 6] ^= <uint64_t>1 << (cell & 63)
        if held == EMPTY:
            self.row_empty[y] &= ~(<uint64_t>1 << x)
            self.column_empty[x] &= ~(<uint64_t>1 << y)
            return
        bit = <uint64_t>1 << held
        self.left |= bit
        self.row_cards[y] &= ~(<uint64_t>1 << x)
        self.column_cards[x] &= ~(<uint64_t>1 << y)
        here = self.beside[cell]
        while here:
            self.touching[lowest_bit(here)] &= ~bit
            here &= here - 1
        for i in range(4):
            near = self.near[4 * cell + i]
            if near >= 0:
                self.beside[near] &= ~bit
                self.fit[near] = fits[i]

    cdef int segments_through(self, int cell) noexcept nogil:
        """Return the least number of runs of cards in the row and in the column of a cell."""
        cdef int x = cell % self.columns, y = cell // self.columns
        return _segments(self.row_cards[y], self.row_empty[y]) + _segments(self.column_cards[x], self.column_empty[x])

    cdef int segments(self) noexcept nogil:
        """Return the least number of runs of cards in all rows and columns."""
        cdef int i, count = 0
        for i in range(self.rows):
            count += _segments(self.row_cards[i], self.row_empty[i])
        for i in range(self.columns):
            count += _segments(self.column_cards[i], self.column_empty[i])
        return count

    cdef void find_quarter(self, uint64_t* cells) noexcept nogil:
        """Note the cells of a quarter of the box, of a square a triangle, to which its mirrors carry every cell."""
        cdef int cell, x, y
        cells[0] = cells[1] = 0
        for cell in range(self.area):
            x, y = cell % self.columns, cell // self.columns
            if 2 * x < self.columns and 2 * y < self.rows and (self.columns != self.rows or x <= y):
                cells[cell >> 6] |= <uint64_t>1 << (cell & 63)

    # ---- order and hold

    cdef bint placeable(self, const uint64_t* open_cells) noexcept nogil:
        """Tell whether all cards can be placed in time if what is undecided turns out best."""
        cdef int start
        cdef uint64_t starts
        if self.laid:
            return self._reaches_all(self.laid, open_cells)
        if self.last_start >= 0 and self._reaches_all(<uint64_t>1 << self.last_start, open_cells):
            return True
        starts = self.come[min(self.hold, self.cards)]
        while starts:
            start = lowest_bit(starts)
            starts &= starts - 1
            if start != self.last_start and self._reaches_all(<uint64_t>1 << start, open_cells):
                self.last_start = start
                return True
        return False

    cdef bint _reaches_all(self, uint64_t reached, const uint64_t* open_cells) noexcept nogil:
        """Tell whether the placed cards and those to come can all be reached in time from these."""
        cdef uint64_t touched = 0, fresh = reached, cells, fitting
        cdef int count = popcount(reached), card, word, cell
        cdef bint grown
        while True:
            while fresh:
                # Once all cards are touched only the times count.
                while fresh and touched != self.all_cards:
                    card = lowest_bit(fresh)
                    fresh &= fresh - 1
                    if self.left >> card & 1:
                        touched |= self.matching[1][card] & self.left
                    else:
                        touched |= self.touching[card]
                fresh = touched & ~reached & self.come[min(count + self.hold, self.cards)]
                reached |= fresh
                count += popcount(fresh)
            if reached == self.all_cards:
                return True
            if not self.left:
                return False
            grown = False
            for word in range(2):
                cells = open_cells[word]
                while cells:
                    cell = 64 * word + lowest_bit(cells)
                    cells &= cells - 1
                    fitting = self.fit[cell] & self.left
                    if fitting and self.beside[cell] & reached and fitting & ~touched:
                        touched |= fitting
                        grown = True
                    if fitting & reached and self.beside[cell] & ~touched:
                        touched |= self.beside[cell]
                        grown = True
            if not grown:
                return False
            fresh = touched & ~reached & self.come[min(count + self.hold, self.cards)]
            if not fresh:
                return False
            reached |= fresh
            count += popcount(fresh)

    cdef bint can_be_laid(self) noexcept nogil:
        """Tell whether the whole layout can be placed in time, and note in which order."""
        cdef uint64_t starts
        cdef int start
        self.ordered = 0
        if self.laid:
            return self._lay(self.laid)
        # A card represents its kind here: any equal card may take its place.
        starts = self.come[min(self.hold, self.cards)]
        while starts:
            start = lowest_bit(starts)
            starts &= starts - 1
            self.order[0] = start
            self.ordered = 1
            if self._lay(<uint64_t>1 << start):
                return True
        return False

    cdef bint _lay(self, uint64_t reached) noexcept nogil:
        """Go on placing; of equal cards too few of which have come, each is tried in turn."""
        cdef uint64_t touched = 0, rest = reached, kind, waiting
        cdef uint64_t drawn
        cdef int card, ordered, have
        while rest:
            touched |= self.touching[lowest_bit(rest)]
            rest &= rest - 1
        rest = touched & ~reached
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            kind = self.kind_mask[self.kind[card]] & ~self.laid
            drawn = self.drawn[min(popcount(reached) + self.hold, self.cards)]
            if drawn & kind == kind:
                # All of the kind have come: taking one keeps none waiting.
                self.order[self.ordered] = card
                self.ordered += 1
                reached |= <uint64_t>1 << card
                touched |= self.touching[card]
                rest = touched & ~reached
        if reached == self.all_cards:
            return True
        ordered = self.ordered
        rest = touched & ~reached
        drawn = self.drawn[min(popcount(reached) + self.hold, self.cards)]
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            kind = self.kind_mask[self.kind[card]] & ~self.laid
            have = popcount(drawn & kind)
            if popcount(reached & kind) < have:
                self.order[self.ordered] = card
                self.ordered = ordered + 1
                if self._lay(reached | <uint64_t>1 << card):
                    return True
                self.ordered = ordered
        return False


cdef int _segments(uint64_t cards, uint64_t empty) noexcept nogil:
    """Return the least number of runs of cards in a line of cells of which these are decided; a line holds a card."""
    cdef uint64_t known = cards | empty
    cdef int count = 0
    cdef bint inside = False
    while known:
        if known & (~known + 1) & cards:
            count += not inside
            inside = True
        else:
            inside = False
        known &= known - 1
    return max(count, 1)
