"""The base of the searches for layouts in one box: the deal, the limits, and turns limited by a number of nodes."""

from winnow_kernels.blink.box cimport MOST, MOST_CELLS, Box
from winnow_kernels.common.budget cimport Budget


cdef class BoxSearch(Box):
    """Search for a layout in one box, in turns; a subclass defines `search_on` (see box_search.pxd)."""

    def __dealloc__(self):
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    def run(self, long long nodes):
        """Continue the search for about `nodes` nodes, each of which counts as one position of the budget.

        Return "found", "exhausted" (there is no layout, or no other), "paused" (the next call continues here) or
        "stopped" (by the budget).
        """
        cdef int result
        if self.found:
            return "found"
        with nogil:
            result = self.search_on(nodes)
        return ("found", "exhausted", "paused", "stopped")[result]

    cdef int take_deal(
        self, kinds, draws, ways, int hold, int columns, int rows, laid, without, Budget budget
    ) except -1:
        """Set the box up for the cards; raises ValueError if the box or the deck is too large."""
        if len(kinds) > MOST or columns * rows > MOST_CELLS or columns > 64 or rows > 64:
            raise ValueError(f"more than {MOST} cards or {MOST_CELLS} cells")
        self.budget = budget
        self.dead_cells = "dead-cells" not in without
        self.touching_order = "touching-order" not in without
        self.take_cards(kinds, draws, ways, hold)
        self.clear(columns, rows)
        self.know_times(laid)
        return 0

    cdef int claim(self, long long size) except -1:
        """Claim memory until the search is gone; raises MemoryError if the budget has none for it."""
        if not self.budget.claim(size):
            raise MemoryError
        self.size_in_bytes = size
        return 0

    cdef int search_on(self, long long nodes) except -1 nogil:
        """Return 0: found, 1: exhausted, 2: paused, 3: stopped."""
        with gil:
            raise NotImplementedError
