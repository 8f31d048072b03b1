"""Which of a Blink layout's mirror images is searched for (games/blink/ledger.md: mirrors)."""

from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.blink.box cimport EMPTY, MOST, MOST_CELLS, UNDECIDED
from winnow_kernels.blink.pair_bounds cimport PairBounds
from winnow_kernels.blink.placements cimport Table
from winnow_kernels.common.bits cimport popcount


cdef class Mirrors(PairBounds):
    """A box whose layouts are searched for up to mirror images; for kernels only (see mirrors.pxd)."""

    cdef void choose_pivot(self, int component):
        """Choose the card that is decided first: unlike all others, of a large component, and with few matches.

        A card of `component` goes before all others.
        """
        cdef int card, k, size
        cdef uint64_t single = 0 if self.laid else self.single_kinds()
        self.pivot = -1
        self.mirrored[0] = self.mirrored[1] = 0
        best = None
        for card in range(self.cards):
            if single >> card & 1:
                k = self.components.part_of[2][card]
                size = 1 if k < 0 else self.part[k].size - (self.part[k].most - self.least[k])
                value = (k >= 0 and k == component, size, -popcount(self.matching[1][card]))
                if best is None or value > best:
                    best, self.pivot = value, card
        if self.mirrors and self.pivot >= 0:
            self.find_quarter(self.mirrored)
            self.mirrored[0], self.mirrored[1] = ~self.mirrored[0], ~self.mirrored[1]

    cdef uint64_t single_kinds(self) noexcept nogil:
        """Return the cards to come that have no equal: equal cards would change places."""
        return self.left & ~(self.same_as_next | self.same_as_next << 1)

    cdef bint is_first_mirror(self, int cell) noexcept nogil:
        """Tell whether no corner decided so far has a card of a smaller kind than the first (of squares: the next)."""
        cdef int value[4]
        cdef int corner[4]
        cdef int i
        corner[0], corner[1] = 0, self.columns - 1
        corner[2], corner[3] = self.area - self.columns, self.area - 1
        if cell != corner[0] and cell != corner[1] and cell != corner[2] and cell != corner[3]:
            return True
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

    # ---- one image of each placement

    cdef void leave_one_image(self) noexcept nogil:
        """Keep one of each set of mirror images among the listed placements of the pivot's component."""
        cdef int image[IMAGES][MOST_CELLS]
        cdef int order[MOST]
        cdef int k, i, j, images, kept = 0, later = 1
        cdef const Table* table
        cdef uint64_t word
        cdef uint64_t* words
        if not self.mirrors or self.pivot < 0 or not self.remaining.listed >> self.pivot & 1:
            return
        k = self.components.part_of[2][self.pivot]
        table = self.remaining.table[k]
        for j in range(table.size):
            if table.card_bit[j] >> self.pivot & 1:
                order[0] = j
            else:
                order[later] = j
                later += 1
        images = self._map_cells(image)
        words = self.remaining.word + self.remaining.first_word[k]
        for i in range(table.words):
            word = 0
            for j in range(64 * i, min(64 * i + 64, table.placements)):
                if self._is_least(table.cells + <long long>j * table.size, order, table.size, image, images):
                    word |= <uint64_t>1 << (j & 63)
            words[kept] = word
            self.remaining.place[self.remaining.first_word[k] + kept] = i
            kept += word != 0
        self.remaining.count[k] = kept

    cdef int _map_cells(self, int image[IMAGES][MOST_CELLS]) noexcept nogil:
        """Note where each mirror image has each cell of the box; return how many images there are."""
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
                image[i][cell] = y * self.columns + x
        return images

    cdef int _rank(self, int cell) noexcept nogil:
        """Return the cell's place in an order by columns, in which the least image of a cell lies in the quarter."""
        return cell % self.columns * self.rows + cell // self.columns

    cdef bint _is_least(
        self, const uint8_t* cells, const int* order, int size, int image[IMAGES][MOST_CELLS], int images
    ) noexcept nogil:
        """Tell whether no mirror image has the cells, compared one after the other, of lesser rank."""
        cdef int i, j, own, other
        for i in range(1, images):
            for j in range(size):
                own, other = self._rank(cells[order[j]]), self._rank(image[i][cells[order[j]]])
                if own < other:
                    break
                if other < own:
                    return False
        return True
