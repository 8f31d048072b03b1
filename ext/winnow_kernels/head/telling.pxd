from libc.stdint cimport uint64_t

from winnow_kernels.head.lazy cimport Move, State

cdef class Telling:
    cdef list _steps                # of kind, leaving, joined; the latter two are sets of cards
    cdef object _parting            # the step that put down cards of the parted block, or None
    cdef int _down
    cdef uint64_t _parted           # the cards of that block that are still to be named

    cdef add(self, State *before, Move *move, bint last_pass)
    cdef list steps(self)

    cdef _add_discard(self, State *before, Move *move)
    cdef _put_down(self, uint64_t cards)
