from libc.stdint cimport uint8_t, uint32_t, uint64_t

from winnow_kernels.common.budget cimport Budget

# Where a key lies in the store, and its hash, which places the slot and spares most comparisons.
cdef struct Slot:
    uint32_t tag
    uint32_t place      # in units of 8 bytes, 0 meaning: an empty slot

cdef class ExactTable:
    cdef Budget _budget
    cdef Slot *_slots
    cdef long long _slot_count
    cdef long long _used
    cdef uint8_t *_store
    cdef long long _store_size
    cdef long long _store_used
    cdef bint _forgetful

    cdef int look(self, const uint8_t *key, int length) noexcept nogil
    cdef bint note(self, const uint8_t *key, int length, int value) noexcept nogil

    cdef Slot *_find(self, const uint8_t *key, int length, uint32_t tag) noexcept nogil
    cdef bint _claim(self, long long size) noexcept nogil
    cdef bint _forget(self) noexcept nogil
    cdef bint _more_slots(self) noexcept nogil
    cdef bint _more_store(self) noexcept nogil

cdef uint64_t hash_of(const uint8_t *key, int length) noexcept nogil
