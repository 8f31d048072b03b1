from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.blink.box cimport MOST, Box
from winnow_kernels.blink.components cimport Components, Part


cdef class Shapes:
    cdef Box box
    cdef Components components
    cdef int size, least, most, pairs
    cdef long long listed, most_listed, steps, most_steps
    # The most that the width and height of the cells can be in all.
    cdef int most_sides
    # In the order of placing: each card, its partners placed before it, and where it lies, the first one at (0, 0).
    cdef int card[MOST]
    cdef uint64_t earlier[MOST]
    cdef int x[MOST]
    cdef int y[MOST]
    # What lies where, with a border; its width, and the place of (0, 0).
    cdef int* grid
    cdef int width, origin
    # `size` cells a placement, in the order of placing.
    cdef uint8_t* cells

    cdef bint list_all(self, int k, int least, int most, long long most_listed, long long most_steps) except -1
    cdef void _put_in_order(self, Part* part) noexcept nogil
    cdef int _list_from(self, int depth, int lost, int left, int right, int top, int bottom) noexcept nogil
    cdef int _lay(self, int depth, int lost, int left, int right, int top, int bottom, int x, int y) noexcept nogil
    cdef bint _move(self, int left, int right, int top, int bottom) noexcept nogil
