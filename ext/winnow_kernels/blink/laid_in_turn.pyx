"""Layouts of Blink's first cards, laid in the order of the deal: where the next ones can lie and what they are worth.

A layout is worth what its components can still reach (see `reach`), then what matches already and how short its border
is. All this only steers.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from winnow_kernels.blink.grid cimport beside_cells, grid_of
from winnow_kernels.blink.reach cimport LOOSE, MOST, Reach
from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.random_words cimport next_word

cdef enum:
    # What a layout is worth: a pair of a component that can still touch, a way matched, a side of the border; and chance.
    # The weights of the ways, of the border and of chance are drawn for each beam.
    REACHED = 100
    LEAST_MATCHED = 20
    MATCHED_STEPS = 40
    BORDER_STEPS = 12
    LEAST_CHANCE = 20
    CHANCE_STEPS = 80


cdef class LaidInTurn:
    """What a beam asks of its layouts; see the stub file."""

    def __cinit__(self, ways, int columns, int rows, components, int pairs, Budget budget):
        cdef int a, b, cell, k
        self.budget, self.search = budget, Reach()
        self.cards, self.area, self.most_pairs = len(ways), columns * rows, pairs
        self.spare = self.area - self.cards
        self.grid = grid_of(columns, rows)
        for cell in range(self.area):
            self.search.near[cell] = beside_cells(&self.grid, bit(cell))
            a, b = cell % columns, cell // columns
            if 2 * a < columns and 2 * b < rows and (columns != rows or a <= b):
                self.quarter |= bit(cell)
        for a in range(self.cards):
            for b in range(self.cards):
                self.ways[a][b] = ways[a][b] if a != b else 0
                if self.ways[a][b]:
                    self.search.matching[a] |= bit(b)
                if self.ways[a][b] > 1:
                    self.search.partners[a] |= bit(b)
            self.part_of[a] = -1
        self.parts = len(components)
        for k in range(self.parts):
            self.bound[k] = components[k][1]
            for card in components[k][0]:
                self.members[k] |= bit(card)
                self.part_of[<int>card] = k

    cdef void _draw(self, uint64_t seed) noexcept:
        """Draw the weights, and the numbers that tell layouts apart."""
        cdef int card, cell
        for card in range(self.cards):
            for cell in range(self.area):
                self.numbers[card][cell] = next_word(&seed)
        self.matched_weight = LEAST_MATCHED + next_word(&seed) % MATCHED_STEPS
        self.border_weight = next_word(&seed) % BORDER_STEPS
        self.chance = LEAST_CHANCE + next_word(&seed) % CHANCE_STEPS

    cdef bint _begin(self, Node* root) noexcept nogil:
        """Lay the fixed cards alone; False: some card has no cell left."""
        cdef int card, other, k
        cdef uint64_t rest
        memset(root.plan, LOOSE, MOST)
        for card in range(self.cards):
            root.fits[card] = self.grid.all_cells & ~self.fixed_cells
            rest = self.fixed & ~self.search.matching[card]
            while rest and not self.fixed >> card & 1:
                root.fits[card] &= ~self.search.near[root.place[lowest_bit(rest)]]
                rest &= rest - 1
            if self.fixed >> card & 1:
                root.fits[card] = bit(root.place[card])
                rest = self.fixed & (bit(card) - 1)
                while rest:
                    other = lowest_bit(rest)
                    rest &= rest - 1
                    if self.search.near[root.place[card]] >> root.place[other] & 1:
                        root.matched += self.ways[card][other]
                        if self.ways[card][other] > 1:
                            root.touch[self.part_of[card]] += 1
            if not root.fits[card]:
                return False
        memcpy(self.fits, root.fits, sizeof(self.fits))
        for k in range(self.parts):
            root.reach[k] = self._reached(k, root.place, 0, root.touch[k], 0, self.bound[k])
            self._plan(k, root.plan)
        return True

    cdef uint64_t _cells(self, const Node* node, int card) noexcept nogil:
        """Return the cells beside laid cards that the card fits; of an empty table a quarter."""
        cdef uint64_t cells = node.fits[card] & ~node.laid
        if card:
            return cells & beside_cells(&self.grid, node.laid)
        return cells if self.fixed else cells & self.quarter

    cdef bint _value(self, const Node* node, int card, int cell, Child* child) noexcept nogil:
        """Say what the layout is worth with a card in a cell; False: it has no future, or is worth too little."""
        cdef uint64_t laid = node.laid | bit(cell), any_fits = 0, free_cells
        cdef bint is_fixed = self.fixed >> card & 1
        cdef int k, sum_reached = 0, left, least, reached
        free_cells = self.grid.all_cells & ~(laid | self.fixed_cells)
        if not self._narrow(node, card, cell, laid, &any_fits) or popcount(free_cells & ~any_fits) > self.spare:
            return False
        child.hash, child.cell = node.hash + self.numbers[card][cell], cell
        child.matched, child.touched = node.matched, 0
        if not is_fixed:
            self._match(node, card, cell, child)
        for k in range(self.parts):
            sum_reached += node.reach[k]
        child.score = (
            (1 << 20) + REACHED * sum_reached + self.matched_weight * child.matched
            - self.border_weight * self._border(laid, free_cells) + <int64_t>((child.hash >> 40) % <uint64_t>self.chance)
        )
        if child.score <= self.floor or self.most_pairs + sum_reached < self.wanted:
            return False
        memcpy(child.reach, node.reach, sizeof(child.reach))
        memcpy(child.plan, node.plan, sizeof(child.plan))
        for k in range(self.parts):
            if self._plan_holds(k, node, card, cell, is_fixed):
                continue
            left = node.touch[k] + (child.touched if k == self.part_of[card] else 0)
            self.search.place[card] = cell
            # With fewer pairs the layout would be worth too little.
            least = node.reach[k] - <int>min(
                (child.score - self.floor - 1) // REACHED, self.most_pairs + sum_reached - self.wanted
            )
            reached = self._reached(k, node.place, card + 1, left, least, node.reach[k])
            if reached < 0:
                return False
            self._plan(k, child.plan)
            child.reach[k] = reached
            sum_reached -= node.reach[k] - reached
            child.score -= REACHED * (node.reach[k] - reached)
        return True

    cdef bint _narrow(self, const Node* node, int card, int cell, uint64_t laid, uint64_t* any_fits) noexcept nogil:
        """Find the cells that each card to come fits; False: one has none, or the next one none beside laid cards."""
        cdef uint64_t stays = ~bit(cell), far = ~(bit(cell) | self.search.near[cell]), matching = self.search.matching[card]
        cdef uint64_t here
        cdef int other
        for other in range(card + 1, self.cards):
            here = node.fits[other]
            if not self.fixed >> other & 1:
                here &= stays if matching >> other & 1 else far
                any_fits[0] |= here
            if not here:
                return False
            self.fits[other] = here
        return card + 1 == self.cards or self.fits[card + 1] & beside_cells(&self.grid, laid)

    cdef void _match(self, const Node* node, int card, int cell, Child* child) noexcept nogil:
        """Add up the ways in which a card matches those laid and those fixed."""
        cdef uint64_t rest = ((bit(card) - 1) | self.fixed) & self.search.matching[card]
        cdef int other
        while rest:
            other = lowest_bit(rest)
            rest &= rest - 1
            if self.search.near[cell] >> node.place[other] & 1:
                child.matched += self.ways[card][other]
                child.touched += self.ways[card][other] > 1

    cdef bint _plan_holds(self, int k, const Node* node, int card, int cell, bint is_fixed) noexcept nogil:
        """Tell whether the component's cards to come still fit where they are planned, and the card is laid as planned."""
        cdef uint64_t rest = self.members[k] & ~self.fixed & ~(bit(card) - 1)
        cdef int other
        while rest:
            other = lowest_bit(rest)
            rest &= rest - 1
            if other == card:
                if node.plan[card] != cell:
                    return False
            elif node.plan[other] != LOOSE and not self.fits[other] >> node.plan[other] & 1:
                return False
        return True

    cdef int _reached(self, int k, const uint8_t* place, int laid, int touch, int least, int enough) noexcept nogil:
        """Return how many pairs of a component can touch, the first cards being laid, the last of them as noted; or -1."""
        cdef uint64_t decided = self.members[k] & (self.fixed | (bit(laid) - 1)), rest = self.members[k]
        cdef int card
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if not decided >> card & 1:
                self.search.fitting[0][card].cells = self.fits[card]
            elif card != laid - 1:
                self.search.place[card] = place[card]
        return self.search.most(self.members[k] & ~decided, decided, touch, least, enough)

    cdef void _plan(self, int k, uint8_t* plan) noexcept nogil:
        """Take over where the component's cards would lie."""
        cdef uint64_t rest = self.members[k]
        while rest:
            plan[lowest_bit(rest)] = self.search.plan[lowest_bit(rest)]
            rest &= rest - 1

    cdef void _build(self, Node* node, const Node* parent, const Child* child, int card) noexcept nogil:
        """Lay the card."""
        cdef uint64_t any_fits = 0
        memcpy(node, parent, sizeof(Node))
        node.laid |= bit(child.cell)
        node.hash, node.matched = child.hash, child.matched
        node.place[card] = child.cell
        if self.part_of[card] >= 0:
            node.touch[self.part_of[card]] += child.touched
        memcpy(node.plan, child.plan, sizeof(node.plan))
        memcpy(node.reach, child.reach, sizeof(node.reach))
        self._narrow(parent, card, child.cell, node.laid, &any_fits)
        memcpy(&node.fits[card + 1], &self.fits[card + 1], (MOST - card - 1) * sizeof(uint64_t))

    # ---- cells

    cdef int _border(self, uint64_t laid, uint64_t free_cells) noexcept nogil:
        """Return how many sides laid cards and free cells share."""
        return (
            popcount((laid & ~self.grid.last_column) << 1 & free_cells)
            + popcount((laid & ~self.grid.first_column) >> 1 & free_cells)
            + popcount(laid << self.grid.columns & free_cells) + popcount(laid >> self.grid.columns & free_cells)
        )
