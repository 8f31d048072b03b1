"""One budget for every search: positions, seconds, memory and the user's Ctrl-C."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

import time

cdef extern from "Python.h":
    void *PyThreadState_Get()
    void *PyGILState_GetThisThreadState()

cdef extern from "winnow_kernels/common/clock.h" nogil:
    double winnow_clock()

# A longer time between two looks at the clock brings a look at the next position.
cdef double SECONDS_BETWEEN = 0.02
# Signals are checked this often, and no more: the GIL that it takes may be held by another thread.
cdef double SECONDS_WITHOUT_GIL = 0.02

cdef enum:
    # Positions between two looks, at most.
    POLL_EVERY = 2048
    SLOW_POLL_EVERY = 64
    # Forgetful tables leave this fraction of the memory limit to those that cannot forget: 1 / this number.
    PART_KEPT = 4
    # What only saves time takes memory if as many times its size is to spare.
    MUCH_MORE = 8

cdef enum:
    GOING, POSITIONS, SECONDS, MEMORY, INTERRUPTED

_NAMES = {GOING: None, POSITIONS: "positions", SECONDS: "seconds", MEMORY: "memory", INTERRUPTED: "interrupt"}


def can_search() -> bool:
    """Return whether kernels can take the GIL again in this thread.

    Before Python 3.12 a sub-interpreter can search only in threads that were started there: elsewhere a kernel would
    wait forever.
    """
    return PyThreadState_Get() == PyGILState_GetThisThreadState()


cdef class Budget:
    """What a search may still use. Kernels charge it without the GIL, Python engines through `spend`.

    `positions` limits visited positions, `seconds` wall time, and `memory_mib` the MiB of the search's own tables; None
    sets no limit. `on_tick`, if given, is called from time to time with the positions visited so far.

    `positions` and `bytes_used` count what has been used, `max_positions` and `max_bytes` limit them (-1: no limit), and
    `deadline` is on the clock of `time.monotonic` (-1.0: none). `resident_before` is the process's resident bytes when
    a search that is measured by them began, shared with its parts; otherwise None.

    Raises RuntimeError where `can_search` is false.
    """

    def __init__(
        self, positions: int | None = None, seconds: float | None = None, memory_mib: float | None = None,
        on_tick: Callable[[int], None] | None = None,
    ) -> None:
        if not can_search():
            raise RuntimeError("a sub-interpreter can search only in threads that were started there (threading.Thread)")
        self.positions = 0
        self.bytes_used = 0
        self.max_positions = -1 if positions is None else positions
        self.max_bytes = -1 if memory_mib is None else <long long>(memory_mib * 1048576)
        self.deadline = -1.0 if seconds is None else time.monotonic() + seconds
        self._stop = GOING
        self._next_poll = self._poll_every = 1
        self._last_look = winnow_clock()
        self._due = 0.0
        self._on_tick = on_tick
        self._next_tick = 0.0
        self.resident_before = None

    @property
    def stopped(self) -> str | None:
        """Why the search must end ("positions", "seconds", "memory", "interrupt"), or None."""
        return _NAMES[self._stop]

    def interrupt(self) -> None:
        """Ask the search to end at its next position, as Ctrl-C does. Safe in a signal handler."""
        self._stop = INTERRUPTED

    def out_of_memory(self) -> None:
        """Record that the memory limit was met by a measure other than `reserve`."""
        if self._stop == GOING:
            self._stop = MEMORY

    def spend(self, long long count=1) -> bool:
        """Charge `count` visited positions; return True if the search must stop now."""
        # Python engines are slow enough to look at the clock far more often.
        self._next_poll = min(self._next_poll, self.positions + SLOW_POLL_EVERY)
        return self.charge(count)

    def poll(self) -> bool:
        """Check the clock and pending signals; return True if the search must stop now. For long steps without charges."""
        self._poll()
        return self._stop != GOING

    def reserve(self, long long size) -> bool:
        """Claim `size` bytes before they are allocated; return False if that is over the limit: the search must end."""
        return self.claim(size)

    def give_back(self, long long size) -> None:
        """Release `size` bytes that were reserved."""
        self.release(size)

    def share(self, int parts) -> Budget:
        """Return a budget of a `parts`-th of what is left; an interrupt of this budget ends it too."""
        cdef Budget part = Budget(on_tick=self._on_tick)
        part._parent = self
        part._stop = self._stop
        part._next_poll = 0
        part.resident_before = self.resident_before
        if self.max_positions >= 0:
            part.max_positions = max(0, self.max_positions - self.positions) // parts
        if self.deadline >= 0:
            now = time.monotonic()
            part.deadline = now + max(0.0, self.deadline - now) / parts
        part.max_bytes = self.max_bytes
        return part

    def settle(self, Budget part) -> None:
        """Add the positions that a share has used, and an interrupt of it, to this budget."""
        self.positions += part.positions
        self.resident_before = part.resident_before
        if self._stop == GOING:
            self._stop = part._stop if part._stop == INTERRUPTED else self._stop

    cdef bint charge(self, long long count) except -1 nogil:
        if self._stop != GOING:
            return True
        if self.max_positions >= 0 and self.positions + count > self.max_positions:
            self._stop = POSITIONS
            return True
        self.positions += count
        if self.positions >= self._next_poll:
            self.look()
            self._next_poll = self.positions + self._poll_every
        return self._stop != GOING

    cdef bint look(self) except -1 nogil:
        """Look at the clock, and poll when that is due; return True if the search must stop now."""
        cdef double now = winnow_clock()
        if now - self._last_look > SECONDS_BETWEEN:
            self._poll_every = 1
        else:
            self._poll_every = min(2 * self._poll_every, <long long>POLL_EVERY)
        self._last_look = now
        if now >= self._due:
            with gil:
                self._poll()
        return self._stop != GOING

    cdef bint claim(self, long long size) noexcept nogil:
        if self.max_bytes >= 0 and self.bytes_used + size > self.max_bytes:
            if self._stop == GOING:
                self._stop = MEMORY
            return False
        self.bytes_used += size
        return True

    cdef bint can_spare(self, long long size) noexcept nogil:
        """Return whether `size` bytes can be claimed for what the search can do without."""
        return self.max_bytes < 0 or self.bytes_used + size <= self.max_bytes - self.max_bytes // PART_KEPT

    cdef bint claim_spare(self, long long size) noexcept nogil:
        """Claim bytes for what the search can do without; False: none are to spare, and the search continues."""
        return self.can_spare(size) and self.claim(size)

    cdef bint has_plenty(self, long long size) noexcept nogil:
        """Return whether what only saves time may take `size` bytes: much more is to spare, for the search."""
        return self.can_spare(MUCH_MORE * size)

    cdef void release(self, long long size) noexcept nogil:
        self.bytes_used -= size

    cdef int _poll(self) except -1:
        cdef double now = time.monotonic(), wait = SECONDS_WITHOUT_GIL
        cdef Budget above = self._parent
        PyErr_CheckSignals()
        if self.deadline >= 0 and now >= self.deadline and self._stop == GOING:
            self._stop = SECONDS
        while above is not None:
            if above._stop == INTERRUPTED:
                self._stop = INTERRUPTED
            above = above._parent
        if self._on_tick is not None and now >= self._next_tick:
            self._next_tick = now + 0.1
            self._on_tick(self.positions)
        if self.deadline >= 0:
            wait = min(wait, self.deadline - now)
        if self._on_tick is not None:
            wait = min(wait, self._next_tick - now)
        self._due = winnow_clock() + wait
        return 0


@cython.no_gc_clear
cdef class Rooms:
    """Memory of one object, claimed from a budget; it is freed and released with the object.

    While `spare` is set it takes no more than the budget can spare: the search continues where there is no room.
    """

    def __cinit__(self, Budget budget not None):
        self.budget = budget

    def __dealloc__(self):
        self.clear()

    cdef void *take(self, long long count, size_t size) except NULL:
        """Return zeros for `count` things of this size; raises MemoryError if the budget or the machine has no room."""
        cdef void *memory = self.zeros(count, size)
        if memory is NULL:
            raise MemoryError
        return memory

    cdef void *zeros(self, long long count, size_t size) noexcept nogil:
        """Return zeros for `count` things of this size; NULL if there is no room."""
        cdef long long wanted = count * <long long>size
        cdef Room *room
        if not (self.budget.claim_spare(wanted) if self.spare else self.budget.claim(wanted)):
            return NULL
        room = <Room *>calloc(1, sizeof(Room) + wanted)
        if room is NULL:
            self.budget.release(wanted)
            if self.budget._stop == GOING and not self.spare:
                self.budget._stop = MEMORY
            return NULL
        room.before, room.size = self.last, wanted
        self.last = room
        return room + 1

    cdef bint double(self, void **memory, long long *count, size_t size, long long first) noexcept nogil:
        """Make room for twice as many things of this size, the new ones 0, or for the first; False: there is no room."""
        cdef long long more = 2 * count[0] if count[0] else first
        cdef void *fresh = self.zeros(more, size)
        if fresh is NULL:
            return False
        if count[0]:
            memcpy(fresh, memory[0], count[0] * size)
            self.free(memory[0])
        memory[0], count[0] = fresh, more
        return True

    cdef void free(self, void *memory) noexcept nogil:
        """Free and release a piece of this memory, if it is not NULL."""
        cdef Room **place = &self.last
        cdef Room *room
        if memory is NULL:
            return
        while <void *>(place[0] + 1) != memory:
            place = &place[0].before
        room = place[0]
        place[0] = room.before
        self.budget.release(room.size)
        free(room)

    cdef void clear(self) noexcept nogil:
        """Free and release all of it."""
        while self.last is not NULL:
            self.free(self.last + 1)
