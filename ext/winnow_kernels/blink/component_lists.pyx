"""Where whole components of Blink's cards can lie in a box, by first cell (docs/soundness.md: whole-components)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from winnow_kernels.blink.shapes cimport Shapes
from winnow_kernels.common.budget cimport Budget

cdef enum:
    MOST_LISTED = 1_000_000
    MOST_STEPS = 20_000_000
    # Of all lists together.
    MOST_BYTES = 256 << 20


cdef class ComponentLists:
    """Lists by component and number of touching pairs, made when asked for; see the stub file."""

    def __cinit__(self, Shapes shapes, Budget budget):
        self.shapes, self.budget = shapes, budget
        self.known = {}

    def __dealloc__(self):
        cdef int i
        for i in range(self.count):
            free(self.lists[i].begin)
            free(self.lists[i].fills)
            free(self.lists[i].cells)
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    cdef PlacedList* of(self, int k, int pairs) except? NULL:
        """Return the placements of a component in which exactly so many pairs touch; NULL: they are too many."""
        cdef PlacedList* listed
        key = (k, pairs)
        if key not in self.known:
            listed = NULL
            if self.count < MOST_LISTS and self.shapes.list_all(k, pairs, pairs, MOST_LISTED, MOST_STEPS):
                listed = self._listed()
            self.known[key] = -1 if listed is NULL else self.count - 1
        return NULL if self.known[key] < 0 else &self.lists[<int>self.known[key]]

    cdef PlacedList* _listed(self) except? NULL:
        """Write down what the shapes have listed; NULL: there is no memory for it."""
        cdef PlacedList* listed = &self.lists[self.count]
        cdef long long placements = self.shapes.listed, cells = placements * self.shapes.size
        cdef long long begins = self.shapes.box.area * self.shapes.size + 1
        cdef long long size = begins * sizeof(int) + placements * 2 * sizeof(uint64_t) + cells
        if self.size_in_bytes + size > MOST_BYTES or not self.budget.claim_spare(size):
            return NULL
        self.size_in_bytes += size
        listed.size = self.shapes.size
        memcpy(listed.card, self.shapes.card, sizeof(listed.card))
        listed.begin = <int*>calloc(begins, sizeof(int))
        listed.fills = <uint64_t*>calloc(2 * placements + 1, sizeof(uint64_t))
        listed.cells = <uint8_t*>malloc(cells + 1)
        self.count += 1
        if listed.begin is NULL or listed.fills is NULL or listed.cells is NULL:
            raise MemoryError
        with nogil:
            self._sort(listed)
        return listed

    cdef void _sort(self, PlacedList* listed) noexcept nogil:
        """Put the placements in order by their first cell and its card: by counting."""
        cdef long long i
        cdef int j, first, place, size = listed.size
        cdef int places = self.shapes.box.area * size
        cdef const uint8_t* cells = self.shapes.cells
        # While the placements are written down, begin[place] is where the next of that place goes.
        for i in range(self.shapes.listed):
            listed.begin[_place(cells + i * size, size)] += 1
        place = 0
        for j in range(places + 1):
            first = listed.begin[j]
            listed.begin[j] = place
            place += first
        for i in range(self.shapes.listed):
            place = _place(cells + i * size, size)
            first = listed.begin[place]
            listed.begin[place] += 1
            memcpy(listed.cells + <long long>first * size, cells + i * size, size)
            for j in range(size):
                listed.fills[2 * first + (cells[i * size + j] >> 6)] |= <uint64_t>1 << (cells[i * size + j] & 63)
        for j in range(places, 0, -1):
            listed.begin[j] = listed.begin[j - 1]
        listed.begin[0] = 0


cdef int _place(const uint8_t* cells, int size) noexcept nogil:
    """Return the first cell of a placement, times the size, plus the number of the card in it."""
    cdef int i, least = 0
    for i in range(1, size):
        if cells[i] < cells[least]:
            least = i
    return cells[least] * size + least
