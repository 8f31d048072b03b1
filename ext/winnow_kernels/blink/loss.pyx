"""Blink layouts within one box that match in at least a given number of ways, cell by cell.

A *node* has decided some cells of the box. The *pivot* is the card that is decided first; where mirror images are left
out it lies in one quarter of the box. games/blink/ledger.md has the arguments, under `loss-search`, `open-partners` and
`mirrors`, which are also the order of the parts of this file: the node, bounds on its pairs, mirrors, the search.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from winnow_kernels.blink.box cimport EMPTY, MOST, MOST_CELLS, UNDECIDED, Box, BoxSearch, Components, Part
from winnow_kernels.blink.placements cimport Placements, Remaining, Table
from winnow_kernels.common.bits cimport lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget

TECHNIQUES = frozenset(["mirrors", "touching-order", "open-partners", "fewest-first"])

cdef enum:
    # The classes of cards to try: those with the most partners beside the cell come first.
    CLASSES = 3
    # The mirror images of a square.
    IMAGES = 8

# The most cards, and the most cells of a box, that a search takes.
MOST_CARDS = MOST
MOST_BOX = MOST_CELLS


# A component at a node: pairs that touch; a bound on those that will in the end, and what it is made of: pairs that touch
# and those among cards to come; then what cells beside placed cards, and cards to come, allow in pairs of both.
cdef struct State:
    uint16_t realised
    uint16_t upper
    uint16_t base
    uint16_t by_cells
    uint16_t by_cards


# One decision: what the cell may still hold, what it holds, and what undoing the decision must restore.
cdef struct Frame:
    uint64_t to_try[CLASSES]
    uint64_t open[2]
    uint64_t fits[4]
    uint64_t cells_to_try[2]
    int cell
    int card
    int holds
    int spare
    int segments
    int promised
    bint may_be_empty


cdef class Node(Box):
    """A box with what a loss search demands of its components, and what its undecided cells may hold."""

    cdef Components components
    cdef Part* part
    cdef int parts
    cdef bint open_partners, mirrors
    # By component: how many of its pairs are to touch at least and at most.
    cdef int least[2 * MOST]
    cdef int most[2 * MOST]
    # None: nothing is listed.
    cdef Remaining remaining
    # The card that is decided first (-1: none), and the cells left to its mirror images.
    cdef int pivot
    cdef uint64_t mirrored[2]
    # By undecided cell: the cards that it may hold.
    cdef uint64_t domain[MOST_CELLS]


# ---- how many pairs of each component may touch

cdef bint renew_bounds(
    Node node, uint64_t changed, State* states, const uint64_t* open_cells, int* promised
) noexcept nogil:
    """Update the pair bounds of the components that hold a card of `changed`; False: a bound is too low."""
    cdef int level, k
    cdef uint64_t rest
    if node.remaining is not None:
        changed &= ~node.remaining.listed
    for level in range(2, 4):
        rest = changed
        k = _next_part(node, level, &rest)
        while k >= 0:
            promised[0] -= states[k].upper
            bound_pairs(node, k, &states[k], open_cells)
            promised[0] += states[k].upper
            if states[k].upper < node.least[k]:
                return False
            k = _next_part(node, level, &rest)
    return True


cdef void bound_pairs(Node node, int k, State* state, const uint64_t* open_cells) noexcept nogil:
    """Bound a component's touching pairs, of which `realised` are there."""
    cdef Part* part = &node.part[k]
    cdef uint64_t rest = part.members & node.left, placed = part.members & ~node.left, cells
    cdef uint64_t met[5]
    cdef uint64_t by_card[5]
    cdef int word, card, i, most, by_cards = 0
    state.by_cells = state.by_cards = 0
    if node.remaining is not None and part.members & node.remaining.listed:
        # Some placement with that number of pairs is left.
        state.base = state.upper = <uint16_t>node.most[k]
        return
    state.base = state.upper = state.realised
    if not rest:
        return
    if not node.open_partners:
        # All edges that have an end to come.
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            state.base += popcount(part.partners[card] & (rest | placed))
        state.upper = min(node.most[k], state.base)
        return
    state.base += part.table[rest >> part.first] if part.table is not NULL else node.components.most_pairs(part, rest)
    memset(by_card, 0, sizeof(by_card))
    for word in range(2):
        cells = open_cells[word] if placed else 0
        while cells:
            most = _meet(node, part, 64 * word + lowest_bit(cells), met)
            cells &= cells - 1
            state.by_cells += most
            for i in range(1, most + 1):
                by_card[i] |= met[i]
    for i in range(1, 5):
        by_cards += popcount(by_card[i])
    state.by_cards = by_cards
    state.upper = _sum_of(node, k, state, state.by_cells)


cdef int _sum_of(Node node, int k, const State* state, int by_cells) noexcept nogil:
    return min(node.most[k], state.base + min(by_cells, state.by_cards))


cdef int _meet(Node node, Part* part, int cell, uint64_t* met) noexcept nogil:
    """List in met[i] the cards that fit the cell and pair with i placed ones there; return the largest such i."""
    cdef uint64_t here = node.beside[cell] & part.members, fitting, with_card
    cdef int count = 0, card
    if not here:
        return 0
    fitting = node.fit[cell] & node.left & part.members
    met[1] = met[2] = met[3] = met[4] = 0
    while here:
        card = lowest_bit(here)
        here &= here - 1
        with_card = part.partners[card] & fitting
        met[4] |= met[3] & with_card
        met[3] |= met[2] & with_card
        met[2] |= met[1] & with_card
        met[1] |= with_card
    while count < 4 and met[count + 1]:
        count += 1
    return count


cdef bint leave_enough_pairs(Node node, int cell, const State* states, int slack, uint64_t* can) noexcept nogil:
    """Remove the cards that would leave too few pairs; return whether the cell must not stay empty."""
    cdef int level, k, most, least, enough
    cdef uint64_t rest, listed = node.remaining.listed if node.remaining is not None else 0
    cdef uint64_t met[5]
    cdef const State* state
    cdef bint needed = False
    for level in range(2, 4):
        # The placements left say more of the components that are listed, which have no equal cards.
        rest = node.beside[cell] & ~listed
        k = _next_part(node, level, &rest)
        while k >= 0:
            state = &states[k]
            most = _meet(node, &node.part[k], cell, met)
            least = most
            enough = max(node.least[k], state.upper - slack)
            while least and _sum_of(node, k, state, state.by_cells - most + least - 1) >= enough:
                least -= 1
            if least:
                can[0] &= met[least]
                needed = True
            k = _next_part(node, level, &rest)
    return needed


cdef inline int _next_part(Node node, int level, uint64_t* cards) noexcept nogil:
    """Take the cards of one component of the level out of the set and return the component; -1: there is none left."""
    cdef int k
    while cards[0]:
        k = node.components.part_of[level][lowest_bit(cards[0])]
        if k >= 0:
            cards[0] &= ~node.part[k].members
            return k
        cards[0] &= cards[0] - 1
    return -1


# ---- which of a layout's mirror images is searched for

cdef void choose_pivot(Node node, int component):
    """Choose the card that is decided first: unlike all others, of a large component, and with few matches.

    A card of `component` goes before all others.
    """
    cdef int card, k, size
    cdef uint64_t single = 0 if node.laid else single_kinds(node)
    node.pivot = -1
    node.mirrored[0] = node.mirrored[1] = 0
    best = None
    for card in range(node.cards):
        if single >> card & 1:
            k = node.components.part_of[2][card]
            size = 1 if k < 0 else node.part[k].size - (node.part[k].most - node.least[k])
            value = (k >= 0 and k == component, size, -popcount(node.matching[1][card]))
            if best is None or value > best:
                best, node.pivot = value, card
    if node.mirrors and node.pivot >= 0:
        node.find_quarter(node.mirrored)
        node.mirrored[0], node.mirrored[1] = ~node.mirrored[0], ~node.mirrored[1]


cdef uint64_t single_kinds(Node node) noexcept nogil:
    """Return the cards to come that have no equal: equal cards would change places."""
    return node.left & ~(node.same_as_next | node.same_as_next << 1)


cdef bint is_first_mirror(Node node, int cell) noexcept nogil:
    """Return whether no corner decided so far has a card of a smaller kind than the first (of squares: the next)."""
    cdef int value[4]
    cdef int corner[4]
    cdef int i
    corner[0], corner[1] = 0, node.columns - 1
    corner[2], corner[3] = node.area - node.columns, node.area - 1
    if cell != corner[0] and cell != corner[1] and cell != corner[2] and cell != corner[3]:
        return True
    for i in range(4):
        value[i] = node.at[corner[i]]
        if value[i] >= 0 and value[i] < EMPTY:
            value[i] = node.kind[value[i]]
    if value[0] == UNDECIDED:
        return True
    for i in range(1, 4):
        if value[i] != UNDECIDED and value[i] < value[0]:
            return False
    return (
        node.columns != node.rows or value[1] == UNDECIDED or value[2] == UNDECIDED or value[1] <= value[2]
    )


cdef void leave_one_image(Node node) noexcept nogil:
    """Keep one of each set of mirror images among the listed placements of the pivot's component."""
    cdef int image[IMAGES][MOST_CELLS]
    cdef int order[MOST]
    cdef int k, i, j, images, kept = 0, later = 1
    cdef const Table* table
    cdef uint64_t word
    cdef uint64_t* words
    if not node.mirrors or node.pivot < 0 or not node.remaining.listed >> node.pivot & 1:
        return
    k = node.components.part_of[2][node.pivot]
    table = node.remaining.table[k]
    for j in range(table.size):
        if table.card_bit[j] >> node.pivot & 1:
            order[0] = j
        else:
            order[later] = j
            later += 1
    images = _map_cells(node, image)
    words = node.remaining.word + node.remaining.first_word[k]
    for i in range(table.words):
        word = 0
        for j in range(64 * i, min(64 * i + 64, table.placements)):
            if _is_least(node, table.cells + <long long>j * table.size, order, table.size, image, images):
                word |= <uint64_t>1 << (j & 63)
        words[kept] = word
        node.remaining.place[node.remaining.first_word[k] + kept] = i
        kept += word != 0
    node.remaining.count[k] = kept


cdef int _map_cells(Node node, int image[IMAGES][MOST_CELLS]) noexcept nogil:
    """Note where each mirror image has each cell of the box; return how many images there are."""
    cdef int cell, i, x, y
    cdef int images = 8 if node.columns == node.rows else 4
    for cell in range(node.area):
        for i in range(images):
            x, y = cell % node.columns, cell // node.columns
            if i & 4:
                x, y = y, x
            if i & 1:
                x = node.columns - 1 - x
            if i & 2:
                y = node.rows - 1 - y
            image[i][cell] = y * node.columns + x
    return images


cdef int _rank(Node node, int cell) noexcept nogil:
    """Return the cell's place in an order by columns, in which the least image of a cell lies in the quarter."""
    return cell % node.columns * node.rows + cell // node.columns


cdef bint _is_least(
    Node node, const uint8_t* cells, const int* order, int size, int image[IMAGES][MOST_CELLS], int images
) noexcept nogil:
    """Return whether no mirror image has the cells, compared one after the other, of lesser rank."""
    cdef int i, j, own, other
    for i in range(1, images):
        for j in range(size):
            own, other = _rank(node, cells[order[j]]), _rank(node, image[i][cells[order[j]]])
            if own < other:
                break
            if other < own:
                return False
    return True


# ---- the search

cdef class Search(BoxSearch):
    """Search one box of columns x rows cells for layouts that match in `wanted` ways or more, up to mirror images.

    `kinds` and `draws` hold the kind and the place in the deal of each card. Consecutive cards form each component of
    the graph "matches in two ways"; equal cards follow one another, the first drawn first. `ways[a]` is a byte string
    that says in how many ways kind a matches each kind. `laid` holds the cards on the table as (index in `kinds`,
    cell); cell `x + columns y` is in column x and row y. `without` holds the TECHNIQUES switched off. With
    `placements`, of the same cards and box, components lie only as these list them. The constructor raises MemoryError
    if the budget has no memory, and ValueError for more than MOST_CARDS cards or MOST_BOX cells.
    """

    cdef Node node
    cdef int wanted, depth
    cdef bint fewest_first, touching_order
    cdef Frame* frames
    cdef State* states
    # None: nothing is listed.
    cdef Placements placements

    def __cinit__(
        self, kinds: Sequence[int], draws: Sequence[int], ways: Sequence[bytes], int hold, int columns, int rows,
        laid: Sequence[tuple[int, int]], int wanted, without: frozenset[str], Budget budget, Placements placements=None,
    ) -> None:
        cdef long long states
        self.budget = budget
        self.node = Node()
        self.node.take_deal(kinds, draws, ways, hold, columns, rows, laid)
        self.placements = placements
        self.wanted = wanted
        self.node.mirrors = "mirrors" not in without and not laid
        self.fewest_first = "fewest-first" not in without
        self.touching_order = "touching-order" not in without
        self.node.open_partners = "open-partners" not in without
        self.node.components = Components(self.node)
        self.node.part, self.node.parts = self.node.components.part, self.node.components.count
        states = (self.node.parts + 1) * sizeof(State)
        self.claim((self.node.area + 1) * (sizeof(Frame) + states) + self.node.components.size_in_bytes)
        self.frames = <Frame*>calloc(self.node.area + 1, sizeof(Frame))
        self.states = <State*>calloc((self.node.area + 1) * (self.node.parts + 1), sizeof(State))
        if self.frames is NULL or self.states is NULL:
            raise MemoryError
        self.node.components.tabulate()
        self._lay_down(laid)
        self.demand([0] * self.node.parts, self.node.components.most())

    def __dealloc__(self):
        free(self.frames)
        free(self.states)

    @property
    def first_component(self) -> int:
        """Return the component of the card that is decided first; -1 if it has none, or if no card is."""
        return -1 if self.node.pivot < 0 else self.node.components.part_of[2][self.node.pivot]

    def demand(self, least: Sequence[int], most: Sequence[int], int first=-1) -> None:
        """Restart with only the layouts in which least[k] to most[k] pairs of each component k touch.

        The search starts with a card of the component `first` if one is eligible. Call this before `run`, or after
        `run` has returned "exhausted". Raises MemoryError as the constructor does.
        """
        cdef int i
        for i in range(self.node.parts):
            self.node.least[i], self.node.most[i] = least[i], most[i]
        self.node.remaining = None
        if self.placements is not None:
            self.node.remaining = Remaining(
                self.placements, self.node.components, least, most, self.node.cards, self.node.area, self.budget
            )
            if not self.node.remaining.listed:
                self.node.remaining = None
        choose_pivot(self.node, first)
        self._begin()

    def layout(self) -> list[tuple[int, int]]:
        """Return the layout found as (draw index, cell) of each card not laid, in an order of placing."""
        cdef int i, j, card
        cells = {self.node.at[cell]: cell for cell in range(self.node.area)}
        come = {}
        for card in range(self.node.cards):
            if not self.node.laid >> card & 1:
                come.setdefault(self.node.kind[card], []).append(self.node.draw[card])
        result = []
        for i in range(self.node.ordered):
            card = self.node.order[i]
            result.append((come[self.node.kind[card]].pop(0), cells[card]))
        return result

    cdef void _lay_down(self, laid):
        cdef int card, cell
        for card, cell in laid:
            self.node.put(card, cell, self.frames[0].open)

    cdef void _begin(self):
        """Set up the first frame."""
        cdef Frame* frame = &self.frames[0]
        cdef int card, i
        cdef uint64_t bit
        frame.spare = self.node.area - self.node.cards
        frame.segments = self.node.segments()
        for i in range(self.node.parts):
            self.states[i].realised = 0
            bit = self.node.part[i].members & self.node.laid
            while bit:
                card = lowest_bit(bit)
                bit &= bit - 1
                self.states[i].realised += popcount(self.node.part[i].partners[card] & self.node.touching[card])
            self.states[i].realised //= 2
        frame.promised = 0
        for i in range(self.node.parts):
            bound_pairs(self.node, i, &self.states[i], frame.open)
            frame.promised += self.states[i].upper
        self.depth = 0
        frame.holds = UNDECIDED
        if (
            not self._promising(frame)
            or not self._some_remain()
            or not self._choose(frame, self.states, 0)
            or not self.node.placeable(frame.open)
        ):
            # Nothing to try.
            frame.to_try[0] = frame.to_try[1] = frame.to_try[2] = 0
            frame.cells_to_try[0] = frame.cells_to_try[1] = 0
            frame.may_be_empty = False
            if frame.cell == -1:
                self.depth = -1
        elif frame.cell == -1:
            self.found = self.node.can_be_laid()
            self.depth = -1

    cdef bint _some_remain(self):
        """Leave the placements that go with the cards laid; tell whether each component has one."""
        cdef int cell
        if self.node.remaining is None:
            return True
        self.node.remaining.begin()
        leave_one_image(self.node)
        for cell in range(self.node.area):
            if self.node.at[cell] != UNDECIDED:
                if not self.node.remaining.narrow(0, cell, self.node.at[cell]):
                    return False
                self.node.remaining.allow(0)
        return True

    # ---- the search

    cdef int search_on(self, long long nodes) except -1 nogil:
        """Return 0: found, 1: exhausted, 2: paused, 3: stopped."""
        cdef Frame* frame
        cdef Frame* below
        cdef int card
        while self.depth >= 0:
            frame = &self.frames[self.depth]
            if frame.holds != UNDECIDED:
                self.node.take_back(frame.cell, frame.holds, frame.fits)
                frame.holds = UNDECIDED
            card = self._next(frame)
            if card == UNDECIDED and not self._next_cell(frame, &card):
                self.depth -= 1
                continue
            if self.budget.charge(1):
                # The card is tried again when the search goes on.
                if frame.card >= 0:
                    frame.cells_to_try[frame.cell >> 6] |= <uint64_t>1 << (frame.cell & 63)
                else:
                    self._try_again(frame, card)
                return 3
            nodes -= 1
            below = &self.frames[self.depth + 1]
            if self._enter(frame, below, card):
                if below.cell == -1:
                    if self.node.can_be_laid():
                        self.found = True
                        return 0
                else:
                    self.depth += 1
            if nodes <= 0:
                return 2
        return 1

    cdef int _next(self, Frame* frame) noexcept nogil:
        """Return what the cell is to hold next; UNDECIDED: everything was tried."""
        cdef int i, card
        for i in range(CLASSES):
            if frame.to_try[i]:
                card = lowest_bit(frame.to_try[i])
                frame.to_try[i] &= frame.to_try[i] - 1
                return card
        if frame.may_be_empty:
            frame.may_be_empty = False
            return EMPTY
        return UNDECIDED

    cdef bint _next_cell(self, Frame* frame, int* card) noexcept nogil:
        """Take the next cell to try, if the frame is for one card."""
        cdef int word
        for word in range(2):
            if frame.cells_to_try[word]:
                frame.cell = 64 * word + lowest_bit(frame.cells_to_try[word])
                frame.cells_to_try[word] &= frame.cells_to_try[word] - 1
                card[0] = frame.card
                return True
        return False

    cdef void _try_again(self, Frame* frame, int card) noexcept nogil:
        if card == EMPTY:
            frame.may_be_empty = True
        else:
            frame.to_try[0] |= <uint64_t>1 << card

    cdef bint _enter(self, Frame* frame, Frame* below, int card) noexcept nogil:
        """Put the card or nothing into the frame's cell; False: no layout with it matches in enough ways."""
        cdef int cell = frame.cell, i, k, near, before = self.node.segments_through(cell)
        cdef uint64_t changed = self.node.beside[cell]
        cdef State* states = self.states + (self.depth + 1) * self.node.parts
        below.spare = frame.spare
        below.segments = frame.segments
        below.promised = frame.promised
        below.open[0], below.open[1] = frame.open[0], frame.open[1]
        below.holds = UNDECIDED
        frame.holds = card
        for i in range(4):
            near = self.node.near[4 * cell + i]
            if near >= 0:
                frame.fits[i] = self.node.fit[near]
        memcpy(states, states - self.node.parts, self.node.parts * sizeof(State))
        if card == EMPTY:
            below.spare -= 1
            if not self.node.leave_empty(cell, below.open):
                return False
        else:
            self.node.put(card, cell, below.open)
            changed |= <uint64_t>1 << card
            for i in range(4):
                near = self.node.near[4 * cell + i]
                if near >= 0 and self.node.at[near] == UNDECIDED:
                    changed |= self.node.beside[near]
            for i in range(2, 4):
                k = self.node.components.part_of[i][card]
                if k >= 0:
                    states[k].realised += <uint16_t>popcount(self.node.matching[i][card] & self.node.beside[cell])
                    if states[k].realised > self.node.most[k]:
                        return False
        if self.node.mirrors and self.node.pivot < 0 and not is_first_mirror(self.node, cell):
            return False
        below.segments += self.node.segments_through(cell) - before
        if 2 * self.node.cards - below.segments + below.promised < self.wanted:
            return False
        if not renew_bounds(self.node, changed, states, below.open, &below.promised) or not self._promising(below):
            return False
        if (self.touching_order or not self.node.left) and not self.node.placeable(below.open):
            return False
        # The components' placements are checked last: that takes the longest.
        if self.node.remaining is not None and not self.node.remaining.narrow(self.depth + 1, cell, card):
            return False
        return self._choose(below, states, self.depth + 1)

    cdef bint _promising(self, Frame* frame) noexcept nogil:
        """Return whether `wanted` ways may still be matched."""
        return 2 * self.node.cards - frame.segments + frame.promised >= self.wanted

    cdef bint _choose(self, Frame* frame, const State* states, int depth) noexcept nogil:
        """Choose the next cell or card to decide, neither if all are; False: some cell or card cannot be decided."""
        cdef uint64_t can, cells, best = 0, once = 0, twice = 0, more = 0, single
        cdef int word, cell, size, slack, least = 1000
        cdef bint needed, best_needed = False
        frame.cell = frame.card = -1
        frame.cells_to_try[0] = frame.cells_to_try[1] = 0
        frame.to_try[0] = frame.to_try[1] = frame.to_try[2] = 0
        frame.may_be_empty = False
        if not self.node.undecided[0] and not self.node.undecided[1]:
            return True
        slack = 2 * self.node.cards - frame.segments + frame.promised - self.wanted
        if self.node.remaining is not None:
            self.node.remaining.allow(depth)
        for word in range(2):
            cells = self.node.undecided[word]
            while cells:
                cell = 64 * word + lowest_bit(cells)
                cells &= cells - 1
                can = self._cards_for(cell, depth)
                needed = not frame.spare
                if self.node.open_partners and leave_enough_pairs(self.node, cell, states, slack, &can):
                    needed = True
                if needed and not can:
                    return False
                self.node.domain[cell] = can
                more |= twice & can
                twice |= once & can
                once |= can
                size = popcount(can) + (not needed)
                if size < least and (self.fewest_first or least == 1000):
                    least, best, frame.cell, best_needed = size, can, cell, needed
        if once != self.node.left:
            return False
        if self.fewest_first and self.node.pivot >= 0 and self.node.left == self.node.all_cards:
            self._choose_card(frame, self.node.pivot)
            return True
        if self.fewest_first and least > 1:
            single = single_kinds(self.node)
            if once & ~twice & single:
                self._choose_card(frame, lowest_bit(once & ~twice & single))
                return True
            if least > 2 and twice & ~more & single:
                self._choose_card(frame, lowest_bit(twice & ~more & single))
                return True
        self._list(frame, best)
        frame.may_be_empty = frame.spare > 0 and not best_needed
        return True

    cdef uint64_t _cards_for(self, int cell, int depth) noexcept nogil:
        """Return the cards that an undecided cell may hold."""
        cdef uint64_t can = self.node.fit[cell] & self.node.left
        if self.node.mirrored[cell >> 6] >> (cell & 63) & 1:
            can &= ~(<uint64_t>1 << self.node.pivot)
        if self.node.remaining is not None:
            can &= self.node.remaining.allowed[depth * self.node.area + cell]
        return can

    cdef void _choose_card(self, Frame* frame, int card) noexcept nogil:
        cdef int word, cell
        cdef uint64_t cells
        frame.card = card
        frame.cell = -2
        for word in range(2):
            cells = self.node.undecided[word]
            while cells:
                cell = 64 * word + lowest_bit(cells)
                if self.node.domain[cell] >> card & 1:
                    frame.cells_to_try[word] |= cells & (~cells + 1)
                cells &= cells - 1

    cdef void _list(self, Frame* frame, uint64_t best) noexcept nogil:
        """List the cards to try, those with the most partners beside the cell first."""
        cdef uint64_t here = self.node.beside[frame.cell], strong = 0, stronger = 0
        cdef int card
        # Of equal cards the first comes first.
        best &= ~((self.node.left & self.node.same_as_next) << 1)
        while here:
            card = lowest_bit(here)
            here &= here - 1
            stronger |= strong & self.node.matching[2][card]
            strong |= self.node.matching[2][card]
        frame.to_try[0] = best & stronger
        frame.to_try[1] = best & strong & ~stronger
        frame.to_try[2] = best & ~strong
