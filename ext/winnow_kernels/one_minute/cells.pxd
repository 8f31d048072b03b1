# Before which time the first impasse from a position cannot be, in cells (games/one_minute/ledger.md: first-impasse).
#
# A cell is a part of a pass. Cells are numbered through all passes.

from libc.stdint cimport uint64_t

from winnow_kernels.common.bits cimport highest_bit, lowest_bit
from winnow_kernels.one_minute.deal cimport SUITS, Deal


cdef enum:
    CELLS = 4               # in a pass
    DELAYS = 2 * CELLS      # all cards left have come up before two passes are over
    NO_CELL = 1 << 20


cdef inline int cell_of(const Deal* deal, int turn, int card) noexcept nogil:
    """Return the cell in which the card comes up in this pass."""
    return turn * CELLS + (deal.cards - 1 - card if turn & 1 else card) * CELLS // deal.cards


cdef inline int first_impasse(const Deal* deal, uint64_t rest, int turn, int place) noexcept nogil:
    """Return a cell before which of each suit that is left a card has yet to come up: no impasse is earlier, nor the end.

    The position itself is not at an impasse.
    """
    cdef int suit, first = NO_CELL
    cdef uint64_t own
    for suit in range(SUITS):
        own = rest & deal.of_suit[suit]
        if not own:
            continue
        # The cards that have come up in this pass come up last in the next one.
        if turn & 1:
            if highest_bit(own) >= place:
                first = min(first, cell_of(deal, turn + 1, highest_bit(own)))
            else:
                first = min(first, cell_of(deal, turn, lowest_bit(own)))
        elif lowest_bit(own) < place:
            first = min(first, cell_of(deal, turn + 1, lowest_bit(own)))
        else:
            first = min(first, cell_of(deal, turn, highest_bit(own)))
    return first
