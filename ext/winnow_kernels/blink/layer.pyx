"""One layer of the beam over Blink layouts: the best nodes with the same number of cards, each layout once."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport qsort

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.layer cimport SlottedNodes

cdef enum:
    FIRST_CAPACITY = 64


cdef class Layer(SlottedNodes):
    """Hold the best nodes of one layer: at most `width` when it is finished, up to twice as many while it grows."""

    def __cinit__(self, Budget budget):
        self.budget = budget
        self.node_size = sizeof(Node)

    cdef uint64_t hash_of(self, const void* node) noexcept nogil:
        return (<const Node*>node).low

    cdef void swap(self, Layer other) noexcept nogil:
        """Swap the nodes of two layers. Both must be cleared before a node is added."""
        self.trade(other)
        self.nodes = <Node*>self.memory
        other.nodes = <Node*>other.memory

    cdef void clear(self, int64_t width) noexcept nogil:
        """Make the layer empty; `width` is at least 1."""
        self.width = width
        self.count = 0
        self.numbered = 0
        self.floor = -1
        self.overflowed = False
        self.fill_slots()

    cdef bint known(self, uint64_t high, uint64_t low) noexcept nogil:
        """Tell whether the layer holds this layout."""
        cdef uint64_t slot
        if not self.capacity:
            return False
        slot = low & self.slot_mask
        while self.slots[slot]:
            if self.nodes[self.slots[slot] - 1].low == low and self.nodes[self.slots[slot] - 1].high == high:
                return True
            slot = (slot + 1) & self.slot_mask
        return False

    cdef bint wants(self, int64_t score) noexcept nogil:
        """Tell whether a node of this score (at least 0) could stay; if not, the layer notes that it overflowed."""
        if score <= self.floor:
            self.overflowed = True
            return False
        return True

    cdef bint add(self, const Node* node) noexcept nogil:
        """Add a node that is not known and wanted. False: out of memory."""
        cdef uint64_t slot
        if self.count == self.capacity and not self._make_room():
            return False
        slot = node.low & self.slot_mask
        while self.slots[slot]:
            slot = (slot + 1) & self.slot_mask
        self.nodes[self.count] = node[0]
        self.nodes[self.count].number = self.numbered
        self.numbered += 1
        self.count += 1
        self.slots[slot] = <uint32_t>self.count
        return True

    cdef void finish(self) noexcept nogil:
        """Drop all but the best `width` nodes, and sort them, the best first."""
        self._keep_best()
        self.fill_slots()

    cdef void _keep_best(self) noexcept nogil:
        if self.count:
            qsort(self.nodes, self.count, sizeof(Node), _better_first)
        if self.count > self.width:
            self.overflowed = True
            self.count = self.width
        if self.count == self.width:
            self.floor = self.nodes[self.count - 1].score

    cdef bint _make_room(self) noexcept nogil:
        cdef bint grown
        if self.capacity >= 2 * self.width:
            self._keep_best()
            self.fill_slots()
            return True
        grown = self.grow(FIRST_CAPACITY)
        self.nodes = <Node*>self.memory
        return grown


cdef int _better_first(const void* a, const void* b) noexcept nogil:
    """Order nodes by score, the best first; among equals the first found."""
    cdef const Node* x = <const Node*>a
    cdef const Node* y = <const Node*>b
    if x.score != y.score:
        return 1 if x.score < y.score else -1
    return 1 if x.number > y.number else -1
