"""Which placements of the components a node of a loss search leaves (docs/soundness.md: placements)."""

from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from winnow_kernels.blink.box cimport MOST
from winnow_kernels.blink.components cimport Components
from winnow_kernels.blink.placements cimport Placements
from winnow_kernels.common.bits cimport lowest_bit
from winnow_kernels.common.budget cimport Budget

cdef enum:
    # With more words of placements hardly a card loses its last one in a cell, and looking for it takes long.
    FEW_WORDS = 4


cdef class Remaining:
    """The placements left, by depth of the search; see the stub file."""

    def __cinit__(self, Placements placements, Components components, least, most, int cards, int area, Budget budget):
        cdef int k
        self.placements, self.components, self.budget = placements, components, budget
        self.area, self.cards = area, cards
        for k in range(components.count):
            # Where all numbers of pairs are allowed, nearly all placements are.
            if least[k] == most[k]:
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
        self.narrowed = self.listed

    cdef bint narrow(self, int above, int depth, int cell, int card) noexcept nogil:
        """Leave at a depth what goes with the card (or EMPTY) in the cell; False: of some component nothing."""
        cdef int k, i, kept
        cdef uint64_t word, differing
        cdef const uint64_t* row
        cdef const uint64_t* old
        cdef const uint16_t* old_place
        cdef uint64_t* new
        cdef uint16_t* new_place
        cdef long long offset = <long long>cell * (self.cards + 1) + min(card, self.cards)
        if depth != above:
            memcpy(self.allowed + depth * self.area, self.allowed + above * self.area, self.area * sizeof(uint64_t))
        self.narrowed = 0
        for k in range(self.components.count):
            if self.table[k] is NULL:
                continue
            row = self.table[k].rows + offset * self.table[k].words
            old = self.word + above * self.words + self.first_word[k]
            old_place = self.place + above * self.words + self.first_word[k]
            new = self.word + depth * self.words + self.first_word[k]
            new_place = self.place + depth * self.words + self.first_word[k]
            kept = 0
            differing = 0
            for i in range(self.count[above * self.components.count + k]):
                word = old[i] & row[old_place[i]]
                differing |= word ^ old[i]
                if word:
                    new_place[kept] = old_place[i]
                    new[kept] = word
                    kept += 1
            self.count[depth * self.components.count + k] = kept
            if not kept:
                return False
            if differing and kept <= FEW_WORDS:
                self.narrowed |= self.components.part[k].members
        return True

    cdef uint64_t possible(self, int depth, int cell, uint64_t cards) noexcept nogil:
        """Return those of the cards that no component's placements forbid in the cell; call after `begin` or `narrow`."""
        cdef int card
        cdef uint64_t rest
        cards &= self.allowed[depth * self.area + cell]
        rest = cards & self.narrowed
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if not self._is_possible(depth, cell, card):
                cards &= ~(<uint64_t>1 << card)
                self.allowed[depth * self.area + cell] &= ~(<uint64_t>1 << card)
        return cards

    cdef bint _is_possible(self, int depth, int cell, int card) noexcept nogil:
        """Tell whether some placement that is left has the card in the cell."""
        cdef int k = self.components.part_of[2][card], i, count = self.count[depth * self.components.count + k]
        cdef const uint64_t* row = self.table[k].rows + (<long long>cell * (self.cards + 1) + card) * self.table[k].words
        cdef const uint64_t* word = self.word + depth * self.words + self.first_word[k]
        cdef const uint16_t* place = self.place + depth * self.words + self.first_word[k]
        cdef uint16_t* hint = &self.hint[cell * MOST + card]
        # Words only go from the list, so what was found may now be at an earlier place.
        i = min(<int>hint[0], count - 1)
        while i >= 0 and not word[i] & row[place[i]]:
            i -= 1
        if i < 0:
            i = hint[0] + 1
            while i < count and not word[i] & row[place[i]]:
                i += 1
            if i >= count:
                return False
        hint[0] = <uint16_t>i
        return True
