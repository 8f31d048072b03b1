"""All ways in which a component of Blink's cards can lie in a box, if they are few (docs/soundness.md: placements)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from winnow_kernels.blink.box cimport UNDECIDED, Box
from winnow_kernels.blink.components cimport Components, Part
from winnow_kernels.common.bits cimport lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget

cdef enum:
    MOST_LISTED = 65_536
    MOST_STEPS = 8_000_000


cdef class Placements:
    """Placements by component and number of touching pairs, listed when asked for; see the stub file."""

    def __cinit__(self, kinds, ways, int columns, int rows, Budget budget):
        self.budget = budget
        self.box = Box()
        self.box.take_cards(kinds, range(len(kinds)), ways, 0)
        self.box.clear(columns, rows)
        self.components = Components(self.box)
        self.known = {}

    def __dealloc__(self):
        cdef int i
        for i in range(self.count):
            free(self.tables[i].rows)
            free(self.tables[i].cells)
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    cdef Table* of(self, int k, int least, int most) except? NULL:
        """Return the placements of a component with at least and at most so many touching pairs; NULL: not listed."""
        cdef Table* table
        key = (k, least, most)
        if key not in self.known:
            self.least, self.most = least, most
            table = self._listed(&self.components.part[k])
            self.known[key] = -1 if table is NULL else self.count - 1
        return NULL if self.known[key] < 0 else &self.tables[<int>self.known[key]]

    cdef Table* _listed(self, Part* part) except? NULL:
        """List the placements of a component of two ways without equal cards; NULL: there are too many."""
        cdef Table* table = NULL
        cdef bint complete
        if self.count == MOST_TABLES or part.partners is not self.box.matching[2]:
            return NULL
        if part.members & (self.box.same_as_next | self.box.same_as_next << 1):
            return NULL
        self.size, self.pairs, self.listed, self.steps = part.size, 0, 0, 0
        self.cells = <uint8_t*>malloc(MOST_LISTED * part.size)
        if self.cells is NULL:
            raise MemoryError
        try:
            with nogil:
                self._put_in_order(part)
                complete = self._list_from(0, 0)
            if complete:
                table = self._tabulated(part.members)
        finally:
            free(self.cells)
        return table

    cdef void _put_in_order(self, Part* part) noexcept nogil:
        """Put the cards in an order in which each has as many earlier partners as can be."""
        cdef uint64_t placed = 0, rest
        cdef int i, card, best
        for i in range(self.size):
            rest = part.members & ~placed
            best = lowest_bit(rest)
            while rest:
                card = lowest_bit(rest)
                rest &= rest - 1
                if popcount(part.partners[card] & placed) > popcount(part.partners[best] & placed):
                    best = card
            self.card[i] = best
            self.earlier[i] = part.partners[best] & placed
            self.pairs += popcount(self.earlier[i])
            placed |= <uint64_t>1 << best

    cdef bint _list_from(self, int depth, int lost) noexcept nogil:
        """List what can become of the cards placed so far, whose pairs are `lost` where they do not touch."""
        cdef int i, cell, near, apart, card = self.card[depth]
        cdef bint going_on
        cdef uint64_t open_cells[2]
        cdef uint64_t fits[4]
        open_cells[0] = open_cells[1] = 0
        if depth == self.size:
            if self.pairs - lost > self.most:
                return True
            if self.listed == MOST_LISTED:
                return False
            for i in range(self.size):
                self.cells[self.size * self.listed + i] = <uint8_t>self.cell[i]
            self.listed += 1
            return True
        for cell in range(self.box.area):
            self.steps += 1
            if self.steps > MOST_STEPS:
                return False
            apart = popcount(self.earlier[depth] & ~self.box.beside[cell])
            if (
                self.box.at[cell] != UNDECIDED
                or not self.box.fit[cell] >> card & 1
                or self.pairs - lost - apart < self.least
            ):
                continue
            for i in range(4):
                near = self.box.near[4 * cell + i]
                fits[i] = self.box.fit[near] if near >= 0 else 0
            self.cell[depth] = cell
            self.box.put(card, cell, open_cells)
            going_on = self._list_from(depth + 1, lost + apart)
            self.box.take_back(cell, card, fits)
            if not going_on:
                return False
        return True

    cdef Table* _tabulated(self, uint64_t members) except? NULL:
        """Write down which of the placements listed go with each card in each cell; NULL: there is no memory for it."""
        cdef Table* table = &self.tables[self.count]
        cdef int i
        cdef long long size, cells = <long long>self.listed * self.size
        table.words = (self.listed + 63) // 64
        size = <long long>self.box.area * (self.box.cards + 1) * table.words * sizeof(uint64_t)
        if not self.budget.claim_spare(size + cells):
            return NULL
        self.size_in_bytes += size + cells
        table.rows = <uint64_t*>calloc(size + 1, 1)
        table.cells = <uint8_t*>malloc(cells + 1)
        self.count += 1
        if table.rows is NULL or table.cells is NULL:
            raise MemoryError
        table.size = self.size
        for i in range(self.size):
            table.card_bit[i] = <uint64_t>1 << self.card[i]
        memcpy(table.cells, self.cells, cells)
        with nogil:
            self._fill(table, members)
        return table

    cdef void _fill(self, Table* table, uint64_t members) noexcept nogil:
        cdef int i, j, word, cell, near, card
        cdef uint64_t* row
        cdef const uint64_t* other
        # A card of the component: the placements that have it in the cell. No card: those that leave the cell free.
        for cell in range(self.box.area):
            row = self._row(table, cell, self.box.cards)
            for i in range(self.listed):
                row[i // 64] |= <uint64_t>1 << (i % 64)
        for i in range(self.listed):
            for j in range(self.size):
                cell = self.cells[self.size * i + j]
                self._row(table, cell, self.card[j])[i // 64] |= <uint64_t>1 << (i % 64)
                self._row(table, cell, self.box.cards)[i // 64] &= ~(<uint64_t>1 << (i % 64))
        # Another card: those that leave the cell free, and whose cards beside it match.
        for cell in range(self.box.area):
            for card in range(self.box.cards):
                if members >> card & 1:
                    continue
                row = self._row(table, cell, card)
                memcpy(row, self._row(table, cell, self.box.cards), table.words * sizeof(uint64_t))
                for i in range(4):
                    near = self.box.near[4 * cell + i]
                    for j in range(self.size):
                        if near >= 0 and not self.box.matching[1][card] >> self.card[j] & 1:
                            other = self._row(table, near, self.card[j])
                            for word in range(table.words):
                                row[word] &= ~other[word]

    cdef uint64_t* _row(self, Table* table, int cell, int card) noexcept nogil:
        return table.rows + (<long long>cell * (self.box.cards + 1) + card) * table.words
