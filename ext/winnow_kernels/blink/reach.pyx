"""Whether a wanted number of pairs of a component of Blink's cards can still touch."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount

cdef enum:
    MOST_STEPS = 2000


cdef class Reach:
    """Tell whether enough pairs of one component can still touch; for kernels only (see reach.pxd).

    Cards and cells are bits of 64-bit words. Cards to come that touch no decided card are assumed to touch each other
    freely. After MOST_STEPS steps the answer is True.
    """

    cdef bint can_touch(self, uint64_t undecided, uint64_t decided, int have, int wanted) noexcept nogil:
        """Tell whether `wanted` pairs can touch, `have` of which do between decided cards; True after too many steps."""
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
