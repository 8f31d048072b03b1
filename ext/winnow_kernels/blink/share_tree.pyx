"""The layouts of one share of a loss as a tree, the fewest ways first (games/blink/ledger.md: whole-components)."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from winnow_kernels.blink.box cimport EMPTY, MOST, MOST_CELLS
from winnow_kernels.blink.box_search cimport BoxSearch
from winnow_kernels.blink.placements cimport Placements, Table
from winnow_kernels.blink.share_node cimport (
    RUNS,
    ShareNode,
    cards_for,
    reasons_of_lists,
    sift,
    take_components,
)
from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget

cdef enum:
    # What a node decides; how a line says it: the number, and this times 256.
    CELL, CARD, COMPONENT, ORDER
    MOST_PICKED = 256
    FIRST_LINES = 4096


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
        self,
        kinds,
        draws,
        ways,
        int hold,
        int columns,
        int rows,
        pairs,
        int runs,
        without,
        Budget budget,
        Placements placements=None,
        bint written=False,
    ):
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
    def pivot_card(self):
        """Return the place in the deal of the card that is kept to a quarter of the box."""
        return self.node.draw[self.node.pivot]

    @property
    def rests_on(self):
        """Return which components' pairs exclude every layout, and whether the runs are needed, too; once exhausted."""
        components = [k for k in range(self.node.components.count) if self.node.rested >> k & 1]
        return components, bool(self.node.rested >> RUNS & 1)

    @property
    def listed(self):
        """Return the components whose placements are listed."""
        return [k for k in range(self.node.components.count) if self.node.lists[k]]

    def tree(self):
        """Return the nodes written so far, each before its children: two bytes each, in the machine's byte order.

        The high byte is 0 for a cell, 1 for a card and 2 for a component that is decided, and the low byte its number;
        a high byte of 3 says that the order of the deal closes the node.
        """
        return PyBytes_FromStringAndSize(<char*>self.lines, self.nodes * sizeof(uint16_t))

    def layout(self):
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
        """Tell whether a card may lie in a cell; if cards come in turn, the next one only beside one before it."""
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
        """Tell whether no more pairs of a card's component touch, or do not, than are to."""
        cdef int k = self.node.components.part_of[2][card]
        if k < 0 or not self.node.is_limited[k]:
            return True
        return self.node.touch[k] <= self.node.to_touch[k] and self.part[k] <= self.to_part[k]
