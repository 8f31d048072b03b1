from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.common.budget cimport Budget

cdef enum:
    MOST = 64
    MOST_CELLS = 128
    EMPTY = 64
    UNDECIDED = -1


cdef class Box:
    cdef int cards, columns, rows, area, hold
    # By card: cards that match in 1, 2, 3 ways or more; its kind; its draw index.
    cdef uint64_t matching[4][MOST]
    cdef int kind[MOST]
    cdef int draw[MOST]
    # By time: cards of a kind of which one may have come; cards that have come themselves.
    cdef uint64_t come[MOST + 1]
    cdef uint64_t drawn[MOST + 1]
    cdef uint64_t same_as_next, laid, left, all_cards
    cdef uint64_t kind_mask[MOST]
    # By cell: its four neighbours (-1: none), what it holds, the cards beside it, and those that match all of these.
    cdef int near[4 * MOST_CELLS]
    cdef int at[MOST_CELLS]
    cdef uint64_t beside[MOST_CELLS]
    cdef uint64_t fit[MOST_CELLS]
    cdef uint64_t undecided[2]
    cdef uint64_t touching[MOST]
    cdef uint64_t row_cards[MOST_CELLS]
    cdef uint64_t row_empty[MOST_CELLS]
    cdef uint64_t column_cards[MOST_CELLS]
    cdef uint64_t column_empty[MOST_CELLS]
    cdef int last_start
    cdef int order[MOST]
    cdef int ordered

    cdef void take_cards(self, kinds, draws, ways, int hold)
    cdef void clear(self, int columns, int rows)
    cdef int take_deal(self, kinds, draws, ways, int hold, int columns, int rows, laid) except -1
    cdef void _know_times(self, laid)
    cdef void put(self, int card, int cell, uint64_t* open_cells) noexcept nogil
    cdef bint leave_empty(self, int cell, uint64_t* open_cells) noexcept nogil
    cdef void take_back(self, int cell, int held, const uint64_t* fits) noexcept nogil
    cdef int segments_through(self, int cell) noexcept nogil
    cdef int segments(self) noexcept nogil
    cdef void find_quarter(self, uint64_t* cells) noexcept nogil
    cdef bint placeable(self, const uint64_t* open_cells) noexcept nogil
    cdef bint can_be_laid(self) noexcept nogil
    cdef bint _reaches_all(self, uint64_t reached, const uint64_t* open_cells) noexcept nogil
    cdef bint _lay(self, uint64_t reached) noexcept nogil


# A component of the graph "matches in `level` ways or more": consecutive cards.
cdef struct Part:
    uint64_t members
    uint64_t* partners
    uint8_t* table
    int first
    int size
    int most


cdef class Components:
    cdef int count
    cdef long long size_in_bytes
    cdef Part part[2 * MOST]
    # By card: its component of two ways, and of three (-1: none).
    cdef int part_of[4][MOST]
    # By number of cards: the most pairs of them that can touch.
    cdef int most_touching[MOST + 1]
    cdef uint8_t* tables

    cdef void tabulate(self)
    cdef void _find_most_touching(self, Box box)
    cdef void _find(self, Box box)
    cdef list most(self)
    cdef int most_pairs(self, Part* part, uint64_t cards) noexcept nogil
    cdef uint64_t _connected(self, Part* part, uint64_t cards) noexcept nogil


cdef class BoxSearch:
    cdef Budget budget
    cdef long long size_in_bytes
    cdef bint found

    cdef int claim(self, long long size) except -1
    cdef int search_on(self, long long nodes) except -1 nogil
