cdef class Budget:
    cdef readonly long long positions
    cdef readonly long long bytes_used
    cdef readonly long long max_positions
    cdef readonly long long max_bytes
    cdef readonly double deadline
    cdef int _stop
    cdef long long _next_poll
    cdef long long _poll_every
    cdef double _last_look
    cdef double _due
    cdef object _on_tick
    cdef Budget _parent
    cdef public object resident_before  # type: int | None
    cdef double _next_tick

    cdef bint charge(self, long long count) except -1 nogil
    cdef bint look(self) except -1 nogil
    cdef bint claim(self, long long size) noexcept nogil
    cdef bint can_spare(self, long long size) noexcept nogil
    cdef bint claim_spare(self, long long size) noexcept nogil
    cdef bint has_plenty(self, long long size) noexcept nogil
    cdef void release(self, long long size) noexcept nogil
    cdef int _poll(self) except -1


# What stands before each piece of memory that a `Rooms` has handed out.
cdef struct Room:
    Room *before
    long long size


cdef class Rooms:
    cdef Budget budget
    cdef bint spare
    cdef Room *last

    cdef void *take(self, long long count, size_t size) except NULL
    cdef void *zeros(self, long long count, size_t size) noexcept nogil
    cdef void free(self, void *memory) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef bint double(self, void **memory, long long *count, size_t size, long long first) noexcept nogil
