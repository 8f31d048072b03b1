cimport cython

from libc.stdint cimport int32_t, int64_t, uint64_t

from winnow_kernels.one_minute.deal cimport CARDS, Label
from winnow_kernels.one_minute.table_space cimport NODES
from winnow_kernels.one_minute.tables cimport Tables

# A relaxed line being followed, and the node at each of its steps.
cdef struct Path:
    int gone
    int turn
    int card
    int place
    int index           # which of the cards that its node remembers it has played
    int delay           # how many cells later the first impasse may be
    int32_t value
    int length
    bint learn
    int node[NODES + CARDS]
    int last[CARDS]     # the step at which it played each card


@cython.final
cdef class Prices:
    cdef Tables tables
    cdef bint local_memory
    cdef bint forgetting
    cdef int64_t slope[CARDS]       # how often the relaxed lines miss each card, less how often they replay it

    cdef bint improve(self, const Label* labels, int count, int rounds, int learning, int64_t ceiling) except -1 nogil
    cdef void _walk(self, const Label* label, bint learn) noexcept nogil
    cdef bint _leave_start(self, Path* path, uint64_t* rest) noexcept nogil
    cdef bint _follow_arc(self, Path* path) noexcept nogil
    cdef bint _follow_impasse(self, Path* path) noexcept nogil
    cdef void _follow_last_suit(self, Path* path, int place) noexcept nogil
    cdef void _visit(self, Path* path, int card, int node) noexcept nogil
    cdef void _remember(self, const Path* path, int card) noexcept nogil
    cdef bint _knows(self, int node, int card) noexcept nogil
