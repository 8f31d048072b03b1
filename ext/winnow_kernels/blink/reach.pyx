"""How many pairs of a component of Blink's cards can still touch, and where its cards would lie."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount

cdef enum:
    MOST_STEPS = 2000


cdef class Reach:
    """A search through one component; see the stub file."""

    cdef int most(self, uint64_t undecided, uint64_t decided, int have, int enough) noexcept nogil:
        """Return how many pairs touch at most, if `have` do between decided cards; more than `enough` is not looked for."""
        self.best, self.enough, self.steps = -1, enough, MOST_STEPS
        self._go_on(0, undecided, 0, decided, have)
        if self.steps < 0:
            memset(self.plan, LOOSE, MOST)
            return enough
        return self.best

    cdef void _go_on(self, int depth, uint64_t undecided, uint64_t loose, uint64_t decided, int have) noexcept nogil:
        """Decide the card that most decided partners can touch, the one with the fewest such cells first."""
        cdef uint64_t rest = undecided, open_cards = undecided | loose
        cdef uint64_t cells[4]
        cdef int card, beside, room, chosen = -1, most = 0, fewest = MOST + 1, bound
        self.steps -= 1
        bound = have + self._pairs(open_cards)
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            beside = self._beside(depth, card, decided, cells)
            bound += beside
            room = popcount(cells[1])
            if beside > most or (beside and beside == most and room < fewest):
                chosen, most, fewest = card, beside, room
        if bound <= self.best or self.steps < 0:
            return
        if chosen < 0:
            self.best = min(bound, self.enough)
            self._keep(decided, bound)
            return
        self._lay(depth, undecided, loose, decided, have, chosen)
        if self.best < self.enough:
            self._go_on(depth, undecided & ~bit(chosen), loose | bit(chosen), decided, have)

    cdef void _lay(self, int depth, uint64_t undecided, uint64_t loose, uint64_t decided, int have, int card) noexcept nogil:
        """Try a card in each cell beside decided partners, where it touches the most of them first."""
        cdef uint64_t cells[4]
        cdef uint64_t here, rest, others = undecided & ~bit(card)
        cdef int cell, other, beside = self._beside(depth, card, decided, cells)
        while beside:
            here = cells[beside]
            if beside < 3:
                here &= ~cells[beside + 1]
            while here and self.best < self.enough:
                cell = lowest_bit(here)
                here &= here - 1
                self.place[card] = cell
                rest = others
                while rest:
                    other = lowest_bit(rest)
                    rest &= rest - 1
                    self.fits[depth + 1][other] = self.fits[depth][other] & ~bit(cell)
                    if not self.matching[card] >> other & 1:
                        self.fits[depth + 1][other] &= ~self.near[cell]
                self._go_on(depth + 1, others, loose, decided | bit(card), have + beside)
            beside -= 1

    cdef int _beside(self, int depth, int card, uint64_t decided, uint64_t* cells) noexcept nogil:
        """Return how many decided partners the card can touch, up to three, and the cells where it touches 1, 2, 3."""
        cdef uint64_t here, rest = self.partners[card] & decided
        cells[1] = cells[2] = cells[3] = 0
        while rest:
            here = self.near[self.place[lowest_bit(rest)]] & self.fits[depth][card]
            rest &= rest - 1
            cells[3] |= cells[2] & here
            cells[2] |= cells[1] & here
            cells[1] |= here
        return (cells[1] != 0) + (cells[2] != 0) + (cells[3] != 0)

    cdef int _pairs(self, uint64_t cards) noexcept nogil:
        """Return how many pairs these cards are."""
        cdef uint64_t rest = cards
        cdef int twice = 0
        while rest:
            twice += popcount(self.partners[lowest_bit(rest)] & cards)
            rest &= rest - 1
        return twice // 2

    cdef void _keep(self, uint64_t decided, int have) noexcept nogil:
        """Note where the cards lie."""
        memset(self.plan, LOOSE, MOST)
        while decided:
            self.plan[lowest_bit(decided)] = self.place[lowest_bit(decided)]
            decided &= decided - 1
