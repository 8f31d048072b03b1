"""Blink layouts within one box that match in at least so many ways, cell by cell (docs/soundness.md: loss search)."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget

TECHNIQUES = frozenset(["mirrors", "dead-cells", "touching-order", "open-partners", "fewest-first"])

cdef enum:
    MOST = 64
    MOST_CELLS = 128
    EMPTY = 64
    UNDECIDED = -1
    TABULATED = 12
    CLASSES = 3

MOST_CARDS = MOST
MOST_BOX = MOST_CELLS


# A component of the graph "matches in `level` ways or more": consecutive cards.
cdef struct Part:
    uint64_t members
    uint64_t* partners
    uint8_t* table
    int first
    int size
    int most

# A component at a node: pairs that touch; a bound on those that will in the end, and what it is made of: pairs that touch
# and those among cards to come; then what cells beside placed cards, and cards to come, allow in pairs of both.
cdef struct State:
    uint16_t realised
    uint16_t upper
    uint16_t base
    uint16_t by_cells
    uint16_t by_cards

# One decision: what the cell still may hold, what it holds, and what taking that back must restore.
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


cdef class Search:
    """Layouts of one box, cell by cell; see the stub file."""

    cdef Budget budget
    cdef long long size_in_bytes
    cdef int cards, columns, rows, area, hold, wanted, parts, depth, lengths
    cdef bint fewest_first
    cdef uint64_t domain[MOST_CELLS]
    cdef bint mirrors, dead_cells, touching_order, open_partners, found
    # By card: cards that match in 1, 2, 3 ways or more; kind; draw index; its components (-1: none).
    cdef uint64_t matching[4][MOST]
    cdef int kind[MOST]
    cdef int draw[MOST]
    cdef int part_of[4][MOST]
    cdef Part part[2 * MOST]
    # By time: cards of a kind of which one may have come; cards that have come themselves.
    cdef uint64_t come[MOST + 1]
    cdef uint64_t drawn[MOST + 1]
    cdef uint64_t same_as_next, laid, left, all_cards
    cdef uint64_t kind_mask[MOST]
    cdef int most_touching[MOST + 1]
    # By cell.
    cdef int near[4 * MOST_CELLS]
    cdef int at[MOST_CELLS]
    cdef uint64_t beside[MOST_CELLS]
    cdef uint64_t fit[MOST_CELLS]
    cdef uint64_t undecided[2]
    cdef int corner[4]
    cdef uint64_t touching[MOST]
    cdef uint64_t row_cards[MOST_CELLS]
    cdef uint64_t row_empty[MOST_CELLS]
    cdef uint64_t column_cards[MOST_CELLS]
    cdef uint64_t column_empty[MOST_CELLS]
    cdef Frame* frames
    cdef State* states
    cdef int last_start
    cdef int order[MOST]
    cdef int ordered
    cdef uint8_t* tables

    def __cinit__(self, kinds, draws, ways, int hold, int columns, int rows, laid, int wanted, without, Budget budget):
        cdef int i, j, k, cell, level, n = len(kinds)
        cdef uint64_t bit
        if n > MOST or columns * rows > MOST_CELLS or columns > 64 or rows > 64:
            raise ValueError(f"more than {MOST} cards or {MOST_CELLS} cells")
        self.budget = budget
        self.cards, self.columns, self.rows, self.area = n, columns, rows, columns * rows
        self.hold, self.wanted = hold, wanted
        self.mirrors = "mirrors" not in without and not laid
        self.dead_cells = "dead-cells" not in without
        self.fewest_first = "fewest-first" not in without
        self.touching_order = "touching-order" not in without
        self.open_partners = "open-partners" not in without
        self.all_cards = ~<uint64_t>0 if n == 64 else (<uint64_t>1 << n) - 1
        for i in range(n):
            self.kind[i] = kinds[i]
            self.draw[i] = draws[i]
            for j in range(n):
                if i != j:
                    for level in range(1, ways[kinds[i]][kinds[j]] + 1):
                        self.matching[level][i] |= <uint64_t>1 << j
                        if level == 3 and j == i + 1:
                            self.same_as_next |= <uint64_t>1 << i
        self._find_most_touching()
        self.frames = <Frame*>calloc(self.area + 1, sizeof(Frame))
        self._find_parts()
        self.size_in_bytes = (
            (self.area + 1) * <long long>(sizeof(Frame) + (self.parts + 1) * sizeof(State)) + self.lengths
        )
        if not budget.claim(self.size_in_bytes):
            self.size_in_bytes = 0
            raise MemoryError
        self.states = <State*>calloc((self.area + 1) * (self.parts + 1), sizeof(State))
        self.tables = <uint8_t*>calloc(self.lengths + 1, 1)
        if self.frames is NULL or self.states is NULL or self.tables is NULL:
            raise MemoryError
        self._tabulate()
        for cell in range(self.area):
            self.at[cell] = UNDECIDED
            self.fit[cell] = self.all_cards
            self.near[4 * cell] = cell - 1 if cell % columns else -1
            self.near[4 * cell + 1] = cell + 1 if (cell + 1) % columns else -1
            self.near[4 * cell + 2] = cell - columns if cell >= columns else -1
            self.near[4 * cell + 3] = cell + columns if cell + columns < self.area else -1
            self.undecided[cell >> 6] |= <uint64_t>1 << (cell & 63)
        self.corner[0], self.corner[1] = 0, columns - 1
        self.corner[2], self.corner[3] = self.area - columns, self.area - 1
        self.left = self.all_cards
        self._begin(laid)

    def __dealloc__(self):
        free(self.frames)
        free(self.states)
        free(self.tables)
        if self.size_in_bytes:
            self.budget.release(self.size_in_bytes)

    def run(self, long long nodes):
        """Search on for so many nodes; see the stub file."""
        cdef int result
        with nogil:
            result = self._run(nodes)
        return ("found", "exhausted", "paused", "stopped")[result]

    def layout(self):
        """Return the layout found: (draw index, cell) in an order in which the cards can be placed."""
        cdef int i, j, card
        cells = {self.at[cell]: cell for cell in range(self.area)}
        come = {}
        for card in range(self.cards):
            if not self.laid >> card & 1:
                come.setdefault(self.kind[card], []).append(self.draw[card])
        result = []
        for i in range(self.ordered):
            card = self.order[i]
            result.append((come[self.kind[card]].pop(0), cells[card]))
        return result

    # ---- making ready

    cdef void _find_most_touching(self):
        cdef int cells, w, h
        for cells in range(1, self.cards + 1):
            for w in range(1, min(cells, self.columns) + 1):
                h = (cells + w - 1) // w
                if h <= self.rows and 2 * cells - w - h > self.most_touching[cells]:
                    self.most_touching[cells] = 2 * cells - w - h

    cdef void _find_parts(self):
        """Find the components of two ways and of three; their cards follow one another."""
        cdef int level, first, i
        cdef uint64_t members, grown
        for level in range(2, 4):
            for i in range(self.cards):
                self.part_of[level][i] = -1
            first = 0
            while first < self.cards:
                members = grown = <uint64_t>1 << first
                while grown:
                    i = lowest_bit(grown)
                    grown &= grown - 1
                    grown |= self.matching[level][i] & ~members
                    members |= self.matching[level][i]
                if popcount(members) > 1:
                    self.part[self.parts].members = members
                    self.part[self.parts].partners = self.matching[level]
                    self.part[self.parts].first = first
                    self.part[self.parts].size = popcount(members)
                    for i in range(self.cards):
                        if members >> i & 1:
                            self.part_of[level][i] = self.parts
                    if self.part[self.parts].size <= TABULATED:
                        self.lengths += 1 << self.part[self.parts].size
                    self.parts += 1
                first += popcount(members)

    cdef void _tabulate(self) noexcept:
        """Write down for each set of cards of a component the most pairs of it that can touch."""
        cdef int k, used = 0
        cdef uint64_t subset, one
        cdef Part* part
        for k in range(self.parts):
            part = &self.part[k]
            if part.size <= TABULATED:
                part.table = self.tables + used
                used += 1 << part.size
                for subset in range(1, <uint64_t>1 << part.size):
                    one = self._connected(part, subset << part.first)
                    part.table[subset] = <uint8_t>(
                        self._most_pairs(part, one) + part.table[subset & ~(one >> part.first)]
                    )
                part.most = part.table[(1 << part.size) - 1]
            else:
                part.most = self._most_pairs(part, part.members)

    cdef uint64_t _connected(self, Part* part, uint64_t cards) noexcept nogil:
        """Return the connected part of the set that holds its first card."""
        cdef uint64_t reached = cards & (~cards + 1), grown = reached
        cdef int i
        while grown:
            i = lowest_bit(grown)
            grown &= grown - 1
            grown |= part.partners[i] & cards & ~reached
            reached |= part.partners[i] & cards
        return reached

    cdef int _most_pairs(self, Part* part, uint64_t cards) noexcept nogil:
        """Return the lesser of the set's edges and the most touching pairs of as many cells."""
        cdef int i, twice = 0
        cdef uint64_t rest = cards
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            twice += popcount(part.partners[i] & cards)
        return min(twice // 2, self.most_touching[popcount(cards)])

    cdef void _begin(self, laid):
        """Put the cards that lie on the table, and set up the first frame."""
        cdef Frame* frame = &self.frames[0]
        cdef int card, cell, i, time, kind
        cdef uint64_t bit
        for card, cell in laid:
            self._put(frame, card, cell)
            self.laid |= <uint64_t>1 << card
        earliest = {}
        for card in range(self.cards):
            self.kind_mask[self.kind[card]] |= <uint64_t>1 << card
            if not self.laid >> card & 1:
                kind = self.kind[card]
                earliest[kind] = min(earliest.get(kind, self.draw[card]), self.draw[card])
        for time in range(self.cards + 1):
            for card in range(self.cards):
                if not self.laid >> card & 1:
                    if earliest[self.kind[card]] <= time:
                        self.come[time] |= <uint64_t>1 << card
                    if self.draw[card] <= time:
                        self.drawn[time] |= <uint64_t>1 << card
        frame.spare = self.area - self.cards
        frame.segments = 0
        for i in range(self.rows):
            frame.segments += _segments(self.row_cards[i], self.row_empty[i])
        for i in range(self.columns):
            frame.segments += _segments(self.column_cards[i], self.column_empty[i])
        for i in range(self.parts):
            bit = self.part[i].members & self.laid
            while bit:
                card = lowest_bit(bit)
                bit &= bit - 1
                self.states[i].realised += popcount(self.part[i].partners[card] & self.touching[card])
            self.states[i].realised //= 2
        frame.promised = 0
        for i in range(self.parts):
            self._bound(frame, i, &self.states[i])
            frame.promised += self.states[i].upper
        self.depth = 0
        frame.holds = UNDECIDED
        if not self._promising(frame) or not self._choose(frame, self.states) or not self._placeable(frame.open):
            # Nothing to try.
            frame.to_try[0] = frame.to_try[1] = frame.to_try[2] = 0
            frame.cells_to_try[0] = frame.cells_to_try[1] = 0
            frame.may_be_empty = False
            if frame.cell == -1:
                self.depth = -1
        elif frame.cell == -1:
            self.found = self._can_be_laid()
            self.depth = -1

    # ---- the search

    cdef int _run(self, long long nodes) except -1 nogil:
        """Return 0: found, 1: exhausted, 2: paused, 3: stopped."""
        cdef Frame* frame
        cdef Frame* below
        cdef int card
        if self.found:
            return 0
        while self.depth >= 0:
            frame = &self.frames[self.depth]
            if frame.holds != UNDECIDED:
                self._take_back(frame)
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
                    if self._can_be_laid():
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
        """If the frame is for one card, take the next cell to try it in."""
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
        """Let the frame's cell hold the card, or nothing; False: no layout can come of it that matches enough."""
        cdef int cell = frame.cell, x = cell % self.columns, y = cell // self.columns, i, near, before
        cdef uint64_t changed = self.beside[cell]
        cdef State* states = self.states + (self.depth + 1) * self.parts
        below.spare = frame.spare
        below.segments = frame.segments
        below.promised = frame.promised
        below.open[0], below.open[1] = frame.open[0], frame.open[1]
        below.holds = UNDECIDED
        frame.holds = card
        before = _segments(self.row_cards[y], self.row_empty[y]) + _segments(self.column_cards[x], self.column_empty[x])
        for i in range(4):
            near = self.near[4 * cell + i]
            if near >= 0:
                frame.fits[i] = self.fit[near]
        memcpy(states, states - self.parts, self.parts * sizeof(State))
        if card == EMPTY:
            below.spare -= 1
            self.at[cell] = EMPTY
            self.undecided[cell >> 6] ^= <uint64_t>1 << (cell & 63)
            below.open[cell >> 6] &= ~(<uint64_t>1 << (cell & 63))
            self.row_empty[y] |= <uint64_t>1 << x
            self.column_empty[x] |= <uint64_t>1 << y
            if popcount(self.row_empty[y]) == self.columns or popcount(self.column_empty[x]) == self.rows:
                return False
        else:
            self._put(below, card, cell)
            changed |= <uint64_t>1 << card
            for i in range(4):
                near = self.near[4 * cell + i]
                if near >= 0 and self.at[near] == UNDECIDED:
                    changed |= self.beside[near]
            for i in range(2, 4):
                if self.part_of[i][card] >= 0:
                    states[self.part_of[i][card]].realised += <uint16_t>popcount(self.matching[i][card] & self.beside[cell])
        if self.mirrors and not self._is_first_mirror(cell):
            return False
        below.segments += (
            _segments(self.row_cards[y], self.row_empty[y])
            + _segments(self.column_cards[x], self.column_empty[x])
            - before
        )
        if 2 * self.cards - below.segments + below.promised < self.wanted:
            return False
        if self.dead_cells and not self._alive(below):
            return False
        self._renew(below, changed, states)
        if not self._promising(below):
            return False
        if (self.touching_order or not self.left) and not self._placeable(below.open):
            return False
        return self._choose(below, states)

    cdef void _renew(self, Frame* frame, uint64_t changed, State* states) noexcept nogil:
        """Bound the pairs of each component anew that holds one of the cards."""
        cdef int level, k
        cdef uint64_t rest
        for level in range(2, 4):
            rest = changed
            while rest:
                k = self.part_of[level][lowest_bit(rest)]
                if k < 0:
                    rest &= rest - 1
                    continue
                rest &= ~self.part[k].members
                frame.promised -= states[k].upper
                self._bound(frame, k, &states[k])
                frame.promised += states[k].upper

    cdef void _bound(self, Frame* frame, int k, State* state) noexcept nogil:
        """Bound a component's touching pairs, of which `realised` are there."""
        cdef Part* part = &self.part[k]
        cdef uint64_t rest = part.members & self.left, placed = part.members & ~self.left, cells
        cdef uint64_t met[5]
        cdef uint64_t by_card[5]
        cdef int word, card, i, most, by_cards = 0
        state.by_cells = state.by_cards = 0
        state.base = state.upper = state.realised
        if not rest:
            return
        if not self.open_partners:
            # All edges that have an end to come.
            while rest:
                card = lowest_bit(rest)
                rest &= rest - 1
                state.base += popcount(part.partners[card] & (rest | placed))
            state.upper = min(part.most, state.base)
            return
        state.base += part.table[rest >> part.first] if part.table is not NULL else self._most_pairs(part, rest)
        memset(by_card, 0, sizeof(by_card))
        for word in range(2):
            cells = frame.open[word] if placed else 0
            while cells:
                most = self._meet(part, 64 * word + lowest_bit(cells), met)
                cells &= cells - 1
                state.by_cells += most
                for i in range(1, most + 1):
                    by_card[i] |= met[i]
        for i in range(1, 5):
            by_cards += popcount(by_card[i])
        state.by_cards = by_cards
        state.upper = self._sum_of(part, state, state.by_cells)

    cdef int _sum_of(self, Part* part, State* state, int by_cells) noexcept nogil:
        return min(part.most, state.base + min(by_cells, state.by_cards))

    cdef int _meet(self, Part* part, int cell, uint64_t* met) noexcept nogil:
        """List in met[i] the cards that fit the cell and pair with i placed ones there; return the largest such i."""
        cdef uint64_t here = self.beside[cell] & part.members, fitting, with_card
        cdef int count = 0, card
        if not here:
            return 0
        fitting = self.fit[cell] & self.left & part.members
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

    cdef bint _promising(self, Frame* frame) noexcept nogil:
        """Tell whether as many ways as wanted may still be matched."""
        return 2 * self.cards - frame.segments + frame.promised >= self.wanted

    cdef bint _alive(self, Frame* frame) noexcept nogil:
        """Tell whether no more open cells fit no card to come than may stay empty."""
        cdef int word, dead = 0
        cdef uint64_t cells
        for word in range(2):
            cells = frame.open[word]
            while cells:
                if not self.fit[64 * word + lowest_bit(cells)] & self.left:
                    dead += 1
                    if dead > frame.spare:
                        return False
                cells &= cells - 1
        return True

    cdef bint _is_first_mirror(self, int cell) noexcept nogil:
        """Tell whether no corner decided so far has a card of a smaller kind than the first (of squares: the next)."""
        cdef int value[4]
        cdef int i
        if cell != self.corner[0] and cell != self.corner[1] and cell != self.corner[2] and cell != self.corner[3]:
            return True
        for i in range(4):
            value[i] = self.at[self.corner[i]]
            if value[i] >= 0 and value[i] < EMPTY:
                value[i] = self.kind[value[i]]
        if value[0] == UNDECIDED:
            return True
        for i in range(1, 4):
            if value[i] != UNDECIDED and value[i] < value[0]:
                return False
        return (
            self.columns != self.rows or value[1] == UNDECIDED or value[2] == UNDECIDED or value[1] <= value[2]
        )

    cdef bint _choose(self, Frame* frame, State* states) noexcept nogil:
        """Choose the next cell or card to decide, neither if all are; False: some cell or card cannot be decided."""
        cdef uint64_t can, cells, best = 0, once = 0, twice = 0, more = 0, single
        cdef int word, cell, size, least = 1000
        cdef bint needed, best_needed = False
        frame.cell = frame.card = -1
        frame.cells_to_try[0] = frame.cells_to_try[1] = 0
        frame.to_try[0] = frame.to_try[1] = frame.to_try[2] = 0
        frame.may_be_empty = False
        if not self.undecided[0] and not self.undecided[1]:
            return True
        for word in range(2):
            cells = self.undecided[word]
            while cells:
                cell = 64 * word + lowest_bit(cells)
                cells &= cells - 1
                can = self.fit[cell] & self.left
                needed = self.open_partners and self._demand(frame, states, cell, &can)
                more |= twice & can
                twice |= once & can
                once |= can
                self.domain[cell] = can
                size = popcount(can)
                if not needed and frame.spare:
                    size += 1
                if not size:
                    return False
                if size < least and (self.fewest_first or least == 1000):
                    least, best, frame.cell, best_needed = size, can, cell, needed
        if once != self.left:
            return False
        if self.fewest_first and least > 1:
            single = self._single_kinds()
            if once & ~twice & single:
                self._choose_card(frame, lowest_bit(once & ~twice & single))
                return True
            if least > 2 and twice & ~more & single:
                self._choose_card(frame, lowest_bit(twice & ~more & single))
                return True
        self._list(frame, best)
        frame.may_be_empty = frame.spare > 0 and not best_needed
        return True

    cdef uint64_t _single_kinds(self) noexcept nogil:
        """Return the cards to come of kinds of which there is one: equal cards would change places."""
        return self.left & ~(self.same_as_next | self.same_as_next << 1)

    cdef void _choose_card(self, Frame* frame, int card) noexcept nogil:
        cdef int word, cell
        cdef uint64_t cells
        frame.card = card
        frame.cell = -2
        for word in range(2):
            cells = self.undecided[word]
            while cells:
                cell = 64 * word + lowest_bit(cells)
                if self.domain[cell] >> card & 1:
                    frame.cells_to_try[word] |= cells & (~cells + 1)
                cells &= cells - 1

    cdef void _list(self, Frame* frame, uint64_t best) noexcept nogil:
        """List the cards to try, those with the most partners beside the cell first."""
        cdef uint64_t here = self.beside[frame.cell], strong = 0, stronger = 0
        cdef int card
        # Of equal cards the first comes first.
        best &= ~((self.left & self.same_as_next) << 1)
        while here:
            card = lowest_bit(here)
            here &= here - 1
            stronger |= strong & self.matching[2][card]
            strong |= self.matching[2][card]
        frame.to_try[0] = best & stronger
        frame.to_try[1] = best & strong & ~stronger
        frame.to_try[2] = best & ~strong

    cdef bint _demand(self, Frame* frame, State* states, int cell, uint64_t* can) noexcept nogil:
        """Take out what would leave too few pairs; return whether the cell must not stay empty."""
        cdef int slack = 2 * self.cards - frame.segments + frame.promised - self.wanted
        cdef int level, k, most, least
        cdef uint64_t rest
        cdef uint64_t met[5]
        cdef State* state
        cdef bint needed = False
        for level in range(2, 4):
            rest = self.beside[cell]
            while rest:
                k = self.part_of[level][lowest_bit(rest)]
                if k < 0:
                    rest &= rest - 1
                    continue
                rest &= ~self.part[k].members
                state = &states[k]
                most = self._meet(&self.part[k], cell, met)
                least = most
                while least and self._sum_of(&self.part[k], state, state.by_cells - most + least - 1) >= state.upper - slack:
                    least -= 1
                if least:
                    can[0] &= met[least]
                    needed = True
        return needed

    cdef void _put(self, Frame* below, int card, int cell) noexcept nogil:
        cdef uint64_t bit = <uint64_t>1 << card, here
        cdef int i, near
        self.at[cell] = card
        self.undecided[cell >> 6] ^= <uint64_t>1 << (cell & 63)
        self.left &= ~bit
        self.row_cards[cell // self.columns] |= <uint64_t>1 << (cell % self.columns)
        self.column_cards[cell % self.columns] |= <uint64_t>1 << (cell // self.columns)
        below.open[cell >> 6] &= ~(<uint64_t>1 << (cell & 63))
        self.touching[card] = here = self.beside[cell]
        while here:
            self.touching[lowest_bit(here)] |= bit
            here &= here - 1
        for i in range(4):
            near = self.near[4 * cell + i]
            if near >= 0:
                self.beside[near] |= bit
                self.fit[near] &= self.matching[1][card]
                if self.at[near] == UNDECIDED:
                    below.open[near >> 6] |= <uint64_t>1 << (near & 63)

    cdef void _take_back(self, Frame* frame) noexcept nogil:
        cdef int cell = frame.cell, card = frame.holds, x = cell % self.columns, y = cell // self.columns, i, near
        cdef uint64_t bit, here
        frame.holds = UNDECIDED
        self.at[cell] = UNDECIDED
        self.undecided[cell >> 6] ^= <uint64_t>1 << (cell & 63)
        if card == EMPTY:
            self.row_empty[y] &= ~(<uint64_t>1 << x)
            self.column_empty[x] &= ~(<uint64_t>1 << y)
            return
        bit = <uint64_t>1 << card
        self.left |= bit
        self.row_cards[y] &= ~(<uint64_t>1 << x)
        self.column_cards[x] &= ~(<uint64_t>1 << y)
        here = self.beside[cell]
        while here:
            self.touching[lowest_bit(here)] &= ~bit
            here &= here - 1
        for i in range(4):
            near = self.near[4 * cell + i]
            if near >= 0:
                self.beside[near] &= ~bit
                self.fit[near] = frame.fits[i]

    # ---- order and hold

    cdef bint _placeable(self, const uint64_t* open_cells) noexcept nogil:
        """Tell whether all cards can be placed in time, what is not decided yet taken at its best."""
        cdef int start
        cdef uint64_t starts
        if self.laid:
            return self._reaches_all(self.laid, open_cells)
        if self.last_start >= 0 and self._reaches_all(<uint64_t>1 << self.last_start, open_cells):
            return True
        starts = self.come[min(self.hold, self.cards)]
        while starts:
            start = lowest_bit(starts)
            starts &= starts - 1
            if start != self.last_start and self._reaches_all(<uint64_t>1 << start, open_cells):
                self.last_start = start
                return True
        return False

    cdef bint _reaches_all(self, uint64_t reached, const uint64_t* open_cells) noexcept nogil:
        cdef uint64_t touched = 0, fresh = reached, cells, fitting
        cdef int count = popcount(reached), card, word, cell
        cdef bint grown
        while True:
            while fresh:
                while fresh:
                    card = lowest_bit(fresh)
                    fresh &= fresh - 1
                    if self.left >> card & 1:
                        touched |= self.matching[1][card] & self.left
                    else:
                        touched |= self.touching[card]
                fresh = touched & ~reached & self.come[min(count + self.hold, self.cards)]
                reached |= fresh
                count += popcount(fresh)
            if reached == self.all_cards:
                return True
            if not self.left:
                return False
            grown = False
            for word in range(2):
                cells = open_cells[word]
                while cells:
                    cell = 64 * word + lowest_bit(cells)
                    cells &= cells - 1
                    fitting = self.fit[cell] & self.left
                    if fitting and self.beside[cell] & reached and fitting & ~touched:
                        touched |= fitting
                        grown = True
                    if fitting & reached and self.beside[cell] & ~touched:
                        touched |= self.beside[cell]
                        grown = True
            if not grown:
                return False
            fresh = touched & ~reached & self.come[min(count + self.hold, self.cards)]
            if not fresh:
                return False
            reached |= fresh
            count += popcount(fresh)

    cdef bint _can_be_laid(self) noexcept nogil:
        """Tell whether the whole layout can be placed in time, and note in which order."""
        cdef uint64_t starts
        cdef int start
        self.ordered = 0
        if self.laid:
            return self._lay(self.laid)
        # A card stands for its kind here: any equal card may come for it.
        starts = self.come[min(self.hold, self.cards)]
        while starts:
            start = lowest_bit(starts)
            starts &= starts - 1
            self.order[0] = start
            self.ordered = 1
            if self._lay(<uint64_t>1 << start):
                return True
        return False

    cdef bint _lay(self, uint64_t reached) noexcept nogil:
        """Go on placing; of equal cards too few of which have come, each is tried in turn."""
        cdef uint64_t touched = 0, rest = reached, kind, waiting
        cdef uint64_t drawn
        cdef int card, ordered, have
        while rest:
            touched |= self.touching[lowest_bit(rest)]
            rest &= rest - 1
        rest = touched & ~reached
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            kind = self.kind_mask[self.kind[card]] & ~self.laid
            drawn = self.drawn[min(popcount(reached) + self.hold, self.cards)]
            if drawn & kind == kind:
                # All of the kind have come: taking one keeps none waiting.
                self.order[self.ordered] = card
                self.ordered += 1
                reached |= <uint64_t>1 << card
                touched |= self.touching[card]
                rest = touched & ~reached
        if reached == self.all_cards:
            return True
        ordered = self.ordered
        rest = touched & ~reached
        drawn = self.drawn[min(popcount(reached) + self.hold, self.cards)]
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            kind = self.kind_mask[self.kind[card]] & ~self.laid
            have = popcount(drawn & kind)
            if popcount(reached & kind) < have:
                self.order[self.ordered] = card
                self.ordered = ordered + 1
                if self._lay(reached | <uint64_t>1 << card):
                    return True
                self.ordered = ordered
        return False


cdef int _segments(uint64_t cards, uint64_t empty) noexcept nogil:
    """Return the least number of runs of cards in a line of cells of which these are decided; a line holds a card."""
    cdef uint64_t known = cards | empty
    cdef int count = 0
    cdef bint inside = False
    while known:
        if known & (~known + 1) & cards:
            count += not inside
            inside = True
        else:
            inside = False
        known &= known - 1
    return max(count, 1)
