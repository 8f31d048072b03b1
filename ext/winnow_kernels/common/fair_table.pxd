"""A game with cards face down, as its kernel describes it, and the players who go on from a position of it."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t

from winnow_kernels.common.budget cimport Budget, Rooms

cdef enum:
    MOST_MOVES = 1024
    MOST_CARDS = 128

ctypedef struct FairGame:
    # A game's functions. `frame` is the deal's constant part, `state` a position of `size` bytes that may be copied.
    int size
    # Writes the legal moves, at most MOST_MOVES, and returns their number. They depend on seen cards alone.
    int (*moves)(const void *frame, const void *state, int16_t *found) noexcept nogil
    void (*play)(const void *frame, void *state, int move) noexcept nogil
    # Returns the move of the natural player, -1 where that player stops.
    int (*natural)(const void *frame, const void *state) noexcept nogil
    # Writes the addresses of the unseen cards and returns their number.
    int (*unseen)(const void *frame, void *state, uint8_t **slots) noexcept nogil
    # Returns a hash of what a player knows.
    uint64_t (*view)(const void *frame, const void *state) noexcept nogil
    bint (*won)(const void *frame, const void *state) noexcept nogil
    # Returns how far a game came, from 0 to 1, higher being better.
    double (*worth)(const void *frame, const void *state) noexcept nogil

cdef int fill(uint8_t *slots, cards) except -1

cdef class FairTable:
    cdef FairGame game
    cdef Rooms rooms
    cdef void *frame
    cdef void *state
    cdef void *sample
    cdef void *scratch
    cdef double win
    cdef uint64_t random
    cdef readonly int64_t games_played

    cdef void open(self, FairGame game, Py_ssize_t frame_size) except *
    cdef int listed(self, int16_t *found) except -1
    cdef void shuffle(self, void *state) noexcept nogil
    cdef double finish(self, void *state, bint *won) noexcept nogil
