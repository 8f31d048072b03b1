"""All ways in which a component of Blink's cards can lie in a box, if they are few.

games/blink/ledger.md, `placements`, has the argument.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from winnow_kernels.blink.box cimport MOST, MOST_CELLS
from winnow_kernels.blink.components cimport Part
from winnow_kernels.blink.shapes cimport Shapes
from winnow_kernels.common.bits cimport lowest_bit
from winnow_kernels.common.budget cimport Budget

cdef enum:
    MOST_STEPS = 8_000_000


cdef class Placements:
    """List all placements of components of cards in the box of `shapes`, by component and number of touching pairs.

    A component with more than `most_listed` placements is not listed. A list is made when a search first needs it; all
    searches of the box share it, and its memory is claimed from `budget`.
    """

    def __cinit__(self, Shapes shapes, Budget budget, long long most_listed):
        self.shapes, self.budget, self.most_listed = shapes, budget, most_listed
        self.box = shapes.box
        self.known = {}

    def __dealloc__(self):
        cdef int i
        for i in range(self.count):
            free(self.tables[i].rows)
            free(self.tables[i].cells)
            free(self.tables[i].masks)
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    cdef Table* of(self, int k, int least, int most) except? NULL:
        """Return the placements of component k with `least` to `most` touching pairs; NULL: not listed."""
        cdef Table* table
        key = (k, least, most)
        if key not in self.known:
            table = self._listed(k, least, most)
            self.known[key] = -1 if table is NULL else self.count - 1
        return NULL if self.known[key] < 0 else &self.tables[<int>self.known[key]]

    cdef Table* _listed(self, int k, int least, int most) except? NULL:
        """List the placements of a component of two ways without equal cards; NULL: there are too many."""
        cdef Part* part = &self.shapes.components.part[k]
        if self.count == MOST_TABLES or part.partners is not self.box.matching[2]:
            return NULL
        if part.members & (self.box.same_as_next | self.box.same_as_next << 1):
            return NULL
        if not self.shapes.list_all(k, least, most, self.most_listed, MOST_STEPS):
            return NULL
        return self._tabulated(part.members)

    cdef Table* _tabulated(self, uint64_t members) except? NULL:
        """Return the table of which listed placements go with each card in each cell; NULL: out of memory."""
        cdef Table* table = &self.tables[self.count]
        cdef int i
        cdef long long size, cells = self.shapes.listed * self.shapes.size, masks
        table.placements = <int>self.shapes.listed
        table.words = (table.placements + 63) // 64
        # In larger boxes a byte for each cell of a placement takes more time than it saves.
        table.masked = self.shapes.size <= 8 and self.box.area <= 8 * MASK_WORDS
        masks = self.shapes.listed * <long long>(MASK_WORDS * sizeof(uint64_t)) if table.masked else 0
        size = <long long>self.box.area * (self.box.cards + 1) * table.words * sizeof(uint64_t)
        if not self.budget.claim_spare(size + cells + masks):
            return NULL
        self.size_in_bytes += size + cells + masks
        table.rows = <uint64_t*>calloc(size + 1, 1)
        table.cells = <uint8_t*>malloc(cells + 1)
        table.masks = <uint64_t*>calloc(masks + 1, 1)
        self.count += 1
        if table.rows is NULL or table.cells is NULL or table.masks is NULL:
            raise MemoryError
        table.size = self.shapes.size
        for i in range(table.size):
            table.card_bit[i] = <uint64_t>1 << self.shapes.card[i]
        if not self._put_in_order(table):
            raise MemoryError
        with nogil:
            self._fill(table, members)
            self._fill_masks(table, lowest_bit(members))
        return table

    cdef bint _put_in_order(self, Table* table) noexcept nogil:
        """Copy the listed placements into a table, sorted by the cells of their cards; False: out of memory.

        So those that have a card in the same cell, or lie in the same part of the box, share few words.
        """
        cdef int size = table.size, i, j, k, cell
        cdef int column[MOST]
        cdef int start[MOST_CELLS + 1]
        cdef int* order = <int*>malloc(2 * table.placements * sizeof(int) + 1)
        cdef int* next_order = order + table.placements
        if order is NULL:
            return False
        for i in range(table.placements):
            order[i] = i
        for j in range(size):
            k = 0
            for i in range(size):
                k += self.shapes.card[i] < self.shapes.card[j]
            column[k] = j
        for k in range(size - 1, -1, -1):
            j = column[k]
            memset(start, 0, sizeof(start))
            for i in range(table.placements):
                start[self.shapes.cells[<long long>i * size + j] + 1] += 1
            for cell in range(MOST_CELLS):
                start[cell + 1] += start[cell]
            for i in range(table.placements):
                cell = self.shapes.cells[<long long>order[i] * size + j]
                next_order[start[cell]] = order[i]
                start[cell] += 1
            memcpy(order, next_order, table.placements * sizeof(int))
        for i in range(table.placements):
            memcpy(table.cells + <long long>i * size, self.shapes.cells + <long long>order[i] * size, size)
        free(order)
        return True

    cdef void _fill(self, Table* table, uint64_t members) noexcept nogil:
        cdef int i, j, word, cell, near, card
        cdef uint64_t* row
        cdef const uint64_t* other
        # A card of the component: the placements that have it in the cell. No card: those that leave the cell free.
        for cell in range(self.box.area):
            row = self._row(table, cell, self.box.cards)
            for i in range(self.shapes.listed):
                row[i // 64] |= <uint64_t>1 << (i % 64)
        for i in range(self.shapes.listed):
            for j in range(table.size):
                cell = table.cells[table.size * i + j]
                self._row(table, cell, self.shapes.card[j])[i // 64] |= <uint64_t>1 << (i % 64)
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
                    for j in range(table.size):
                        if near >= 0 and not self.box.matching[1][card] >> self.shapes.card[j] & 1:
                            other = self._row(table, near, self.shapes.card[j])
                            for word in range(table.words):
                                row[word] &= ~other[word]

    cdef void _fill_masks(self, Table* table, int first) noexcept nogil:
        """Note by placement and cell which card lies there; `first` is the first of the component's cards."""
        cdef int i, j
        cdef uint8_t* mask
        if not table.masked:
            return
        for i in range(table.placements):
            mask = <uint8_t*>(table.masks + <long long>i * MASK_WORDS)
            for j in range(table.size):
                mask[table.cells[<long long>i * table.size + j]] |= <uint8_t>(1 << (self.shapes.card[j] - first))

    cdef uint64_t* _row(self, Table* table, int cell, int card) noexcept nogil:
        return table.rows + (<long long>cell * (self.box.cards + 1) + card) * table.words
