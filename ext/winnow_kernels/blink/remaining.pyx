"""Which placements of the components a node of a loss search leaves (games/blink/ledger.md: placements)."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from winnow_kernels.blink.box cimport MOST, MOST_CELLS
from winnow_kernels.blink.components cimport Components
from winnow_kernels.blink.placements cimport MASK_WORDS, Placements, Table
from winnow_kernels.common.bits cimport lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget

cdef enum:
    # Of more placements hardly a card loses its last one in a cell, and going through them takes long.
    FEW = 128


cdef class Remaining:
    """Hold the placements that are left of each component, by depth of the search; for kernels only.

    Component k is listed only if `least[k] == most[k]`, and then with `least[k]` touching pairs.
    Nothing is listed if the budget has no memory to spare; the constructor raises MemoryError if the machine has none.
    """

    def __cinit__(self, Placements placements, Components components, least, most, int cards, int area, Budget budget):
        cdef int k
        self.placements, self.components, self.budget = placements, components, budget
        self.area, self.cards = area, cards
        for k in range(components.count):
            # Where all numbers of pairs are allowed, nearly all placements are.
            if 0 <= least[k] == most[k]:
                self.table[k] = placements.of(k, least[k], most[k])
            if self.table[k] is not NULL:
                self.listed |= components.part[k].members
                self.first_word[k] = self.words
                self.words += self.table[k].words
        cdef long long depths = area + 1
        cdef long long size = depths * (
            self.words * <long long>(sizeof(uint64_t) + sizeof(uint16_t))
            + components.count * <long long>sizeof(int)
            + area * <long long>sizeof(uint64_t)
        )
        if not self.listed or not budget.claim_spare(size):
            self.listed = 0
            return
        self.size_in_bytes = size
        self.word = <uint64_t*>calloc(depths * self.words + 1, sizeof(uint64_t))
        self.place = <uint16_t*>calloc(depths * self.words + 1, sizeof(uint16_t))
        self.count = <int*>calloc(depths * components.count + 1, sizeof(int))
        self.allowed = <uint64_t*>calloc(depths * area, sizeof(uint64_t))
        if self.word is NULL or self.place is NULL or self.count is NULL or self.allowed is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.word)
        free(self.place)
        free(self.count)
        free(self.allowed)
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    cdef void begin(self) noexcept nogil:
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

    cdef bint narrow(self, int depth, int cell, int card) noexcept nogil:
        """Leave at a depth what is left above it and goes with the card (or EMPTY) in the cell; depth 0 is narrowed.

        False: of some component nothing is left.
        """
        cdef int row = self.row_of(cell, card)
        return self.narrow_by(max(0, depth - 1), depth, &row, 1)

    cdef int row_of(self, int cell, int card) noexcept nogil:
        """Return the number of the tables' row for a card (or EMPTY) in a cell."""
        return cell * (self.cards + 1) + min(card, self.cards)

    cdef bint narrow_by(self, int above, int depth, const int* rows, int count) noexcept nogil:
        """Leave at a depth what is left at one above it and is in all of these rows; False as `narrow` says."""
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

    cdef void allow(self, int depth) noexcept nogil:
        """Allow at a depth what is allowed above it and the placements left have; call after `begin` or `narrow`."""
        self.allow_from(max(0, depth - 1), depth)

    cdef void allow_from(self, int above, int depth) noexcept nogil:
        """Do the same from a depth further above; call after `narrow_by`."""
        cdef int i
        if depth:
            memcpy(self.allowed + depth * self.area, self.allowed + above * self.area, self.area * sizeof(uint64_t))
        for i in range(self.narrowed_count):
            if not self._has_few(self.narrowed[i], depth):
                continue
            if self.table[self.narrowed[i]].masked:
                self._allow_masked(self.narrowed[i], depth)
            else:
                self._allow_only(self.narrowed[i], depth)
        self.narrowed_count = 0

    cdef bint _has_few(self, int k, int depth) noexcept nogil:
        """Tell whether at most FEW placements of the component are left."""
        cdef int i, left = 0
        cdef const uint64_t* words = self.word + depth * self.words + self.first_word[k]
        for i in range(self.count[depth * self.components.count + k]):
            left += popcount(words[i])
            if left > FEW:
                return False
        return True

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
                cells = table.cells + (64 * <long long>place[i] + lowest_bit(word)) * table.size
                word &= word - 1
                for j in range(table.size):
                    possible[cells[j]] |= table.card_bit[j]
        for i in range(self.area):
            allowed[i] &= possible[i] | others

    cdef void _allow_masked(self, int k, int depth) noexcept nogil:
        """Do the same for a component of at most eight cards in a small box, eight cells at a time."""
        cdef const Table* table = self.table[k]
        cdef const uint64_t* masks
        cdef uint64_t possible[MASK_WORDS]
        cdef uint64_t* allowed = self.allowed + depth * self.area
        cdef uint64_t word, others = ~self.components.part[k].members
        cdef const uint64_t* words = self.word + depth * self.words + self.first_word[k]
        cdef const uint16_t* place = self.place + depth * self.words + self.first_word[k]
        cdef int i, j, first = self.components.part[k].first
        cdef const uint8_t* cards = <const uint8_t*>possible
        memset(possible, 0, sizeof(possible))
        for i in range(self.count[depth * self.components.count + k]):
            word = words[i]
            while word:
                masks = table.masks + (64 * <long long>place[i] + lowest_bit(word)) * MASK_WORDS
                word &= word - 1
                for j in range(MASK_WORDS):
                    possible[j] |= masks[j]
        for i in range(self.area):
            allowed[i] &= <uint64_t>cards[i] << first | others
