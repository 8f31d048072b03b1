from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.blink.box cimport MOST
from winnow_kernels.blink.shapes cimport Shapes
from winnow_kernels.common.budget cimport Budget

cdef enum:
    MOST_LISTS = 256


# All placements of a component with one number of touching pairs, by their first cell and the card in it.
cdef struct PlacedList:
    int size
    int card[MOST]
    # By cell and number of the card in the component: where in the list the placements with this card there begin.
    int* begin
    # Two words a placement: the cells that it fills; and `size` cells, one a card.
    uint64_t* fills
    uint8_t* cells


cdef class ComponentLists:
    cdef Budget budget
    cdef Shapes shapes
    cdef dict known
    cdef long long size_in_bytes
    cdef PlacedList lists[MOST_LISTS]
    cdef int count

    cdef PlacedList* of(self, int k, int pairs) except? NULL
    cdef PlacedList* _listed(self) except? NULL
    cdef void _sort(self, PlacedList* listed) noexcept nogil
