from libc.stdint cimport uint64_t

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport ExactTable
from winnow_kernels.head.lazy cimport LazyHead, Move, State
from winnow_kernels.head.melds cimport MeldList

# What is known about a question; UNKNOWN: the budget or the room for it ended first.
cdef enum Possible:
    NO, YES, UNKNOWN

cdef enum:
    STEPS = 4

cdef class Openings:
    cdef LazyHead _game
    cdef Budget _budget
    cdef ExactTable _known
    cdef State *_states
    cdef Move *_moves
    cdef uint64_t _parted           # the block of which `_down` cards were put down, in no order
    cdef int _down
    cdef int _blocks[STEPS]         # how many of the discards laid out each step examines

    cdef int possible(self, State *state, int spare) except -1 nogil

    cdef int _lay_out(self, State *state) noexcept nogil
    cdef int _opens_from_some(self, uint64_t rest, uint64_t coming, int spare, int step) except -1 nogil
    cdef int _after_melds(self, MeldList *melds, int first, uint64_t left, uint64_t coming, int spare,
                          int step) except -1 nogil
    cdef int _opens(self, uint64_t kept, int spare, int last_step) except -1 nogil
    cdef int _goes_on(self, int depth, int spare, long long first_move) except -1 nogil
    cdef int _key(self, unsigned char *key, int about, uint64_t cards, uint64_t coming, int spare) noexcept nogil
