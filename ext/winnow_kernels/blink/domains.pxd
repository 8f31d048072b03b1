from winnow_kernels.blink.node cimport Node
from winnow_kernels.blink.pair_bounds cimport State

cdef bint fill_domains(Node node, const State* states, int slack, int spare, int depth) noexcept nogil
cdef bint settle_domains(Node node) noexcept nogil
