"""Partly known deals of Single Left under optional discarding without redeals: completions sampled, and searched."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.random_words cimport next_word
from winnow_kernels.single_left.bound cimport (
    BOUND_SUITS, LONGEST_BOUND, Bound, add_blank, add_known, add_unknown, can_leave, check_partly_known, open_bound,
    relate,
)

cdef enum:
    CARDS = LONGEST_BOUND


cdef class OptionalCompletions:
    """The completions of one partly known deal, and the goal: low..high cards left."""

    cdef int size
    cdef int unknown
    cdef int low
    cdef int high
    cdef uint8_t rank[CARDS]
    cdef uint8_t suit[CARDS]
    cdef int place_of[CARDS]            # the card in `order` that belongs to a place, -1 where the card is known
    cdef uint8_t card_rank[CARDS]
    cdef uint8_t card_suit[CARDS]
    cdef int order[CARDS]               # the card at each unknown place of this completion
    cdef uint64_t spare                 # bit c: card c has no place yet
    cdef bint prune
    cdef object winning
    cdef object losing
    cdef Bound bound

    def __cinit__(self, bytes ranks, bytes suits, unknown, cards, int low, int high):
        """Take a deal and its missing cards as winnow_kernels.single_left.partial.Completions does; raises ValueError likewise."""
        cdef int place, depth
        check_partly_known(ranks, suits, unknown, cards)
        self.size = len(ranks)
        self.unknown = len(unknown)
        self.low = low
        self.high = high
        for place in range(self.size):
            self.rank[place] = ranks[place]
            self.suit[place] = suits[place]
            self.place_of[place] = -1
        for depth in range(self.unknown):
            self.place_of[<int>unknown[depth]] = depth
            self.card_rank[depth], self.card_suit[depth] = cards[depth]
            self.order[depth] = depth

    def sample(self, int count, Budget budget not None):
        """Judge random completions until one wins and one loses; return (winning, losing) as `search` does."""
        cdef uint64_t words = 0
        cdef int place, other, card
        self.winning = self.losing = None
        for _ in range(count):
            if self._both() or budget.charge(1):
                break
            for place in range(self.unknown - 1, 0, -1):
                other = next_word(&words) % <uint64_t>(place + 1)
                card = self.order[place]
                self.order[place] = self.order[other]
                self.order[other] = card
            self._note(self._wins())
        return self.winning, self.losing

    def search(self, Budget budget not None, bint bound=True):
        """Look through all completions for a winning and a losing one, until the budget ends; return (winning, losing).

        Each is None, or a tuple that says which card stands at each unknown place. Every card tried at a place is one
        position. `bound` is the technique completion-bound.
        """
        self.prune = bound
        self.winning = self.losing = None
        self.spare = bit(self.unknown) - 1
        self._seek(0, budget)
        return self.winning, self.losing

    cdef bint _seek(self, int depth, Budget budget) except -1:
        """Try every card at the unknown place `depth`; True means: stop, both kinds are known or the budget is spent."""
        cdef int card
        if depth == self.unknown:
            return self._note(self._wins())
        if self.prune:
            self._relate(depth, False)
            if not can_leave(&self.bound, self.high):
                self._fill(depth)
                return self._note(False)
            if self.low == 0:
                self._relate(depth, True)
                if can_leave(&self.bound, self.high):
                    self._fill(depth)
                    return self._note(True)
        for card in range(self.unknown):
            if not self.spare >> card & 1:
                continue
            if budget.charge(1):
                return True
            self.spare ^= bit(card)
            self.order[depth] = card
            if self._seek(depth + 1, budget):
                return True
            self.spare ^= bit(card)
        return False

    cdef void _relate(self, int depth, bint blank) noexcept:
        """Relate the cards, those from the unknown place `depth` on as any that is left, or as cards without a match."""
        cdef uint16_t spare_ranks[BOUND_SUITS]
        cdef int place, card
        memset(spare_ranks, 0, sizeof(spare_ranks))
        for card in range(self.unknown):
            if self.spare >> card & 1:
                spare_ranks[self.card_suit[card]] |= 1 << self.card_rank[card]
        open_bound(&self.bound)
        for place in range(self.size):
            if self.place_of[place] < 0:
                add_known(&self.bound, self.rank[place], self.suit[place])
            elif self.place_of[place] < depth:
                card = self.order[self.place_of[place]]
                add_known(&self.bound, self.card_rank[card], self.card_suit[card])
            elif blank:
                add_blank(&self.bound)
            else:
                add_unknown(&self.bound, spare_ranks)
        relate(&self.bound)

    cdef bint _wins(self) noexcept:
        """Tell whether the completion in `order` wins."""
        self._relate(self.unknown, False)
        return can_leave(&self.bound, self.high) and (self.low == 0 or not can_leave(&self.bound, self.low - 1))

    cdef void _fill(self, int depth) noexcept:
        """Complete `order` from `depth` on, anyhow."""
        cdef int card
        for card in range(self.unknown):
            if self.spare >> card & 1:
                self.order[depth] = card
                depth += 1

    cdef bint _note(self, bint won):
        """Keep the completion in `order`, if it is the first of its kind; tell whether both kinds are known."""
        if won:
            self.winning = self.winning or self._completion()
        else:
            self.losing = self.losing or self._completion()
        return self._both()

    cdef bint _both(self):
        return self.winning is not None and self.losing is not None

    cdef tuple _completion(self):
        return tuple([self.order[depth] for depth in range(self.unknown)])
