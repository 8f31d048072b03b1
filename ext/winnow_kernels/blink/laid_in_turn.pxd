"""Layouts of Blink's first cards, laid in the order of the deal: where the next ones can lie and what they are worth."""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from winnow_kernels.blink.grid cimport Grid
from winnow_kernels.blink.reach cimport MOST, Reach
from winnow_kernels.common.budget cimport Budget

cdef enum:
    MOST_PARTS = MOST // 2


# A layout of the first cards: the cells that each card to come fits, and by component the pairs that touch, and can.
cdef struct Node:
    uint64_t fits[MOST]
    uint64_t laid
    uint64_t hash
    int matched
    uint8_t place[MOST]
    uint8_t plan[MOST]
    uint8_t touch[MOST_PARTS]
    uint8_t reach[MOST_PARTS]


# One more card laid: where, from which layout, and the plan and what can be reached then.
cdef struct Child:
    int64_t score
    uint64_t hash
    int parent
    int cell
    int matched
    uint8_t touched
    uint8_t plan[MOST]
    uint8_t reach[MOST_PARTS]


cdef class LaidInTurn:
    cdef Budget budget
    cdef Reach search
    cdef Grid grid
    cdef int cards, area, spare, parts, most_pairs
    # The quarter is where the first card lies: the other places are mirror images.
    cdef uint64_t quarter
    cdef uint64_t members[MOST_PARTS]
    cdef int bound[MOST_PARTS]
    cdef int part_of[MOST]
    cdef uint8_t ways[MOST][MOST]
    cdef uint64_t numbers[MOST][MOST]
    # To be set before layouts are looked at: cards that keep their places, and these; the weights of what a layout is
    # worth, what it is to be worth more than, and the ways to be matched.
    cdef uint64_t fixed, fixed_cells
    cdef int matched_weight, border_weight, chance, wanted
    cdef int64_t floor
    # The layout at hand with its next card: the cells that each card to come fits.
    cdef uint64_t fits[MOST]

    cdef void _draw(self, uint64_t seed) noexcept
    cdef bint _begin(self, Node* root) noexcept nogil
    cdef uint64_t _cells(self, const Node* node, int card) noexcept nogil
    cdef bint _value(self, const Node* node, int card, int cell, Child* child) noexcept nogil
    cdef bint _narrow(self, const Node* node, int card, int cell, uint64_t laid, uint64_t* any_fits) noexcept nogil
    cdef void _match(self, const Node* node, int card, int cell, Child* child) noexcept nogil
    cdef bint _plan_holds(self, int k, const Node* node, int card, int cell, bint is_fixed) noexcept nogil
    cdef int _reached(self, int k, const uint8_t* place, int laid, int touch, int least, int enough) noexcept nogil
    cdef void _plan(self, int k, uint8_t* plan) noexcept nogil
    cdef void _build(self, Node* node, const Node* parent, const Child* child, int card) noexcept nogil
    cdef int _border(self, uint64_t laid, uint64_t free_cells) noexcept nogil
