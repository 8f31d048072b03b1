"""Blink Solitaire: a beam search in layers, by the number of cards placed.

A *board* holds one layout, a *layer* the best layouts with the same number of cards. A *root* is a layout to start
from: the cards on the table, at each place where they may lie.
"""

from typing import NamedTuple

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit, popcount
from winnow_kernels.common.budget cimport Budget, Rooms
from winnow_kernels.common.tables cimport SlottedNodes, Traces
from winnow_kernels.common.random_words cimport next_word

# What `search` returns. `placements`: (place in the deal, cell) in order of placing, or None; `matched`: the ways
# matched in the whole layout. `root_cell`: the cell of the first card of its root. `exhausted`: no completed beam had
# to drop a layout, so there is no other, or with `best` none that matches in more ways. `layouts`: with `gather`, the
# whole layouts at the end of the last beam, each as (kind, cell) pairs; at least one of each set of mirror images.
# `partial`: if no layout is whole, the largest one that a beam ended with, as `placements`.
Found = NamedTuple("Found", [
    ("placements", list[tuple[int, int]] | None),
    ("matched", int),
    ("root_cell", int),
    ("exhausted", bool),
    ("layouts", list[list[tuple[int, int]]]),
    ("partial", list[tuple[int, int]]),
])
# The techniques that `without` can switch off.
TECHNIQUES = frozenset(["match-graph", "mirrors"])

# Free cells are valued by the number of cards to come that fit them; from COMFORTS - 1 cards on they count alike.
cdef enum:
    COMFORTS = 16
    # The words of a set of kinds of cards, and the most kinds.
    WORDS = 3
    KINDS = 180
    FIRST_CAPACITY = 64
# A width that no budget reaches.
MOST_WIDTH = 1 << 30


# A set of kinds of cards.
cdef struct Mask:
    uint64_t words[WORDS]


# A layout: its hash of 128 bits, its score, and last its trace.
cdef struct Node:
    uint64_t high
    uint64_t low
    int64_t score
    uint32_t number
    uint32_t parent
    int32_t cell
    int32_t draw


# How a layout was made: `parent` in the layer before, and the placement.
cdef struct Trace:
    uint32_t parent
    int32_t cell
    int32_t draw


def search(
    deck: tuple[Sequence[int], Sequence[bytes], int, int, int], lattice: tuple[int, int], floating: bool,
    roots: Sequence[Sequence[tuple[int, int]]], starts: Sequence[int], left: Sequence[int], widths: Sequence[int],
    best: bool, weights: Sequence[int], without: frozenset[str], Budget budget, gather: bool = False,
) -> Found:
    """Return the whole layout found; with `best`, the one that matches in the most ways.

    `deck` is (kinds of all cards in dealing order, ways, hold, columns, rows), where `ways[a]` is a byte string that
    says in how many ways kind a matches each kind. `lattice` is (width, height) in cells; cell `x + width y` is in
    column x and row y. A layout may lie anywhere within columns x rows cells of the lattice; `floating` says that only
    its shape counts. `roots` holds the layouts to start from, each a sequence of (cell, kind), all of the same cards.
    `starts` holds the cells to try for the first card if the roots are empty, `left` the places in the deal of the
    cards to be placed. The beams have the `widths`, tried in turn; `weights` steer them (see `_promise`). `without`
    holds the TECHNIQUES switched off. With `gather` the whole layouts of the last beam are returned, too. If the budget
    has no memory left, it is marked as out of memory and the result holds no layout.
    """
    cdef _Beam beam
    cdef int64_t layouts
    cdef bint over
    try:
        beam = _Beam(budget, deck, lattice, roots, starts, left, floating, best, weights, without)
    except MemoryError:
        budget.out_of_memory()
        return Found(None, -1, 0, False, [], [])
    beam.gather = gather
    for width in widths:
        layouts = width
        with nogil:
            over = beam.run(layouts)
        if over:
            break
    return beam.result()


# ---- the layout on the board

cdef class Board:
    """Hold the deck, a table of width x height cells and the cards placed on it.

    Cell `x + width y` is in column x and row y. Placements are taken back in reverse order. The constructor raises
    MemoryError if the budget has no memory for the table.
    """

    cdef Rooms rooms
    # The deck: kinds in dealing order, and how they match.
    cdef int cards, hold
    cdef int kinds
    # The words of a mask that its kinds take up.
    cdef int words
    cdef int* order
    cdef uint8_t ways[KINDS][KINDS]
    cdef Mask matching[KINDS]
    # The lattice of width x height cells; a layout may span columns x rows of them.
    cdef int columns, rows, width, height, area
    cdef int* at
    cdef Mask* fits
    cdef int* touching
    # Cells that a placed card touches, in the order in which that came about.
    cdef int* fringe
    cdef int fringe_count
    # What is placed, in order: the cell and the place in the deal (-1: lay there before).
    cdef int* cells
    cdef int* draws
    cdef int placed
    # By kind: how many are left; and the kinds of which some are left.
    cdef int copies[KINDS]
    cdef Mask left
    cdef uint8_t* used
    cdef int lowest
    # The bounding box, and the sum of ways in which touching cards match.
    cdef int min_x, max_x, min_y, max_y
    cdef int matched
    # What each placement must restore.
    cdef Mask* old_fits
    cdef int* old_boxes

    def __cinit__(self, Budget budget, deck, lattice, *_):
        cdef int a, b
        cdef bytes row
        cdef const uint8_t* number
        order, ways, self.hold, self.columns, self.rows = deck
        self.width, self.height = lattice
        self.cards, self.kinds = len(order), len(ways)
        self.words = max(1, (self.kinds + 63) // 64)
        self.area = self.width * self.height
        self.rooms = Rooms(budget)
        self.order = <int*>self.rooms.take(self.cards, sizeof(int))
        self.at = <int*>self.rooms.take(self.area, sizeof(int))
        self.fits = <Mask*>self.rooms.take(self.area, sizeof(Mask))
        self.touching = <int*>self.rooms.take(self.area, sizeof(int))
        self.fringe = <int*>self.rooms.take(self.area, sizeof(int))
        self.cells = <int*>self.rooms.take(self.cards, sizeof(int))
        self.draws = <int*>self.rooms.take(self.cards, sizeof(int))
        self.used = <uint8_t*>self.rooms.take(self.cards, 1)
        self.old_fits = <Mask*>self.rooms.take(4 * self.cards, sizeof(Mask))
        self.old_boxes = <int*>self.rooms.take(4 * self.cards, sizeof(int))
        for a in range(self.cards):
            self.order[a] = order[a]
        for a in range(self.kinds):
            row = ways[a]
            number = row
            for b in range(self.kinds):
                self.ways[a][b] = number[b]
                if number[b]:
                    self.matching[a].words[b // 64] |= bit(b % 64)
        memset(self.fits, 0xff, self.area * sizeof(Mask))
        for a in range(self.cards):
            self.copies[self.order[a]] += 1
            self.left.words[self.order[a] // 64] |= bit(self.order[a] % 64)
        self.min_x, self.min_y = self.width, self.height
        self.max_x = self.max_y = -1

    cdef void place(self, int cell, int kind, int draw) noexcept nogil:
        """Place a card on a free cell: of kind `kind`, the deal's `draw`-th (-1: one that lay there before)."""
        cdef int near[4]
        cdef int i, k, w, x = cell % self.width, y = cell // self.width
        cdef int* box = &self.old_boxes[4 * self.placed]
        if draw >= 0:
            self.used[draw] = 1
        box[0], box[1], box[2], box[3] = self.min_x, self.max_x, self.min_y, self.max_y
        self.min_x, self.max_x = min(self.min_x, x), max(self.max_x, x)
        self.min_y, self.max_y = min(self.min_y, y), max(self.max_y, y)
        self.at[cell] = kind + 1
        k = self.neighbours(cell, near)
        for i in range(k):
            if self.at[near[i]]:
                self.matched += self.ways[kind][self.at[near[i]] - 1]
            self.old_fits[4 * self.placed + i] = self.fits[near[i]]
            for w in range(WORDS):
                self.fits[near[i]].words[w] &= self.matching[kind].words[w]
            if not self.touching[near[i]]:
                self.fringe[self.fringe_count] = near[i]
                self.fringe_count += 1
            self.touching[near[i]] += 1
        self.cells[self.placed] = cell
        self.draws[self.placed] = draw
        self.placed += 1
        self.copies[kind] -= 1
        if not self.copies[kind]:
            self.left.words[kind // 64] &= ~bit(kind % 64)
        while self.lowest < self.cards and self.used[self.lowest]:
            self.lowest += 1

    cdef void take_back(self) noexcept nogil:
        """Take the card placed last off the table."""
        cdef int near[4]
        cdef int i, k, cell, kind
        cdef int* box
        self.placed -= 1
        box = &self.old_boxes[4 * self.placed]
        self.min_x, self.max_x, self.min_y, self.max_y = box[0], box[1], box[2], box[3]
        cell = self.cells[self.placed]
        kind = self.at[cell] - 1
        self.at[cell] = 0
        k = self.neighbours(cell, near)
        for i in range(k - 1, -1, -1):
            if self.at[near[i]]:
                self.matched -= self.ways[kind][self.at[near[i]] - 1]
            self.fits[near[i]] = self.old_fits[4 * self.placed + i]
            self.touching[near[i]] -= 1
            if not self.touching[near[i]]:
                self.fringe_count -= 1
        self.copies[kind] += 1
        self.left.words[kind // 64] |= bit(kind % 64)
        if self.draws[self.placed] >= 0:
            self.used[self.draws[self.placed]] = 0
            self.lowest = min(self.lowest, self.draws[self.placed])

    cdef bint in_reach(self, int cell) noexcept nogil:
        """Return whether a card on `cell` would keep the bounding box within columns x rows."""
        cdef int x = cell % self.width, y = cell // self.width
        return (
            max(self.max_x, x) - min(self.min_x, x) < self.columns
            and max(self.max_y, y) - min(self.min_y, y) < self.rows
        )

    cdef bint all_in_reach(self) noexcept nogil:
        """Return whether `in_reach` holds for every cell that a placed card touches."""
        return (
            (self.width == self.columns or self.max_x - self.min_x + 1 < self.columns)
            and (self.height == self.rows or self.max_y - self.min_y + 1 < self.rows)
        )

    cdef bint closure_is_complete(self) noexcept nogil:
        """Return whether all cards left can be placed if geometry is ignored (games/blink/ledger.md: match-graph)."""
        cdef Mask reached
        cdef int i, w, draw, count = self.placed, first = self.lowest
        cdef bint grown = True, near = self.all_in_reach()
        memset(&reached, 0, sizeof(Mask))
        for i in range(self.fringe_count):
            if not self.at[self.fringe[i]] and (near or self.in_reach(self.fringe[i])):
                for w in range(WORDS):
                    reached.words[w] |= self.fits[self.fringe[i]].words[w]
        # A card that is taken is marked 2 for the time being.
        while grown:
            grown = False
            while first < self.cards and self.used[first]:
                first += 1
            draw = first
            while draw < self.cards and draw <= count + self.hold:
                if not self.used[draw] and holds(&reached, self.order[draw]):
                    self.used[draw] = 2
                    count += 1
                    grown = True
                    for w in range(WORDS):
                        reached.words[w] |= self.matching[self.order[draw]].words[w]
                draw += 1
        for draw in range(self.lowest, self.cards):
            if self.used[draw] == 2:
                self.used[draw] = 0
        return count == self.cards

    cdef int neighbours(self, int cell, int* found) noexcept nogil:
        """List the cells that touch `cell`; return how many."""
        cdef int count = 0, x = cell % self.width
        if x:
            found[count] = cell - 1
            count += 1
        if x + 1 < self.width:
            found[count] = cell + 1
            count += 1
        if cell >= self.width:
            found[count] = cell - self.width
            count += 1
        if cell + self.width < self.area:
            found[count] = cell + self.width
            count += 1
        return count


cdef bint holds(const Mask* mask, int kind) noexcept nogil:
    """Return whether the kind is in the set."""
    return mask.words[kind // 64] >> (kind % 64) & 1


# ---- layers

cdef inline Node* nodes_of(SlottedNodes layer) noexcept nogil:
    return <Node*>layer.memory


cdef class Layer(SlottedNodes):
    """Hold the best nodes of one layer: at most `width` when it is finished, up to twice as many while it grows."""

    cdef int64_t width
    cdef int64_t floor
    cdef uint32_t numbered
    cdef bint overflowed

    def __cinit__(self, Budget budget):
        cdef Node node
        self.rooms = Rooms(budget)
        self.node_size, self.trace_size = sizeof(Node), sizeof(Trace)
        self.trace_at = <char*>&node.parent - <char*>&node

    cdef uint64_t hash_of(self, const void* node) noexcept nogil:
        return (<const Node*>node).low

    cdef void clear(self, int64_t width) noexcept nogil:
        """Make the layer empty; `width` is at least 1."""
        self.width = width
        self.count = 0
        self.numbered = 0
        self.floor = -1
        self.overflowed = False
        self.fill_slots()

    cdef bint known(self, uint64_t high, uint64_t low) noexcept nogil:
        """Return whether the layer holds this layout."""
        cdef uint64_t slot
        if not self.capacity:
            return False
        slot = low & self.slot_mask
        while self.slots[slot]:
            if nodes_of(self)[self.slots[slot] - 1].low == low and nodes_of(self)[self.slots[slot] - 1].high == high:
                return True
            slot = (slot + 1) & self.slot_mask
        return False

    cdef bint add(self, const Node* node) noexcept nogil:
        """Add a node that is not known, of a score of at least 0, unless it could not stay. False: out of memory."""
        cdef uint64_t slot
        if node.score <= self.floor:
            self.overflowed = True
            return True
        if self.count == self.capacity and not self._make_room():
            return False
        slot = node.low & self.slot_mask
        while self.slots[slot]:
            slot = (slot + 1) & self.slot_mask
        nodes_of(self)[self.count] = node[0]
        nodes_of(self)[self.count].number = self.numbered
        self.numbered += 1
        self.count += 1
        self.slots[slot] = <uint32_t>self.count
        return True

    cdef void finish(self) noexcept nogil:
        """Drop all but the best `width` nodes, and sort them, the best first."""
        self._keep_best()
        self.fill_slots()

    cdef void _keep_best(self) noexcept nogil:
        if self.count:
            qsort(self.memory, self.count, sizeof(Node), _better_first)
        if self.count > self.width:
            self.overflowed = True
            self.count = self.width
        if self.count == self.width:
            self.floor = nodes_of(self)[self.count - 1].score

    cdef bint _make_room(self) noexcept nogil:
        if self.capacity >= 2 * self.width:
            self._keep_best()
            self.fill_slots()
            return True
        return self.grow(FIRST_CAPACITY)


cdef int _better_first(const void* a, const void* b) noexcept nogil:
    """Order nodes by score, the best first; among equals the first found."""
    cdef const Node* x = <const Node*>a
    cdef const Node* y = <const Node*>b
    if x.score != y.score:
        return 1 if x.score < y.score else -1
    return 1 if x.number > y.number else -1


# ---- the beam

cdef class _Beam(Board):
    cdef Budget budget
    cdef Layer layer
    cdef Layer following
    cdef object roots
    cdef int root_count
    cdef int root_size
    cdef int* root_cells
    cdef int* root_kinds
    cdef int current_root
    cdef uint8_t* is_start
    cdef Traces traces
    cdef uint64_t* kind_numbers
    cdef uint64_t* cell_numbers
    cdef uint64_t sum_high, sum_low
    cdef int sum_corner
    cdef int* free_cells
    cdef int* options
    cdef int* path_cells
    cdef int* path_draws
    cdef bint floating, square, best, match_graph, mirrors
    cdef bint exhausted
    cdef object best_line
    cdef object layouts
    cdef object partial
    cdef bint gather
    cdef int best_matched
    cdef int best_root
    cdef int comfort[COMFORTS]
    cdef int64_t w_one, w_two, w_three, w_four, w_matched, w_closed

    def __cinit__(self, Budget budget, deck, lattice, roots, starts, left, bint floating, bint best, weights, without):
        cdef int i
        cdef uint64_t seed = 1
        self.budget, self.floating, self.best = budget, floating, best
        self.root_count = len(roots)
        self.root_size = len(roots[0])
        self.root_cells = <int*>self.rooms.take(self.root_count * self.root_size, sizeof(int))
        self.root_kinds = <int*>self.rooms.take(self.root_size, sizeof(int))
        for i in range(self.root_size):
            self.root_kinds[i] = roots[0][i][1]
        for r in range(self.root_count):
            for i in range(self.root_size):
                self.root_cells[<int>r * self.root_size + i] = roots[r][i][0]
        self.is_start = <uint8_t*>self.rooms.take(self.area, 1)
        for cell in starts:
            self.is_start[<int>cell] = 1
        self.traces = Traces(self.cards + 2, budget)
        self.path_cells = <int*>self.rooms.take(self.cards + 1, sizeof(int))
        self.path_draws = <int*>self.rooms.take(self.cards + 1, sizeof(int))
        self.kind_numbers = <uint64_t*>self.rooms.take(2 * self.kinds, sizeof(uint64_t))
        self.cell_numbers = <uint64_t*>self.rooms.take(2 * self.area, sizeof(uint64_t))
        self.free_cells = <int*>self.rooms.take(self.area, sizeof(int))
        self.options = <int*>self.rooms.take(self.area, sizeof(int))
        for i in range(2 * self.kinds):
            self.kind_numbers[i] = next_word(&seed) | 1
        for i in range(2 * self.area):
            self.cell_numbers[i] = next_word(&seed) | 1
        for draw in range(self.cards):
            self.used[<int>draw] = 1
        for draw in left:
            self.used[<int>draw] = 0
        while self.lowest < self.cards and self.used[self.lowest]:
            self.lowest += 1
        self.square = self.columns == self.rows
        self.match_graph = "match-graph" not in without
        self.mirrors = "mirrors" not in without and floating
        self.layer = Layer(budget)
        self.following = Layer(budget)
        self.best_matched = -1
        self.layouts = []
        self.partial = []
        self.current_root = -1
        self.w_one, self.w_two, self.w_three, self.w_four, self.w_matched, self.w_closed = weights[:6]
        for i, weight in enumerate(weights[6:]):
            self.comfort[i] = weight

    def result(self):
        return Found(self.best_line, self.best_matched, self.best_root, self.exhausted, self.layouts, self.partial)

    cdef bint run(self, int64_t width) except -1 nogil:
        """Run one beam of `width` layouts; return True if the search is over."""
        cdef int depth = 0
        cdef int64_t i
        cdef Node root
        cdef bint overflowed = False
        self.traces.forget_from(0)
        memset(&root, 0, sizeof(Node))
        self.layer.clear(self.root_count)
        for i in range(self.root_count):
            root.low = <uint64_t>i
            root.parent = <uint32_t>i
            root.cell = -1
            if not self.layer.add(&root):
                return True
        if not self.traces.keep(self.layer, 0):
            return True
        while self.layer.count:
            if self.root_size + depth == self.cards:
                self._note(depth)
                self.exhausted = not overflowed
                return not self.best or not overflowed
            self.following.clear(width)
            for i in range(self.layer.count):
                if self.budget.charge(1):
                    return True
                self._build(depth, <uint32_t>i)
                if not self._expand(depth, <uint32_t>i):
                    return True
            self.following.finish()
            if not self.following.count:
                self._keep_partial(depth)
            overflowed |= self.following.overflowed
            depth += 1
            if not self.traces.keep(self.following, depth):
                return True
            self.layer.trade(self.following)
        self.exhausted = not overflowed
        return self.exhausted

    cdef void _note(self, int depth) noexcept nogil:
        """Keep the best of the whole layouts in the layer, or all of them."""
        cdef int64_t i
        cdef int j
        with gil:
            self.layouts = []
        for i in range(self.layer.count):
            self._build(depth, <uint32_t>i)
            if self.gather:
                with gil:
                    self.layouts.append([(self.at[self.cells[j]] - 1, self.cells[j]) for j in range(self.cards)])
            if self.matched > self.best_matched:
                self.best_matched = self.matched
                self.best_root = self.cells[0]
                with gil:
                    self.best_line = [(self.draws[j], self.cells[j]) for j in range(self.root_size, self.cards)]
            if not self.best:
                return

    cdef void _keep_partial(self, int depth) noexcept nogil:
        """Keep the most promising of the layouts to which no card could be added, if they are the largest so far."""
        cdef int j
        self._build(depth, 0)
        with gil:
            if self.placed - self.root_size > len(self.partial):
                self.best_root = self.cells[0]
                self.partial = [(self.draws[j], self.cells[j]) for j in range(self.root_size, self.placed)]

    cdef void _build(self, int depth, uint32_t index) noexcept nogil:
        """Put a node of the finished layer on the board; only the placements that differ are taken back."""
        cdef int i, same
        cdef const Trace* trace
        for i in range(depth, 0, -1):
            trace = <const Trace*>self.traces.layers[i] + index
            self.path_cells[i - 1] = trace.cell
            self.path_draws[i - 1] = trace.draw
            index = trace.parent
        if self.current_root != <int>index:
            while self.placed:
                self.take_back()
            for i in range(self.root_size):
                self.place(self.root_cells[<int>index * self.root_size + i], self.root_kinds[i], -1)
            self.current_root = <int>index
        same = 0
        while (
            same < depth and self.root_size + same < self.placed
            and self.cells[self.root_size + same] == self.path_cells[same]
            and self.draws[self.root_size + same] == self.path_draws[same]
        ):
            same += 1
        while self.placed > self.root_size + same:
            self.take_back()
        for i in range(same, depth):
            self.place(self.path_cells[i], self.order[self.path_draws[i]], self.path_draws[i])

    cdef bint _expand(self, int depth, uint32_t index) noexcept nogil:
        """Add each layout that one placement makes of the layout on the board; False: out of memory."""
        cdef Mask tried
        cdef int i, cell, kind, draw, limit = min(self.cards - 1, self.placed + self.hold), fringe
        cdef bint near = self.all_in_reach()
        if self.placed and self.match_graph and not self.closure_is_complete():
            return True
        # The sums of this layout, from which those of its children follow.
        self.sum_corner = self._corner()
        self.sum_high = self.sum_low = 0
        self._add(0, self.sum_corner, &self.sum_high, &self.sum_low)
        memset(&tried, 0, sizeof(Mask))
        draw = self.lowest
        while draw <= limit:
            kind = self.order[draw]
            if self.used[draw] or holds(&tried, kind):
                draw += 1
                continue
            tried.words[kind // 64] |= bit(kind % 64)
            if not self.placed:
                for cell in range(self.area):
                    if self.is_start[cell] and not self._offer(index, cell, draw):
                        return False
            else:
                fringe = self.fringe_count
                for i in range(fringe):
                    cell = self.fringe[i]
                    if self.at[cell] or not holds(&self.fits[cell], kind):
                        continue
                    if not near and not self.in_reach(cell):
                        continue
                    if self.mirrors and self._mirrored(cell):
                        continue
                    if not self._offer(index, cell, draw):
                        return False
            draw += 1
        return True

    cdef bint _mirrored(self, int cell) noexcept nogil:
        """Return whether a mirror image of this placement is tried, too (games/blink/ledger.md: mirrors)."""
        cdef int x = cell % self.width, y = cell // self.width
        if self.min_x == self.max_x and x < self.min_x:
            return True
        if self.min_y == self.max_y and y < self.min_y:
            return True
        return self.placed == 1 and self.square and y != self.min_y

    cdef bint _offer(self, uint32_t index, int cell, int draw) noexcept nogil:
        """Add one child to the next layer; False: out of memory."""
        cdef Node node
        cdef bint fine = True
        self.place(cell, self.order[draw], draw)
        self._hash(&node)
        if not self.following.known(node.high, node.low):
            node.score = (self._promise() << 8) | <int64_t>(node.high >> 56)
            node.parent, node.cell, node.draw = index, cell, draw
            fine = self.following.add(&node)
        self.take_back()
        return fine

    cdef int _corner(self) noexcept nogil:
        """Return the cell from which hashes count: on an open table a layout's shape alone matters, else its place."""
        return self.min_y * self.width + self.min_x if self.floating else 0

    cdef void _add(self, int first, int corner, uint64_t* high, uint64_t* low) noexcept nogil:
        """Add the terms of the cards placed from `first` on to the two sums of a hash."""
        cdef int i, cell, kind
        for i in range(first, self.placed):
            cell = self.cells[i] - corner
            kind = self.at[self.cells[i]] - 1
            high[0] += self.kind_numbers[2 * kind] * self.cell_numbers[2 * cell]
            low[0] += self.kind_numbers[2 * kind + 1] * self.cell_numbers[2 * cell + 1]

    cdef void _hash(self, Node* node) noexcept nogil:
        """Hash the layout, which has one card more than that of the sums."""
        cdef int corner = self._corner()
        if corner == self.sum_corner:
            node.high, node.low = self.sum_high, self.sum_low
            self._add(self.placed - 1, corner, &node.high, &node.low)
        else:
            node.high = node.low = 0
            self._add(0, corner, &node.high, &node.low)
        node.low ^= node.low >> 29

    cdef int64_t _promise(self) noexcept nogil:
        """Return the score of the layout on the board, at least 0, higher if it is more promising."""
        cdef uint64_t one, two, three, four, here
        cdef int i, w, cell, free_cells = 0
        cdef int64_t score = 1000000 + self.w_matched * self.matched
        cdef bint near = self.all_in_reach()
        memset(self.options, 0, self.fringe_count * sizeof(int))
        for i in range(self.fringe_count):
            cell = self.fringe[i]
            if not self.at[cell] and (near or self.in_reach(cell)):
                self.free_cells[free_cells] = cell
                free_cells += 1
                score += self.w_closed * self.touching[cell]
        for w in range(self.words):
            one = two = three = four = 0
            for i in range(free_cells):
                here = self.fits[self.free_cells[i]].words[w] & self.left.words[w]
                self.options[i] += popcount(here)
                four |= three & here
                three |= two & here
                two |= one & here
                one |= here
            score += (
                self.w_one * popcount(one) + self.w_two * popcount(two)
                + self.w_three * popcount(three) + self.w_four * popcount(four)
            )
        for i in range(free_cells):
            score += self.comfort[min(self.options[i], COMFORTS - 1)]
        return max(score, 0)
