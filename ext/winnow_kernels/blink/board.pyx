"""A Blink layout that grows and shrinks card by card, and what still fits beside it."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit


cdef class Board:
    """Hold the deck, a table of width x height cells and the cards placed on it; for kernels only (see board.pxd).

    Cell `x + width y` is in column x and row y. Placements are taken back in reverse order. The constructor raises
    MemoryError if the budget has no memory for the table.
    """

    def __cinit__(self, order, ways, int hold, int columns, int rows, int width, int height, Budget budget):
        cdef int a, b
        cdef bytes row
        cdef const uint8_t* number
        self.budget = budget
        self.cards = len(order)
        self.kinds = len(ways)
        self.words = max(1, (self.kinds + 63) // 64)
        self.hold = hold
        self.columns, self.rows, self.width, self.height = columns, rows, width, height
        self.area = width * height
        self.size_in_bytes = (
            self.area * <long long>(3 * sizeof(int) + sizeof(Mask))
            + self.cards * <long long>(7 * sizeof(int) + 4 * sizeof(Mask) + 1)
        )
        if not budget.claim(self.size_in_bytes):
            self.size_in_bytes = 0
            raise MemoryError
        self.order = <int*>calloc(self.cards, sizeof(int))
        self.at = <int*>calloc(self.area, sizeof(int))
        self.fits = <Mask*>calloc(self.area, sizeof(Mask))
        self.touching = <int*>calloc(self.area, sizeof(int))
        self.fringe = <int*>calloc(self.area, sizeof(int))
        self.cells = <int*>calloc(self.cards, sizeof(int))
        self.draws = <int*>calloc(self.cards, sizeof(int))
        self.used = <uint8_t*>calloc(self.cards, 1)
        self.old_fits = <Mask*>calloc(4 * self.cards, sizeof(Mask))
        self.old_boxes = <int*>calloc(4 * self.cards, sizeof(int))
        if (
            self.order is NULL or self.at is NULL or self.fits is NULL or self.touching is NULL
            or self.fringe is NULL or self.cells is NULL or self.draws is NULL or self.used is NULL
            or self.old_fits is NULL or self.old_boxes is NULL
        ):
            raise MemoryError
        for a in range(self.cards):
            self.order[a] = order[a]
        for a in range(self.kinds):
            row = ways[a]
            number = row
            for b in range(self.kinds):
                self.ways[a][b] = number[b]
                if number[b]:
                    self.matching[a].words[b // 64] |= bit(b % 64)
        self.reset()

    def __dealloc__(self):
        free(self.order)
        free(self.at)
        free(self.fits)
        free(self.touching)
        free(self.fringe)
        free(self.cells)
        free(self.draws)
        free(self.used)
        free(self.old_fits)
        free(self.old_boxes)
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    cdef void reset(self) noexcept nogil:
        """Clear the table."""
        cdef int i
        while self.placed:
            self.take_back()
        memset(self.at, 0, self.area * sizeof(int))
        memset(self.fits, 0xff, self.area * sizeof(Mask))
        memset(self.copies, 0, sizeof(self.copies))
        memset(&self.left, 0, sizeof(Mask))
        for i in range(self.cards):
            self.copies[self.order[i]] += 1
            self.left.words[self.order[i] // 64] |= bit(self.order[i] % 64)
        self.lowest = 0
        self.min_x = self.width
        self.min_y = self.height
        self.max_x = self.max_y = -1
        self.matched = 0

    cdef void place(self, int cell, int draw) noexcept nogil:
        """Place the card of the deal's place `draw` on a free cell."""
        self.used[draw] = 1
        self.place_kind(cell, self.order[draw], draw)

    cdef void place_kind(self, int cell, int kind, int draw) noexcept nogil:
        """Place a card of kind `kind`; `draw` is -1 if its place in the deal is marked as used in another way."""
        cdef int near[4]
        cdef int i, k, w, x = cell % self.width, y = cell // self.width
        cdef int* box = &self.old_boxes[4 * self.placed]
        box[0], box[1], box[2], box[3] = self.min_x, self.max_x, self.min_y, self.max_y
        self.min_x, self.max_x = min(self.min_x, x), max(self.max_x, x)
        self.min_y, self.max_y = min(self.min_y, y), max(self.max_y, y)
        self.at[cell] = kind + 1
        k = self.neighbours(cell, near)
        for i in range(k):
            if self.at[near[i]]:
                self.matched += self.ways[kind][self.at[near[i]] - 1]
            self.old_fits[4 * self.placed + i] = self.fits[near[i]]
            for w in range(WORDS):
                self.fits[near[i]].words[w] &= self.matching[kind].words[w]
            if not self.touching[near[i]]:
                self.fringe[self.fringe_count] = near[i]
                self.fringe_count += 1
            self.touching[near[i]] += 1
        self.cells[self.placed] = cell
        self.draws[self.placed] = draw
        self.placed += 1
        self.copies[kind] -= 1
        if not self.copies[kind]:
            self.left.words[kind // 64] &= ~bit(kind % 64)
        while self.lowest < self.cards and self.used[self.lowest]:
            self.lowest += 1

    cdef void take_back(self) noexcept nogil:
        """Take the card placed last off the table."""
        cdef int near[4]
        cdef int i, k, cell, kind
        cdef int* box
        self.placed -= 1
        box = &self.old_boxes[4 * self.placed]
        self.min_x, self.max_x, self.min_y, self.max_y = box[0], box[1], box[2], box[3]
        cell = self.cells[self.placed]
        kind = self.at[cell] - 1
        self.at[cell] = 0
        k = self.neighbours(cell, near)
        for i in range(k - 1, -1, -1):
            if self.at[near[i]]:
                self.matched -= self.ways[kind][self.at[near[i]] - 1]
            self.fits[near[i]] = self.old_fits[4 * self.placed + i]
            self.touching[near[i]] -= 1
            if not self.touching[near[i]]:
                self.fringe_count -= 1
        self.copies[kind] += 1
        self.left.words[kind // 64] |= bit(kind % 64)
        if self.draws[self.placed] >= 0:
            self.used[self.draws[self.placed]] = 0
            self.lowest = min(self.lowest, self.draws[self.placed])

    cdef bint in_reach(self, int cell) noexcept nogil:
        """Tell whether a card on `cell` would keep the bounding box within columns x rows."""
        cdef int x = cell % self.width, y = cell // self.width
        return (
            max(self.max_x, x) - min(self.min_x, x) < self.columns
            and max(self.max_y, y) - min(self.min_y, y) < self.rows
        )

    cdef bint all_in_reach(self) noexcept nogil:
        """Tell whether `in_reach` holds for every cell that a placed card touches."""
        return (
            (self.width == self.columns or self.max_x - self.min_x + 1 < self.columns)
            and (self.height == self.rows or self.max_y - self.min_y + 1 < self.rows)
        )

    cdef bint closure_is_complete(self) noexcept nogil:
        """Tell whether all cards left can be placed if geometry is ignored (games/blink/ledger.md: match-graph)."""
        cdef Mask reached
        cdef int i, w, draw, count = self.placed, first = self.lowest
        cdef bint grown = True, near = self.all_in_reach()
        memset(&reached, 0, sizeof(Mask))
        for i in range(self.fringe_count):
            if not self.at[self.fringe[i]] and (near or self.in_reach(self.fringe[i])):
                for w in range(WORDS):
                    reached.words[w] |= self.fits[self.fringe[i]].words[w]
        # A card that is taken is marked 2 for the time being.
        while grown:
            grown = False
            while first < self.cards and self.used[first]:
                first += 1
            draw = first
            while draw < self.cards and draw <= count + self.hold:
                if not self.used[draw] and holds(&reached, self.order[draw]):
                    self.used[draw] = 2
                    count += 1
                    grown = True
                    for w in range(WORDS):
                        reached.words[w] |= self.matching[self.order[draw]].words[w]
                draw += 1
        for draw in range(self.lowest, self.cards):
            if self.used[draw] == 2:
                self.used[draw] = 0
        return count == self.cards

    cdef int neighbours(self, int cell, int* found) noexcept nogil:
        """List the cells that touch `cell`; return how many."""
        cdef int count = 0, x = cell % self.width
        if x:
            found[count] = cell - 1
            count += 1
        if x + 1 < self.width:
            found[count] = cell + 1
            count += 1
        if cell >= self.width:
            found[count] = cell - self.width
            count += 1
        if cell + self.width < self.area:
            found[count] = cell + self.width
            count += 1
        return count


cdef bint holds(const Mask* mask, int kind) noexcept nogil:
    """Tell whether the kind is in the set."""
    return mask.words[kind // 64] >> (kind % 64) & 1
