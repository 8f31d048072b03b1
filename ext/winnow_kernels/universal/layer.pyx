"""One layer of the beam: the best nodes with the same number of cards in the talon, each position held exactly."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.layer cimport SlottedNodes
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down
from winnow_kernels.universal.state cimport COLUMNS

# A node whose score is below the layer's threshold counts as dropped.
cdef enum:
    FIRST_CAPACITY = 256


cdef class Layer(SlottedNodes):
    """The nodes of one layer, at most `width` of them once it is complete.

    While it grows it holds up to twice as many, and drops the worst when full; among equals the first found stays.
    """

    def __cinit__(self, Budget budget):
        self.budget = budget
        self.node_size = sizeof(Node)

    cdef uint64_t hash_of(self, const void* node) noexcept nogil:
        return _hash(&(<const Node*>node).state)

    cdef void swap(self, Layer other) noexcept nogil:
        """Swap the nodes of two layers. Both must be cleared before a node is added."""
        self.trade(other)
        self.nodes = <Node*>self.memory
        other.nodes = <Node*>other.memory

    cdef void clear(self, int64_t width) noexcept nogil:
        """Make the layer empty; `width` is at least 1."""
        self.width = width
        self.count = self.alive = 0
        self.threshold = 0
        self.overflowed = False
        memset(self.tally, 0, sizeof(self.tally))
        self.clear_slots()

    cdef bint knows(self, const State* state) noexcept nogil:
        """Tell whether the layer holds this position."""
        cdef uint64_t slot
        cdef const Node* known
        if not self.capacity:
            return False
        slot = _hash(state) & self.slot_mask
        while self.slots[slot]:
            known = &self.nodes[self.slots[slot] - 1]
            if known.score >= self.threshold and _equal(&known.state, state):
                return True
            slot = (slot + 1) & self.slot_mask
        return False

    cdef bint add(self, const Node* node) noexcept nogil:
        """Add a node of a position that is not known. False: out of memory."""
        cdef uint64_t slot
        if node.score < self.threshold:
            self.overflowed = True
            return True
        if self.count == self.capacity and not self._make_room():
            return False
        slot = _hash(&node.state) & self.slot_mask
        while self.slots[slot]:
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
        """Drop all but the best `width` nodes."""
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
        self.fill_slots()

    cdef bint _make_room(self) noexcept nogil:
        cdef bint grown
        if self.capacity >= 2 * self.width:
            self.compact()
            return True
        grown = self.grow(FIRST_CAPACITY)
        self.nodes = <Node*>self.memory
        return grown


cdef uint64_t _hash(const State* state) noexcept nogil:
    """Hash what `_equal` compares."""
    cdef uint64_t mixed = mix_in(mix(state.talon), <uint64_t>state.redeals << 8 | state.waste)
    cdef int c
    for c in range(COLUMNS):
        mixed = mix_in(mixed, state.columns[c])
    return mixed_down(mixed)


cdef bint _equal(const State* a, const State* b) noexcept nogil:
    cdef int c
    for c in range(COLUMNS):
        if a.columns[c] != b.columns[c]:
            return False
    return a.talon == b.talon and a.waste == b.waste and a.redeals == b.redeals
