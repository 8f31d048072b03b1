"""One layer of the beam: the best nodes with the same number of cards in the talon, each position held exactly.

Nodes are found again by their columns and talon; those that differ only in how far the talon is turned share a chain,
in which one can beat another (docs/soundness: pointer-dominance).
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from winnow_kernels.universal.state cimport COLUMNS

# A node whose score is below the layer's threshold, as DEAD always is, no longer counts.
cdef enum:
    FIRST_CAPACITY = 256
    DEAD = -1


cdef class Layer:
    """The nodes of one layer, at most `width` of them once it is complete.

    While it grows it holds up to twice as many, and drops the worst when full; among equals the first found stays.
    """

    def __cinit__(self, Budget budget, int draw, bint dominance):
        self.budget = budget
        self.draw = draw
        self.dominance = dominance

    def __dealloc__(self):
        free(self.nodes)
        free(self.slots)
        if self.capacity:
            self.budget.release(_bytes(self.capacity))

    cdef void clear(self, int64_t width) noexcept nogil:
        """Make the layer empty; `width` is at least 1."""
        self.width = width
        self.count = self.alive = 0
        self.threshold = 0
        self.overflowed = False
        memset(self.tally, 0, sizeof(self.tally))
        self._clear_slots()

    cdef bint beaten(self, const State* state, int rest) noexcept nogil:
        """Tell whether a known node makes `state`, with `rest` cards in the talon, superfluous."""
        cdef uint32_t slot
        cdef const Node* known
        if not self.capacity:
            return False
        slot = _hash(state) & self.slot_mask
        while self.slots[slot]:
            known = &self.nodes[self.slots[slot] - 1]
            if known.score >= self.threshold and _same_tableau(&known.state, state):
                if self._covers(&known.state, state, rest):
                    return True
            slot = (slot + 1) & self.slot_mask
        return False

    cdef bint add(self, const Node* node, int rest) noexcept nogil:
        """Add a node that is not beaten; nodes that it beats die. False: out of memory."""
        cdef uint32_t slot
        cdef Node* known
        if node.score < self.threshold:
            self.overflowed = True
            return True
        if self.count == self.capacity and not self._make_room():
            return False
        slot = _hash(&node.state) & self.slot_mask
        while self.slots[slot]:
            known = &self.nodes[self.slots[slot] - 1]
            if known.score >= self.threshold and _same_tableau(&known.state, &node.state):
                if self._covers(&node.state, &known.state, rest):
                    self.tally[known.score] -= 1
                    self.alive -= 1
                    known.score = DEAD
            slot = (slot + 1) & self.slot_mask
        self.nodes[self.count] = node[0]
        self.count += 1
        self.slots[slot] = self.count
        self.tally[node.score] += 1
        self.alive += 1
        while self.alive - self.tally[self.threshold] >= self.width:
            self.alive -= self.tally[self.threshold]
            self.overflowed |= self.tally[self.threshold] > 0
            self.threshold += 1
        return True

    cdef void compact(self) noexcept nogil:
        """Drop the dead and all but the best `width` nodes."""
        cdef int64_t i, kept = 0, ties = self.width - (self.alive - self.tally[self.threshold])
        cdef Node* node
        for i in range(self.count):
            node = &self.nodes[i]
            if node.score < self.threshold:
                continue
            if node.score == self.threshold:
                if not ties:
                    self.overflowed = True
                    continue
                ties -= 1
            self.nodes[kept] = node[0]
            kept += 1
        self.tally[self.threshold] -= self.alive - kept
        self.count = self.alive = kept
        self._fill_slots()

    cdef bint _covers(self, const State* a, const State* b, int rest) noexcept nogil:
        """Tell whether turns and redeals lead from `a` to `b`, or `b` only lacks redeals that `a` has."""
        if a.waste == b.waste and a.redeals == b.redeals:
            return True
        if not self.dominance or a.redeals < b.redeals:
            return False
        if b.waste >= a.waste and ((b.waste - a.waste) % self.draw == 0 or b.waste == rest):
            return True
        return a.redeals > b.redeals and (b.waste % self.draw == 0 or b.waste == rest)

    cdef bint _make_room(self) noexcept nogil:
        cdef int64_t capacity
        cdef Node* nodes
        cdef uint32_t* slots
        if self.capacity >= 2 * self.width:
            self.compact()
            return True
        capacity = 2 * self.capacity if self.capacity else FIRST_CAPACITY
        if not self.budget.claim(_bytes(capacity)):
            return False
        nodes = <Node*>realloc(self.nodes, capacity * sizeof(Node))
        if nodes is not NULL:
            self.nodes = nodes
        slots = <uint32_t*>realloc(self.slots, 2 * capacity * sizeof(uint32_t))
        if slots is not NULL:
            self.slots = slots
        if nodes is NULL or slots is NULL:
            self.budget.release(_bytes(capacity))
            with gil:
                self.budget.out_of_memory()
            return False
        self.budget.release(_bytes(self.capacity))
        self.capacity = capacity
        self.slot_mask = <uint32_t>(2 * capacity - 1)
        self._fill_slots()
        return True

    cdef void _clear_slots(self) noexcept nogil:
        if self.capacity:
            memset(self.slots, 0, (<uint64_t>self.slot_mask + 1) * sizeof(uint32_t))

    cdef void _fill_slots(self) noexcept nogil:
        cdef int64_t i
        cdef uint32_t slot
        self._clear_slots()
        for i in range(self.count):
            slot = _hash(&self.nodes[i].state) & self.slot_mask
            while self.slots[slot]:
                slot = (slot + 1) & self.slot_mask
            self.slots[slot] = <uint32_t>(i + 1)


cdef int64_t _bytes(int64_t capacity) noexcept nogil:
    return capacity * <int64_t>(sizeof(Node) + 2 * sizeof(uint32_t))


cdef uint32_t _hash(const State* state) noexcept nogil:
    """Hash what `_same_tableau` compares."""
    cdef uint64_t mixed = state.talon * 0x9E3779B97F4A7C15ULL
    cdef int c
    for c in range(COLUMNS):
        mixed = (mixed ^ state.columns[c] ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9ULL
    return <uint32_t>(mixed >> 32)


cdef bint _same_tableau(const State* a, const State* b) noexcept nogil:
    cdef int c
    for c in range(COLUMNS):
        if a.columns[c] != b.columns[c]:
            return False
    return a.talon == b.talon
