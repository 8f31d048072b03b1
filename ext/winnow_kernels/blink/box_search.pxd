from winnow_kernels.blink.box cimport Box
from winnow_kernels.common.budget cimport Budget


cdef class BoxSearch(Box):
    cdef Budget budget
    cdef long long size_in_bytes
    cdef int depth
    cdef bint dead_cells, touching_order, found

    cdef int take_deal(
        self, kinds, draws, ways, int hold, int columns, int rows, laid, without, Budget budget
    ) except -1
    cdef int claim(self, long long size) except -1
    cdef int search_on(self, long long nodes) except -1 nogil
