"""A box of cells that Blink's cards are put into, and the components of its cards: the base of the loss searches.

A *box* is the smallest rectangle around a layout. A search decides its cells: each holds a card or stays empty. A cell
is *open* if it is undecided and lies beside a card. A *run* is a row's or column's cards without a gap between them.
A *component* is a connected part of the graph whose edges join cards that match in two ways or more, or in three. Its
*pairs* are the edges whose cards touch in the layout.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from winnow_kernels.common.bits cimport lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget

cdef enum:
    # The most cards of a component for which each set of them has an entry in a table.
    TABULATED = 12


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
        """Return whether all cards can be placed in time if what is undecided turns out best."""
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
        """Return whether the placed cards and those to come can all be reached in time from these."""
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
        """Return whether the whole layout can be placed in time, and note in which order."""
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


def most_pairs(kinds: Sequence[int], ways: Sequence[bytes], int columns, int rows) -> list[int]:
    """Return for each component how many of its pairs may touch in a box of columns x rows cells.

    Components of cards that match in two ways come first, then those in three. `kinds` and `ways` are those of
    `winnow_kernels.blink.loss.Search`, and so is the order of the components.
    """
    cdef Box box = Box()
    box.take_cards(kinds, range(len(kinds)), ways, 0)
    box.clear(columns, rows)
    cdef Components components = Components(box)
    components.tabulate()
    return components.most()


cdef class Components:
    """Hold the components of a box's cards, connected by matches in two ways or in three."""

    def __cinit__(self, Box box):
        # The box is not kept: it keeps this, and its cards' lists are read where they lie.
        self._find_most_touching(box)
        self._find(box)

    def __dealloc__(self):
        free(self.tables)

    cdef void _find_most_touching(self, Box box):
        cdef int cells, w, h
        for cells in range(1, box.cards + 1):
            for w in range(1, min(cells, box.columns) + 1):
                h = (cells + w - 1) // w
                if h <= box.rows and 2 * cells - w - h > self.most_touching[cells]:
                    self.most_touching[cells] = 2 * cells - w - h

    cdef void _find(self, Box box):
        """Find the components of two ways and of three; their cards follow one another."""
        cdef int level, first, i
        cdef uint64_t members, grown
        for level in range(2, 4):
            for i in range(box.cards):
                self.part_of[level][i] = -1
            first = 0
            while first < box.cards:
                members = grown = <uint64_t>1 << first
                while grown:
                    i = lowest_bit(grown)
                    grown &= grown - 1
                    grown |= box.matching[level][i] & ~members
                    members |= box.matching[level][i]
                if popcount(members) > 1:
                    self.part[self.count].members = members
                    self.part[self.count].partners = box.matching[level]
                    self.part[self.count].first = first
                    self.part[self.count].size = popcount(members)
                    for i in range(box.cards):
                        if members >> i & 1:
                            self.part_of[level][i] = self.count
                    if self.part[self.count].size <= TABULATED:
                        self.size_in_bytes += 1 << self.part[self.count].size
                    self.count += 1
                first += popcount(members)

    cdef void tabulate(self):
        """Write down for each set of cards of a component the most pairs of it that can touch."""
        cdef int k, used = 0
        cdef uint64_t subset, one
        cdef Part* part
        self.tables = <uint8_t*>calloc(self.size_in_bytes + 1, 1)
        if self.tables is NULL:
            raise MemoryError
        for k in range(self.count):
            part = &self.part[k]
            if part.size <= TABULATED:
                part.table = self.tables + used
                used += 1 << part.size
                for subset in range(1, <uint64_t>1 << part.size):
                    one = self._connected(part, subset << part.first)
                    part.table[subset] = <uint8_t>(
                        self.most_pairs(part, one) + part.table[subset & ~(one >> part.first)]
                    )
                part.most = part.table[(1 << part.size) - 1]
            else:
                part.most = self.most_pairs(part, part.members)

    cdef list most(self):
        """Return by component how many of its pairs may touch."""
        return [self.part[i].most for i in range(self.count)]

    cdef uint64_t _connected(self, Part* part, uint64_t cards) noexcept nogil:
        """Return the connected part of the set that holds its first card."""
        cdef uint64_t reached = cards & (~cards + 1), grown = reached
        cdef int i
        while grown:
            i = lowest_bit(grown)
            grown &= grown - 1
            grown |= part.partners[i] & cards & ~reached
            reached |= part.partners[i] & cards
        return reached

    cdef int most_pairs(self, Part* part, uint64_t cards) noexcept nogil:
        """Return the lesser of the set's edges and the most touching pairs of as many cells."""
        cdef int i, twice = 0
        cdef uint64_t rest = cards
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            twice += popcount(part.partners[i] & cards)
        return min(twice // 2, self.most_touching[popcount(cards)])


cdef class BoxSearch:
    """Search for a layout in one box, step by step; a subclass defines `search_on`."""

    def __dealloc__(self):
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    def run(self, long long nodes) -> Literal["found", "exhausted", "paused", "stopped"]:
        """Continue the search for about `nodes` nodes, each of which counts as one position of the budget.

        Return "found", "exhausted" (there is no layout, or no other), "paused" (the next call continues here) or
        "stopped" (by the budget).
        """
        cdef int result
        if self.found:
            return "found"
        with nogil:
            result = self.search_on(nodes)
        return ("found", "exhausted", "paused", "stopped")[result]

    cdef int claim(self, long long size) except -1:
        """Claim memory until the search is gone; raises MemoryError if the budget has none for it."""
        if not self.budget.claim(size):
            raise MemoryError
        self.size_in_bytes = size
        return 0

    cdef int search_on(self, long long nodes) except -1 nogil:
        """Return 0: found, 1: exhausted, 2: paused, 3: stopped."""
        with gil:
            raise NotImplementedError
