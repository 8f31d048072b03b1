"""A table with exact keys of up to 255 bytes, each with a value of 0..254: results for the states of a search."""

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from winnow_kernels.common.budget cimport Budget

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
    """Whole states are kept and compared, so no state is mistaken for another.

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
