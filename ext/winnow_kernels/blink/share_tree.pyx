"""The layouts of one share of a loss as a tree that decides the fewest ways first.

A *share* of a loss says how many pairs of each component touch and how many runs of cards there are at most. A search
that ends without a layout *rests on* the components, and perhaps the runs, whose numbers excluded every layout: any
share that agrees in these has no layout either. The *pivot* is the card that mirror images keep to a quarter of the
box. games/blink/ledger.md has the arguments: `whole-components`, `cells-in-time`, `reachable-pairs` and `share-cores`.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from winnow_kernels.blink.box cimport EMPTY, MOST, MOST_CELLS, Box, BoxSearch, Components
from winnow_kernels.blink.placements cimport Placements, Remaining, Table
from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget

cdef enum:
    # What a node decides; how a line says it: the number, and this times 256.
    CELL, CARD, COMPONENT, ORDER
    MOST_PICKED = 256
    FIRST_LINES = 4096
    # The bit of the runs of cards among what a search rests on.
    RUNS = 63
    # A card has at most this number of neighbours.
    MOST_BESIDE = 4
    # After these many steps pairs count as able to touch.
    MOST_STEPS = 2000


# Cells of a box of at most 64 as a word: cell `x + columns y` is bit `x + columns y`.
cdef struct Grid:
    int columns
    uint64_t all_cells
    uint64_t first_column
    uint64_t last_column


cdef inline Grid grid_of(int columns, int rows) noexcept nogil:
    """Return the grid of a box."""
    cdef Grid grid
    cdef int row, area = columns * rows
    grid.columns = columns
    grid.all_cells = bit(area - 1) - 1 | bit(area - 1)
    grid.first_column = grid.last_column = 0
    for row in range(rows):
        grid.first_column |= bit(row * columns)
        grid.last_column |= bit(row * columns + columns - 1)
    return grid


cdef inline uint64_t beside_cells(const Grid* grid, uint64_t cells) noexcept nogil:
    """Return the cells beside these."""
    return grid.all_cells & (
        (cells & ~grid.last_column) << 1 | (cells & ~grid.first_column) >> 1
        | cells << grid.columns | cells >> grid.columns
    )


# The cells that a card fits, and those in which at least one, two, three, four decided partners lie beside it.
cdef struct Fitting:
    uint64_t cells
    uint64_t beside[MOST_BESIDE]


# A node whose ways are gone through: what it decides, the next way, and how many decisions lead to it.
cdef struct Frame:
    int kind
    int number
    int next
    int picks
    int decided
    # What of the share its end rests on, and by card what its cells rest on.
    uint64_t rests_on
    uint64_t why[MOST]
    # The placements of a component to try, in their order.
    int picked[MOST_PICKED]


# A decision, what the cells beside it fitted before, and which cells beside cards are undecided, and spare, after it.
cdef struct Decision:
    int cell
    int card
    uint64_t fits[4]
    uint64_t open[2]
    int spare


# ---- whether enough pairs of a component can touch

cdef class Reach:
    """Return whether enough pairs of one component can still touch.

    Cards and cells are bits of 64-bit words. Cards to come that touch no decided card are assumed to touch each other
    freely. After MOST_STEPS steps the answer is True.
    """

    # The cells beside each cell; the partners of each card, and all cards that it matches.
    cdef uint64_t near[MOST]
    cdef uint64_t partners[MOST]
    cdef uint64_t matching[MOST]
    # To be set before `can_touch`: where the decided cards lie, and the cells that each undecided one fits (at depth 0).
    cdef int place[MOST]
    cdef Fitting fitting[MOST + 1][MOST]
    cdef int wanted, steps
    cdef bint found

    cdef bint can_touch(self, uint64_t undecided, uint64_t decided, int have, int wanted) noexcept nogil:
        """Return whether `wanted` pairs can touch, `have` of which do between decided cards; True after too many steps."""
        cdef uint64_t rest = undecided
        while rest:
            self._look_around(lowest_bit(rest), decided)
            rest &= rest - 1
        self.wanted, self.found, self.steps = wanted, False, MOST_STEPS
        self._go_on(0, undecided, decided, have, self._pairs(undecided))
        return self.found or self.steps < 0

    cdef void _go_on(self, int depth, uint64_t undecided, uint64_t decided, int have, int open_pairs) noexcept nogil:
        """Decide the card that most decided partners can touch, the one with the fewest such cells first.

        Pairs of which no card is decided are taken to touch.
        """
        cdef uint64_t rest = undecided, cells
        cdef const Fitting* fitting
        cdef int card, beside, room, chosen = -1, most = 0, fewest = MOST + 1, bound = have + open_pairs
        self.steps -= 1
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            fitting = &self.fitting[depth][card]
            cells = fitting.cells & fitting.beside[0]
            if not cells:
                continue
            beside = MOST_BESIDE
            while not fitting.cells & fitting.beside[beside - 1]:
                beside -= 1
            bound += beside
            if beside >= most:
                room = popcount(cells)
                if beside > most or room < fewest:
                    chosen, most, fewest = card, beside, room
        if bound < self.wanted or self.steps < 0:
            return
        if chosen < 0 or depth == MOST:
            self.found = True
            return
        self._lay(depth, undecided, decided, have, open_pairs, chosen)
        if not self.found:
            self._keep_off(depth, undecided, chosen)
            self._go_on(depth + 1, undecided, decided, have, open_pairs)

    cdef void _lay(
        self, int depth, uint64_t undecided, uint64_t decided, int have, int open_pairs, int card
    ) noexcept nogil:
        """Try a card in each cell beside decided partners, where it touches the most of them first."""
        cdef const Fitting* fitting = &self.fitting[depth][card]
        cdef const Fitting* before
        cdef Fitting* after
        cdef uint64_t here, rest, others = undecided & ~bit(card), matching = self.matching[card]
        cdef uint64_t partners = self.partners[card], stays, far, near
        cdef int cell, other, i, beside = MOST_BESIDE
        open_pairs -= popcount(partners & undecided)
        while beside:
            here = fitting.cells & fitting.beside[beside - 1]
            if beside < MOST_BESIDE:
                here &= ~fitting.beside[beside]
            while here and not self.found:
                cell = lowest_bit(here)
                here &= here - 1
                self.place[card] = cell
                near, stays, far = self.near[cell], ~bit(cell), ~(bit(cell) | self.near[cell])
                rest = others
                while rest:
                    other = lowest_bit(rest)
                    rest &= rest - 1
                    before, after = &self.fitting[depth][other], &self.fitting[depth + 1][other]
                    after[0] = before[0]
                    after.cells &= stays if matching >> other & 1 else far
                    if partners >> other & 1:
                        for i in range(MOST_BESIDE - 1, 0, -1):
                            after.beside[i] |= after.beside[i - 1] & near
                        after.beside[0] |= near
                self._go_on(depth + 1, others, decided | bit(card), have + beside, open_pairs)
            beside -= 1

    cdef void _keep_off(self, int depth, uint64_t undecided, int card) noexcept nogil:
        """Leave a card beside none of the partners decided so far."""
        cdef uint64_t rest = undecided
        while rest:
            self.fitting[depth + 1][lowest_bit(rest)] = self.fitting[depth][lowest_bit(rest)]
            rest &= rest - 1
        self.fitting[depth + 1][card].cells &= ~self.fitting[depth][card].beside[0]

    cdef void _look_around(self, int card, uint64_t decided) noexcept nogil:
        """Find the cells in which decided partners lie beside a card."""
        cdef Fitting* fitting = &self.fitting[0][card]
        cdef uint64_t near, rest = self.partners[card] & decided
        cdef int i
        memset(fitting.beside, 0, sizeof(fitting.beside))
        while rest:
            near = self.near[self.place[lowest_bit(rest)]]
            rest &= rest - 1
            for i in range(MOST_BESIDE - 1, 0, -1):
                fitting.beside[i] |= fitting.beside[i - 1] & near
            fitting.beside[0] |= near

    cdef int _pairs(self, uint64_t cards) noexcept nogil:
        """Return the number of partner pairs among these cards."""
        cdef uint64_t rest = cards
        cdef int twice = 0
        while rest:
            twice += popcount(self.partners[lowest_bit(rest)] & cards)
            rest &= rest - 1
        return twice // 2


# ---- the cells that a share leaves the cards

cdef class ShareNode(Box):
    """A box with the placements and the cells that a share leaves its cards."""

    cdef Components components
    cdef Remaining remaining
    # `in_deal_order`: nothing is held back, so cards are placed in the order of the deal.
    # `sifts`: a card's cells leave out those that no earlier matching card can lie beside.
    cdef bint in_deal_order, sifts
    # The card that is kept to a quarter, and this.
    cdef int pivot
    cdef uint64_t quarter[2]
    cdef int by_draw[MOST]
    # By component: whether its placements are listed.
    cdef bint lists[2 * MOST]
    # By card, once cells are sifted: those that it may lie in, and those in which it matches the cards that lie.
    cdef uint64_t domain[MOST]
    cdef uint64_t fitting[MOST]
    # What of the share the search that ended, or the closed node, rests on: a bit for each component, and RUNS.
    cdef uint64_t rested
    cdef Grid grid
    # By component: whether its touching pairs are limited, to how many, and how many of cards that lie touch.
    cdef bint is_limited[2 * MOST]
    cdef int to_touch[2 * MOST]
    cdef int touch[2 * MOST]
    # None: not asked what pairs can touch.
    cdef Reach reach


cdef int take_components(ShareNode node, pairs, placements, bint sifts, without, Budget budget) except -1:
    """List the placements that the share leaves of each component; set `sifts` where it is asked and possible."""
    cdef int card, cell, k
    node.components = Components(node)
    if placements is not None:
        node.remaining = Remaining(placements, node.components, pairs, pairs, node.cards, node.area, budget)
        if not node.remaining.listed:
            node.remaining = None
    for k in range(node.components.count):
        node.lists[k] = node.remaining is not None and node.remaining.table[k] is not NULL
    for card in range(node.cards):
        node.by_draw[node.draw[card]] = card
    node.in_deal_order = not node.hold
    node.sifts = sifts and node.in_deal_order and node.area <= MOST and node.remaining is not None
    if node.sifts:
        _take_cells(node, "reachable-pairs" not in without)
    return 0


cdef int _take_cells(ShareNode node, bint reaches) except -1:
    """Note which cells are neighbours, and for `reaches` what pairs can touch in them."""
    cdef int card, cell
    node.grid = grid_of(node.columns, node.rows)
    if not reaches:
        return 0
    node.reach = Reach()
    for cell in range(node.area):
        node.reach.near[cell] = beside_cells(&node.grid, bit(cell))
    for card in range(node.cards):
        node.reach.matching[card] = node.matching[1][card]
        node.reach.partners[card] = node.matching[2][card]
    return 0


cdef void reasons_of_lists(ShareNode node, uint64_t* why) noexcept nogil:
    """Note by card what leaves it fewer cells at the root: its component, if that has a list."""
    cdef int card, k
    for card in range(node.cards):
        k = node.components.part_of[2][card]
        why[card] = bit(k) if k >= 0 and node.lists[k] else 0


cdef uint64_t cards_for(ShareNode node, int depth, int cell) noexcept nogil:
    """Return the cards that may lie in an undecided cell."""
    cdef uint64_t cards = node.fit[cell] & node.left
    if node.remaining is not None:
        cards &= node.remaining.allowed[depth * node.area + cell]
    if not node.quarter[cell >> 6] >> (cell & 63) & 1:
        cards &= ~bit(node.pivot)
    return cards


cdef bint sift(ShareNode node, int depth, uint64_t* why) noexcept nogil:
    """Keep for each card the cells next to one in which an earlier card may lie; False: some card has no cell.

    `why` says by card what its cells rest on, and is brought up to date; of the card without a cell, `rested`.
    """
    cdef uint64_t* allowed = node.remaining.allowed + depth * node.area
    cdef uint64_t earlier = bit(node.by_draw[0])
    cdef int draw, card, k
    _find_domains(node, depth)
    for draw in range(1, node.cards):
        card = node.by_draw[draw]
        if not _sift_card(node, card, earlier & node.matching[1][card], why, allowed):
            node.rested = why[card] if node.fitting[card] else 0
            return False
        earlier |= bit(card)
    if node.reach is not None:
        for k in range(node.components.count):
            if node.is_limited[k] and not node.lists[k] and not _enough_touch(node, k, why):
                return False
    return True


cdef bint _enough_touch(ShareNode node, int k, const uint64_t* why) noexcept nogil:
    """Return whether `to_touch[k]` pairs of component k, which has no list, can touch in its cards' cells."""
    cdef uint64_t members = node.components.part[k].members, decided = members & ~node.left, rest = members & node.left
    cdef int card
    if not rest or not decided:
        return True
    node.rested = bit(k)
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        node.reach.fitting[0][card].cells = node.domain[card]
        node.rested |= why[card]
    rest = decided
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        node.reach.place[card] = lowest_bit(node.domain[card])
    return node.reach.can_touch(members & node.left, decided, node.touch[k], node.to_touch[k])


cdef void _find_domains(ShareNode node, int depth) noexcept nogil:
    """Find the cells of each card, one for a card that lies."""
    cdef int cell
    memset(node.domain, 0, sizeof(node.domain))
    memset(node.fitting, 0, sizeof(node.fitting))
    for cell in range(node.area):
        if node.undecided[0] >> cell & 1:
            node.domain[cell] = cards_for(node, depth, cell)
            node.fitting[cell] = node.fit[cell] & node.left
        elif node.at[cell] < node.cards:
            node.domain[cell] = node.fitting[cell] = bit(node.at[cell])
    _exchange(node.domain)
    _exchange(node.fitting)


cdef bint _sift_card(ShareNode node, int card, uint64_t earlier, uint64_t* why, uint64_t* allowed) noexcept nogil:
    """Keep for a card the cells next to those of the earlier cards that match it; False: it has none."""
    cdef uint64_t near = 0, rest = earlier, gone
    while rest:
        near |= node.domain[lowest_bit(rest)]
        rest &= rest - 1
    gone = node.domain[card] & ~beside_cells(&node.grid, near)
    if gone:
        near = beside_cells(&node.grid, gone)
        node.domain[card] &= ~gone
        while gone:
            allowed[lowest_bit(gone)] &= ~bit(card)
            gone &= gone - 1
        # What keeps an earlier card from a cell beside one that is gone is a reason.
        rest = earlier
        while rest:
            if node.fitting[lowest_bit(rest)] & ~node.domain[lowest_bit(rest)] & near:
                why[card] |= why[lowest_bit(rest)]
            rest &= rest - 1
    return node.domain[card] != 0


cdef void _exchange(uint64_t* rows) noexcept nogil:
    """Exchange the rows and the columns of 64 words of 64 bits: blocks of half the width, a quarter and so on."""
    cdef int width = 32, row
    cdef uint64_t right = 0xFFFFFFFF, moved
    while width:
        row = 0
        while row < 64:
            moved = (rows[row] >> width ^ rows[row + width]) & right
            rows[row + width] ^= moved
            rows[row] ^= moved << width
            row = (row + width + 1) & ~width
        width >>= 1
        right ^= right << width


# ---- the tree

cdef class ShareTree(BoxSearch):
    """Search the layouts of one share in a box of columns x rows cells, by a tree that decides the fewest ways first.

    Each node decides the cell, the card or the component that has the fewest ways left. `kinds`, `draws`, `ways` and
    `hold` are those of `winnow_kernels.blink.loss.Search`; no two cards are equal, and none lies on the table.
    `pairs[k]` is the number of touching pairs of component k (-1: any), `runs` the most runs of cards that the rows and
    columns have in all. `placements` are of the same cards and box. With `written` the tree is recorded for `tree`;
    the cards of each component must then rise in the deal, and the components be in the order of their first cards.
    The constructor raises MemoryError if the budget has no memory, and ValueError as that of `Search` does.
    """

    cdef ShareNode node
    cdef bint written
    # `decided` is the number of decisions; the depth that of the frames, less one.
    cdef int most_segments, decided, depth
    # By component: how many pairs are not to touch, and how many of cards that lie do not.
    cdef int to_part[2 * MOST]
    cdef int part[2 * MOST]
    cdef Frame* frames
    cdef Decision* decisions
    cdef uint16_t* lines
    # The number of nodes of the tree so far.
    cdef readonly long long nodes
    cdef long long room

    def __cinit__(
        self, kinds: Sequence[int], draws: Sequence[int], ways: Sequence[bytes], int hold, int columns, int rows,
        pairs: Sequence[int], int runs, without: frozenset[str], Budget budget, Placements placements=None,
        bint written=False,
    ) -> None:
        self.budget = budget
        self.node = ShareNode()
        self.node.take_deal(kinds, draws, ways, hold, columns, rows, ())
        self.most_segments, self.written = runs, written
        take_components(self.node, pairs, placements, not written and "cells-in-time" not in without, without, budget)
        self._take_pairs(pairs)
        self._choose_pivot("mirrors" not in without)
        self.claim((self.node.area + 1) * <long long>(sizeof(Frame) + sizeof(Decision)))
        self.frames = <Frame*>calloc(self.node.area + 1, sizeof(Frame))
        self.decisions = <Decision*>calloc(self.node.area + 1, sizeof(Decision))
        if self.frames is NULL or self.decisions is NULL:
            raise MemoryError
        self._begin()

    def __dealloc__(self):
        free(self.frames)
        free(self.decisions)
        free(self.lines)
        if self.room:
            self.budget.release(self.room * sizeof(uint16_t))

    @property
    def pivot_card(self) -> int:
        """Return the place in the deal of the card that is kept to a quarter of the box."""
        return self.node.draw[self.node.pivot]

    @property
    def rests_on(self) -> tuple[list[int], bool]:
        """Return which components' pairs exclude every layout, and whether the runs are needed, too; once exhausted."""
        components = [k for k in range(self.node.components.count) if self.node.rested >> k & 1]
        return components, bool(self.node.rested >> RUNS & 1)

    @property
    def listed(self) -> list[int]:
        """Return the components whose placements are listed."""
        return [k for k in range(self.node.components.count) if self.node.lists[k]]

    def tree(self) -> bytes:
        """Return the nodes written so far, each before its children: two bytes each, in the machine's byte order.

        The high byte is 0 for a cell, 1 for a card and 2 for a component that is decided, and the low byte its number;
        a high byte of 3 says that the order of the deal closes the node.
        """
        return PyBytes_FromStringAndSize(<char*>self.lines, self.nodes * sizeof(uint16_t))

    def layout(self) -> list[tuple[int, int]]:
        """Return the layout found as (draw index, cell) of each card, in an order of placing."""
        cdef int i, cell
        cells = {self.node.at[cell]: cell for cell in range(self.node.area)}
        return [(self.node.draw[self.node.order[i]], cells[self.node.order[i]]) for i in range(self.node.ordered)]

    cdef int _take_pairs(self, pairs) except -1:
        cdef int card, k
        for k in range(self.node.components.count):
            self.node.is_limited[k] = pairs[k] >= 0
            self.node.to_touch[k] = pairs[k]
            self.to_part[k] = -self.node.to_touch[k]
        for card in range(self.node.cards):
            k = self.node.components.part_of[2][card]
            if k >= 0:
                self.to_part[k] += popcount(self.node.matching[2][card] & ((<uint64_t>1 << card) - 1))
        return 0

    cdef void _choose_pivot(self, bint mirrors):
        """Choose a card, and the cells left to it of those that are mirrored.

        If cards come in turn it is the first one of the deal, else one of the largest component that has a list.
        """
        cdef int k, size, best = 0
        self.node.find_quarter(self.node.quarter)
        if not mirrors:
            self.node.quarter[0] = self.node.quarter[1] = ~<uint64_t>0
        for k in range(self.node.components.count):
            size = self.node.components.part[k].size
            if self.node.lists[k] and size > best:
                best, self.node.pivot = size, self.node.components.part[k].first
        if self.node.in_deal_order:
            self.node.pivot = self.node.by_draw[0]

    # ---- the search

    cdef int _begin(self) except -1:
        """Write the first node, unless it is closed."""
        cdef int k
        self.depth = -1
        self.decisions[0].spare = self.node.area - self.node.cards
        if self.node.remaining is not None:
            self.node.remaining.begin()
            for k in range(self.node.components.count):
                if self.node.lists[k] and not self.node.remaining.table[k].placements:
                    self.node.rested = bit(k)
                    return 0
            self.node.remaining.allow(0)
        reasons_of_lists(self.node, self.frames[0].why)
        if not self._enter():
            raise MemoryError
        return 0

    cdef int search_on(self, long long nodes) except -1 nogil:
        """Return 0: found, 1: exhausted, 2: paused, 3: stopped."""
        while self.depth >= 0 and not self.found:
            if not self._next(&self.frames[self.depth]):
                self._leave(self.frames[self.depth].rests_on)
                continue
            nodes -= 1
            if not self._enter() or self.budget.charge(1):
                return 3
            if nodes <= 0:
                return 2
        return 0 if self.found else 1

    cdef void _leave(self, uint64_t rests_on) noexcept nogil:
        """Leave a node all of whose ways have ended; the node above it then rests on what this one rests on."""
        self.depth -= 1
        if self.depth < 0:
            self.node.rested = rests_on
        else:
            self.frames[self.depth].rests_on |= rests_on

    cdef bint _enter(self) noexcept nogil:
        """Open the node that the decisions lead to, unless the order closes it; False: out of memory."""
        cdef Frame* frame = &self.frames[self.depth + 1]
        if self.depth >= 0:
            memcpy(frame.why, self.frames[self.depth].why, sizeof(frame.why))
        self.node.rested = 0
        if self.node.left and self.node.sifts:
            if not sift(self.node, self.decided, frame.why):
                return self._close()
        elif not self.node.placeable(self.decisions[self.decided].open):
            return self._close()
        if not self.node.left:
            self.found = self.node.can_be_laid()
            return True
        self.depth += 1
        self._choose(frame)
        return self._write(frame.kind, self.node.draw[frame.number] if frame.kind == CARD else frame.number)

    cdef bint _close(self) noexcept nogil:
        """Close a node by the order of the deal, and note what it rests on; False: out of memory."""
        if self.depth >= 0:
            self.frames[self.depth].rests_on |= self.node.rested
        return self._write(ORDER, 0)

    cdef bint _write(self, int kind, int number) noexcept nogil:
        """Write the line of a node if `written`; False: out of memory."""
        cdef void* grown
        cdef long long room = 2 * self.room + FIRST_LINES
        self.nodes += 1
        if not self.written:
            return True
        if self.nodes > self.room:
            grown = self.budget.enlarged(self.lines, self.room * sizeof(uint16_t), room * sizeof(uint16_t))
            if grown is NULL:
                return False
            self.lines, self.room = <uint16_t*>grown, room
        self.lines[self.nodes - 1] = <uint16_t>(kind << 8 | number)
        return True

    cdef void _choose(self, Frame* frame) noexcept nogil:
        """Decide the component, card or cell that has the fewest ways."""
        cdef int cell, card, k, ways, best = 2 * MOST_CELLS
        cdef int cells_of[MOST]
        cdef uint64_t cards
        frame.next, frame.picks, frame.decided = 0, 0, self.decided
        memset(cells_of, 0, sizeof(cells_of))
        for cell in range(self.node.area):
            if not self.node.undecided[cell >> 6] >> (cell & 63) & 1:
                continue
            cards = cards_for(self.node, self.decided, cell)
            ways = popcount(cards) + (self.decisions[self.decided].spare > 0)
            # In the order of the deal a cell is left few cards by many components: an end that rests on few is better.
            if ways < (min(best, 2) if self.node.in_deal_order else best):
                best, frame.kind, frame.number = ways, CELL, cell
            while cards:
                cells_of[lowest_bit(cards)] += 1
                cards &= cards - 1
        if self.node.in_deal_order:
            card = self._next_card()
            cells_of[card] = 0
            for cell in range(self.node.area):
                cells_of[card] += self._may_hold(cell, card)
        for card in range(self.node.cards):
            if self.node.left >> card & 1 and cells_of[card] <= best:
                best, frame.kind, frame.number = cells_of[card], CARD, card
        # At the start the words have bits too many.
        if self.decided:
            for k in range(self.node.components.count):
                if self.node.lists[k] and self.node.components.part[k].members & self.node.left:
                    ways = self._placements_left(k, best)
                    if ways <= best:
                        best, frame.kind, frame.number = ways, COMPONENT, k
        if frame.kind == COMPONENT:
            self._pick(frame)
        frame.rests_on = self._reasons(frame)

    cdef uint64_t _reasons(self, const Frame* frame) noexcept nogil:
        """Return what leaves a node fewer ways than the cards that lie do."""
        cdef uint64_t cards, reasons = 0
        if frame.kind == COMPONENT:
            return bit(frame.number)
        if frame.kind == CARD:
            return frame.why[frame.number]
        cards = self.node.fit[frame.number] & self.node.left & ~cards_for(self.node, self.decided, frame.number)
        while cards:
            reasons |= frame.why[lowest_bit(cards)]
            cards &= cards - 1
        return reasons

    cdef int _placements_left(self, int k, int enough) noexcept nogil:
        """Return how many placements of a component are left, or a larger number if they are more than `enough`."""
        cdef int i, left = 0, at = self.decided * self.node.components.count + k
        cdef long long first = self.decided * <long long>self.node.remaining.words + self.node.remaining.first_word[k]
        for i in range(self.node.remaining.count[at]):
            left += popcount(self.node.remaining.word[first + i])
            if left > min(enough, MOST_PICKED):
                return MOST_CELLS * MOST
        return left

    cdef void _pick(self, Frame* frame) noexcept nogil:
        """Note the placements left of the frame's component, in their order."""
        cdef int k = frame.number, i
        cdef int at = self.decided * self.node.components.count + k
        cdef long long first = self.decided * <long long>self.node.remaining.words + self.node.remaining.first_word[k]
        cdef uint64_t word
        for i in range(self.node.remaining.count[at]):
            word = self.node.remaining.word[first + i]
            while word:
                frame.picked[frame.picks] = 64 * self.node.remaining.place[first + i] + lowest_bit(word)
                word &= word - 1
                frame.picks += 1

    cdef bint _next(self, Frame* frame) noexcept nogil:
        """Decide the next way of a node that is not closed; False: no way is left."""
        cdef int way
        while True:
            while self.decided > frame.decided:
                self._take_back()
            way = frame.next
            frame.next += 1
            if way == self._ways(frame):
                return False
            if self._try(frame, way) and self._goes_on(frame):
                return True

    cdef int _ways(self, const Frame* frame) noexcept nogil:
        """Return the number of ways of the node."""
        if frame.kind == CELL:
            return self.node.cards + 1
        return self.node.area if frame.kind == CARD else frame.picks

    cdef bint _try(self, const Frame* frame, int way) noexcept nogil:
        """Decide this way of the node; False: it does not exist, or is closed."""
        if frame.kind == CELL:
            return self._try_cell(frame.number, way)
        if frame.kind == CARD:
            return self._may_hold(way, frame.number) and self._decide(way, frame.number)
        return self._lay_component(frame.number, frame.picked[way])

    cdef int _next_card(self) noexcept nogil:
        """Return the first card of the deal that has no cell; there is one."""
        cdef int draw = 0
        while not self.node.left >> self.node.by_draw[draw] & 1:
            draw += 1
        return self.node.by_draw[draw]

    cdef bint _may_hold(self, int cell, int card) noexcept nogil:
        """Return whether a card may lie in a cell; if cards come in turn, the next one only beside one before it."""
        cdef uint64_t here = self.node.beside[cell]
        if not self.node.undecided[cell >> 6] >> (cell & 63) & 1:
            return False
        if not cards_for(self.node, self.decided, cell) >> card & 1:
            return False
        if not self.node.in_deal_order or not self.node.draw[card] or card != self._next_card():
            return True
        while here:
            if self.node.draw[lowest_bit(here)] < self.node.draw[card]:
                return True
            here &= here - 1
        return False

    cdef bint _try_cell(self, int cell, int way) noexcept nogil:
        """Put the card drawn at this place into a cell, or EMPTY after the last; False: impossible, or closed."""
        if way == self.node.cards:
            return self.decisions[self.decided].spare > 0 and self._decide(cell, EMPTY)
        way = self.node.by_draw[way]
        return cards_for(self.node, self.decided, cell) >> way & 1 and self._decide(cell, way)

    cdef bint _lay_component(self, int k, int place) noexcept nogil:
        """Place the cards of a component that have no cell yet; False: that node is closed."""
        cdef const Table* table = self.node.remaining.table[k]
        cdef const uint8_t* cells = table.cells + <long long>table.size * place
        cdef int j, card
        for j in range(table.size):
            card = lowest_bit(table.card_bit[j])
            if self.node.left >> card & 1:
                if card == self.node.pivot and not self.node.quarter[cells[j] >> 6] >> (cells[j] & 63) & 1:
                    return False
                if not self._decide(cells[j], card):
                    return False
        return True

    cdef bint _decide(self, int cell, int card) noexcept nogil:
        """Put a card, or EMPTY, into a cell; False: that node is closed."""
        cdef Decision* above = &self.decisions[self.decided]
        cdef Decision* decision = above + 1
        cdef int i, near
        cdef bint some_row_empty = False
        decision.cell, decision.card, decision.spare = cell, card, above.spare
        decision.open[0], decision.open[1] = above.open[0], above.open[1]
        for i in range(4):
            near = self.node.near[4 * cell + i]
            if near >= 0:
                decision.fits[i] = self.node.fit[near]
        if card == EMPTY:
            decision.spare -= 1
            some_row_empty = not self.node.leave_empty(cell, decision.open)
        else:
            self._count_pairs(card, cell, 1)
            self.node.put(card, cell, decision.open)
        self.decided += 1
        if some_row_empty:
            return False
        if card != EMPTY and not self._as_shared(card):
            self.frames[self.depth].rests_on |= bit(self.node.components.part_of[2][card])
            return False
        if self.node.area > self.node.cards and self._runs() > self.most_segments:
            self.frames[self.depth].rests_on |= bit(RUNS)
            return False
        return True

    cdef bint _goes_on(self, Frame* frame) noexcept nogil:
        """Leave the placements that go with all that the frame's way decides; False: of some component none is left."""
        cdef int rows[MOST]
        cdef int i, count = self.decided - frame.decided
        cdef const Decision* decision = self.decisions + frame.decided + 1
        if self.node.remaining is None:
            return True
        for i in range(count):
            rows[i] = self.node.remaining.row_of(decision[i].cell, decision[i].card)
        if not self.node.remaining.narrow_by(frame.decided, self.decided, rows, count):
            frame.rests_on |= bit(self.node.remaining.emptied)
            return False
        self.node.remaining.allow_from(frame.decided, self.decided)
        return True

    cdef int _runs(self) noexcept nogil:
        """Return the least number of runs of cards in all rows and columns; once no card is left, their number."""
        cdef int i, count = 0
        if self.node.left:
            return self.node.segments()
        for i in range(self.node.rows):
            count += popcount(self.node.row_cards[i] & ~(self.node.row_cards[i] << 1))
        for i in range(self.node.columns):
            count += popcount(self.node.column_cards[i] & ~(self.node.column_cards[i] << 1))
        return count

    cdef void _take_back(self) noexcept nogil:
        cdef Decision* decision = &self.decisions[self.decided]
        self.node.take_back(decision.cell, decision.card, decision.fits)
        if decision.card != EMPTY:
            self._count_pairs(decision.card, decision.cell, -1)
        self.decided -= 1

    cdef void _count_pairs(self, int card, int cell, int times) noexcept nogil:
        """Count the partners of a card that lie beside a cell, and elsewhere."""
        cdef int k = self.node.components.part_of[2][card]
        cdef uint64_t partners = self.node.matching[2][card] & ~self.node.left
        cdef int* touch
        if k >= 0:
            touch = &self.node.touch[k]
            touch[0] += times * popcount(partners & self.node.beside[cell])
            self.part[k] += times * popcount(partners & ~self.node.beside[cell])

    cdef bint _as_shared(self, int card) noexcept nogil:
        """Return whether no more pairs of a card's component touch, or do not, than are to."""
        cdef int k = self.node.components.part_of[2][card]
        if k < 0 or not self.node.is_limited[k]:
            return True
        return self.node.touch[k] <= self.node.to_touch[k] and self.part[k] <= self.to_part[k]
