"""What searches remember: results by exact keys, a beam's layers of nodes, and how the nodes came about."""

cimport cython
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

# ----------------------------------------------------------------------------------------------------------- exact keys

cdef enum:
    FIRST_SLOTS = 1 << 8
    FIRST_STORE = 1 << 13
    # The 32 bits of hash that a slot keeps also say where it belongs.
    MOST_SLOTS = 1 << 30
    # Before each key in the store: its length and its value.
    HEADER = 2
    UNIT = 8


@cython.no_gc_clear
cdef class ExactTable:
    """Exact keys of up to 255 bytes, each with a value of 0..254: results for the states of a search.

    Whole states are kept and compared, so no state is mistaken for another.

    The table asks the budget before it allocates; a refusal ends the search ("memory"). A `forgetful` table takes no
    more than the budget can spare: when it is full, it drops all entries (`forgetting` in the game's ledger.md).
    """

    def __cinit__(self, Budget budget not None, bint forgetful=False):
        self._budget = budget
        self._forgetful = forgetful
        if budget.claim(FIRST_SLOTS * sizeof(Slot) + FIRST_STORE):
            self._slots = <Slot *>calloc(FIRST_SLOTS, sizeof(Slot))
            self._store = <uint8_t *>malloc(FIRST_STORE)
            if not self._slots or not self._store:
                raise MemoryError
            self._slot_count = FIRST_SLOTS
            self._store_size = FIRST_STORE
        self._store_used = UNIT

    def __dealloc__(self):
        if self._budget is not None:
            self._budget.release(self._slot_count * sizeof(Slot) + self._store_size)
        free(self._slots)
        free(self._store)

    cdef int look(self, const uint8_t *key, int length) noexcept nogil:
        """Return the value kept of this state, or -1."""
        cdef Slot *slot
        if not self._slot_count:
            return -1
        slot = self._find(key, length, <uint32_t>hash_of(key, length))
        return -1 if not slot.place else self._store[<long long>slot.place * UNIT + 1]

    cdef bint note(self, const uint8_t *key, int length, int value) noexcept nogil:
        """Keep this value of the state; return False if there is no memory for it."""
        cdef uint32_t tag = <uint32_t>hash_of(key, length)
        cdef Slot *slot
        cdef uint8_t *entry
        if 2 * self._used >= self._slot_count and not self._more_slots() and not self._forget():
            return False
        while self._store_used + HEADER + length > self._store_size:
            if not self._more_store() and not self._forget():
                return False
        slot = self._find(key, length, tag)
        if not slot.place:
            slot.place = <uint32_t>(self._store_used // UNIT)
            slot.tag = tag
            self._store_used += (HEADER + length + UNIT - 1) // UNIT * UNIT
            self._used += 1
        entry = self._store + <long long>slot.place * UNIT
        entry[0] = length
        entry[1] = value
        memcpy(entry + HEADER, key, length)
        return True

    cdef Slot *_find(self, const uint8_t *key, int length, uint32_t tag) noexcept nogil:
        cdef long long i = tag & (self._slot_count - 1)
        cdef uint8_t *entry
        while self._slots[i].place:
            if self._slots[i].tag == tag:
                entry = self._store + <long long>self._slots[i].place * UNIT
                if entry[0] == length and memcmp(entry + HEADER, key, length) == 0:
                    break
            i = (i + 1) & (self._slot_count - 1)
        return &self._slots[i]

    cdef bint _claim(self, long long size) noexcept nogil:
        """Claim memory to grow; return False if there is none, or none to spare."""
        return self._budget.claim_spare(size) if self._forgetful else self._budget.claim(size)

    cdef bint _forget(self) noexcept nogil:
        """Drop all entries of a forgetful table that has any slots; return False for others."""
        if not self._forgetful or not self._slot_count:
            return False
        memset(self._slots, 0, self._slot_count * sizeof(Slot))
        self._store_used = UNIT
        self._used = 0
        return True

    cdef bint _more_slots(self) noexcept nogil:
        cdef long long wanted = 2 * self._slot_count
        cdef Slot *fresh
        cdef long long i, j
        if not wanted or wanted > MOST_SLOTS or not self._claim(wanted * sizeof(Slot)):
            return False
        fresh = <Slot *>calloc(wanted, sizeof(Slot))
        if not fresh:
            self._budget.release(wanted * sizeof(Slot))
            return False
        for i in range(self._slot_count):
            if self._slots[i].place:
                j = self._slots[i].tag & (wanted - 1)
                while fresh[j].place:
                    j = (j + 1) & (wanted - 1)
                fresh[j] = self._slots[i]
        free(self._slots)
        self._budget.release(self._slot_count * sizeof(Slot))
        self._slots = fresh
        self._slot_count = wanted
        return True

    cdef bint _more_store(self) noexcept nogil:
        cdef long long size = self._store_size
        cdef uint8_t *fresh
        # While the store is copied, both copies are there.
        if 2 * size > <long long>UNIT << 32 or not self._claim(2 * size):
            return False
        fresh = <uint8_t *>realloc(self._store, 2 * size)
        if not fresh:
            self._budget.release(2 * size)
            return False
        self._budget.release(size)
        self._store = fresh
        self._store_size = 2 * size
        return True


cdef uint64_t hash_of(const uint8_t *key, int length) noexcept nogil:
    cdef uint64_t mixed = <uint64_t>length, word
    while length > 0:
        word = 0
        memcpy(&word, key, 8 if length >= 8 else length)
        mixed = (mixed ^ word) * <uint64_t>0x9E3779B97F4A7C15
        mixed ^= mixed >> 29
        key += 8
        length -= 8
    mixed *= <uint64_t>0xBF58476D1CE4E5B9
    return mixed ^ mixed >> 32


# --------------------------------------------------------------------------------------------------------------- layers

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
