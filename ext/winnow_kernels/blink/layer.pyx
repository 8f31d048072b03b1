"""One layer of the beam over Blink layouts: the best nodes with the same number of cards, each layout once."""

from libc.stdlib cimport free, qsort, realloc
from libc.string cimport memset

cdef enum:
    FIRST_CAPACITY = 64


cdef class Layer:
    """At most `width` nodes once it is finished; while it grows, up to twice as many."""

    def __cinit__(self, Budget budget):
        self.budget = budget

    def __dealloc__(self):
        free(self.nodes)
        free(self.slots)
        if self.capacity:
            self.budget.release(_bytes(self.capacity))

    cdef void clear(self, int64_t width) noexcept nogil:
        """Make the layer empty; `width` is at least 1."""
        self.width = width
        self.count = 0
        self.numbered = 0
        self.floor = -1
        self.overflowed = False
        self._fill_slots()

    cdef bint known(self, uint64_t high, uint64_t low) noexcept nogil:
        """Tell whether the layer holds this layout."""
        cdef uint32_t slot
        if not self.capacity:
            return False
        slot = <uint32_t>low & self.slot_mask
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
        cdef uint32_t slot
        if self.count == self.capacity and not self._make_room():
            return False
        slot = <uint32_t>node.low & self.slot_mask
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
        self._fill_slots()

    cdef void _keep_best(self) noexcept nogil:
        if self.count:
            qsort(self.nodes, self.count, sizeof(Node), _better_first)
        if self.count > self.width:
            self.overflowed = True
            self.count = self.width
        if self.count == self.width:
            self.floor = self.nodes[self.count - 1].score

    cdef bint _make_room(self) noexcept nogil:
        cdef int64_t capacity
        cdef Node* nodes
        cdef uint32_t* slots
        if self.capacity >= 2 * self.width:
            self._keep_best()
            self._fill_slots()
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

    cdef void _fill_slots(self) noexcept nogil:
        cdef int64_t i
        cdef uint32_t slot
        if not self.capacity:
            return
        memset(self.slots, 0, 2 * self.capacity * sizeof(uint32_t))
        for i in range(self.count):
            slot = <uint32_t>self.nodes[i].low & self.slot_mask
            while self.slots[slot]:
                slot = (slot + 1) & self.slot_mask
            self.slots[slot] = <uint32_t>(i + 1)


cdef int64_t _bytes(int64_t capacity) noexcept nogil:
    return capacity * <int64_t>(sizeof(Node) + 2 * sizeof(uint32_t))


cdef int _better_first(const void* a, const void* b) noexcept nogil:
    """Order nodes by score, the best first; among equals the first found."""
    cdef const Node* x = <const Node*>a
    cdef const Node* y = <const Node*>b
    if x.score != y.score:
        return 1 if x.score < y.score else -1
    return 1 if x.number > y.number else -1
