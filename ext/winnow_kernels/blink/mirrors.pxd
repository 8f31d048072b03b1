from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.blink.box cimport MOST_CELLS
from winnow_kernels.blink.pair_bounds cimport PairBounds
from winnow_kernels.blink.placements cimport Table

cdef enum:
    IMAGES = 8


cdef class Mirrors(PairBounds):
    cdef bint mirrors
    # The card that is decided first (-1: none), and the cells left to its mirror images.
    cdef int pivot
    cdef uint64_t mirrored[2]

    cdef void choose_pivot(self, int component)
    cdef void leave_one_image(self) noexcept nogil
    cdef bint is_first_mirror(self, int cell) noexcept nogil
    cdef uint64_t single_kinds(self) noexcept nogil
    cdef int _map_cells(self, int image[IMAGES][MOST_CELLS]) noexcept nogil
    cdef int _rank(self, int cell) noexcept nogil
    cdef bint _is_least(
        self, const uint8_t* cells, const int* order, int size, int image[IMAGES][MOST_CELLS], int images
    ) noexcept nogil
