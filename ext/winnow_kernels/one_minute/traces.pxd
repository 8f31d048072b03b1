cimport cython

from libc.stdint cimport int64_t, uint8_t, uint32_t

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.one_minute.deal cimport CARDS, Label
from winnow_kernels.one_minute.layer cimport Layer


# The origin of a label of a finished layer: its parent's number in the layer before, and the card played.
cdef struct Trace:
    uint32_t parent
    uint8_t card


@cython.final
cdef class Traces:
    cdef Budget budget
    cdef Trace* layers[CARDS]
    cdef int64_t counts[CARDS]

    cdef bint keep(self, Layer layer, int depth) noexcept nogil
    cdef list line_to(self, Label label, int cards)
    cdef void forget_from(self, int depth) noexcept nogil
    cdef void forget(self, int depth) noexcept nogil
