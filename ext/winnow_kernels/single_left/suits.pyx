"""Partly known deals of Single Left under forced discarding without redeals, searched by what play can see of a card.

At an unknown place only the suit is chosen; which card of that suit it is stays open until it makes a four. What is
searched are courses of play, of which there are far fewer than completions. games/single_left/ledger.md, `suits-first`,
has the argument.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport ExactTable
from winnow_kernels.single_left.bound cimport (
    BOUND_SUITS, LONGEST_BOUND, Bound, add_known, add_of_suit, add_unknown, can_leave, check_partly_known, open_bound,
    relate,
)

cdef enum:
    CARDS = LONGEST_BOUND
    # A card is rank * 4 + suit; the u-th unknown card is OPEN + u as long as its rank is open.
    OPEN = 64
    NO_RANK = 255
    KEY_HEAD = 3 * BOUND_SUITS

cdef enum Outcome:
    NONE, FOUND, STOPPED


cdef class SuitSearch:
    """The courses that play of one partly known deal can take, and the goal: low..high cards left."""

    cdef int size
    cdef int unknown
    cdef object cards
    cdef uint8_t deal[CARDS]
    cdef uint64_t goal                      # bit n: n cards left meet it
    cdef uint64_t wanted                    # bit n: n cards left are what is looked for
    cdef int most                           # the most cards left that are wanted, or -1 if `wanted` is no such range
    cdef uint16_t spare[BOUND_SUITS]        # ranks of the missing cards that no unknown card is known to be
    cdef int waiting[BOUND_SUITS]           # unknown cards of this suit whose rank is open
    cdef uint8_t suit_of[CARDS]             # of each unknown card on this branch
    cdef uint8_t rank_of[CARDS]             # NO_RANK while open
    cdef uint8_t differ[CARDS][2]           # pairs of cards of this branch that were seen to differ in rank
    cdef int differing
    cdef bint unreal                        # a course as wanted was met that no completion takes
    cdef int64_t limit
    cdef bint prune
    cdef ExactTable failed
    cdef Budget budget
    cdef Bound bound

    def __cinit__(self, bytes ranks, bytes suits, unknown, cards, int low, int high):
        """Take a deal and its missing cards as winnow_kernels.single_left.partial.Completions does; raises ValueError likewise."""
        cdef int place, left
        check_partly_known(ranks, suits, unknown, cards)
        self.size = len(ranks)
        self.unknown = len(unknown)
        self.cards = {card: number for number, card in enumerate(cards)}
        for place in range(self.size):
            self.deal[place] = <int>ranks[place] * BOUND_SUITS + <int>suits[place]
        for place in range(self.unknown):
            self.deal[<int>unknown[place]] = OPEN + place
        for left in range(self.size + 1):
            if low <= left <= high:
                self.goal |= bit(left)
        self.most = high

    def search(self, bint win, Budget budget not None, int64_t limit=-1, bint memo=True, bint bound=True):
        """Look for a winning completion, or with `win` false for a losing one; arguments and result as in Completions.

        Each suit chosen, each four made of an unknown card, and each card tried to complete a course is one position.
        """
        cdef uint8_t hand[CARDS]
        cdef Outcome outcome
        cdef int most = self.most
        memset(self.spare, 0, sizeof(self.spare))
        memset(self.waiting, 0, sizeof(self.waiting))
        memset(self.rank_of, NO_RANK, sizeof(self.rank_of))
        for rank, suit in self.cards:
            self.spare[<int>suit] |= 1 << <int>rank
        self.wanted = self.goal if win else ((<uint64_t>2 << self.size) - 1) & ~self.goal
        self.most = most if win else -1
        self.differing = 0
        self.unreal = False
        self.limit = limit
        self.prune = bound
        self.budget = budget
        self.failed = ExactTable(budget) if memo else None
        try:
            outcome = self._draw(hand, 0, 0)
        finally:
            self.failed = None
            self.most = most
        order = None
        if outcome == FOUND:
            order = tuple([self.cards[self.rank_of[card], self.suit_of[card]] for card in range(self.unknown)])
        return order, outcome != STOPPED

    cdef bint _charge(self) except -1:
        """Count a position; True means: stop."""
        if self.limit == 0 or self.budget.charge(1):
            return True
        self.limit -= 1
        return False

    cdef int _suit(self, int card) noexcept:
        return self.suit_of[card - OPEN] if card >= OPEN else card % BOUND_SUITS

    cdef int _ranks(self, int card) noexcept:
        """Return the ranks that the card may have."""
        return self.spare[self.suit_of[card - OPEN]] if card >= OPEN else 1 << (card // BOUND_SUITS)

    cdef Outcome _settle(self, uint8_t *hand, int held, int drawn) except *:
        """Continue from a hand with a new last card: make the discards that apply, then draw the next card."""
        cdef uint8_t copy[CARDS]
        cdef int first = 0, last = 0, both, rank
        cdef bint seen = False
        cdef Outcome outcome
        while held >= 4:
            first = hand[held - 4]
            last = hand[held - 1]
            if self._suit(first) == self._suit(last):
                # Two different cards of a suit differ in rank.
                hand[held - 3] = last
                held -= 2
                continue
            both = self._ranks(first) & self._ranks(last)
            if first < OPEN and last < OPEN:
                # A four uncovers a window that was looked at when its last card was new: nothing applies there.
                return self._draw(hand, held - 4 if both else held, drawn)
            rank = 0
            while both >> rank:
                if both >> rank & 1:
                    if self._charge():
                        return STOPPED
                    self._name(first, rank)
                    self._name(last, rank)
                    memcpy(copy, hand, held)
                    outcome = self._draw(copy, held - 4, drawn)
                    if outcome != NONE:
                        return outcome
                    self._unname(first)
                    self._unname(last)
                rank += 1
            seen = True
            break
        if seen:
            self.differ[self.differing][0] = first
            self.differ[self.differing][1] = last
            self.differing += 1
        outcome = self._draw(hand, held, drawn)
        if seen:
            self.differing -= 1
        return outcome

    cdef void _name(self, int card, int rank) noexcept:
        """Let an open card have this rank."""
        if card >= OPEN:
            self.rank_of[card - OPEN] = rank
            self.spare[self._suit(card)] ^= 1 << rank
            self.waiting[self._suit(card)] -= 1

    cdef void _unname(self, int card) noexcept:
        if card >= OPEN:
            self.spare[self._suit(card)] ^= 1 << self.rank_of[card - OPEN]
            self.waiting[self._suit(card)] += 1
            self.rank_of[card - OPEN] = NO_RANK

    cdef Outcome _draw(self, uint8_t *hand, int held, int drawn) except *:
        """Continue from a hand to which no discard applies, after `drawn` cards."""
        cdef uint8_t copy[CARDS]
        cdef uint8_t key[KEY_HEAD + CARDS]
        cdef int suit, card
        cdef int length = 0
        cdef bint unreal_before
        cdef Outcome outcome
        if drawn == self.size:
            return self._complete() if self.wanted >> held & 1 else NONE
        card = self.deal[drawn]
        if card < OPEN:
            hand[held] = card
            return self._settle(hand, held + 1, drawn + 1)
        if self.failed is not None:
            length = self._key(hand, held, key)
            if self.failed.look(key, length) >= 0:
                return NONE
        unreal_before = self.unreal
        self.unreal = False
        if not self.prune or self._may_reach(hand, held, drawn):
            for suit in range(BOUND_SUITS):
                if self.waiting[suit] >= popcount(self.spare[suit]):
                    continue
                if self._charge():
                    return STOPPED
                self.waiting[suit] += 1
                self.suit_of[card - OPEN] = suit
                memcpy(copy, hand, held)
                copy[held] = card
                outcome = self._settle(copy, held + 1, drawn + 1)
                if outcome != NONE:
                    return outcome
                self.waiting[suit] -= 1
        # A course as wanted that was not real here may be real for other ranks seen on the way.
        if self.failed is not None and not self.unreal and not self.failed.note(key, length, 0):
            return STOPPED
        self.unreal = self.unreal or unreal_before
        return NONE

    cdef int _key(self, const uint8_t *hand, int held, uint8_t *key) noexcept:
        """Write all that the courses from here depend on: spare cards, open cards by suit, the hand."""
        cdef int suit, place
        memcpy(key, self.spare, 2 * BOUND_SUITS)
        for suit in range(BOUND_SUITS):
            key[2 * BOUND_SUITS + suit] = self.waiting[suit]
        for place in range(held):
            key[KEY_HEAD + place] = OPEN + self._suit(hand[place]) if hand[place] >= OPEN else hand[place]
        return KEY_HEAD + held

    cdef bint _may_reach(self, const uint8_t *hand, int held, int drawn) noexcept:
        """Tell whether some course may end as wanted; False is certain."""
        cdef uint16_t choices[BOUND_SUITS]
        cdef int place, suit
        if self.most < 0:
            # No more cards can be left than are held or still to come.
            return self.wanted & ((<uint64_t>2 << (held + self.size - drawn)) - 1) != 0
        for suit in range(BOUND_SUITS):
            choices[suit] = self.spare[suit] if self.waiting[suit] < popcount(self.spare[suit]) else 0
        open_bound(&self.bound)
        for place in range(held):
            self._add(hand[place], choices)
        for place in range(drawn, self.size):
            if self.deal[place] >= OPEN:
                add_unknown(&self.bound, choices)
            else:
                self._add(self.deal[place], choices)
        relate(&self.bound)
        return can_leave(&self.bound, self.most)

    cdef void _add(self, int card, const uint16_t *choices) noexcept:
        if card >= OPEN:
            add_of_suit(&self.bound, self._suit(card), self.spare[self._suit(card)])
        else:
            add_known(&self.bound, card // BOUND_SUITS, card % BOUND_SUITS)

    cdef Outcome _complete(self) except *:
        """Name the cards that are still open, so that all ranks seen to differ do; note if that cannot be."""
        cdef Outcome outcome = self._name_from(0)
        if outcome == NONE:
            self.unreal = True
        return outcome

    cdef Outcome _name_from(self, int card) except *:
        cdef int rank, suit
        cdef Outcome outcome
        while card < self.unknown and self.rank_of[card] != NO_RANK:
            card += 1
        if not self._ranks_differ():
            return NONE
        if card == self.unknown:
            return FOUND
        suit = self.suit_of[card]
        for rank in range(16):
            if self.spare[suit] >> rank & 1:
                if self._charge():
                    return STOPPED
                self._name(OPEN + card, rank)
                outcome = self._name_from(card + 1)
                if outcome != NONE:
                    return outcome
                self._unname(OPEN + card)
        return NONE

    cdef bint _ranks_differ(self) noexcept:
        """Tell whether no two cards that were seen to differ in rank have the same, as far as they are named."""
        cdef int pair, first, second
        for pair in range(self.differing):
            first = self._rank(self.differ[pair][0])
            second = self._rank(self.differ[pair][1])
            if first == second != NO_RANK:
                return False
        return True

    cdef int _rank(self, int card) noexcept:
        return self.rank_of[card - OPEN] if card >= OPEN else card // BOUND_SUITS
