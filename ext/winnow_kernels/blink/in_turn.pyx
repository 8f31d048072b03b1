"""A beam for the score of Blink where nothing is held back: cards are laid in the order of the deal.

A layout of the first cards is worth what its components can still reach (see `reach`), then what matches already and how
short its border is. All this only steers.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memcpy, memset

from winnow_kernels.blink.reach cimport LOOSE, MOST, Reach
from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.random_words cimport next_word

cdef enum:
    # What a layout is worth: a pair of a component that can still touch, a way matched, a side of the border; and chance.
    # The weights of the ways, of the border and of chance are drawn for each beam.
    REACHED = 100
    LEAST_MATCHED = 20
    MATCHED_STEPS = 40
    BORDER_STEPS = 12
    LEAST_CHANCE = 20
    CHANCE_STEPS = 80
    MOST_PARTS = MOST // 2
    # Places in the table of layouts for each layout that is kept.
    PLACES = 8


# A layout of the first cards: the cells that each card to come fits, and by component the pairs that touch, and can.
cdef struct Node:
    uint64_t fits[MOST]
    uint64_t laid
    uint64_t hash
    int matched
    uint8_t place[MOST]
    uint8_t plan[MOST]
    uint8_t touch[MOST_PARTS]
    uint8_t reach[MOST_PARTS]


# One more card laid: where, from which layout, and the plan and what can be reached then.
cdef struct Child:
    int64_t score
    uint64_t hash
    int parent
    int cell
    int matched
    uint8_t touched
    uint8_t plan[MOST]
    uint8_t reach[MOST_PARTS]


cdef struct Key:
    int64_t score
    uint64_t hash
    int child


cdef class InTurn:
    """Layers by the number of cards laid; see the stub file."""

    cdef Budget budget
    cdef Reach search
    cdef int cards, columns, area, spare, parts, most_pairs, wanted
    cdef readonly int matched
    # The quarter is where the first card lies: the other places are mirror images.
    cdef uint64_t all_cells, first_column, last_column, quarter
    cdef uint64_t members[MOST_PARTS]
    cdef int bound[MOST_PARTS]
    cdef int part_of[MOST]
    cdef uint8_t ways[MOST][MOST]
    cdef uint64_t numbers[MOST][MOST]
    # Cards that keep their places, and these.
    cdef uint64_t fixed, fixed_cells
    cdef int width, count, children, matched_weight, border_weight, chance
    cdef int64_t floor
    cdef Node* layer
    cdef Node* following
    cdef Child* child
    cdef Key* keys
    cdef uint64_t* seen
    cdef uint64_t seen_mask
    cdef int seen_count
    # The layout at hand with its next card: the cells that each card to come fits.
    cdef uint64_t fits[MOST]
    cdef long long size_in_bytes

    def __cinit__(self, ways, int columns, int rows, components, int pairs, Budget budget):
        cdef int a, b, cell, k
        self.budget, self.search = budget, Reach()
        self.cards, self.columns, self.area, self.most_pairs = len(ways), columns, columns * rows, pairs
        self.spare = self.area - self.cards
        self.all_cells = ~<uint64_t>0 if self.area == MOST else bit(self.area) - 1
        for cell in range(0, self.area, columns):
            self.first_column |= bit(cell)
            self.last_column |= bit(cell + columns - 1)
        for cell in range(self.area):
            self.search.near[cell] = self._around(bit(cell))
            a, b = cell % columns, cell // columns
            if 2 * a < columns and 2 * b < rows and (columns != rows or a <= b):
                self.quarter |= bit(cell)
        for a in range(self.cards):
            for b in range(self.cards):
                self.ways[a][b] = ways[a][b] if a != b else 0
                if self.ways[a][b]:
                    self.search.matching[a] |= bit(b)
                if self.ways[a][b] > 1:
                    self.search.partners[a] |= bit(b)
            self.part_of[a] = -1
        self.parts = len(components)
        for k in range(self.parts):
            self.bound[k] = components[k][1]
            for card in components[k][0]:
                self.members[k] |= bit(card)
                self.part_of[<int>card] = k

    def __dealloc__(self):
        self._forget()

    def run(self, int width, fixed, int wanted, uint64_t seed):
        """Return the cells of a good layout; see the stub file."""
        cdef bint found
        cdef int a, cell
        cdef Node* best
        if width > self.width and not self._make_room(width):
            return None
        for a in range(self.cards):
            for cell in range(self.area):
                self.numbers[a][cell] = next_word(&seed)
        self.matched_weight = LEAST_MATCHED + next_word(&seed) % MATCHED_STEPS
        self.border_weight = next_word(&seed) % BORDER_STEPS
        self.chance = LEAST_CHANCE + next_word(&seed) % CHANCE_STEPS
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
        cdef uint64_t places = 1024
        while places < PLACES * <uint64_t>width:
            places *= 2
        self._forget()
        cdef long long size = (
            2 * width * <long long>(sizeof(Node) + sizeof(Child) + sizeof(Key)) + places * <long long>sizeof(uint64_t)
        )
        if not self.budget.claim_spare(size):
            return False
        self.size_in_bytes, self.width, self.seen_mask = size, width, places - 1
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
        cdef Node* layer
        if not self._begin():
            return False
        self.count = 1
        for card in range(self.cards):
            self.children, self.floor = 0, -1
            self.seen_count = 0
            memset(self.seen, 0, (self.seen_mask + 1) * sizeof(uint64_t))
            for i in range(self.count):
                if not self._expand(&self.layer[i], i, card, width):
                    return False
            self._keep_best(width)
            if not self.children:
                return False
            for i in range(self.children):
                self._build(&self.following[i], &self.child[self.keys[i].child], card)
            self.count = self.children
            layer = self.layer
            self.layer, self.following = self.following, layer
        return True

    cdef bint _begin(self) noexcept nogil:
        """Lay the fixed cards alone; False: some card has no cell left."""
        cdef Node* root = self.layer
        cdef int card, other, k, twice = 0
        cdef uint64_t rest, here
        memset(root.plan, LOOSE, MOST)
        for card in range(self.cards):
            root.fits[card] = self.all_cells & ~self.fixed_cells
            rest = self.fixed & ~self.search.matching[card]
            while rest and not self.fixed >> card & 1:
                root.fits[card] &= ~self.search.near[root.place[lowest_bit(rest)]]
                rest &= rest - 1
            if self.fixed >> card & 1:
                root.fits[card] = bit(root.place[card])
                rest = self.fixed & (bit(card) - 1)
                while rest:
                    other = lowest_bit(rest)
                    rest &= rest - 1
                    if self.search.near[root.place[card]] >> root.place[other] & 1:
                        root.matched += self.ways[card][other]
                        if self.ways[card][other] > 1:
                            root.touch[self.part_of[card]] += 1
            if not root.fits[card]:
                return False
        memcpy(self.fits, root.fits, sizeof(self.fits))
        for k in range(self.parts):
            root.reach[k] = self._reached(k, root.place, 0, root.touch[k], self.bound[k])
            self._plan(k, root.plan)
        return True

    cdef bint _expand(self, const Node* node, int parent, int card, int width) except -1 nogil:
        """Try the card in each cell beside laid ones; False: the budget is spent."""
        cdef uint64_t cells = node.fits[card] & ~node.laid
        cdef int cell
        if card:
            cells &= self._around(node.laid)
        elif not self.fixed:
            cells &= self.quarter
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

    cdef bint _value(self, const Node* node, int card, int cell, Child* child) noexcept nogil:
        """Say what the layout is worth with a card in a cell; False: it has no future, or is worth too little."""
        cdef uint64_t laid = node.laid | bit(cell), any_fits = 0, free_cells = self.all_cells & ~(laid | self.fixed_cells)
        cdef bint is_fixed = self.fixed >> card & 1
        cdef int k, sum_reached = 0, left
        if not self._narrow(node, card, cell, laid, &any_fits) or popcount(free_cells & ~any_fits) > self.spare:
            return False
        child.hash, child.cell = node.hash + self.numbers[card][cell], cell
        child.matched, child.touched = node.matched, 0
        if not is_fixed:
            self._match(node, card, cell, child)
        for k in range(self.parts):
            sum_reached += node.reach[k]
        child.score = (
            (1 << 20) + REACHED * sum_reached + self.matched_weight * child.matched
            - self.border_weight * self._border(laid, free_cells) + <int64_t>((child.hash >> 40) % <uint64_t>self.chance)
        )
        if child.score <= self.floor or self.most_pairs + sum_reached < self.wanted:
            return False
        memcpy(child.reach, node.reach, sizeof(child.reach))
        memcpy(child.plan, node.plan, sizeof(child.plan))
        for k in range(self.parts):
            if self._plan_holds(k, node, card, cell, is_fixed):
                continue
            left = node.touch[k] + (child.touched if k == self.part_of[card] else 0)
            self.search.place[card] = cell
            child.reach[k] = self._reached(k, node.place, card + 1, left, node.reach[k])
            self._plan(k, child.plan)
            sum_reached -= node.reach[k] - child.reach[k]
            child.score -= REACHED * (node.reach[k] - child.reach[k])
            if child.score <= self.floor or self.most_pairs + sum_reached < self.wanted:
                return False
        return True

    cdef bint _narrow(self, const Node* node, int card, int cell, uint64_t laid, uint64_t* any_fits) noexcept nogil:
        """Find the cells that each card to come fits; False: one has none, or the next one none beside laid cards."""
        cdef uint64_t stays = ~bit(cell), far = ~(bit(cell) | self.search.near[cell]), matching = self.search.matching[card]
        cdef uint64_t here
        cdef int other
        for other in range(card + 1, self.cards):
            here = node.fits[other]
            if not self.fixed >> other & 1:
                here &= stays if matching >> other & 1 else far
                any_fits[0] |= here
            if not here:
                return False
            self.fits[other] = here
        return card + 1 == self.cards or self.fits[card + 1] & self._around(laid)

    cdef void _match(self, const Node* node, int card, int cell, Child* child) noexcept nogil:
        """Add up the ways in which a card matches those laid and those fixed."""
        cdef uint64_t rest = ((bit(card) - 1) | self.fixed) & self.search.matching[card]
        cdef int other
        while rest:
            other = lowest_bit(rest)
            rest &= rest - 1
            if self.search.near[cell] >> node.place[other] & 1:
                child.matched += self.ways[card][other]
                child.touched += self.ways[card][other] > 1

    cdef bint _plan_holds(self, int k, const Node* node, int card, int cell, bint is_fixed) noexcept nogil:
        """Tell whether the component's cards to come still fit where they are planned, and the card is laid as planned."""
        cdef uint64_t rest = self.members[k] & ~self.fixed & ~(bit(card) - 1)
        cdef int other
        while rest:
            other = lowest_bit(rest)
            rest &= rest - 1
            if other == card:
                if node.plan[card] != cell:
                    return False
            elif node.plan[other] != LOOSE and not self.fits[other] >> node.plan[other] & 1:
                return False
        return True

    cdef int _reached(self, int k, const uint8_t* place, int laid, int touch, int enough) noexcept nogil:
        """Return how many pairs of a component can touch, the first cards being laid, the last of them as noted."""
        cdef uint64_t decided = self.members[k] & (self.fixed | (bit(laid) - 1)), rest = self.members[k]
        cdef int card
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if not decided >> card & 1:
                self.search.fits[0][card] = self.fits[card]
            elif card != laid - 1:
                self.search.place[card] = place[card]
        return self.search.most(self.members[k] & ~decided, decided, touch, enough)

    cdef void _plan(self, int k, uint8_t* plan) noexcept nogil:
        """Take over where the component's cards would lie."""
        cdef uint64_t rest = self.members[k]
        while rest:
            plan[lowest_bit(rest)] = self.search.plan[lowest_bit(rest)]
            rest &= rest - 1

    cdef void _build(self, Node* node, const Child* child, int card) noexcept nogil:
        """Lay the card."""
        cdef const Node* parent = &self.layer[child.parent]
        cdef uint64_t any_fits = 0
        memcpy(node, parent, sizeof(Node))
        node.laid |= bit(child.cell)
        node.hash, node.matched = child.hash, child.matched
        node.place[card] = child.cell
        if self.part_of[card] >= 0:
            node.touch[self.part_of[card]] += child.touched
        memcpy(node.plan, child.plan, sizeof(node.plan))
        memcpy(node.reach, child.reach, sizeof(node.reach))
        self._narrow(parent, card, child.cell, node.laid, &any_fits)
        memcpy(&node.fits[card + 1], &self.fits[card + 1], (MOST - card - 1) * sizeof(uint64_t))

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

    # ---- cells

    cdef inline uint64_t _around(self, uint64_t cells) noexcept nogil:
        """Return the cells beside these."""
        return self.all_cells & (
            (cells & ~self.last_column) << 1 | (cells & ~self.first_column) >> 1
            | cells << self.columns | cells >> self.columns
        )

    cdef inline int _border(self, uint64_t laid, uint64_t free_cells) noexcept nogil:
        """Return how many sides laid cards and free cells share."""
        return (
            popcount((laid & ~self.last_column) << 1 & free_cells) + popcount((laid & ~self.first_column) >> 1 & free_cells)
            + popcount(laid << self.columns & free_cells) + popcount(laid >> self.columns & free_cells)
        )


cdef int _better_first(const void* a, const void* b) noexcept nogil:
    """Order keys by score, the best first; among equals by what chance says."""
    cdef const Key* x = <const Key*>a
    cdef const Key* y = <const Key*>b
    if x.score != y.score:
        return 1 if x.score < y.score else -1
    if x.hash != y.hash:
        return 1 if x.hash < y.hash else -1
    return 0
