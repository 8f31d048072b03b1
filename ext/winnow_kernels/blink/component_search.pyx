"""Blink layouts within one box, a whole component of cards at a time (docs/soundness.md: whole-components)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from winnow_kernels.blink.box cimport EMPTY, MOST
from winnow_kernels.blink.box_search cimport BoxSearch
from winnow_kernels.blink.component_lists cimport ComponentLists, PlacedList
from winnow_kernels.common.bits cimport lowest_bit
from winnow_kernels.common.budget cimport Budget

cdef enum:
    NO_COMPONENT = -1


# One decision: the cards still to try in the first undecided cell, and where the card tried now stands in its list.
cdef struct Frame:
    uint64_t to_try
    uint64_t open[2]
    int cell
    int card
    int next
    int end
    int spare
    bint may_be_empty
    # What was done: so many cards put down, or the cell left empty; and what the cells beside each card fitted before.
    int put
    bint left_empty
    const int* cards
    const uint8_t* cells
    uint8_t own_cell
    uint64_t fits[MOST][4]


cdef class Search(BoxSearch):
    """Layouts of one box, component by component; see the stub file."""

    cdef ComponentLists component_lists
    cdef readonly bint listed
    cdef int most_segments
    cdef PlacedList* lists[2 * MOST]
    # By card: its component, and its number in that.
    cdef int component_of[MOST]
    cdef int number_of[MOST]
    # The card whose mirror images are left out, with the cells left to it.
    cdef int pivot
    cdef uint64_t kept[2]
    cdef Frame* frames

    def __cinit__(
        self,
        kinds,
        draws,
        ways,
        int hold,
        int columns,
        int rows,
        pairs,
        int touching,
        without,
        Budget budget,
        ComponentLists lists,
    ):
        self.take_deal(kinds, draws, ways, hold, columns, rows, (), without, budget)
        self.component_lists = lists
        self.most_segments = 2 * self.cards - touching
        self.claim((self.area + 1) * <long long>sizeof(Frame))
        self.frames = <Frame*>calloc(self.area + 1, sizeof(Frame))
        if self.frames is NULL:
            raise MemoryError
        self.listed = self._take_lists(pairs)
        self._choose_pivot("mirrors" not in without)
        self.frames[0].spare = self.area - self.cards
        self._choose(&self.frames[0])
        if self.touching_order and not self.placeable(self.frames[0].open):
            self.depth = -1

    def __dealloc__(self):
        free(self.frames)

    def layout(self):
        """Return the layout found: (draw index, cell) in an order in which the cards can be placed."""
        cdef int i, cell
        cells = {self.at[cell]: cell for cell in range(self.area)}
        return [(self.draw[self.order[i]], cells[self.order[i]]) for i in range(self.ordered)]

    cdef bint _take_lists(self, pairs) except -1:
        """Take the components' lists; False: some component has none."""
        cdef int k, i, card
        for card in range(self.cards):
            self.component_of[card] = NO_COMPONENT
        for k in range(self.component_lists.shapes.components.count):
            self.lists[k] = self.component_lists.of(k, pairs[k])
            if self.lists[k] is NULL:
                return False
            for i in range(self.lists[k].size):
                self.component_of[self.lists[k].card[i]] = k
                self.number_of[self.lists[k].card[i]] = i
        return True

    cdef void _choose_pivot(self, bint mirrors):
        """Choose a card of the largest component, and the cells that are left to it of those that mirrors exchange."""
        cdef int card, k, size, largest = 0
        self.find_quarter(self.kept)
        self.pivot = -1
        for card in range(self.cards if mirrors else 0):
            k = self.component_of[card]
            size = 1 if k == NO_COMPONENT else self.lists[k].size
            if size > largest:
                largest, self.pivot = size, card

    # ---- the search

    cdef int search_on(self, long long nodes) except -1 nogil:
        """Return 0: found, 1: exhausted, 2: paused, 3: stopped."""
        cdef Frame* frame
        cdef bint stopped
        while self.depth >= 0:
            frame = &self.frames[self.depth]
            self._take_back(frame)
            if not self._next(frame):
                self.depth -= 1
                continue
            nodes -= 1
            stopped = self.budget.charge(1)
            if self._enter(frame, frame + 1):
                if not self.undecided[0] and not self.undecided[1]:
                    if self.can_be_laid():
                        self.found = True
                        return 0
                else:
                    self._choose(frame + 1)
                    self.depth += 1
            if stopped:
                return 3
            if nodes <= 0:
                return 2
        return 1

    cdef void _choose(self, Frame* frame) noexcept nogil:
        """Decide the first undecided cell next."""
        frame.cell = lowest_bit(self.undecided[0]) if self.undecided[0] else 64 + lowest_bit(self.undecided[1])
        frame.to_try = self.fit[frame.cell] & self.left
        frame.next = frame.end = 0
        frame.may_be_empty = frame.spare > 0

    cdef bint _next(self, Frame* frame) noexcept nogil:
        """Put down the next placement whose first cell is the frame's, or leave the cell empty; False: all was tried."""
        cdef PlacedList* listed
        cdef int k, place
        while True:
            while frame.next < frame.end:
                listed = self.lists[self.component_of[frame.card]]
                frame.next += 1
                if self._fits(listed, frame.next - 1):
                    self._put(frame, listed.card, listed.cells + <long long>(frame.next - 1) * listed.size, listed.size)
                    return True
            if not frame.to_try:
                break
            frame.card = lowest_bit(frame.to_try)
            frame.to_try &= frame.to_try - 1
            k = self.component_of[frame.card]
            if k == NO_COMPONENT:
                if frame.card != self.pivot or self.kept[frame.cell >> 6] >> (frame.cell & 63) & 1:
                    frame.own_cell = <uint8_t>frame.cell
                    self._put(frame, &frame.card, &frame.own_cell, 1)
                    return True
            else:
                place = frame.cell * self.lists[k].size + self.number_of[frame.card]
                frame.next, frame.end = self.lists[k].begin[place], self.lists[k].begin[place + 1]
        if frame.may_be_empty:
            frame.may_be_empty = False
            frame.left_empty = True
            return True
        return False

    cdef bint _fits(self, PlacedList* listed, int placement) noexcept nogil:
        """Tell whether the cells of a placement are undecided, and its cards match what lies beside them."""
        cdef const uint64_t* fills = listed.fills + 2 * <long long>placement
        cdef const uint8_t* cells = listed.cells + <long long>placement * listed.size
        cdef int i
        if fills[0] & ~self.undecided[0] or fills[1] & ~self.undecided[1]:
            return False
        for i in range(listed.size):
            if not self.fit[cells[i]] >> listed.card[i] & 1:
                return False
            if listed.card[i] == self.pivot and not self.kept[cells[i] >> 6] >> (cells[i] & 63) & 1:
                return False
        return True

    cdef void _put(self, Frame* frame, const int* cards, const uint8_t* cells, int size) noexcept nogil:
        cdef int i, j, near
        cdef Frame* below = frame + 1
        below.open[0], below.open[1] = frame.open[0], frame.open[1]
        frame.cards, frame.cells, frame.put = cards, cells, size
        for i in range(size):
            for j in range(4):
                near = self.near[4 * cells[i] + j]
                if near >= 0:
                    frame.fits[i][j] = self.fit[near]
            self.put(cards[i], cells[i], below.open)

    cdef bint _enter(self, Frame* frame, Frame* below) noexcept nogil:
        """Tell whether what was done may lead to a layout."""
        below.spare = frame.spare
        if frame.left_empty:
            below.open[0], below.open[1] = frame.open[0], frame.open[1]
            below.spare -= 1
            if not self.leave_empty(frame.cell, below.open):
                return False
        if self.segments() > self.most_segments:
            return False
        if self.dead_cells and not self.enough_fit(below.open, below.spare):
            return False
        return (self.left and not self.touching_order) or self.placeable(below.open)

    cdef void _take_back(self, Frame* frame) noexcept nogil:
        """Undo what was done last, if anything was."""
        cdef int i
        if frame.left_empty:
            self.take_back(frame.cell, EMPTY, NULL)
            frame.left_empty = False
        for i in range(frame.put - 1, -1, -1):
            self.take_back(frame.cells[i], frame.cards[i], frame.fits[i])
        frame.put = 0
