from libc.stdint cimport uint64_t

from winnow_kernels.blink.node cimport Node

cdef void choose_pivot(Node node, int component)
cdef void leave_one_image(Node node) noexcept nogil
cdef bint is_first_mirror(Node node, int cell) noexcept nogil
cdef uint64_t single_kinds(Node node) noexcept nogil
