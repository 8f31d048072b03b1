"""Which cards the undecided cells of a node of a loss search may hold (games/blink/ledger.md: forced-cards)."""

from libc.stdint cimport uint64_t

from winnow_kernels.blink.box cimport UNDECIDED
from winnow_kernels.blink.mirrors cimport Mirrors
from winnow_kernels.blink.pair_bounds cimport State
from winnow_kernels.common.bits cimport lowest_bit


cdef class Domains(Mirrors):
    """A box with the set of cards that each undecided cell may hold; for kernels only (see domains.pxd)."""

    cdef bint fill_domains(self, const State* states, int slack, int spare, int depth) noexcept nogil:
        """Note what each undecided cell may hold; False: nothing is left to a cell that must not stay empty."""
        cdef uint64_t can, cells
        cdef int word, cell
        cdef bint needed
        self.listed_cells = 0
        self.needed[0] = self.needed[1] = 0
        if self.remaining is not None:
            self.remaining.allow(depth)
        for word in range(2):
            cells = self.undecided[word]
            while cells:
                cell = 64 * word + lowest_bit(cells)
                cells &= cells - 1
                can = self.fit[cell] & self.left
                if self.mirrored[word] >> (cell & 63) & 1:
                    can &= ~(<uint64_t>1 << self.pivot)
                if self.remaining is not None:
                    can &= self.remaining.allowed[depth * self.area + cell]
                needed = (self.open_partners and self.demands(cell, states, slack, &can)) or not spare
                if needed and not can:
                    return False
                self.domain[cell] = can
                self.needed[word] |= <uint64_t>needed << (cell & 63)
                self.cell_of[self.listed_cells] = cell
                self.listed_cells += 1
        return True

    cdef bint settle(self) noexcept nogil:
        """Leave out of the domains what cells with one card and cards with one cell forbid; False: it is too much."""
        cdef uint64_t can, settled = 0
        cdef int i, cell
        cdef bint changed = True
        while changed:
            changed = False
            if not self._settle_cards():
                return False
            for i in range(self.listed_cells):
                cell = self.cell_of[i]
                if not self.needed[cell >> 6] >> (cell & 63) & 1:
                    continue
                can = self.domain[cell]
                if not can:
                    return False
                if not can & (can - 1) and not can & settled:
                    settled |= can
                    changed = True
                    self._spread(cell)
        return True

    cdef bint _settle_cards(self) noexcept nogil:
        """Leave a cell to a card that has no other; False: some card has no cell, or two have the same one."""
        cdef uint64_t can, once = 0, twice = 0
        cdef int i, cell
        for i in range(self.listed_cells):
            can = self.domain[self.cell_of[i]]
            twice |= once & can
            once |= can
        if once != self.left:
            return False
        for i in range(self.listed_cells):
            cell = self.cell_of[i]
            can = self.domain[cell] & once & ~twice
            if can:
                if can & (can - 1):
                    return False
                self.domain[cell] = can
                self.needed[cell >> 6] |= <uint64_t>1 << (cell & 63)
        return True

    cdef void _spread(self, int cell) noexcept nogil:
        """Take the one card of a cell from all others, and leave its neighbours to cards that match."""
        cdef uint64_t own = self.domain[cell]
        cdef int i, near
        for i in range(self.listed_cells):
            self.domain[self.cell_of[i]] &= ~own
        self.domain[cell] = own
        for i in range(4):
            near = self.near[4 * cell + i]
            if near >= 0 and self.at[near] == UNDECIDED:
                self.domain[near] &= self.matching[1][lowest_bit(own)]
