"""Blink layouts within one box: two searches that find one of a share, or show that none is there.

A *box* is the smallest rectangle around a layout. A search decides its cells: each holds a card or stays empty. A cell
is *open* if it is undecided and lies beside a card. A *run* is a row's or column's cards without a gap between them.
A *component* is a connected part of the graph whose edges join cards that match in two ways or more, or in three. Its
*pairs* are the edges whose cards touch in the layout. games/blink/ledger.md has the arguments.
"""

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount, take_lowest
from winnow_kernels.common.budget cimport Budget, Rooms

TECHNIQUES = frozenset(["mirrors", "touching-order", "open-partners", "fewest-first"])
# The most cards, and the most cells of a box, that a search takes.
MOST_CARDS = MOST
MOST_BOX = MOST_CELLS


# ---------------------------------------------------------------------------------------------------------------- boxes

cdef enum:
    MOST = 64
    MOST_CELLS = 128
    EMPTY = 64
    UNDECIDED = -1
    # The most cards of a component for which each set of them has an entry in a table.
    TABULATED = 12


# A set of cells, and the cells beside one.
cdef struct Cells:
    uint64_t word[2]


cdef struct Near:
    int count
    int cell[4]


cdef Cells NO_CELLS


cdef inline bint has(const Cells* cells, int cell) noexcept nogil:
    return cells.word[cell >> 6] >> (cell & 63) & 1


cdef inline void add(Cells* cells, int cell) noexcept nogil:
    cells.word[cell >> 6] |= bit(cell & 63)


cdef inline void drop(Cells* cells, int cell) noexcept nogil:
    cells.word[cell >> 6] &= ~bit(cell & 63)


cdef inline bint take(Cells* cells, int* cell) noexcept nogil:
    """Remove the first cell of the set and write its number; False: the set is empty."""
    # By constant places, so that a set that nobody else reads stays in registers.
    if cells.word[0]:
        cell[0] = take_lowest(&cells.word[0])
    elif cells.word[1]:
        cell[0] = 64 + take_lowest(&cells.word[1])
    else:
        return False
    return True


cdef class Box:
    """Hold the cards, the cells of a box and what is decided of each cell; for kernels only."""

    cdef int cards, columns, rows, area, hold
    # By card: cards that match in 1, 2, 3 ways or more; its kind; its draw index.
    cdef uint64_t matching[4][MOST]
    cdef int kind[MOST]
    cdef int draw[MOST]
    # By time: cards of a kind of which one may have come; cards that have come themselves.
    cdef uint64_t come[MOST + 1]
    cdef uint64_t drawn[MOST + 1]
    cdef uint64_t same_as_next, laid, left, all_cards
    cdef uint64_t kind_mask[MOST]
    # By cell: its neighbours, what it holds, the cards beside it, and those that match all of these.
    cdef Near near[MOST_CELLS]
    cdef int at[MOST_CELLS]
    cdef uint64_t beside[MOST_CELLS]
    cdef uint64_t fit[MOST_CELLS]
    cdef Cells undecided
    cdef uint64_t touching[MOST]
    cdef uint64_t row_cards[MOST_CELLS]
    cdef uint64_t row_empty[MOST_CELLS]
    cdef uint64_t column_cards[MOST_CELLS]
    cdef uint64_t column_empty[MOST_CELLS]
    cdef int last_start
    cdef int order[MOST]
    cdef int ordered

    cdef void take_cards(self, kinds, draws, ways, int hold):
        """Note how the cards match. `ways` says in how many ways kinds do; equal cards follow one another."""
        cdef int i, j, level, n = len(kinds)
        self.cards, self.hold = n, hold
        self.all_cards = ~<uint64_t>0 if n == 64 else bit(n) - 1
        self.left = self.all_cards
        for i in range(n):
            self.kind[i] = kinds[i]
            self.draw[i] = draws[i]
            for j in range(n):
                if i != j:
                    for level in range(1, ways[kinds[i]][kinds[j]] + 1):
                        self.matching[level][i] |= bit(j)
                        if level == 3 and j == i + 1:
                            self.same_as_next |= bit(i)

    cdef void clear(self, int columns, int rows):
        """Make every cell of the box undecided."""
        cdef int cell
        self.columns, self.rows, self.area = columns, rows, columns * rows
        for cell in range(self.area):
            self.at[cell] = UNDECIDED
            self.fit[cell] = self.all_cards
            add(&self.undecided, cell)
            if cell % columns:
                self._connect(cell, cell - 1)
            if cell >= columns:
                self._connect(cell, cell - columns)

    cdef void _connect(self, int cell, int other):
        """Note that two cells lie side by side."""
        self.near[cell].cell[self.near[cell].count] = other
        self.near[cell].count += 1
        self.near[other].cell[self.near[other].count] = cell
        self.near[other].count += 1

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
            self.laid |= bit(card)
        earliest = {}
        for card in range(self.cards):
            self.kind_mask[self.kind[card]] |= bit(card)
            if not self.laid >> card & 1:
                kind = self.kind[card]
                earliest[kind] = min(earliest.get(kind, self.draw[card]), self.draw[card])
        for time in range(self.cards + 1):
            for card in range(self.cards):
                if not self.laid >> card & 1:
                    if earliest[self.kind[card]] <= time:
                        self.come[time] |= bit(card)
                    if self.draw[card] <= time:
                        self.drawn[time] |= bit(card)

    # ---- what the cells hold

    cdef void put(self, int card, int cell, Cells* open_cells, uint64_t* fits) noexcept nogil:
        """Let a cell hold a card; `open_cells`, the undecided cells beside cards, follow.

        `fits` becomes what the cell's neighbours had as `fit`, for `take_back`.
        """
        cdef uint64_t here
        cdef int i, near
        self.at[cell] = card
        drop(&self.undecided, cell)
        drop(open_cells, cell)
        self.left &= ~bit(card)
        self.row_cards[cell // self.columns] |= bit(cell % self.columns)
        self.column_cards[cell % self.columns] |= bit(cell // self.columns)
        self.touching[card] = here = self.beside[cell]
        while here:
            self.touching[take_lowest(&here)] |= bit(card)
        for i in range(self.near[cell].count):
            near = self.near[cell].cell[i]
            fits[i] = self.fit[near]
            self.beside[near] |= bit(card)
            self.fit[near] &= self.matching[1][card]
            if self.at[near] == UNDECIDED:
                add(open_cells, near)

    cdef bint leave_empty(self, int cell, Cells* open_cells) noexcept nogil:
        """Let a cell hold nothing; False: its row or column would be empty, and the box smaller."""
        cdef int x = cell % self.columns, y = cell // self.columns
        self.at[cell] = EMPTY
        drop(&self.undecided, cell)
        drop(open_cells, cell)
        self.row_empty[y] |= bit(x)
        self.column_empty[x] |= bit(y)
        return popcount(self.row_empty[y]) != self.columns and popcount(self.column_empty[x]) != self.rows

    cdef void take_back(self, int cell, int held, const uint64_t* fits) noexcept nogil:
        """Make a cell that held this card or EMPTY undecided again; `fits` is what its neighbours had as `fit`."""
        cdef int x = cell % self.columns, y = cell // self.columns, i
        cdef uint64_t here
        self.at[cell] = UNDECIDED
        add(&self.undecided, cell)
        if held == EMPTY:
            self.row_empty[y] &= ~bit(x)
            self.column_empty[x] &= ~bit(y)
            return
        self.left |= bit(held)
        self.row_cards[y] &= ~bit(x)
        self.column_cards[x] &= ~bit(y)
        here = self.beside[cell]
        while here:
            self.touching[take_lowest(&here)] &= ~bit(held)
        for i in range(self.near[cell].count):
            self.beside[self.near[cell].cell[i]] &= ~bit(held)
            self.fit[self.near[cell].cell[i]] = fits[i]

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

    cdef void find_quarter(self, Cells* cells) noexcept nogil:
        """Note the cells of a quarter of the box, of a square a triangle, to which its mirrors carry every cell."""
        cdef int cell, x, y
        cells[0] = NO_CELLS
        for cell in range(self.area):
            x, y = cell % self.columns, cell // self.columns
            if 2 * x < self.columns and 2 * y < self.rows and (self.columns != self.rows or x <= y):
                add(cells, cell)

    # ---- order and hold

    cdef bint placeable(self, const Cells* open_cells) noexcept nogil:
        """Return whether all cards can be placed in time if what is undecided turns out best."""
        cdef int start
        cdef uint64_t starts
        if self.laid:
            return self._reaches_all(self.laid, open_cells)
        if self.last_start >= 0 and self._reaches_all(bit(self.last_start), open_cells):
            return True
        starts = self.come[min(self.hold, self.cards)]
        while starts:
            start = take_lowest(&starts)
            if start != self.last_start and self._reaches_all(bit(start), open_cells):
                self.last_start = start
                return True
        return False

    cdef bint _reaches_all(self, uint64_t reached, const Cells* open_cells) noexcept nogil:
        """Return whether the placed cards and those to come can all be reached in time from these."""
        cdef uint64_t touched = 0, fresh = reached, fitting
        cdef int count = popcount(reached), card, cell
        cdef Cells cells
        cdef bint grown
        while True:
            while fresh:
                # Once all cards are touched only the times count.
                while fresh and touched != self.all_cards:
                    card = take_lowest(&fresh)
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
            cells = open_cells[0]
            while take(&cells, &cell):
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
            start = take_lowest(&starts)
            self.order[0] = start
            self.ordered = 1
            if self._lay(bit(start)):
                return True
        return False

    cdef bint _lay(self, uint64_t reached) noexcept nogil:
        """Go on placing; of equal cards too few of which have come, each is tried in turn."""
        cdef uint64_t touched = 0, rest = reached, kind, waiting
        cdef uint64_t drawn
        cdef int card, ordered, have
        while rest:
            touched |= self.touching[take_lowest(&rest)]
        rest = touched & ~reached
        while rest:
            card = take_lowest(&rest)
            kind = self.kind_mask[self.kind[card]] & ~self.laid
            drawn = self.drawn[min(popcount(reached) + self.hold, self.cards)]
            if drawn & kind == kind:
                # All of the kind have come: taking one keeps none waiting.
                self.order[self.ordered] = card
                self.ordered += 1
                reached |= bit(card)
                touched |= self.touching[card]
                rest = touched & ~reached
        if reached == self.all_cards:
            return True
        ordered = self.ordered
        rest = touched & ~reached
        drawn = self.drawn[min(popcount(reached) + self.hold, self.cards)]
        while rest:
            card = take_lowest(&rest)
            kind = self.kind_mask[self.kind[card]] & ~self.laid
            have = popcount(drawn & kind)
            if popcount(reached & kind) < have:
                self.order[self.ordered] = card
                self.ordered = ordered + 1
                if self._lay(reached | bit(card)):
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


# A component of the graph "matches in `level` ways or more": consecutive cards.
cdef struct Part:
    uint64_t members
    uint64_t* partners
    uint8_t* table
    int first
    int size
    int most


cdef class Components:
    """Hold the components of a box's cards, connected by matches in two ways or in three."""

    cdef int count
    cdef Rooms rooms
    cdef Part part[2 * MOST]
    # By card: its component of two ways, and of three (-1: none).
    cdef int part_of[4][MOST]
    # By number of cards: the most pairs of them that can touch.
    cdef int most_touching[MOST + 1]

    def __cinit__(self, Box box, Budget budget=None):
        # The box is not kept: it keeps this, and its cards' lists are read where they lie.
        self._find_most_touching(box)
        self._find(box)
        if budget is not None:
            self.rooms = Rooms(budget)
            self._tabulate()

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
                members = grown = bit(first)
                while grown:
                    i = take_lowest(&grown)
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
                    self.count += 1
                first += popcount(members)

    cdef int _tabulate(self) except -1:
        """Write down for each set of cards of a component the most pairs of it that can touch."""
        cdef int k
        cdef uint64_t subset, one
        cdef Part* part
        for k in range(self.count):
            part = &self.part[k]
            if part.size <= TABULATED:
                part.table = <uint8_t*>self.rooms.take(1 << part.size, 1)
                for subset in range(1, bit(part.size)):
                    one = self._connected(part, subset << part.first)
                    part.table[subset] = <uint8_t>(
                        self.most_pairs(part, one) + part.table[subset & ~(one >> part.first)]
                    )
                part.most = part.table[(1 << part.size) - 1]
            else:
                part.most = self.most_pairs(part, part.members)
        return 0

    cdef list most(self):
        """Return by component how many of its pairs may touch."""
        return [self.part[i].most for i in range(self.count)]

    cdef uint64_t _connected(self, Part* part, uint64_t cards) noexcept nogil:
        """Return the connected part of the set that holds its first card."""
        cdef uint64_t reached = cards & (~cards + 1), grown = reached
        cdef int i
        while grown:
            i = take_lowest(&grown)
            grown |= part.partners[i] & cards & ~reached
            reached |= part.partners[i] & cards
        return reached

    cdef int most_pairs(self, Part* part, uint64_t cards) noexcept nogil:
        """Return the lesser of the set's edges and the most touching pairs of as many cells."""
        cdef int i, twice = 0
        cdef uint64_t rest = cards
        while rest:
            i = take_lowest(&rest)
            twice += popcount(part.partners[i] & cards)
        return min(twice // 2, self.most_touching[popcount(cards)])


def most_pairs(kinds: Sequence[int], ways: Sequence[bytes], int columns, int rows) -> list[int]:
    """Return for each component how many of its pairs may touch in a box of columns x rows cells.

    Components of cards that match in two ways come first, then those in three. `kinds` and `ways` are those of
    `winnow_kernels.blink.loss.Search`, and so is the order of the components.
    """
    cdef Box box = Box()
    box.take_cards(kinds, range(len(kinds)), ways, 0)
    box.clear(columns, rows)
    return Components(box, Budget()).most()


# ----------------------------------------------------------------------------------------------------------- placements

# All ways in which a component of Blink's cards can lie in a box, if they are few, and which of them a search leaves.
#
# A *shape* is a way to place a component's cards beside each other, a *placement* a shape at one place in the box.
# games/blink/ledger.md, `placements`, has the argument.

cdef enum:
    # The results of listing.
    DONE = 1
    TOO_MANY = 0
    NO_MEMORY = -1
    MOST_STEPS = 8_000_000
    # Of more placements hardly a card loses its last one in a cell, and going through them takes long.
    FEW = 128
    MOST_TABLES = 256
    FIRST_ROOM = 1 << 16


# All placements of a component, a bit each. By cell and card (EMPTY: the last row), those that go with it there; and by
# placement the cells of the component's cards.
cdef struct Table:
    int placements
    int words
    uint64_t* rows
    int size
    uint64_t card_bit[MOST]
    uint8_t* cells


cdef class Placements(Box):
    """All placements of components of cards in a box of columns x rows cells, by component and number of touching pairs.

    `kinds` and `ways` are those of `winnow_kernels.blink.loss.Search`. A component with more than `most_listed`
    placements is not listed. A list is made when a search first needs it; all searches of the box share it, and its
    memory is claimed from `budget`. The constructor raises MemoryError.
    """

    cdef Budget budget
    cdef Rooms rooms
    cdef Components components
    cdef dict known
    cdef Table tables[MOST_TABLES]
    cdef int count
    # The component being listed.
    cdef int size, wanted, pairs
    cdef long long listed, most_listed, steps
    # The most that the width and height of the cells can be in all.
    cdef int most_sides
    # In the order of placing: each card, its partners placed before it, and where it lies, the first one at (0, 0).
    cdef int card[MOST]
    cdef uint64_t earlier[MOST]
    cdef int x[MOST]
    cdef int y[MOST]
    # What lies where (0: nothing, else the card and 1), with a border; its width, and the place of (0, 0).
    cdef Rooms scratch
    cdef uint8_t* grid
    cdef int width, origin
    # `size` cells a placement, in the order of placing.
    cdef uint8_t* cells
    cdef long long room

    def __cinit__(
        self, kinds: Sequence[int], ways: Sequence[bytes], int columns, int rows, Budget budget, long long most_listed
    ) -> None:
        self.take_cards(kinds, range(len(kinds)), ways, 0)
        self.clear(columns, rows)
        self.components = Components(self)
        self.budget, self.most_listed = budget, most_listed
        self.rooms = Rooms(budget)
        self.known = {}
        self.width = 2 * columns + 1
        self.origin = rows * self.width + columns
        self.scratch = Rooms(Budget())
        self.grid = <uint8_t*>self.scratch.take(self.width * (2 * rows + 1), 1)

    cdef Table* of(self, int k, int pairs) except? NULL:
        """Return the placements of component k with `pairs` touching pairs, or NULL if they are not listed."""
        cdef Table* table
        key = (k, pairs)
        if key not in self.known:
            table = self._listed(k, pairs)
            self.known[key] = -1 if table is NULL else self.count - 1
        return NULL if self.known[key] < 0 else &self.tables[<int>self.known[key]]

    cdef Table* _listed(self, int k, int pairs) except? NULL:
        """List the placements of a component of two ways without equal cards; NULL: there are too many."""
        cdef Part* part = &self.components.part[k]
        if self.count == MOST_TABLES or part.partners is not self.matching[2]:
            return NULL
        if part.members & (self.same_as_next | self.same_as_next << 1):
            return NULL
        if not self._list_all(k, pairs):
            return NULL
        return self._tabulated(part.members)

    cdef Table* _tabulated(self, uint64_t members) except? NULL:
        """Return the table of which listed placements go with each card in each cell; NULL: out of memory."""
        cdef Table* table = &self.tables[self.count]
        cdef int i
        cdef long long size, cells = self.listed * self.size
        table.placements = <int>self.listed
        table.words = (table.placements + 63) // 64
        size = <long long>self.area * (self.cards + 1) * table.words * sizeof(uint64_t)
        if not self.budget.can_spare(size + cells):
            return NULL
        table.rows = <uint64_t*>self.rooms.take(size, 1)
        table.cells = <uint8_t*>self.rooms.take(cells, 1)
        self.count += 1
        table.size = self.size
        for i in range(table.size):
            table.card_bit[i] = bit(self.card[i])
        self._put_in_order(table)
        with nogil:
            self._fill(table, members)
        return table

    cdef int _put_in_order(self, Table* table) except -1:
        """Copy the listed placements into a table, sorted by the cells of their cards.

        So those that have a card in the same cell, or lie in the same part of the box, share few words.
        """
        cdef int size = table.size, i, j, k, cell
        cdef int column[MOST]
        cdef int start[MOST_CELLS + 1]
        cdef int* order = <int*>self.scratch.take(2 * table.placements, sizeof(int))
        cdef int* next_order = order + table.placements
        for i in range(table.placements):
            order[i] = i
        for j in range(size):
            k = 0
            for i in range(size):
                k += self.card[i] < self.card[j]
            column[k] = j
        for k in range(size - 1, -1, -1):
            j = column[k]
            memset(start, 0, sizeof(start))
            for i in range(table.placements):
                start[self.cells[<long long>i * size + j] + 1] += 1
            for cell in range(MOST_CELLS):
                start[cell + 1] += start[cell]
            for i in range(table.placements):
                cell = self.cells[<long long>order[i] * size + j]
                next_order[start[cell]] = order[i]
                start[cell] += 1
            memcpy(order, next_order, table.placements * sizeof(int))
        for i in range(table.placements):
            memcpy(table.cells + <long long>i * size, self.cells + <long long>order[i] * size, size)
        self.scratch.free(order)
        return 0

    cdef void _fill(self, Table* table, uint64_t members) noexcept nogil:
        cdef int i, j, word, cell, near, card
        cdef uint64_t* row
        cdef const uint64_t* other
        # A card of the component: the placements that have it in the cell. No card: those that leave the cell free.
        for cell in range(self.area):
            row = self._row(table, cell, self.cards)
            for i in range(self.listed):
                row[i // 64] |= bit(i % 64)
        for i in range(self.listed):
            for j in range(table.size):
                cell = table.cells[table.size * i + j]
                self._row(table, cell, self.card[j])[i // 64] |= bit(i % 64)
                self._row(table, cell, self.cards)[i // 64] &= ~bit(i % 64)
        # Another card: those that leave the cell free, and whose cards beside it match.
        for cell in range(self.area):
            for card in range(self.cards):
                if members >> card & 1:
                    continue
                row = self._row(table, cell, card)
                memcpy(row, self._row(table, cell, self.cards), table.words * sizeof(uint64_t))
                for i in range(self.near[cell].count):
                    near = self.near[cell].cell[i]
                    for j in range(table.size):
                        if not self.matching[1][card] >> self.card[j] & 1:
                            other = self._row(table, near, self.card[j])
                            for word in range(table.words):
                                row[word] &= ~other[word]

    cdef uint64_t* _row(self, Table* table, int cell, int card) noexcept nogil:
        return table.rows + (<long long>cell * (self.cards + 1) + card) * table.words

    cdef bint _list_all(self, int k, int wanted) except -1:
        """List the placements of component k with `wanted` touching pairs; raises MemoryError.

        Return False if there are more than are to be listed, or if that takes more than MOST_STEPS steps.
        """
        cdef int result, i
        cdef Part* part = &self.components.part[k]
        cdef const int* most_touching = self.components.most_touching
        self.size, self.wanted, self.pairs = part.size, wanted, 0
        # k cells that hang together have at most 2 k - width - height touching pairs.
        self.most_sides = 2 * part.size - wanted
        for i in range(1, part.size):
            if most_touching[i] + most_touching[part.size - i] >= wanted:
                self.most_sides = self.columns + self.rows
        self.listed = self.steps = 0
        with nogil:
            self._order_cards(part)
            result = self._put_next(0, 0, 0, 0, 0, 0, 0, 0)
        if result == NO_MEMORY:
            raise MemoryError
        return result == DONE

    cdef void _order_cards(self, Part* part) noexcept nogil:
        """Order the cards so that each has as many earlier partners as possible."""
        cdef uint64_t placed = 0, rest
        cdef int i, card, best
        for i in range(self.size):
            rest = part.members & ~placed
            best = lowest_bit(rest)
            while rest:
                card = take_lowest(&rest)
                if popcount(part.partners[card] & placed) > popcount(part.partners[best] & placed):
                    best = card
            self.card[i] = best
            self.earlier[i] = part.partners[best] & placed
            self.pairs += popcount(self.earlier[i])
            placed |= bit(best)

    cdef int _list_from(self, int depth, int lost, int left, int right, int top, int bottom) noexcept nogil:
        """List the shapes within these sides that extend the cards placed; `lost` of their pairs do not touch."""
        cdef int x, y, result, wide, high
        if depth == self.size:
            if self.pairs - lost > self.wanted:
                return DONE
            if (self.columns - right + left) * (self.rows - bottom + top) > self.most_listed - self.listed:
                return TOO_MANY
            return DONE if self._move(left, right, top, bottom) else NO_MEMORY
        high = min(self.rows, self.most_sides - (right - left + 1))
        for y in range(bottom - high + 1, top + high):
            wide = min(self.columns, self.most_sides - (max(bottom, y) - min(top, y) + 1))
            for x in range(right - wide + 1, left + wide):
                self.steps += 1
                if self.steps > MOST_STEPS:
                    return TOO_MANY
                result = self._put_next(depth, lost, min(left, x), max(right, x), min(top, y), max(bottom, y), x, y)
                if result != DONE:
                    return result
        return DONE

    cdef int _put_next(self, int depth, int lost, int left, int right, int top, int bottom, int x, int y) noexcept nogil:
        """Put the next card on a place, if it is free and all neighbours match, and continue with the one after it."""
        cdef int card = self.card[depth], i, near, result, place = self.origin + y * self.width + x
        cdef int step[4]
        cdef uint64_t beside = 0
        if self.grid[place]:
            return DONE
        step[0], step[1], step[2], step[3] = -1, 1, -self.width, self.width
        for i in range(4):
            near = self.grid[place + step[i]]
            if near:
                beside |= bit(near - 1)
        lost += popcount(self.earlier[depth] & ~beside)
        if beside & ~self.matching[1][card] or self.pairs - lost < self.wanted:
            return DONE
        self.x[depth], self.y[depth] = x, y
        self.grid[place] = card + 1
        result = self._list_from(depth + 1, lost, left, right, top, bottom)
        self.grid[place] = 0
        return result

    cdef bint _move(self, int left, int right, int top, int bottom) noexcept nogil:
        """List the shape within these sides at every place in the box; False: out of memory."""
        cdef int x, y, i
        cdef int across = self.columns - (right - left), down = self.rows - (bottom - top)
        cdef uint8_t* cells
        while self.room < (self.listed + across * down) * self.size:
            if not self.scratch.double(<void**>&self.cells, &self.room, 1, FIRST_ROOM):
                return False
        cells = self.cells + self.listed * self.size
        for y in range(down):
            for x in range(across):
                for i in range(self.size):
                    cells[i] = <uint8_t>((self.y[i] - top + y) * self.columns + self.x[i] - left + x)
                cells += self.size
        self.listed += across * down
        return True


cdef class ListedBox(Box):
    """A box with the components of its cards, and by depth of the search the placements that are left of each.

    Nothing is listed if there are no `placements`, or no memory to spare.
    """

    cdef Budget budget
    cdef Components components
    # Cards of components whose placements are listed.
    cdef uint64_t listed_cards
    cdef Rooms rooms
    cdef Placements placements
    cdef int words
    # By component: its table, NULL if it is not listed.
    cdef Table* table[2 * MOST]
    # By depth, and in it by component: how many words are not zero, the words, and where in the table they belong.
    cdef int first_word[2 * MOST]
    cdef int* count
    cdef uint64_t* word
    cdef uint16_t* place
    # By depth and cell: the cards that the cell may still hold.
    cdef uint64_t* allowed
    # Components that have lost placements since the last `allow`.
    cdef int narrowed[2 * MOST]
    cdef int narrowed_count
    # The component of which `narrow` left nothing.
    cdef int emptied
    # A card that is kept to a quarter of the box, which has all cells where mirror images are not left out.
    cdef int pivot
    cdef Cells quarter

    cdef int list_placements(self, least, most) except -1:
        """List the placements of each component k with `least[k] == most[k]` touching pairs; raises MemoryError."""
        cdef int k
        cdef long long depths = self.area + 1, size
        self.listed_cards = self.words = 0
        memset(self.table, 0, sizeof(self.table))
        self.rooms = Rooms(self.budget)
        if self.placements is None:
            return 0
        for k in range(self.components.count):
            # Where all numbers of pairs are allowed, nearly all placements are.
            if 0 <= least[k] == most[k]:
                self.table[k] = self.placements.of(k, least[k])
            if self.table[k] is not NULL:
                self.listed_cards |= self.components.part[k].members
                self.first_word[k] = self.words
                self.words += self.table[k].words
        size = depths * (
            self.words * <long long>(sizeof(uint64_t) + sizeof(uint16_t))
            + self.components.count * <long long>sizeof(int)
            + self.area * <long long>sizeof(uint64_t)
        )
        if not self.budget.can_spare(size):
            self.listed_cards = 0
            memset(self.table, 0, sizeof(self.table))
        if self.listed_cards:
            self.word = <uint64_t*>self.rooms.take(depths * self.words, sizeof(uint64_t))
            self.place = <uint16_t*>self.rooms.take(depths * self.words, sizeof(uint16_t))
            self.count = <int*>self.rooms.take(depths * self.components.count, sizeof(int))
            self.allowed = <uint64_t*>self.rooms.take(depths * self.area, sizeof(uint64_t))
        return 0

    cdef void leave_all(self) noexcept nogil:
        """Leave all placements at depth 0."""
        cdef int k, i
        for k in range(self.components.count):
            if self.table[k] is not NULL:
                self.count[k] = self.table[k].words
                for i in range(self.table[k].words):
                    # The last word has bits too many: no row has them.
                    self.word[self.first_word[k] + i] = ~<uint64_t>0
                    self.place[self.first_word[k] + i] = <uint16_t>i
        memset(self.allowed, 0xFF, self.area * sizeof(uint64_t))
        self.narrowed_count = 0

    cdef int row_of(self, int cell, int card) noexcept nogil:
        """Return the number of the tables' row for a card (or EMPTY) in a cell."""
        return cell * (self.cards + 1) + min(card, self.cards)

    cdef bint narrow_by(self, int above, int depth, const int* rows, int count) noexcept nogil:
        """Leave at a depth what is left at one above it and in all of these rows; False: of some component nothing."""
        cdef int k
        self.narrowed_count = 0
        for k in range(self.components.count):
            if self.table[k] is not NULL and not self._narrow_one(k, above, depth, rows, count):
                self.emptied = k
                return False
        return True

    cdef bint _narrow_one(self, int k, int above, int depth, const int* rows, int count) noexcept nogil:
        """Do the same as `narrow_by` for one component."""
        cdef int i, j, kept = 0
        cdef uint64_t word, differing = 0
        cdef const Table* table = self.table[k]
        cdef const uint64_t* row = table.rows + rows[0] * <long long>table.words
        cdef const uint64_t* old = self.word + above * self.words + self.first_word[k]
        cdef const uint16_t* old_place = self.place + above * self.words + self.first_word[k]
        cdef uint64_t* new = self.word + depth * self.words + self.first_word[k]
        cdef uint16_t* new_place = self.place + depth * self.words + self.first_word[k]
        for i in range(self.count[above * self.components.count + k]):
            word = old[i] & row[old_place[i]]
            j = 1
            while word and j < count:
                word &= table.rows[rows[j] * <long long>table.words + old_place[i]]
                j += 1
            differing |= word ^ old[i]
            # Without a branch: whether something is left of a word is a toss-up.
            new_place[kept] = old_place[i]
            new[kept] = word
            kept += word != 0
        self.count[depth * self.components.count + k] = kept
        if kept and differing and kept <= FEW:
            self.narrowed[self.narrowed_count] = k
            self.narrowed_count += 1
        return kept > 0

    cdef void allow(self, int above, int depth) noexcept nogil:
        """Allow at a depth what is allowed at one above it and the placements left have; `narrow_by` goes before."""
        cdef int i
        if depth:
            memcpy(self.allowed + depth * self.area, self.allowed + above * self.area, self.area * sizeof(uint64_t))
        for i in range(self.narrowed_count):
            if self.placements_left(self.narrowed[i], depth, FEW) <= FEW:
                self._allow_only(self.narrowed[i], depth)
        self.narrowed_count = 0

    cdef int placements_left(self, int k, int depth, int enough) noexcept nogil:
        """Return how many placements of a component are left, or a larger number if they are more than `enough`."""
        cdef int i, left = 0
        cdef const uint64_t* words = self.word + depth * self.words + self.first_word[k]
        for i in range(self.count[depth * self.components.count + k]):
            left += popcount(words[i])
            if left > enough:
                return MOST_CELLS * MOST
        return left

    cdef void _allow_only(self, int k, int depth) noexcept nogil:
        """Allow the component's cards only in cells in which a placement that is left has them."""
        cdef const Table* table = self.table[k]
        cdef const uint8_t* cells
        cdef uint64_t possible[MOST_CELLS]
        cdef uint64_t* allowed = self.allowed + depth * self.area
        cdef uint64_t word, others = ~self.components.part[k].members
        cdef const uint64_t* words = self.word + depth * self.words + self.first_word[k]
        cdef const uint16_t* place = self.place + depth * self.words + self.first_word[k]
        cdef int i, j
        memset(possible, 0, self.area * sizeof(uint64_t))
        for i in range(self.count[depth * self.components.count + k]):
            word = words[i]
            while word:
                cells = table.cells + (64 * <long long>place[i] + take_lowest(&word)) * table.size
                for j in range(table.size):
                    possible[cells[j]] |= table.card_bit[j]
        for i in range(self.area):
            allowed[i] &= possible[i] | others


cdef inline uint64_t cards_for(ListedBox box, int depth, int cell) noexcept nogil:
    """Return the cards that may lie in an undecided cell."""
    cdef uint64_t cards = box.fit[cell] & box.left
    if box.listed_cards:
        cards &= box.allowed[depth * box.area + cell]
    if not has(&box.quarter, cell):
        cards &= ~bit(box.pivot)
    return cards


cdef class BoxSearch(ListedBox):
    """Search for a layout in one box, step by step; a subclass defines `search_on`."""

    cdef Rooms stacks
    cdef bint found

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

    def layout(self) -> list[tuple[int, int]]:
        """Return the layout found as (draw index, cell) of each card not laid, in an order of placing."""
        cdef int i, card
        cells = {self.at[cell]: cell for cell in range(self.area)}
        come = {}
        for card in range(self.cards):
            if not self.laid >> card & 1:
                come.setdefault(self.kind[card], []).append(self.draw[card])
        result = []
        for i in range(self.ordered):
            card = self.order[i]
            result.append((come[self.kind[card]].pop(0), cells[card]))
        return result

    cdef int search_on(self, long long nodes) except -1 nogil:
        """Return 0: found, 1: exhausted, 2: paused, 3: stopped."""
        with gil:
            raise NotImplementedError


# --------------------------------------------------------------------------------------------------------- cell by cell

# Layouts that match in at least a given number of ways, cell by cell.
#
# A *node* has decided some cells of the box. The *pivot* is the card that is decided first; where mirror images are left
# out it lies in one quarter of the box (games/blink/ledger.md: `loss-search`, `open-partners` and `mirrors`).

cdef enum:
    # The classes of cards to try: those with the most partners beside the cell come first.
    CLASSES = 3
    # The mirror images of a square.
    IMAGES = 8


# A component at a node: pairs that touch; a bound on those that will in the end, and what it is made of: pairs that touch
# and those among cards to come; then what cells beside placed cards, and cards to come, allow in pairs of both.
cdef struct State:
    uint16_t realised
    uint16_t upper
    uint16_t base
    uint16_t by_cells
    uint16_t by_cards


# One decision: what the cell may still hold, what it holds, and what undoing the decision must restore.
cdef struct Frame:
    uint64_t to_try[CLASSES]
    Cells open
    uint64_t fits[4]
    Cells cells_to_try
    int cell
    int card
    int holds
    int spare
    int segments
    int promised
    bint may_be_empty


@cython.final
cdef class Search(BoxSearch):
    """Search one box of columns x rows cells for layouts that match in `wanted` ways or more, up to mirror images.

    `kinds` and `draws` hold the kind and the place in the deal of each card. Consecutive cards form each component of
    the graph "matches in two ways"; equal cards follow one another, the first drawn first. `ways[a]` is a byte string
    that says in how many ways kind a matches each kind. `laid` holds the cards on the table as (index in `kinds`,
    cell); cell `x + columns y` is in column x and row y. `without` holds the TECHNIQUES switched off. With
    `placements`, of the same cards and box, components lie only as these list them. The constructor raises MemoryError
    if the budget has no memory, and ValueError for more than MOST_CARDS cards or MOST_BOX cells.
    """

    cdef Part* part
    cdef int parts
    cdef int wanted, depth
    cdef bint open_partners, mirrors, fewest_first, touching_order
    # By component: how many of its pairs are to touch at least and at most.
    cdef int least[2 * MOST]
    cdef int most[2 * MOST]
    # By undecided cell: the cards that it may hold.
    cdef uint64_t domain[MOST_CELLS]
    cdef Frame* frames
    cdef State* states

    def __cinit__(
        self, kinds: Sequence[int], draws: Sequence[int], ways: Sequence[bytes], int hold, int columns, int rows,
        laid: Sequence[tuple[int, int]], int wanted, without: frozenset[str], Budget budget, Placements placements=None,
    ) -> None:
        self.budget, self.placements, self.wanted = budget, placements, wanted
        self.take_deal(kinds, draws, ways, hold, columns, rows, laid)
        self.mirrors = "mirrors" not in without and not laid
        self.fewest_first = "fewest-first" not in without
        self.touching_order = "touching-order" not in without
        self.open_partners = "open-partners" not in without
        self.components = Components(self, budget)
        self.part, self.parts = self.components.part, self.components.count
        self.stacks = Rooms(budget)
        self.frames = <Frame*>self.stacks.take(self.area + 1, sizeof(Frame))
        self.states = <State*>self.stacks.take((self.area + 1) * (self.parts + 1), sizeof(State))
        for card, cell in laid:
            self.put(card, cell, &self.frames[0].open, self.frames[0].fits)
        self.demand([0] * self.parts, self.components.most())

    def demand(self, least: Sequence[int], most: Sequence[int]) -> None:
        """Restart with only the layouts in which least[k] to most[k] pairs of each component k touch.

        Call this before `run`, or after `run` has returned "exhausted". Raises MemoryError as the constructor does.
        """
        cdef int i
        for i in range(self.parts):
            self.least[i], self.most[i] = least[i], most[i]
        self.list_placements(least, most)
        self._choose_pivot()
        self._begin()

    cdef void _begin(self):
        """Set up the first frame."""
        cdef Frame* frame = &self.frames[0]
        cdef int card, i
        cdef uint64_t rest
        frame.spare = self.area - self.cards
        frame.segments = self.segments()
        for i in range(self.parts):
            self.states[i].realised = 0
            rest = self.part[i].members & self.laid
            while rest:
                card = take_lowest(&rest)
                self.states[i].realised += popcount(self.part[i].partners[card] & self.touching[card])
            self.states[i].realised //= 2
        frame.promised = 0
        for i in range(self.parts):
            self._bound_pairs(i, &self.states[i], &frame.open)
            frame.promised += self.states[i].upper
        self.depth = -1
        frame.holds = UNDECIDED
        if (
            self._promising(frame)
            and self._some_remain()
            and self._choose(frame, self.states, 0)
            and self.placeable(&frame.open)
        ):
            if frame.cell == -1:
                self.found = self.can_be_laid()
            else:
                self.depth = 0

    cdef bint _some_remain(self):
        """Leave the placements that go with the cards laid; tell whether each component has one."""
        cdef int cell, row
        if not self.listed_cards:
            return True
        self.leave_all()
        self._leave_one_image()
        for cell in range(self.area):
            if self.at[cell] != UNDECIDED:
                row = self.row_of(cell, self.at[cell])
                if not self.narrow_by(0, 0, &row, 1):
                    return False
                self.allow(0, 0)
        return True

    # ---- the search

    cdef int search_on(self, long long nodes) except -1 nogil:
        """Return 0: found, 1: exhausted, 2: paused, 3: stopped."""
        cdef Frame* frame
        cdef Frame* below
        cdef int card
        while self.depth >= 0:
            frame = &self.frames[self.depth]
            if frame.holds != UNDECIDED:
                self.take_back(frame.cell, frame.holds, frame.fits)
                frame.holds = UNDECIDED
            card = self._next(frame)
            if card == UNDECIDED and take(&frame.cells_to_try, &frame.cell):
                card = frame.card
            if card == UNDECIDED:
                self.depth -= 1
                continue
            if self.budget.charge(1):
                return 3
            nodes -= 1
            below = &self.frames[self.depth + 1]
            if self._enter(frame, below, card):
                if below.cell == -1:
                    if self.can_be_laid():
                        self.found = True
                        return 0
                else:
                    self.depth += 1
            if nodes <= 0:
                return 2
        return 1

    cdef int _next(self, Frame* frame) noexcept nogil:
        """Return what the cell is to hold next; UNDECIDED: everything was tried."""
        cdef int i
        for i in range(CLASSES):
            if frame.to_try[i]:
                return take_lowest(&frame.to_try[i])
        if frame.may_be_empty:
            frame.may_be_empty = False
            return EMPTY
        return UNDECIDED

    cdef bint _enter(self, Frame* frame, Frame* below, int card) noexcept nogil:
        """Put the card or nothing into the frame's cell; False: no layout with it matches in enough ways."""
        cdef int cell = frame.cell, i, k, near, row, before = self.segments_through(cell)
        cdef uint64_t changed = self.beside[cell]
        cdef State* states = self.states + (self.depth + 1) * self.parts
        below.spare = frame.spare
        below.segments = frame.segments
        below.promised = frame.promised
        below.open = frame.open
        below.holds = UNDECIDED
        frame.holds = card
        memcpy(states, states - self.parts, self.parts * sizeof(State))
        if card == EMPTY:
            below.spare -= 1
            if not self.leave_empty(cell, &below.open):
                return False
        else:
            self.put(card, cell, &below.open, frame.fits)
            changed |= bit(card)
            for i in range(self.near[cell].count):
                near = self.near[cell].cell[i]
                if self.at[near] == UNDECIDED:
                    changed |= self.beside[near]
            for i in range(2, 4):
                k = self.components.part_of[i][card]
                if k >= 0:
                    states[k].realised += <uint16_t>popcount(self.matching[i][card] & self.beside[cell])
                    if states[k].realised > self.most[k]:
                        return False
        if self.mirrors and self.pivot < 0 and not self._is_first_mirror():
            return False
        below.segments += self.segments_through(cell) - before
        if not self._promising(below):
            return False
        if not self._renew_bounds(changed, states, &below.open, &below.promised) or not self._promising(below):
            return False
        if (self.touching_order or not self.left) and not self.placeable(&below.open):
            return False
        # The components' placements are checked last: that takes the longest.
        if self.listed_cards:
            row = self.row_of(cell, card)
            if not self.narrow_by(self.depth, self.depth + 1, &row, 1):
                return False
        return self._choose(below, states, self.depth + 1)

    cdef bint _promising(self, Frame* frame) noexcept nogil:
        """Return whether `wanted` ways may still be matched."""
        return 2 * self.cards - frame.segments + frame.promised >= self.wanted

    cdef bint _choose(self, Frame* frame, const State* states, int depth) noexcept nogil:
        """Choose the next cell or card to decide, neither if all are; False: some cell or card cannot be decided."""
        cdef uint64_t can, best = 0, once = 0, twice = 0, more = 0, single
        cdef int cell, size, slack, least = 1000
        cdef Cells cells
        cdef bint needed, best_needed = False
        frame.cell = frame.card = -1
        frame.cells_to_try = NO_CELLS
        frame.to_try[0] = frame.to_try[1] = frame.to_try[2] = 0
        frame.may_be_empty = False
        cells = self.undecided
        if not cells.word[0] and not cells.word[1]:
            return True
        slack = 2 * self.cards - frame.segments + frame.promised - self.wanted
        if self.listed_cards:
            self.allow(max(0, depth - 1), depth)
        while take(&cells, &cell):
            can = cards_for(self, depth, cell)
            needed = not frame.spare
            if self.open_partners and self._leave_enough_pairs(cell, states, slack, &can):
                needed = True
            if needed and not can:
                return False
            self.domain[cell] = can
            more |= twice & can
            twice |= once & can
            once |= can
            size = popcount(can) + (not needed)
            if size < least and (self.fewest_first or least == 1000):
                least, best, frame.cell, best_needed = size, can, cell, needed
        if once != self.left:
            return False
        if self.fewest_first and self.pivot >= 0 and self.left == self.all_cards:
            self._choose_card(frame, self.pivot)
            return True
        if self.fewest_first and least > 1:
            single = self._single_kinds()
            if once & ~twice & single:
                self._choose_card(frame, lowest_bit(once & ~twice & single))
                return True
            if least > 2 and twice & ~more & single:
                self._choose_card(frame, lowest_bit(twice & ~more & single))
                return True
        self._list(frame, best)
        frame.may_be_empty = frame.spare > 0 and not best_needed
        return True

    cdef void _choose_card(self, Frame* frame, int card) noexcept nogil:
        cdef int cell
        cdef Cells cells = self.undecided
        frame.cell, frame.card = -2, card
        while take(&cells, &cell):
            if self.domain[cell] >> card & 1:
                add(&frame.cells_to_try, cell)

    cdef void _list(self, Frame* frame, uint64_t best) noexcept nogil:
        """List the cards to try, those with the most partners beside the cell first."""
        cdef uint64_t here = self.beside[frame.cell], strong = 0, stronger = 0
        cdef int card
        # Of equal cards the first comes first.
        best &= ~((self.left & self.same_as_next) << 1)
        while here:
            card = take_lowest(&here)
            stronger |= strong & self.matching[2][card]
            strong |= self.matching[2][card]
        frame.to_try[0] = best & stronger
        frame.to_try[1] = best & strong & ~stronger
        frame.to_try[2] = best & ~strong

    # ---- how many pairs of each component may touch

    cdef bint _renew_bounds(
        self, uint64_t changed, State* states, const Cells* open_cells, int* promised
    ) noexcept nogil:
        """Update the pair bounds of the components that hold a card of `changed`; False: a bound is too low."""
        cdef int level, k
        cdef uint64_t rest
        changed &= ~self.listed_cards
        for level in range(2, 4):
            rest = changed
            k = self._next_part(level, &rest)
            while k >= 0:
                promised[0] -= states[k].upper
                self._bound_pairs(k, &states[k], open_cells)
                promised[0] += states[k].upper
                if states[k].upper < self.least[k]:
                    return False
                k = self._next_part(level, &rest)
        return True

    cdef void _bound_pairs(self, int k, State* state, const Cells* open_cells) noexcept nogil:
        """Bound a component's touching pairs, of which `realised` are there."""
        cdef Part* part = &self.part[k]
        cdef uint64_t rest = part.members & self.left, placed = part.members & ~self.left
        cdef Cells cells = open_cells[0] if placed else NO_CELLS
        cdef uint64_t met[5]
        cdef uint64_t by_card[5]
        cdef int cell, card, i, most, by_cards = 0
        state.by_cells = state.by_cards = 0
        if part.members & self.listed_cards:
            # Some placement with that number of pairs is left.
            state.base = state.upper = <uint16_t>self.most[k]
            return
        state.base = state.upper = state.realised
        if not rest:
            return
        if not self.open_partners:
            # All edges that have an end to come.
            while rest:
                card = take_lowest(&rest)
                state.base += popcount(part.partners[card] & (rest | placed))
            state.upper = min(self.most[k], state.base)
            return
        state.base += part.table[rest >> part.first] if part.table is not NULL else self.components.most_pairs(part, rest)
        memset(by_card, 0, sizeof(by_card))
        while take(&cells, &cell):
            most = self._meet(part, cell, met)
            state.by_cells += most
            for i in range(1, most + 1):
                by_card[i] |= met[i]
        for i in range(1, 5):
            by_cards += popcount(by_card[i])
        state.by_cards = by_cards
        state.upper = self._sum_of(k, state, state.by_cells)

    cdef int _sum_of(self, int k, const State* state, int by_cells) noexcept nogil:
        return min(self.most[k], state.base + min(by_cells, state.by_cards))

    cdef int _meet(self, Part* part, int cell, uint64_t* met) noexcept nogil:
        """List in met[i] the cards that fit the cell and pair with i placed ones there; return the largest such i."""
        cdef uint64_t here = self.beside[cell] & part.members, fitting, with_card
        cdef int count = 0, card
        if not here:
            return 0
        fitting = self.fit[cell] & self.left & part.members
        met[1] = met[2] = met[3] = met[4] = 0
        while here:
            card = take_lowest(&here)
            with_card = part.partners[card] & fitting
            met[4] |= met[3] & with_card
            met[3] |= met[2] & with_card
            met[2] |= met[1] & with_card
            met[1] |= with_card
        while count < 4 and met[count + 1]:
            count += 1
        return count

    cdef bint _leave_enough_pairs(self, int cell, const State* states, int slack, uint64_t* can) noexcept nogil:
        """Remove the cards that would leave too few pairs; return whether the cell must not stay empty."""
        cdef int level, k, most, least, enough
        cdef uint64_t rest
        cdef uint64_t met[5]
        cdef const State* state
        cdef bint needed = False
        for level in range(2, 4):
            # The placements left say more of the components that are listed, which have no equal cards.
            rest = self.beside[cell] & ~self.listed_cards
            k = self._next_part(level, &rest)
            while k >= 0:
                state = &states[k]
                most = self._meet(&self.part[k], cell, met)
                least = most
                enough = max(self.least[k], state.upper - slack)
                while least and self._sum_of(k, state, state.by_cells - most + least - 1) >= enough:
                    least -= 1
                if least:
                    can[0] &= met[least]
                    needed = True
                k = self._next_part(level, &rest)
        return needed

    cdef int _next_part(self, int level, uint64_t* cards) noexcept nogil:
        """Take the cards of one component of the level out of the set and return the component; -1: there is none left."""
        cdef int k
        while cards[0]:
            k = self.components.part_of[level][lowest_bit(cards[0])]
            if k >= 0:
                cards[0] &= ~self.part[k].members
                return k
            cards[0] &= cards[0] - 1
        return -1

    # ---- which of a layout's mirror images is searched for

    cdef void _choose_pivot(self):
        """Choose the card that is decided first (-1: none): unlike all others, of a large component, with few matches."""
        cdef int card, k, size
        cdef uint64_t single = 0 if self.laid else self._single_kinds()
        self.pivot = -1
        memset(&self.quarter, 0xFF, sizeof(Cells))
        best = None
        for card in range(self.cards):
            if single >> card & 1:
                k = self.components.part_of[2][card]
                size = 1 if k < 0 else self.part[k].size - (self.part[k].most - self.least[k])
                value = (size, -popcount(self.matching[1][card]))
                if best is None or value > best:
                    best, self.pivot = value, card
        if self.mirrors and self.pivot >= 0:
            self.find_quarter(&self.quarter)

    cdef uint64_t _single_kinds(self) noexcept nogil:
        """Return the cards to come that have no equal: equal cards would change places."""
        return self.left & ~(self.same_as_next | self.same_as_next << 1)

    cdef bint _is_first_mirror(self) noexcept nogil:
        """Return whether no corner decided so far has a card of a smaller kind than the first (of squares: the next)."""
        cdef int value[4]
        cdef int corner[4]
        cdef int i
        corner[0], corner[1] = 0, self.columns - 1
        corner[2], corner[3] = self.area - self.columns, self.area - 1
        for i in range(4):
            value[i] = self.at[corner[i]]
            if value[i] >= 0 and value[i] < EMPTY:
                value[i] = self.kind[value[i]]
        if value[0] == UNDECIDED:
            return True
        for i in range(1, 4):
            if value[i] != UNDECIDED and value[i] < value[0]:
                return False
        return (
            self.columns != self.rows or value[1] == UNDECIDED or value[2] == UNDECIDED or value[1] <= value[2]
        )

    cdef void _leave_one_image(self) noexcept nogil:
        """Keep one of each set of mirror images among the listed placements of the pivot's component."""
        cdef int rank[IMAGES][MOST_CELLS]
        cdef int order[MOST]
        cdef int k, i, j, images, kept = 0, later = 1
        cdef const Table* table
        cdef uint64_t word
        cdef uint64_t* words
        if not self.mirrors or self.pivot < 0 or not self.listed_cards >> self.pivot & 1:
            return
        k = self.components.part_of[2][self.pivot]
        table = self.table[k]
        for j in range(table.size):
            if table.card_bit[j] >> self.pivot & 1:
                order[0] = j
            else:
                order[later] = j
                later += 1
        images = self._rank_cells(rank)
        words = self.word + self.first_word[k]
        for i in range(table.words):
            word = 0
            for j in range(64 * i, min(64 * i + 64, table.placements)):
                if self._is_least(table.cells + <long long>j * table.size, order, table.size, rank, images):
                    word |= bit(j & 63)
            words[kept] = word
            self.place[self.first_word[k] + kept] = i
            kept += word != 0
        self.count[k] = kept

    cdef int _rank_cells(self, int rank[IMAGES][MOST_CELLS]) noexcept nogil:
        """Number the cells of each mirror image by columns, which puts the least image of a cell into the quarter.

        Image 0 is the box itself; return how many there are.
        """
        cdef int cell, i, x, y
        cdef int images = 8 if self.columns == self.rows else 4
        for cell in range(self.area):
            for i in range(images):
                x, y = cell % self.columns, cell // self.columns
                if i & 4:
                    x, y = y, x
                if i & 1:
                    x = self.columns - 1 - x
                if i & 2:
                    y = self.rows - 1 - y
                rank[i][cell] = x * self.rows + y
        return images

    cdef bint _is_least(
        self, const uint8_t* cells, const int* order, int size, int rank[IMAGES][MOST_CELLS], int images
    ) noexcept nogil:
        """Return whether no mirror image has the cells, compared one after the other, of lesser rank."""
        cdef int i, j, own, other
        for i in range(1, images):
            for j in range(size):
                own, other = rank[0][cells[order[j]]], rank[i][cells[order[j]]]
                if own < other:
                    break
                if other < own:
                    return False
        return True


# ------------------------------------------------------------------------------------------------ the fewest ways first

# The layouts of one share of a loss as a tree that decides the fewest ways first.
#
# A *share* of a loss says how many pairs of each component touch and how many runs of cards there are at most. A search
# that ends without a layout *rests on* the components, and perhaps the runs, whose numbers excluded every layout: any
# share that agrees in these has no layout either. The *pivot* is the card that mirror images keep to a quarter of the
# box. games/blink/ledger.md: `whole-components`, `cells-in-time`, `reachable-pairs` and `share-cores`.

cdef enum:
    # What a node decides; how a line says it: the number, and this times 256.
    CELL, CARD, COMPONENT, ORDER
    MOST_PICKED = 256
    FIRST_LINES = 4096
    # The bit of the runs of cards among what a search rests on.
    RUNS = 63
    # A card has at most this number of neighbours.
    MOST_BESIDE = 4
    # After these many steps pairs count as able to touch.
    REACH_STEPS = 2000


# The cells that a card fits, and those in which at least one, two, three, four decided partners lie beside it.
cdef struct Fitting:
    uint64_t cells
    uint64_t beside[MOST_BESIDE]


# A node whose ways are gone through: what it decides, the next way, and how many decisions lead to it.
cdef struct Branching:
    int kind
    int number
    int next
    int picks
    int decided
    # What of the share its end rests on, and by card what its cells rest on.
    uint64_t rests_on
    uint64_t why[MOST]
    # The placements of a component to try, in their order.
    int picked[MOST_PICKED]


# A decision, what the cells beside it fitted before, and which cells beside cards are undecided, and spare, after it.
cdef struct Decision:
    int cell
    int card
    uint64_t fits[4]
    Cells open
    int spare


# ---- whether enough pairs of a component can touch

cdef class Reach:
    """Return whether enough pairs of one component can still touch.

    Cards and cells are bits of 64-bit words. Cards to come that touch no decided card are assumed to touch each other
    freely. After REACH_STEPS steps the answer is True.
    """

    # The cells beside each cell; the partners of each card, and all cards that it matches.
    cdef uint64_t near[MOST]
    cdef uint64_t partners[MOST]
    cdef uint64_t matching[MOST]
    # To be set before `can_touch`: where the decided cards lie, and the cells that each undecided one fits (at depth 0).
    cdef int place[MOST]
    cdef Fitting fitting[MOST + 1][MOST]
    cdef int wanted, steps
    cdef bint found

    cdef bint can_touch(self, uint64_t undecided, uint64_t decided, int have, int wanted) noexcept nogil:
        """Return whether `wanted` pairs can touch, `have` of which do between decided cards; True after too many steps."""
        cdef uint64_t rest = undecided
        while rest:
            self._look_around(take_lowest(&rest), decided)
        self.wanted, self.found, self.steps = wanted, False, REACH_STEPS
        self._go_on(0, undecided, decided, have, self._pairs(undecided))
        return self.found or self.steps < 0

    cdef void _go_on(self, int depth, uint64_t undecided, uint64_t decided, int have, int open_pairs) noexcept nogil:
        """Decide the card that most decided partners can touch, the one with the fewest such cells first.

        Pairs of which no card is decided are taken to touch.
        """
        cdef uint64_t rest = undecided, cells
        cdef const Fitting* fitting
        cdef int card, beside, room, chosen = -1, most = 0, fewest = MOST + 1, bound = have + open_pairs
        self.steps -= 1
        while rest:
            card = take_lowest(&rest)
            fitting = &self.fitting[depth][card]
            cells = fitting.cells & fitting.beside[0]
            if not cells:
                continue
            beside = MOST_BESIDE
            while not fitting.cells & fitting.beside[beside - 1]:
                beside -= 1
            bound += beside
            if beside >= most:
                room = popcount(cells)
                if beside > most or room < fewest:
                    chosen, most, fewest = card, beside, room
        if bound < self.wanted or self.steps < 0:
            return
        if chosen < 0 or depth == MOST:
            self.found = True
            return
        self._lay(depth, undecided, decided, have, open_pairs, chosen)
        if not self.found:
            # Leave it beside none of the partners decided so far.
            rest = undecided
            while rest:
                self.fitting[depth + 1][lowest_bit(rest)] = self.fitting[depth][lowest_bit(rest)]
                rest &= rest - 1
            self.fitting[depth + 1][chosen].cells &= ~self.fitting[depth][chosen].beside[0]
            self._go_on(depth + 1, undecided, decided, have, open_pairs)

    cdef void _lay(
        self, int depth, uint64_t undecided, uint64_t decided, int have, int open_pairs, int card
    ) noexcept nogil:
        """Try a card in each cell beside decided partners, where it touches the most of them first."""
        cdef const Fitting* fitting = &self.fitting[depth][card]
        cdef const Fitting* before
        cdef Fitting* after
        cdef uint64_t here, rest, others = undecided & ~bit(card), matching = self.matching[card]
        cdef uint64_t partners = self.partners[card], stays, far, near
        cdef int cell, other, i, beside = MOST_BESIDE
        open_pairs -= popcount(partners & undecided)
        while beside:
            here = fitting.cells & fitting.beside[beside - 1]
            if beside < MOST_BESIDE:
                here &= ~fitting.beside[beside]
            while here and not self.found:
                cell = take_lowest(&here)
                self.place[card] = cell
                near, stays, far = self.near[cell], ~bit(cell), ~(bit(cell) | self.near[cell])
                rest = others
                while rest:
                    other = take_lowest(&rest)
                    before, after = &self.fitting[depth][other], &self.fitting[depth + 1][other]
                    after[0] = before[0]
                    after.cells &= stays if matching >> other & 1 else far
                    if partners >> other & 1:
                        for i in range(MOST_BESIDE - 1, 0, -1):
                            after.beside[i] |= after.beside[i - 1] & near
                        after.beside[0] |= near
                self._go_on(depth + 1, others, decided | bit(card), have + beside, open_pairs)
            beside -= 1

    cdef void _look_around(self, int card, uint64_t decided) noexcept nogil:
        """Find the cells in which decided partners lie beside a card."""
        cdef Fitting* fitting = &self.fitting[0][card]
        cdef uint64_t near, rest = self.partners[card] & decided
        cdef int i
        memset(fitting.beside, 0, sizeof(fitting.beside))
        while rest:
            near = self.near[self.place[take_lowest(&rest)]]
            for i in range(MOST_BESIDE - 1, 0, -1):
                fitting.beside[i] |= fitting.beside[i - 1] & near
            fitting.beside[0] |= near

    cdef int _pairs(self, uint64_t cards) noexcept nogil:
        """Return the number of partner pairs among these cards."""
        cdef uint64_t rest = cards
        cdef int twice = 0
        while rest:
            twice += popcount(self.partners[take_lowest(&rest)] & cards)
        return twice // 2


# ---- the tree

@cython.final
cdef class ShareTree(BoxSearch):
    """Search the layouts of one share in a box of columns x rows cells, by a tree that decides the fewest ways first.

    Each node decides the cell, the card or the component that has the fewest ways left. `kinds`, `draws`, `ways` and
    `hold` are those of `winnow_kernels.blink.loss.Search`; no two cards are equal, and none lies on the table.
    `pairs[k]` is the number of touching pairs of component k (-1: any), `runs` the most runs of cards that the rows and
    columns have in all. `placements` are of the same cards and box. With `written` the tree is recorded for `tree`;
    the cards of each component must then rise in the deal, and the components be in the order of their first cards.
    The constructor raises MemoryError if the budget has no memory, and ValueError as that of `Search` does.
    """

    # `in_deal_order`: nothing is held back, so cards are placed in the order of the deal.
    # `sifts`: a card's cells leave out those that no earlier matching card can lie beside.
    cdef bint written, in_deal_order, sifts
    # `decided` is the number of decisions; the depth that of the frames, less one.
    cdef int most_segments, decided, depth
    cdef int by_draw[MOST]
    # By component: how many of its pairs are to touch (-1: any) and not to, and how many of cards that lie do and do not.
    cdef int to_touch[2 * MOST]
    cdef int to_part[2 * MOST]
    cdef int touch[2 * MOST]
    cdef int part[2 * MOST]
    # By card, once cells are sifted: those that it may lie in, and those in which it matches the cards that lie. Cells
    # are bits of words then, as in the next three.
    cdef uint64_t domain[MOST]
    cdef uint64_t fitting[MOST]
    cdef uint64_t all_cells, first_column, last_column
    # None: not asked what pairs can touch.
    cdef Reach reach
    # What of the share the search that ended, or the closed node, rests on: a bit for each component, and RUNS.
    cdef uint64_t rested
    cdef Branching* frames
    cdef Decision* decisions
    cdef uint16_t* lines
    # The number of nodes of the tree so far.
    cdef readonly long long nodes
    cdef long long room

    def __cinit__(
        self, kinds: Sequence[int], draws: Sequence[int], ways: Sequence[bytes], int hold, int columns, int rows,
        pairs: Sequence[int], int runs, without: frozenset[str], Budget budget, Placements placements=None,
        bint written=False,
    ) -> None:
        cdef int card
        self.budget, self.placements, self.most_segments, self.written = budget, placements, runs, written
        self.take_deal(kinds, draws, ways, hold, columns, rows, ())
        self.components = Components(self)
        self.list_placements(pairs, pairs)
        for card in range(self.cards):
            self.by_draw[self.draw[card]] = card
        self.in_deal_order = not hold
        if self.in_deal_order and self.area <= MOST and self.listed_cards and not written:
            self.sifts = "cells-in-time" not in without
        if self.sifts:
            self._take_cells("reachable-pairs" not in without)
        self._take_pairs(pairs)
        self._choose_pivot("mirrors" not in without)
        self.stacks = Rooms(budget)
        self.frames = <Branching*>self.stacks.take(self.area + 1, sizeof(Branching))
        self.decisions = <Decision*>self.stacks.take(self.area + 1, sizeof(Decision))
        self._begin()

    @property
    def pivot_card(self) -> int:
        """Return the place in the deal of the card that is kept to a quarter of the box."""
        return self.draw[self.pivot]

    @property
    def rests_on(self) -> tuple[list[int], bool]:
        """Return which components' pairs exclude every layout, and whether the runs are needed, too; once exhausted."""
        components = [k for k in range(self.components.count) if self.rested >> k & 1]
        return components, bool(self.rested >> RUNS & 1)

    @property
    def listed(self) -> list[int]:
        """Return the components whose placements are listed."""
        return [k for k in range(self.components.count) if self.table[k] is not NULL]

    def tree(self) -> bytes:
        """Return the nodes written so far, each before its children: two bytes each, in the machine's byte order.

        The high byte is 0 for a cell, 1 for a card and 2 for a component that is decided, and the low byte its number;
        a high byte of 3 says that the order of the deal closes the node.
        """
        return PyBytes_FromStringAndSize(<char*>self.lines, self.nodes * sizeof(uint16_t))

    cdef int _take_pairs(self, pairs) except -1:
        cdef int card, k
        for k in range(self.components.count):
            self.to_touch[k] = pairs[k]
            self.to_part[k] = -self.to_touch[k]
        for card in range(self.cards):
            k = self.components.part_of[2][card]
            if k >= 0:
                self.to_part[k] += popcount(self.matching[2][card] & (bit(card) - 1))
        return 0

    cdef void _choose_pivot(self, bint mirrors):
        """Choose a card, and the cells left to it of those that are mirrored.

        If cards come in turn it is the first one of the deal, else one of the largest component that has a list.
        """
        cdef int k, size, best = 0
        self.find_quarter(&self.quarter)
        if not mirrors:
            memset(&self.quarter, 0xFF, sizeof(Cells))
        for k in range(self.components.count):
            size = self.components.part[k].size
            if self.table[k] is not NULL and size > best:
                best, self.pivot = size, self.components.part[k].first
        if self.in_deal_order:
            self.pivot = self.by_draw[0]

    # ---- the search

    cdef int _begin(self) except -1:
        """Write the first node, unless it is closed."""
        cdef int card, k
        self.depth = -1
        self.decisions[0].spare = self.area - self.cards
        if self.listed_cards:
            self.leave_all()
            for k in range(self.components.count):
                if self.table[k] is not NULL and not self.table[k].placements:
                    self.rested = bit(k)
                    return 0
            self.allow(0, 0)
        for card in range(self.cards):
            # What leaves a card fewer cells at the root is its component, if that has a list.
            k = self.components.part_of[2][card]
            self.frames[0].why[card] = bit(k) if k >= 0 and self.table[k] is not NULL else 0
        if not self._enter():
            raise MemoryError
        return 0

    cdef int search_on(self, long long nodes) except -1 nogil:
        """Return 0: found, 1: exhausted, 2: paused, 3: stopped."""
        while self.depth >= 0 and not self.found:
            if not self._next(&self.frames[self.depth]):
                self._leave(self.frames[self.depth].rests_on)
                continue
            nodes -= 1
            if not self._enter() or self.budget.charge(1):
                return 3
            if nodes <= 0:
                return 2
        return 0 if self.found else 1

    cdef void _leave(self, uint64_t rests_on) noexcept nogil:
        """Leave a node all of whose ways have ended; the node above it then rests on what this one rests on."""
        self.depth -= 1
        if self.depth < 0:
            self.rested = rests_on
        else:
            self.frames[self.depth].rests_on |= rests_on

    cdef bint _enter(self) noexcept nogil:
        """Open the node that the decisions lead to, unless the order closes it; False: out of memory."""
        cdef Branching* frame = &self.frames[self.depth + 1]
        if self.depth >= 0:
            memcpy(frame.why, self.frames[self.depth].why, sizeof(frame.why))
        self.rested = 0
        if self.left and self.sifts:
            if not self._sift(self.decided, frame.why):
                return self._close()
        elif not self.placeable(&self.decisions[self.decided].open):
            return self._close()
        if not self.left:
            self.found = self.can_be_laid()
            return True
        self.depth += 1
        self._choose(frame)
        return self._write(frame.kind, self.draw[frame.number] if frame.kind == CARD else frame.number)

    cdef bint _close(self) noexcept nogil:
        """Close a node by the order of the deal, and note what it rests on; False: out of memory."""
        if self.depth >= 0:
            self.frames[self.depth].rests_on |= self.rested
        return self._write(ORDER, 0)

    cdef bint _write(self, int kind, int number) noexcept nogil:
        """Write the line of a node if `written`; False: out of memory."""
        self.nodes += 1
        if not self.written:
            return True
        if self.nodes > self.room:
            if not self.stacks.double(<void**>&self.lines, &self.room, sizeof(uint16_t), FIRST_LINES):
                return False
        self.lines[self.nodes - 1] = <uint16_t>(kind << 8 | number)
        return True

    cdef void _choose(self, Branching* frame) noexcept nogil:
        """Decide the component, card or cell that has the fewest ways."""
        cdef int cell, card, k, ways, best = 2 * MOST_CELLS
        cdef int cells_of[MOST]
        cdef uint64_t cards
        cdef Cells cells = self.undecided
        frame.next, frame.picks, frame.decided = 0, 0, self.decided
        memset(cells_of, 0, sizeof(cells_of))
        while take(&cells, &cell):
            cards = cards_for(self, self.decided, cell)
            ways = popcount(cards) + (self.decisions[self.decided].spare > 0)
            # In the order of the deal a cell is left few cards by many components: an end that rests on few is better.
            if ways < (min(best, 2) if self.in_deal_order else best):
                best, frame.kind, frame.number = ways, CELL, cell
            while cards:
                cells_of[take_lowest(&cards)] += 1
        if self.in_deal_order:
            card = self._next_card()
            cells_of[card] = 0
            for cell in range(self.area):
                cells_of[card] += self._may_hold(cell, card)
        for card in range(self.cards):
            if self.left >> card & 1 and cells_of[card] <= best:
                best, frame.kind, frame.number = cells_of[card], CARD, card
        # At the start the words have bits too many.
        if self.decided:
            for k in range(self.components.count):
                if self.table[k] is not NULL and self.components.part[k].members & self.left:
                    ways = self.placements_left(k, self.decided, min(best, MOST_PICKED))
                    if ways <= best:
                        best, frame.kind, frame.number = ways, COMPONENT, k
        if frame.kind == COMPONENT:
            self._pick(frame)
        frame.rests_on = self._reasons(frame)

    cdef uint64_t _reasons(self, const Branching* frame) noexcept nogil:
        """Return what leaves a node fewer ways than the cards that lie do."""
        cdef uint64_t cards, reasons = 0
        if frame.kind == COMPONENT:
            return bit(frame.number)
        if frame.kind == CARD:
            return frame.why[frame.number]
        cards = self.fit[frame.number] & self.left & ~cards_for(self, self.decided, frame.number)
        while cards:
            reasons |= frame.why[take_lowest(&cards)]
        return reasons

    cdef void _pick(self, Branching* frame) noexcept nogil:
        """Note the placements left of the frame's component, in their order."""
        cdef int k = frame.number, i
        cdef int at = self.decided * self.components.count + k
        cdef long long first = self.decided * <long long>self.words + self.first_word[k]
        cdef uint64_t word
        for i in range(self.count[at]):
            word = self.word[first + i]
            while word:
                frame.picked[frame.picks] = 64 * self.place[first + i] + take_lowest(&word)
                frame.picks += 1

    cdef bint _next(self, Branching* frame) noexcept nogil:
        """Decide the next way of a node that is not closed; False: no way is left."""
        cdef int way
        while True:
            while self.decided > frame.decided:
                self._take_back()
            way = frame.next
            frame.next += 1
            if way == self._ways(frame):
                return False
            if self._try(frame, way) and self._goes_on(frame):
                return True

    cdef int _ways(self, const Branching* frame) noexcept nogil:
        """Return the number of ways of the node."""
        if frame.kind == CELL:
            return self.cards + 1
        return self.area if frame.kind == CARD else frame.picks

    cdef bint _try(self, const Branching* frame, int way) noexcept nogil:
        """Decide this way of the node; False: it does not exist, or is closed."""
        cdef int cell = frame.number
        if frame.kind == CELL:
            # The card drawn at this place, or EMPTY after the last.
            if way == self.cards:
                return self.decisions[self.decided].spare > 0 and self._decide(cell, EMPTY)
            way = self.by_draw[way]
            return cards_for(self, self.decided, cell) >> way & 1 and self._decide(cell, way)
        if frame.kind == CARD:
            return self._may_hold(way, frame.number) and self._decide(way, frame.number)
        return self._lay_component(frame.number, frame.picked[way])

    cdef int _next_card(self) noexcept nogil:
        """Return the first card of the deal that has no cell; there is one."""
        cdef int draw = 0
        while not self.left >> self.by_draw[draw] & 1:
            draw += 1
        return self.by_draw[draw]

    cdef bint _may_hold(self, int cell, int card) noexcept nogil:
        """Return whether a card may lie in a cell; if cards come in turn, the next one only beside one before it."""
        cdef uint64_t here = self.beside[cell]
        if not has(&self.undecided, cell) or not cards_for(self, self.decided, cell) >> card & 1:
            return False
        if not self.in_deal_order or not self.draw[card] or card != self._next_card():
            return True
        while here:
            if self.draw[lowest_bit(here)] < self.draw[card]:
                return True
            here &= here - 1
        return False

    cdef bint _lay_component(self, int k, int place) noexcept nogil:
        """Place the cards of a component that have no cell yet; False: that node is closed."""
        cdef const Table* table = self.table[k]
        cdef const uint8_t* cells = table.cells + <long long>table.size * place
        cdef int j, card
        for j in range(table.size):
            card = lowest_bit(table.card_bit[j])
            if self.left >> card & 1:
                if card == self.pivot and not has(&self.quarter, cells[j]):
                    return False
                if not self._decide(cells[j], card):
                    return False
        return True

    cdef bint _decide(self, int cell, int card) noexcept nogil:
        """Put a card, or EMPTY, into a cell; False: that node is closed."""
        cdef Decision* above = &self.decisions[self.decided]
        cdef Decision* decision = above + 1
        cdef bint some_row_empty = False
        decision.cell, decision.card, decision.spare = cell, card, above.spare
        decision.open = above.open
        if card == EMPTY:
            decision.spare -= 1
            some_row_empty = not self.leave_empty(cell, &decision.open)
        else:
            self._count_pairs(card, cell, 1)
            self.put(card, cell, &decision.open, decision.fits)
        self.decided += 1
        if some_row_empty:
            return False
        if card != EMPTY and not self._as_shared(card):
            self.frames[self.depth].rests_on |= bit(self.components.part_of[2][card])
            return False
        if self.area > self.cards and self._runs() > self.most_segments:
            self.frames[self.depth].rests_on |= bit(RUNS)
            return False
        return True

    cdef bint _goes_on(self, Branching* frame) noexcept nogil:
        """Leave the placements that go with all that the frame's way decides; False: of some component none is left."""
        cdef int rows[MOST]
        cdef int i, count = self.decided - frame.decided
        cdef const Decision* decision = self.decisions + frame.decided + 1
        if not self.listed_cards:
            return True
        for i in range(count):
            rows[i] = self.row_of(decision[i].cell, decision[i].card)
        if not self.narrow_by(frame.decided, self.decided, rows, count):
            frame.rests_on |= bit(self.emptied)
            return False
        self.allow(frame.decided, self.decided)
        return True

    cdef int _runs(self) noexcept nogil:
        """Return the least number of runs of cards in all rows and columns; once no card is left, their number."""
        cdef int i, count = 0
        if self.left:
            return self.segments()
        for i in range(self.rows):
            count += popcount(self.row_cards[i] & ~(self.row_cards[i] << 1))
        for i in range(self.columns):
            count += popcount(self.column_cards[i] & ~(self.column_cards[i] << 1))
        return count

    cdef void _take_back(self) noexcept nogil:
        cdef Decision* decision = &self.decisions[self.decided]
        self.take_back(decision.cell, decision.card, decision.fits)
        if decision.card != EMPTY:
            self._count_pairs(decision.card, decision.cell, -1)
        self.decided -= 1

    cdef void _count_pairs(self, int card, int cell, int times) noexcept nogil:
        """Count the partners of a card that lie beside a cell, and elsewhere."""
        cdef int k = self.components.part_of[2][card]
        cdef uint64_t partners = self.matching[2][card] & ~self.left
        if k >= 0:
            self.touch[k] += times * popcount(partners & self.beside[cell])
            self.part[k] += times * popcount(partners & ~self.beside[cell])

    cdef bint _as_shared(self, int card) noexcept nogil:
        """Return whether no more pairs of a card's component touch, or do not, than are to."""
        cdef int k = self.components.part_of[2][card]
        if k < 0 or self.to_touch[k] < 0:
            return True
        return self.touch[k] <= self.to_touch[k] and self.part[k] <= self.to_part[k]

    # ---- the cells that a share leaves the cards

    cdef int _take_cells(self, bint reaches) except -1:
        """Note which cells are neighbours, and for `reaches` what pairs can touch in them."""
        cdef int card, cell, row
        self.all_cells = bit(self.area - 1) - 1 | bit(self.area - 1)
        for row in range(self.rows):
            self.first_column |= bit(row * self.columns)
        self.last_column = self.first_column << self.columns - 1
        if not reaches:
            return 0
        self.reach = Reach()
        for cell in range(self.area):
            self.reach.near[cell] = self._beside(bit(cell))
        for card in range(self.cards):
            self.reach.matching[card] = self.matching[1][card]
            self.reach.partners[card] = self.matching[2][card]
        return 0

    cdef uint64_t _beside(self, uint64_t cells) noexcept nogil:
        """Return the cells beside these."""
        return self.all_cells & (
            (cells & ~self.last_column) << 1 | (cells & ~self.first_column) >> 1
            | cells << self.columns | cells >> self.columns
        )

    cdef bint _sift(self, int depth, uint64_t* why) noexcept nogil:
        """Keep for each card the cells next to one in which an earlier card may lie; False: some card has no cell.

        `why` says by card what its cells rest on, and is brought up to date; of the card without a cell, `rested`.
        """
        cdef uint64_t* allowed = self.allowed + depth * self.area
        cdef uint64_t earlier = bit(self.by_draw[0])
        cdef int draw, card, k
        self._find_domains(depth)
        for draw in range(1, self.cards):
            card = self.by_draw[draw]
            if not self._sift_card(card, earlier & self.matching[1][card], why, allowed):
                self.rested = why[card] if self.fitting[card] else 0
                return False
            earlier |= bit(card)
        if self.reach is not None:
            for k in range(self.components.count):
                if self.to_touch[k] >= 0 and self.table[k] is NULL and not self._enough_touch(k, why):
                    return False
        return True

    cdef bint _enough_touch(self, int k, const uint64_t* why) noexcept nogil:
        """Return whether `to_touch[k]` pairs of component k, which has no list, can touch in its cards' cells."""
        cdef uint64_t members = self.components.part[k].members, decided = members & ~self.left, rest = members & self.left
        cdef int card
        if not rest or not decided:
            return True
        self.rested = bit(k)
        while rest:
            card = take_lowest(&rest)
            self.reach.fitting[0][card].cells = self.domain[card]
            self.rested |= why[card]
        rest = decided
        while rest:
            card = take_lowest(&rest)
            self.reach.place[card] = lowest_bit(self.domain[card])
        return self.reach.can_touch(members & self.left, decided, self.touch[k], self.to_touch[k])

    cdef void _find_domains(self, int depth) noexcept nogil:
        """Find the cells of each card, one for a card that lies."""
        cdef int cell
        memset(self.domain, 0, sizeof(self.domain))
        memset(self.fitting, 0, sizeof(self.fitting))
        for cell in range(self.area):
            if has(&self.undecided, cell):
                self.domain[cell] = cards_for(self, depth, cell)
                self.fitting[cell] = self.fit[cell] & self.left
            elif self.at[cell] < self.cards:
                self.domain[cell] = self.fitting[cell] = bit(self.at[cell])
        _exchange(self.domain)
        _exchange(self.fitting)

    cdef bint _sift_card(self, int card, uint64_t earlier, uint64_t* why, uint64_t* allowed) noexcept nogil:
        """Keep for a card the cells next to those of the earlier cards that match it; False: it has none."""
        cdef uint64_t near = 0, rest = earlier, gone
        while rest:
            near |= self.domain[take_lowest(&rest)]
        gone = self.domain[card] & ~self._beside(near)
        if gone:
            near = self._beside(gone)
            self.domain[card] &= ~gone
            while gone:
                allowed[take_lowest(&gone)] &= ~bit(card)
            # What keeps an earlier card from a cell beside one that is gone is a reason.
            rest = earlier
            while rest:
                if self.fitting[lowest_bit(rest)] & ~self.domain[lowest_bit(rest)] & near:
                    why[card] |= why[lowest_bit(rest)]
                rest &= rest - 1
        return self.domain[card] != 0


cdef void _exchange(uint64_t* rows) noexcept nogil:
    """Exchange the rows and the columns of 64 words of 64 bits: blocks of half the width, a quarter and so on."""
    cdef int width = 32, row
    cdef uint64_t right = 0xFFFFFFFF, moved
    while width:
        row = 0
        while row < 64:
            moved = (rows[row] >> width ^ rows[row + width]) & right
            rows[row + width] ^= moved
            rows[row] ^= moved << width
            row = (row + width + 1) & ~width
        width >>= 1
        right ^= right << width
