"""The base of the searches for layouts in one box: their memory, and steps of a given number of nodes."""

from winnow_kernels.common.budget cimport Budget


cdef class BoxSearch:
    """Search for a layout in one box, step by step; a subclass defines `search_on` (see box_search.pxd)."""

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
