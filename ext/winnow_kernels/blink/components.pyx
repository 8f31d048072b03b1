"""Which cards of a Blink deal match in two ways or more, and how many pairs of a set of them can touch."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from winnow_kernels.blink.box cimport MOST, Box
from winnow_kernels.common.bits cimport lowest_bit, popcount

cdef enum:
    TABULATED = 12


def most_pairs(kinds, ways, int columns, int rows):
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
    """Hold the components of a box's cards, connected by matches in two ways or in three; see components.pxd."""

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
