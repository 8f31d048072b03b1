"""A game with cards face down, as its kernel describes it, and the players who go on from a position of it."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t

from winnow_kernels.common.budget cimport Budget, Rooms

cdef enum:
    MOST_MOVES = 1024
    MOST_CARDS = 128
    UNDECIDED = -1

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
    # Values a position without an unseen card: says whether a win was found, and returns what the game is worth, a win
    # being worth 1 at least and a game without one less; UNDECIDED where the natural player is to finish the game. May
    # change the state. NULL for a game without it.
    double (*decide)(void *frame, void *state, bint *won) noexcept nogil
    # Adds moves to the `count` legal ones found, at random, that are tried beside them at the position asked about,
    # and returns the number of all; NULL for a game whose legal moves are all listed.
    int (*more)(const void *frame, const void *state, uint64_t *random, int16_t *found, int count) noexcept nogil

cdef uint64_t below(uint64_t *random, uint64_t number) noexcept nogil
cdef int fill(uint8_t *slots, cards) except -1

cdef class FairTable:
    cdef FairGame game
    cdef Rooms rooms
    cdef void *frame
    cdef void *state
    cdef void *sample
    cdef void *scratch
    cdef double score_weight
    cdef uint64_t random
    cdef readonly int64_t games_played
    cdef int16_t chosen

    cdef void open(self, FairGame game, Py_ssize_t frame_size) except *
    cdef int listed(self, int16_t *found) except -1
    cdef bint decidable(self, void *state) noexcept nogil
    cdef void shuffle(self, void *state) noexcept nogil
    cdef double finish(self, void *state, bint *won) noexcept nogil
