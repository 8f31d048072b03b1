"""Room for the tables of One-Minute's bounds: for each node one value for each set of the cards that it remembers."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from winnow_kernels.common.bits cimport lowest_bit, popcount
from winnow_kernels.one_minute.cells cimport DELAYS
from winnow_kernels.one_minute.deal cimport CARDS, SUIT_SETS, ahead


cdef class TableSpace:
    """The memory of one deal's tables, laid out for a number of passes and for the cards that the nodes remember."""

    def __cinit__(self, Budget budget not None, bint last_suit, bint first_impasse):
        self.budget = budget
        self.last_suit = last_suit
        self.delays = DELAYS if first_impasse else 1

    def __dealloc__(self):
        self._free()

    cdef void _free(self) noexcept nogil:
        free(self.values)
        free(self.arcs)
        free(self.after)
        free(self.impasse)
        self.values = self.after = self.impasse = NULL
        self.arcs = NULL
        if self.claimed:
            self.budget.release(self.claimed)
        self.claimed = 0

    cdef int64_t bytes_wanted(self) noexcept nogil:
        """Return the bytes that tables of the same number of passes take if the nodes remember what is wanted."""
        cdef int turn, card
        cdef int64_t arcs = 0, size = 0, impasse = <int64_t>SUIT_SETS * self.passes * CARDS
        for turn in range(self.passes):
            for card in range(self.deal.cards):
                size += 1 << self.wanted.count[CARDS * turn + card]
                arcs += <int64_t>popcount(self.deal.fit[card]) << self.wanted.count[CARDS * turn + card]
        return arcs + (self.delays * SUIT_SETS * size + impasse * (self.deal.cards + 1)) * <int64_t>sizeof(int32_t)

    cdef bint lay_out(self, int passes) except -1 nogil:
        """Make room for tables of `passes` passes and of the memory wanted; False if the budget refuses.

        Nothing may be looked up between this and the next `fill`.
        """
        cdef int turn, card, node, target, other, n = self.deal.cards
        cdef uint64_t others
        cdef int64_t arcs = 0, after, impasse
        self._free()
        self.passes = passes
        self.built = self.wanted
        self.size = 0
        for turn in range(passes):
            for card in range(n):
                node = CARDS * turn + card
                self.offset[node] = self.size
                self.size += 1 << self.built.count[node]
                self.arc_start[node] = arcs
                arcs += <int64_t>popcount(self.deal.fit[card]) << self.built.count[node]
        impasse = <int64_t>SUIT_SETS * passes * CARDS
        after = impasse * n
        self.claimed = arcs + (self.delays * SUIT_SETS * self.size + after + impasse) * <int64_t>sizeof(int32_t)
        if not self.budget.claim(self.claimed):
            self.claimed = 0
            return False
        self.values = <int32_t*>malloc((self.delays * SUIT_SETS * self.size + 1) * sizeof(int32_t))
        self.arcs = <uint8_t*>malloc(arcs + 1)
        self.after = <int32_t*>malloc((after + 1) * sizeof(int32_t))
        self.impasse = <int32_t*>malloc(impasse * sizeof(int32_t))
        if not (self.values and self.arcs and self.after and self.impasse):
            self._free()
            with gil:
                self.budget.out_of_memory()
            return False
        memset(self.taken_index, 0, sizeof(self.taken_index))
        for turn in range(passes):
            for card in range(n):
                node = CARDS * turn + card
                for other in range(self.built.count[node]):
                    self.taken_index[node][self.built.near[node][other]] = 1 << other
                arcs = self.arc_start[node]
                others = self.deal.fit[card]
                while others:
                    other = lowest_bit(others)
                    others &= others - 1
                    target = CARDS * (turn if ahead(turn, card, other) else turn + 1) + other
                    if target < CARDS * passes:
                        self._map_arc(node, target, self.arcs + arcs)
                    arcs += 1 << self.built.count[node]
        return True

    cdef void _map_arc(self, int node, int target, uint8_t* arc) noexcept nogil:
        """Note for each set of cards remembered at `node` which of its cards, and of `node`'s, `target` remembers."""
        cdef int i, j, remembered
        cdef uint8_t own[MOST_NEAR]
        cdef const uint8_t* near = self.built.near[node]
        arc[0] = 0
        memset(own, 0, sizeof(own))
        for j in range(self.built.count[target]):
            if self.built.near[target][j] == node % CARDS:
                arc[0] = 1 << j
            for i in range(self.built.count[node]):
                if near[i] == self.built.near[target][j]:
                    own[i] = 1 << j
        for remembered in range(1, 1 << self.built.count[node]):
            arc[remembered] = arc[remembered & (remembered - 1)] | own[lowest_bit(remembered)]
