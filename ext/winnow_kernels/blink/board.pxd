from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.common.budget cimport Budget

cdef enum:
    WORDS = 3
    KINDS = 180

# A set of kinds of cards.
cdef struct Mask:
    uint64_t words[WORDS]

cdef class Board:
    cdef Budget budget
    cdef long long size_in_bytes
    # The deck: kinds in dealing order, and how they match.
    cdef readonly int cards
    cdef readonly int hold
    cdef int kinds
    # The words of a mask that its kinds take up.
    cdef int words
    cdef int* order
    cdef uint8_t ways[KINDS][KINDS]
    cdef Mask matching[KINDS]
    # The lattice of width x height cells; a layout may span columns x rows of them.
    cdef readonly int columns, rows, width, height, area
    cdef int* at
    cdef Mask* fits
    cdef int* touching
    # Cells that a placed card touches, in the order in which that came about.
    cdef int* fringe
    cdef int fringe_count
    # What is placed, in order: the cell and the place in the deal (-1: lay there before).
    cdef int* cells
    cdef int* draws
    cdef int placed
    # By kind: how many are left; and the kinds of which some are left.
    cdef int copies[KINDS]
    cdef Mask left
    cdef uint8_t* used
    cdef int lowest
    # The bounding box, and the sum of ways in which touching cards match.
    cdef int min_x, max_x, min_y, max_y
    cdef int matched
    # What each placement must restore.
    cdef Mask* old_fits
    cdef int* old_boxes

    cdef void reset(self) noexcept nogil
    cdef void place(self, int cell, int draw) noexcept nogil
    cdef void place_kind(self, int cell, int kind, int draw) noexcept nogil
    cdef void take_back(self) noexcept nogil
    cdef bint in_reach(self, int cell) noexcept nogil
    cdef bint all_in_reach(self) noexcept nogil
    cdef bint closure_is_complete(self) noexcept nogil
    cdef int neighbours(self, int cell, int* found) noexcept nogil

cdef bint holds(const Mask* mask, int kind) noexcept nogil
