from libc.stdint cimport uint16_t, uint64_t

from winnow_kernels.blink.node cimport Node


# A component at a node: pairs that touch; a bound on those that will in the end, and what it is made of: pairs that touch
# and those among cards to come; then what cells beside placed cards, and cards to come, allow in pairs of both.
cdef struct State:
    uint16_t realised
    uint16_t upper
    uint16_t base
    uint16_t by_cells
    uint16_t by_cards


cdef void bound_pairs(Node node, int k, State* state, const uint64_t* open_cells) noexcept nogil
cdef bint renew_bounds(
    Node node, uint64_t changed, State* states, const uint64_t* open_cells, int* promised
) noexcept nogil
cdef bint leave_enough_pairs(Node node, int cell, const State* states, int slack, uint64_t* can) noexcept nogil
