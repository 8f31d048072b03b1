cimport cython

from libc.stdint cimport int32_t, int64_t, uint64_t

from winnow_kernels.one_minute.deal cimport CARDS, SUIT_SETS, Label
from winnow_kernels.one_minute.last_suit cimport Parts
from winnow_kernels.one_minute.table_space cimport MOST_PASSES, TableSpace


@cython.final
cdef class Tables(TableSpace):
    cdef int first_turn             # the tables hold nothing of earlier passes,
    cdef int least_gone             # nor of sets of suits that are not above this one,
    cdef int first_free             # nor of an impasse or an end before this cell,
    cdef uint64_t left              # nor of playing a card outside this set,
    cdef uint64_t tops              # nor of what follows a card outside this set
    cdef uint64_t wanted_cells[SUIT_SETS]   # the cells of the first impasse that are needed, by suits gone
    cdef int32_t price[CARDS]
    cdef int places[CARDS]          # where an impasse may be, of the set of suits being filled in
    cdef int place_count
    cdef uint64_t taken[SUIT_SETS][MOST_PASSES]         # the cards that may be best at an impasse: `after` has only these
    cdef int32_t least_impasse[SUIT_SETS][MOST_PASSES]  # the least of `impasse` over its places

    cdef void fill(self) noexcept nogil
    cdef void aim(self, const Label* labels, int64_t count, bint alone) noexcept nogil
    cdef void _want_node(self, uint64_t rest, int card, int turn) noexcept nogil
    cdef void _want_ahead(self, uint64_t rest, int top, int turn, int place) noexcept nogil
    cdef int32_t bound_of(self, const Label* label) noexcept nogil
    cdef int64_t price_of(self, uint64_t rest) noexcept nogil
    cdef int32_t value(self, uint64_t rest, int top, int turn, int place) noexcept nogil

    cdef int32_t _at_node(self, uint64_t rest, int card, int turn) noexcept nogil
    cdef int32_t look_ahead(self, uint64_t rest, int top, int turn, int place, int* chosen) noexcept nogil
    cdef int32_t step_cost(self, int turn, int place, int card) noexcept nogil
    cdef int32_t impasse_cost(self, int turn, int place, int card) noexcept nogil
    cdef int32_t first_value(self, int gone, int card, int turn, int before) noexcept nogil
    cdef int32_t* values_after(self, int gone, int turn, int card) noexcept nogil
    cdef int32_t* _impasse(self, int gone, int turn) noexcept nogil
    cdef void _fill_delays(self, int gone, int turn, int card) noexcept nogil
    cdef int _from_first(self, int cell) noexcept nogil
    cdef void _fill_node(self, int gone, int turn, int card, int delay) noexcept nogil
    cdef void _fill_last_suit(self, int gone, int turn, uint64_t playable) noexcept nogil
    cdef int32_t value_of_parts(self, int turn, Parts parts) noexcept nogil
    cdef int32_t* values_of(self, int gone, int node, int delay) noexcept nogil
    cdef int delay_of(self, uint64_t rest, int card, int turn) noexcept nogil
    cdef int32_t _first_after(self, const int32_t* first, int gone, int turn, int card, int before, int32_t limit) noexcept nogil
    cdef void _fill_after(self, int gone, int turn, int card, uint64_t others, const int32_t* up, const int32_t* down) noexcept nogil
    cdef void _fill_impasse(self, int gone, int turn, uint64_t playable, const int32_t* up, const int32_t* down) noexcept nogil
    cdef int32_t _least_after(self, int gone, int turn, int card, uint64_t playable, const int32_t* up, const int32_t* down) noexcept nogil
    cdef bint is_tabled(self, uint64_t rest, int top, int turn, int place) noexcept nogil
    cdef int remembered(self, uint64_t rest, int node) noexcept nogil
