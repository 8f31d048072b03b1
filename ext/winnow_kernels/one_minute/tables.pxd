cimport cython

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.one_minute.deal cimport CARDS, SUIT_SETS, Deal, Label

# A node is a card played in a pass: CARDS * pass + card.
cdef enum:
    MOST_PASSES = 64
    NODES = MOST_PASSES * CARDS
    MOST_NEAR = 8       # cards that a node may remember

# Which cards each node remembers.
cdef struct Memory:
    uint8_t count[NODES]
    uint8_t near[NODES][MOST_NEAR]

@cython.final
cdef class Tables:
    cdef Deal deal
    cdef Budget budget
    cdef int passes                 # lines with more are not looked at
    cdef int first_turn             # the tables hold nothing of earlier passes,
    cdef int least_gone             # nor of sets of suits that are not above this one,
    cdef uint64_t left              # nor of playing other cards than these,
    cdef uint64_t tops              # nor of what follows others than these
    cdef int32_t end_value[MOST_PASSES]     # 0 where a path may end in the pass
    cdef int32_t price[CARDS]
    cdef Memory built               # what the tables below are indexed by
    cdef Memory wanted              # what has been learnt since; `lay_out` makes it `built`
    cdef int64_t offset[NODES]
    cdef int64_t arc_start[NODES]
    cdef uint8_t taken_index[NODES][CARDS]  # the bit by which a node remembers a card, 0 if it does not
    cdef int places[CARDS]          # where an impasse may be, of the set of suits being filled in
    cdef int place_count
    cdef int64_t size
    cdef int32_t *values
    cdef uint8_t *arcs
    cdef int32_t *after
    cdef int32_t *impasse
    cdef int64_t claimed
    cdef uint64_t taken[SUIT_SETS][MOST_PASSES]         # the cards that may be best at an impasse: only theirs are in `after`
    cdef int32_t least_impasse[SUIT_SETS][MOST_PASSES]  # the least of `impasse` over its places

    cdef int64_t bytes_wanted(self) noexcept nogil
    cdef bint lay_out(self, int passes) except -1 nogil
    cdef void fill(self) noexcept nogil
    cdef void aim(self, const Label* labels, int64_t count) noexcept nogil
    cdef void aim_at_all(self) noexcept nogil
    cdef bint drop_passes(self, const Label* label, int64_t ceiling) except -1 nogil
    cdef int32_t bound_of(self, const Label* label) noexcept nogil
    cdef int64_t price_of(self, uint64_t rest) noexcept nogil
    cdef int32_t value(self, uint64_t rest, int top, int turn, int place) noexcept nogil

    cdef void _fill(self, int first_end) noexcept nogil
    cdef int32_t _at_node(self, uint64_t rest, int card, int turn) noexcept nogil
    cdef int32_t look_ahead(self, uint64_t rest, int top, int turn, int place, int* chosen) noexcept nogil
    cdef int32_t step_cost(self, int turn, int place, int card) noexcept nogil
    cdef int32_t impasse_cost(self, int turn, int place, int card) noexcept nogil
    cdef int32_t first_value(self, int gone, int card, int turn, int before) noexcept nogil
    cdef int32_t* values_after(self, int gone, int turn, int card) noexcept nogil
    cdef int32_t* _impasse(self, int gone, int turn) noexcept nogil
    cdef void _map_arc(self, int node, int target, uint8_t* arc) noexcept nogil
    cdef void _fill_node(self, int gone, int turn, int card) noexcept nogil
    cdef int32_t _first_after(self, const int32_t* first, int gone, int turn, int card, int before, int32_t limit) noexcept nogil
    cdef void _fill_after(self, int gone, int turn, int card, uint64_t others, const int32_t* up, const int32_t* down) noexcept nogil
    cdef void _fill_impasse(self, int gone, int turn, uint64_t playable, const int32_t* up, const int32_t* down) noexcept nogil
    cdef int32_t _least_after(self, int gone, int turn, int card, uint64_t playable, const int32_t* up, const int32_t* down) noexcept nogil
    cdef bint is_tabled(self, uint64_t rest, int top, int turn, int place) noexcept nogil
    cdef int remembered(self, uint64_t rest, int node) noexcept nogil
    cdef void _free(self) noexcept nogil
