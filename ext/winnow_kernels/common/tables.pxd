from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from winnow_kernels.common.budget cimport Budget, Rooms

# Where a key lies in the store, and its hash, which places the slot and spares most comparisons.
cdef struct Slot:
    uint32_t tag
    uint32_t place      # in units of 8 bytes, 0 meaning: an empty slot

cdef class ExactTable:
    cdef Rooms _rooms
    cdef Slot *_slots
    cdef long long _slot_count
    cdef long long _used
    cdef uint8_t *_store
    cdef long long _store_size
    cdef long long _store_used

    cdef int look(self, const uint8_t *key, int length) noexcept nogil
    cdef bint note(self, const uint8_t *key, int length, int value) noexcept nogil

    cdef Slot *_find(self, const uint8_t *key, int length, uint32_t tag) noexcept nogil
    cdef bint _forget(self) noexcept nogil
    cdef bint _more_slots(self) noexcept nogil
    cdef bint _more_store(self) noexcept nogil

cdef uint64_t hash_of(const uint8_t *key, int length) noexcept nogil


cdef class SlottedNodes:
    cdef Rooms rooms
    cdef int64_t count
    cdef int64_t capacity
    cdef size_t node_size       # set once, by the kind of layer; and where in a node its trace is
    cdef size_t trace_at, trace_size
    cdef void* memory           # the nodes
    cdef uint32_t* slots        # numbers of nodes, plus 1, by hash; 0 is free
    cdef uint64_t slot_mask

    cdef uint64_t hash_of(self, const void* node) noexcept nogil
    cdef bint grow(self, int64_t first_capacity) noexcept nogil
    cdef void trade(self, SlottedNodes other) noexcept nogil
    cdef void clear_slots(self) noexcept nogil
    cdef void fill_slots(self) noexcept nogil
    cdef int64_t bytes_of(self, int64_t capacity) noexcept nogil


cdef class Traces:
    cdef Rooms rooms
    cdef int depths
    cdef void** layers          # by depth the traces of a layer

    cdef bint keep(self, SlottedNodes layer, int depth) noexcept nogil
    cdef void forget(self, int depth) noexcept nogil
    cdef void forget_from(self, int depth) noexcept nogil
