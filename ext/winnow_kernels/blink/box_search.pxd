from winnow_kernels.common.budget cimport Budget


cdef class BoxSearch:
    cdef Budget budget
    cdef long long size_in_bytes
    cdef bint found

    cdef int claim(self, long long size) except -1
    cdef int search_on(self, long long nodes) except -1 nogil
