"""A beam for the score of Blink where nothing is held back: cards are laid in the order of the deal (`laid_in_turn`)."""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memcpy, memset

from winnow_kernels.blink.laid_in_turn cimport Child, LaidInTurn, Node
from winnow_kernels.common.bits cimport bit, lowest_bit

cdef enum:
    # Places in the table of layouts for each layout that is kept.
    PLACES = 8
    # How many times fewer layouts of more than half of the cards are kept, if these are so many.
    LATER = 4
    LEAST_LATER = 500


cdef struct Key:
    int64_t score
    uint64_t hash
    int child


cdef class InTurn(LaidInTurn):
    """Layers by the number of cards laid; see the stub file."""

    cdef readonly int matched
    cdef int width, count, children
    cdef Node* layer
    cdef Node* following
    cdef Child* child
    cdef Key* keys
    cdef uint64_t* seen
    cdef uint64_t seen_mask
    cdef int seen_count
    cdef long long size_in_bytes

    def __dealloc__(self):
        self._forget()

    def run(self, int width, fixed, int wanted, uint64_t seed):
        """Return the cells of a good layout; see the stub file."""
        cdef bint found
        cdef int a
        cdef Node* best
        if width > self.width and not self._make_room(width):
            return None
        # Of a narrow beam not all of the table is emptied for each layer.
        self.seen_mask = _places(width) - 1
        self._draw(seed)
        self.fixed = self.fixed_cells = 0
        self.wanted = wanted
        memset(self.layer, 0, sizeof(Node))
        for card, where in fixed:
            self.fixed |= bit(card)
            self.fixed_cells |= bit(where)
            self.layer.place[<int>card] = where
        with nogil:
            found = self._run(width)
        if not found:
            return None
        best = self._best()
        self.matched = best.matched
        return [best.place[a] for a in range(self.cards)] if self.matched >= wanted else None

    cdef void _forget(self) noexcept:
        free(self.layer)
        free(self.following)
        free(self.child)
        free(self.keys)
        free(self.seen)
        self.layer, self.following, self.child, self.keys, self.seen = NULL, NULL, NULL, NULL, NULL
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)
        self.size_in_bytes, self.width = 0, 0

    cdef bint _make_room(self, int width) except -1:
        """Make room for layers of this width; False: there is none."""
        cdef uint64_t places = _places(width)
        cdef long long size = 2 * width * <long long>(sizeof(Node) + sizeof(Child) + sizeof(Key))
        size += places * <long long>sizeof(uint64_t)
        self._forget()
        if not self.budget.claim_spare(size):
            return False
        self.size_in_bytes, self.width = size, width
        self.layer = <Node*>malloc(width * sizeof(Node))
        self.following = <Node*>malloc(width * sizeof(Node))
        self.child = <Child*>malloc(2 * width * sizeof(Child))
        self.keys = <Key*>malloc(2 * width * sizeof(Key))
        self.seen = <uint64_t*>calloc(places, sizeof(uint64_t))
        if self.layer is NULL or self.following is NULL or self.child is NULL or self.keys is NULL or self.seen is NULL:
            raise MemoryError
        return True

    # ---- the beam

    cdef bint _run(self, int width) except -1 nogil:
        """Lay card after card; True: the last layer holds whole layouts."""
        cdef int card, i
        cdef const Child* child
        cdef Node* layer
        if not self._begin(self.layer):
            return False
        self.count = 1
        for card in range(self.cards):
            self.children, self.floor = 0, -1
            if 2 * card == self.cards - self.cards % 2:
                # The best layouts of the second half come from the better ones of the first.
                width = max(width // LATER, min(width, LEAST_LATER))
            self.seen_count = 0
            memset(self.seen, 0, (self.seen_mask + 1) * sizeof(uint64_t))
            for i in range(self.count):
                if not self._expand(&self.layer[i], i, card, width):
                    return False
            self._keep_best(width)
            if not self.children:
                return False
            for i in range(self.children):
                child = &self.child[self.keys[i].child]
                self._build(&self.following[i], &self.layer[child.parent], child, card)
            self.count = self.children
            layer = self.layer
            self.layer, self.following = self.following, layer
        return True

    cdef bint _expand(self, const Node* node, int parent, int card, int width) except -1 nogil:
        """Try the card in each cell beside laid ones; False: the budget is spent."""
        cdef uint64_t cells = self._cells(node, card)
        cdef int cell
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            if self.budget.charge(1):
                return False
            if self._known(node.hash + self.numbers[card][cell]):
                continue
            if self._value(node, card, cell, &self.child[self.children]):
                self._note(node.hash + self.numbers[card][cell])
                self.child[self.children].parent = parent
                self.keys[self.children].score = self.child[self.children].score
                self.keys[self.children].hash = self.child[self.children].hash
                self.keys[self.children].child = self.children
                self.children += 1
                if self.children == 2 * width:
                    self._keep_best(width)
                    self._close_up()
        return True

    cdef Node* _best(self) noexcept nogil:
        """Return the layout of the last layer that matches in the most ways."""
        cdef int i, best = 0
        for i in range(1, self.count):
            if self.layer[i].matched > self.layer[best].matched:
                best = i
        return &self.layer[best]

    # ---- the children of a layer

    cdef void _keep_best(self, int width) noexcept nogil:
        """Put the keys of the children in order, the best first, and drop those beyond the width."""
        if self.children:
            qsort(self.keys, self.children, sizeof(Key), _better_first)
        if self.children >= width:
            self.children = width
            self.floor = self.keys[width - 1].score

    cdef void _close_up(self) noexcept nogil:
        """Move the children that are kept to the front, into the places of those dropped."""
        cdef int i, place = 0
        for i in range(self.children):
            # Marked by a place that no child has.
            self.child[self.keys[i].child].parent = ~self.child[self.keys[i].child].parent
        for i in range(self.children):
            if self.keys[i].child < self.children:
                continue
            while self.child[place].parent < 0:
                place += 1
            memcpy(&self.child[place], &self.child[self.keys[i].child], sizeof(Child))
            self.keys[i].child = place
        for i in range(self.children):
            self.child[i].parent = ~self.child[i].parent

    cdef bint _known(self, uint64_t hash) noexcept nogil:
        cdef uint64_t place = hash & self.seen_mask
        while self.seen[place]:
            if self.seen[place] == hash:
                return True
            place = (place + 1) & self.seen_mask
        return False

    cdef void _note(self, uint64_t hash) noexcept nogil:
        """Note a layout, while there is room."""
        cdef uint64_t place = hash & self.seen_mask
        if 2 * <uint64_t>self.seen_count > self.seen_mask:
            return
        while self.seen[place]:
            place = (place + 1) & self.seen_mask
        self.seen[place] = hash
        self.seen_count += 1


cdef uint64_t _places(int width) noexcept nogil:
    """Return the places of a table of layouts for a beam, a power of two."""
    cdef uint64_t places = 1024
    while places < PLACES * <uint64_t>width:
        places *= 2
    return places


cdef int _better_first(const void* a, const void* b) noexcept nogil:
    """Order keys by score, the best first; among equals by what chance says."""
    cdef const Key* x = <const Key*>a
    cdef const Key* y = <const Key*>b
    if x.score != y.score:
        return 1 if x.score < y.score else -1
    if x.hash != y.hash:
        return 1 if x.hash < y.hash else -1
    return 0
