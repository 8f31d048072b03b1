from libc.stdint cimport uint64_t

from winnow_kernels.blink.box cimport MOST_CELLS
from winnow_kernels.blink.mirrors cimport Mirrors
from winnow_kernels.blink.pair_bounds cimport State


cdef class Domains(Mirrors):
    # By undecided cell: the cards that it may hold. Cells that must not stay empty.
    cdef uint64_t domain[MOST_CELLS]
    cdef uint64_t needed[2]
    # The undecided cells of the node.
    cdef int listed_cells
    cdef int cell_of[MOST_CELLS]

    cdef bint fill_domains(self, const State* states, int slack, int spare, int depth) noexcept nogil
    cdef bint settle(self) noexcept nogil
    cdef bint _settle_cards(self) noexcept nogil
    cdef void _spread(self, int cell) noexcept nogil
