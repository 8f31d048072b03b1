"""What searches remember: results by exact keys, a beam's layers of nodes, and how the nodes came about."""

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


cdef class ExactTable:
    """Exact keys of up to 255 bytes, each with a value of 0..254: results for the states of a search.

    Whole states are kept and compared, so no state is mistaken for another.

    The table asks the budget before it allocates; a refusal ends the search ("memory"). A `forgetful` table takes no
    more than the budget can spare: when it is full, it drops all entries (`forgetting` in the game's ledger.md).
    """

    def __cinit__(self, Budget budget not None, bint forgetful=False):
        self._rooms = Rooms(budget)
        self._slots = <Slot *>self._rooms.zeros(FIRST_SLOTS, sizeof(Slot))
        self._store = <uint8_t *>self._rooms.zeros(FIRST_STORE, 1)
        if self._slots and self._store:
            self._slot_count, self._store_size = FIRST_SLOTS, FIRST_STORE
        self._store_used = UNIT
        self._rooms.spare = forgetful

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

    cdef bint _forget(self) noexcept nogil:
        """Drop all entries of a forgetful table that has any slots; return False for others."""
        if not self._rooms.spare or not self._slot_count:
            return False
        memset(self._slots, 0, self._slot_count * sizeof(Slot))
        self._store_used = UNIT
        self._used = 0
        return True

    cdef bint _more_slots(self) noexcept nogil:
        cdef long long wanted = 2 * self._slot_count
        cdef Slot *fresh = NULL
        cdef long long i, j
        if 0 < wanted <= MOST_SLOTS:
            fresh = <Slot *>self._rooms.zeros(wanted, sizeof(Slot))
        if fresh is NULL:
            return False
        for i in range(self._slot_count):
            if self._slots[i].place:
                j = self._slots[i].tag & (wanted - 1)
                while fresh[j].place:
                    j = (j + 1) & (wanted - 1)
                fresh[j] = self._slots[i]
        self._rooms.free(self._slots)
        self._slots, self._slot_count = fresh, wanted
        return True

    cdef bint _more_store(self) noexcept nogil:
        if 2 * self._store_size > <long long>UNIT << 32:
            return False
        return self._rooms.double(<void **>&self._store, &self._store_size, 1, FIRST_STORE)


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

cdef class SlottedNodes:
    """Up to `capacity` nodes of one size, which the budget paid for, and twice as many slots.

    A subclass defines `hash_of` and probes the slots itself, as it alone knows when two nodes are equal. `grow` and
    `trade` change `memory`.
    """

    cdef uint64_t hash_of(self, const void* node) noexcept nogil:
        """Return the hash of a node; every subclass defines it."""
        return 0

    cdef bint grow(self, int64_t first_capacity) noexcept nogil:
        """Double the room, or make the first. False: out of memory."""
        cdef long long capacity = self.capacity
        cdef void* slots
        if not self.rooms.double(&self.memory, &capacity, self.node_size, first_capacity):
            return False
        slots = self.rooms.zeros(2 * capacity, sizeof(uint32_t))
        if slots is NULL:
            return False
        self.rooms.free(self.slots)
        self.slots, self.capacity = <uint32_t*>slots, capacity
        self.slot_mask = 2 * <uint64_t>capacity - 1
        self.fill_slots()
        return True

    cdef void trade(self, SlottedNodes other) noexcept nogil:
        """Give the nodes to another layer of the kind and budget, and take its own: no lock, unlike names that trade."""
        self.rooms.last, other.rooms.last = other.rooms.last, self.rooms.last
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

    cdef int64_t bytes_of(self, int64_t capacity) noexcept nogil:
        """Return the bytes of this many nodes and their slots."""
        return capacity * <int64_t>(self.node_size + 2 * sizeof(uint32_t))


cdef class Traces:
    """How the nodes of finished layers came about, by depth: to find the way to a node of the last one."""

    def __cinit__(self, int depths, Budget budget not None):
        self.rooms = Rooms(budget)
        self.layers = <void**>self.rooms.take(depths, sizeof(void*))
        self.depths = depths

    cdef bint keep(self, SlottedNodes layer, int depth) noexcept nogil:
        """Copy the traces of a layer's nodes. False: out of memory."""
        cdef int64_t i
        cdef char* traces = <char*>self.rooms.zeros(layer.count, layer.trace_size)
        self.layers[depth] = traces
        if traces is NULL:
            return False
        for i in range(layer.count):
            memcpy(
                traces + i * layer.trace_size,
                <char*>layer.memory + i * layer.node_size + layer.trace_at,
                layer.trace_size,
            )
        return True

    cdef void forget(self, int depth) noexcept nogil:
        """Forget the traces of a layer, if they are kept."""
        self.rooms.free(self.layers[depth])
        self.layers[depth] = NULL

    cdef void forget_from(self, int depth) noexcept nogil:
        """Forget this layer and all that follow it."""
        for depth in range(depth, self.depths):
            self.forget(depth)
