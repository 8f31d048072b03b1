"""Cells that cards can lie in when their turn comes, where nothing is held back.

games/blink/ledger.md, `cells-in-time`, has the argument.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from winnow_kernels.blink.box cimport MOST
from winnow_kernels.blink.box_search cimport BoxSearch
from winnow_kernels.blink.components cimport Components
from winnow_kernels.blink.grid cimport beside_cells, grid_of
from winnow_kernels.blink.reach cimport Reach
from winnow_kernels.blink.remaining cimport Remaining
from winnow_kernels.common.bits cimport bit, lowest_bit


cdef class InTime(BoxSearch):
    """A box whose cells may hold only cards reached in time, at a node of a share's tree (see in_time.pxd)."""

    cdef int take_components(self, pairs, placements, bint sifts, without) except -1:
        """List the placements that the share leaves of each component; note whether `sifts` is asked and possible."""
        cdef int card, cell, k
        self.components = Components(self)
        if placements is not None:
            self.remaining = Remaining(placements, self.components, pairs, pairs, self.cards, self.area, self.budget)
            if not self.remaining.listed:
                self.remaining = None
        for k in range(self.components.count):
            self.lists[k] = self.remaining is not None and self.remaining.table[k] is not NULL
        for card in range(self.cards):
            self.by_draw[self.draw[card]] = card
        self.in_turn = not self.hold
        self.sifts = sifts and self.in_turn and self.area <= MOST and self.remaining is not None
        if self.sifts:
            self._take_cells("reachable-pairs" not in without)
        return 0

    cdef int _take_cells(self, bint reaches) except -1:
        """Note which cells are neighbours, and for `reaches` what pairs can touch in them."""
        cdef int card, cell
        self.grid = grid_of(self.columns, self.rows)
        if not reaches:
            return 0
        self.reach = Reach()
        for cell in range(self.area):
            self.reach.near[cell] = beside_cells(&self.grid, bit(cell))
        for card in range(self.cards):
            self.reach.matching[card] = self.matching[1][card]
            self.reach.partners[card] = self.matching[2][card]
        return 0

    cdef void reasons_of_lists(self, uint64_t* why) noexcept nogil:
        """Note by card what leaves it fewer cells at the root: its component, if that has a list."""
        cdef int card, k
        for card in range(self.cards):
            k = self.components.part_of[2][card]
            why[card] = bit(k) if k >= 0 and self.lists[k] else 0

    cdef uint64_t cards_for(self, int depth, int cell) noexcept nogil:
        """Return the cards that may lie in an undecided cell."""
        cdef uint64_t cards = self.fit[cell] & self.left
        if self.remaining is not None:
            cards &= self.remaining.allowed[depth * self.area + cell]
        if not self.quarter[cell >> 6] >> (cell & 63) & 1:
            cards &= ~bit(self.pivot)
        return cards

    cdef bint sift(self, int depth, uint64_t* why) noexcept nogil:
        """Keep for each card the cells next to one in which an earlier card may lie; False: some card has no cell.

        `why` says by card what its cells rest on, and is brought up to date; of the card without a cell, `rested`.
        """
        cdef uint64_t* allowed = self.remaining.allowed + depth * self.area
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
                if self.is_told[k] and not self.lists[k] and not self._enough_touch(k, why):
                    return False
        return True

    cdef bint _enough_touch(self, int k, const uint64_t* why) noexcept nogil:
        """Tell whether `to_touch[k]` pairs of component k, which has no list, can touch in its cards' cells."""
        cdef uint64_t members = self.components.part[k].members, decided = members & ~self.left, rest = members & self.left
        cdef int card
        if not rest or not decided:
            return True
        self.rested = bit(k)
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            self.reach.fitting[0][card].cells = self.domain[card]
            self.rested |= why[card]
        rest = decided
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            self.reach.place[card] = lowest_bit(self.domain[card])
        return self.reach.can_touch(members & self.left, decided, self.touch[k], self.to_touch[k])

    cdef void _find_domains(self, int depth) noexcept nogil:
        """Find the cells of each card, one for a card that lies."""
        cdef int cell
        memset(self.domain, 0, sizeof(self.domain))
        memset(self.fitting, 0, sizeof(self.fitting))
        for cell in range(self.area):
            if self.undecided[0] >> cell & 1:
                self.domain[cell] = self.cards_for(depth, cell)
                self.fitting[cell] = self.fit[cell] & self.left
            elif self.at[cell] < self.cards:
                self.domain[cell] = self.fitting[cell] = bit(self.at[cell])
        _exchange(self.domain)
        _exchange(self.fitting)

    cdef bint _sift_card(self, int card, uint64_t earlier, uint64_t* why, uint64_t* allowed) noexcept nogil:
        """Keep for a card the cells next to those of the earlier cards that match it; False: it has none."""
        cdef uint64_t near = 0, rest = earlier, gone
        while rest:
            near |= self.domain[lowest_bit(rest)]
            rest &= rest - 1
        gone = self.domain[card] & ~beside_cells(&self.grid, near)
        if gone:
            near = beside_cells(&self.grid, gone)
            self.domain[card] &= ~gone
            while gone:
                allowed[lowest_bit(gone)] &= ~bit(card)
                gone &= gone - 1
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
