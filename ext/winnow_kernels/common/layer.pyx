"""The common base of all beams' layers: nodes in one growing block, and slots to find them by."""

cimport cython
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from winnow_kernels.common.budget cimport Budget, Rooms


@cython.no_gc_clear
cdef class SlottedNodes:
    """Up to `capacity` nodes of one size, which the budget paid for, and twice as many slots.

    A subclass defines `hash_of` and probes the slots itself, as it alone knows when two nodes are equal. `grow` and
    `trade` change `memory`.
    """

    def __dealloc__(self):
        free(self.memory)
        free(self.slots)
        if self.capacity:
            self.budget.release(self._bytes(self.capacity))

    cdef uint64_t hash_of(self, const void* node) noexcept nogil:
        """Return the hash of a node; every subclass defines it."""
        return 0

    cdef bint grow(self, int64_t first_capacity) noexcept nogil:
        """Double the room, or make the first. False: out of memory."""
        cdef int64_t capacity = 2 * self.capacity if self.capacity else first_capacity
        cdef void* memory
        cdef uint32_t* slots
        if not self.budget.claim(self._bytes(capacity)):
            return False
        memory = realloc(self.memory, capacity * self.node_size)
        if memory is not NULL:
            self.memory = memory
        slots = <uint32_t*>realloc(self.slots, 2 * capacity * sizeof(uint32_t))
        if slots is not NULL:
            self.slots = slots
        if memory is NULL or slots is NULL:
            self.budget.release(self._bytes(capacity))
            with gil:
                self.budget.out_of_memory()
            return False
        self.budget.release(self._bytes(self.capacity))
        self.capacity = capacity
        self.slot_mask = 2 * <uint64_t>capacity - 1
        self.fill_slots()
        return True

    cdef void trade(self, SlottedNodes other) noexcept nogil:
        """Give the nodes to another layer of the kind and budget, and take its own: no lock, unlike names that trade."""
        self.memory, other.memory = other.memory, self.memory
        self.slots, other.slots = other.slots, self.slots
        self.count, other.count = other.count, self.count
        self.capacity, other.capacity = other.capacity, self.capacity
        self.slot_mask, other.slot_mask = other.slot_mask, self.slot_mask

    cdef void clear_slots(self) noexcept nogil:
        """Empty all slots."""
        if self.capacity:
            memset(self.slots, 0, (self.slot_mask + 1) * sizeof(uint32_t))

    cdef void fill_slots(self) noexcept nogil:
        """Fill the slots with the nodes that are there now."""
        cdef int64_t i
        cdef uint64_t slot
        self.clear_slots()
        for i in range(self.count):
            slot = self.hash_of(<char*>self.memory + i * self.node_size) & self.slot_mask
            while self.slots[slot]:
                slot = (slot + 1) & self.slot_mask
            self.slots[slot] = <uint32_t>(i + 1)

    cdef int64_t _bytes(self, int64_t capacity) noexcept nogil:
        return capacity * <int64_t>(self.node_size + 2 * sizeof(uint32_t))


@cython.no_gc_clear
cdef class Traces:
    """How the nodes of finished layers came about, by depth: to find the way to a node of the last one."""

    def __cinit__(self, int depths, Budget budget not None):
        self.rooms = Rooms(budget)
        self.layers = <void**>self.rooms.take(depths, sizeof(void*))
        self.sizes = <int64_t*>self.rooms.take(depths, sizeof(int64_t))
        self.depths = depths

    def __dealloc__(self):
        self.forget_from(0)

    cdef bint keep(self, SlottedNodes layer, int depth) noexcept nogil:
        """Copy the traces of a layer's nodes. False: out of memory."""
        cdef int64_t i, size = layer.count * <int64_t>layer.trace_size
        cdef char* traces
        if not size:
            return True
        traces = <char*>layer.budget.enlarged(NULL, 0, size)
        if traces is NULL:
            return False
        for i in range(layer.count):
            memcpy(
                traces + i * layer.trace_size,
                <char*>layer.memory + i * layer.node_size + layer.trace_at,
                layer.trace_size,
            )
        self.layers[depth], self.sizes[depth] = traces, size
        return True

    cdef void forget(self, int depth) noexcept nogil:
        """Forget the traces of a layer, if they are kept."""
        if self.layers[depth] is not NULL:
            free(self.layers[depth])
            self.layers[depth] = NULL
            self.rooms.budget.release(self.sizes[depth])

    cdef void forget_from(self, int depth) noexcept nogil:
        """Forget this layer and all that follow it."""
        for depth in range(depth, self.depths):
            self.forget(depth)
