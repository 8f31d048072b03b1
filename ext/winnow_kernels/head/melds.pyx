"""Decktet melds: which sets of cards are melds, and how few cards must stay outside disjoint ones.

A card is a number 0..63, a set of cards a 64-bit word. Source of the melds: the rules of Head Solitaire.
"""

cimport cython
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.mixing cimport mix, mixed_down

cdef enum:
    ALL_SUITS = 63
    LEAST_SET = 3
    # Decks of many equal cards have melds beyond number; with more than this the cover bound is left out.
    MOST_MELDS = 1 << 14
    WORK_AT_LEISURE = 20000
    FIRST_SLOTS = 1 << 12
    MOST_SLOTS = 1 << 22
    # The parts of a set that a look comes to, down to so few cards, are cheaper to look at again than to remember.
    FEW_CARDS = 14
    # Bits of the number of melds that a card is in, at most MOST_MELDS.
    COUNT_BITS = 15
    # For the melds of each set on the way down; when they do not fit the answer is "perhaps" as well.
    LISTS_ROOM = 1 << 15



@cython.no_gc_clear
cdef class Melds:
    """The melds of one deck, and a memo of how well its sets can be covered with disjoint melds.

    `suits`: a bit for each suit on the card; `ranks`: 0 (Ace) to 9 (Crown), or -1. A card with neither is the Excuse,
    of which there is one at most. `size`: cards in a full hand, so the largest meld.
    """

    def __cinit__(self, suits, ranks, int size, Budget budget not None):
        if len(suits) != len(ranks) or len(suits) > MOST_CARDS:
            raise ValueError("up to 64 cards, each with suits and a rank")
        self.size = size
        self._budget = budget
        self.card_count = len(suits)
        for card in range(self.card_count):
            self._suits[card] = suits[card]
            for suit in range(SUITS):
                if suits[card] >> suit & 1:
                    self._with_suit[suit] |= bit(card)
            if ranks[card] >= 0:
                self._with_rank[<int>ranks[card]] |= bit(card)
            elif not suits[card]:
                self._excuse |= bit(card)
        if popcount(self._excuse) > 1:
            raise ValueError("one Excuse at most")
        self._make_table()

    def __dealloc__(self):
        if self._budget is not None:
            self._budget.release(self._claimed)
        free(self._lists)
        free(self._known)

    def within(self, cards):
        """Return every meld of the given set of cards (an int), each once, as sets."""
        cdef uint64_t room[2048]
        cdef MeldList found
        if popcount(cards) > 11:
            raise ValueError("at most 11 cards at a time")
        found.melds, found.room = room, 2048
        found.loose, found.most_loose = 0, 0
        self.list_melds(cards, &found)
        return [room[i] for i in range(found.count)]

    def least_left(self, cards):
        """Return a number of cards of the set that no choice of disjoint melds can leave fewer than."""
        spare = 0
        while not self.may_cover(cards, spare, WORK_AT_LEISURE):
            spare += 1
        return spare

    cdef int list_melds(self, uint64_t cards, MeldList *found) noexcept nogil:
        """Fill the list with the melds of the set, each once; return their number."""
        cdef uint64_t excuse = cards & self._excuse
        cdef int suit, rank, kin, lacking = 0
        found.count = 0
        found.full = False
        for suit in range(SUITS):
            if not cards & self._with_suit[suit]:
                lacking |= 1 << suit
        if not lacking:
            self._suit_melds(found, cards, ALL_SUITS, 0, self.size)
        if excuse:
            for suit in range(SUITS):
                if not lacking & ~(1 << suit):
                    self._suit_melds(found, cards, ALL_SUITS & ~(1 << suit), excuse, self.size - 1)
        for rank in range(RANKS):
            if cards & self._with_rank[rank]:
                kin = popcount(cards & self._with_rank[rank])
                if kin >= LEAST_SET or (excuse and kin == LEAST_SET - 1):
                    self._kind_melds(found, excuse, cards & self._with_rank[rank], 0, 0)
                if excuse or (rank + 2 < RANKS and cards & self._with_rank[rank + 1] and cards & self._with_rank[rank + 2]):
                    self._run_melds(found, cards, rank, ALL_SUITS, 0, 0, False)
        return found.count

    cdef bint any_meld(self, uint64_t cards) noexcept nogil:
        cdef uint64_t room[1]
        cdef MeldList found
        found.melds = room
        found.room = 1
        found.loose = 0
        found.most_loose = 0
        return self.list_melds(cards, &found) > 0

    cdef bint no_meld_by_exchange(self, uint64_t *discards, int last, uint64_t first, uint64_t others) noexcept nogil:
        """Tell whether discards[last] and `first` may exchange cards without a meld in either of their hands.

        `first` with `others` is a full hand, discarded next; discards[last] ended the hand before it.
        """
        cdef int size = popcount(discards[last]), i = last
        cdef uint64_t joined = discards[last] | first, before = 0
        # The earlier hand's other cards; where a block of them was joined itself, perhaps some cards more.
        while i > 0 and popcount(before) < self.size - size:
            i -= 1
            before |= discards[i]
        return not (
            self._meld_with_part(before, joined, size) or self._meld_with_part(others, joined, popcount(first))
        )

    cdef bint _meld_with_part(self, uint64_t cards, uint64_t block, int most) noexcept nogil:
        """Tell whether the cards and some `most` cards of the block hold a meld."""
        cdef MeldList found
        cdef uint64_t room[1]
        found.melds = room
        found.room = 1
        found.loose = block
        found.most_loose = most
        return self.list_melds(cards | block, &found) > 0

    cdef void _take(self, MeldList *found, uint64_t meld) noexcept nogil:
        if popcount(meld & found.loose) > found.most_loose:
            return
        if found.count == found.room:
            found.full = True
            return
        found.melds[found.count] = meld
        found.count += 1

    cdef bint _is_suit_meld(self, uint64_t cards) noexcept nogil:
        cdef int shown = 0, suits, card
        cdef int wanted = SUITS - popcount(cards & self._excuse)
        cards &= ~self._excuse
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            suits = self._suits[card]
            if shown & suits:
                return False
            shown |= suits
        return popcount(shown) == wanted

    cdef void _suit_melds(self, MeldList *found, uint64_t cards, int missing, uint64_t chosen, int left) noexcept nogil:
        """Add to `chosen` at most `left` cards that show each missing suit once."""
        cdef uint64_t rest
        cdef int card
        if not missing:
            self._take(found, chosen)
            return
        if not left or found.full:
            return
        # Always the lowest missing suit: each set of cards comes up in one order only.
        rest = cards & self._with_suit[lowest_bit(missing)]
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if not self._suits[card] & ~missing:
                self._suit_melds(found, cards, missing & ~self._suits[card], chosen | bit(card), left - 1)

    cdef void _kind_melds(self, MeldList *found, uint64_t excuse, uint64_t rest, uint64_t chosen,
                          int count) noexcept nogil:
        """Add to `chosen` (`count` cards of a rank) more of its cards; those that are suit-melds too are known."""
        cdef uint64_t now
        while rest and not found.full:
            now = chosen | (rest & -rest)
            rest &= rest - 1
            if count + 1 >= LEAST_SET and not self._is_suit_meld(now):
                self._take(found, now)
            if excuse and LEAST_SET <= count + 2 <= self.size and not self._is_suit_meld(now | excuse):
                self._take(found, now | excuse)
            if count + 1 < self.size:
                self._kind_melds(found, excuse, rest, now, count + 1)

    cdef void _run_melds(self, MeldList *found, uint64_t cards, int rank, int shared, uint64_t chosen, int count,
                         bint gap) noexcept nogil:
        """Add to `chosen` (`count` cards that share the suits `shared`) a card of `rank`, then perhaps more.

        `gap`: the run has a gap already, which the Excuse must fill. No run is a suit-meld: its cards share a suit.
        """
        cdef uint64_t rest, now
        cdef uint64_t excuse = cards & self._excuse
        cdef int card, common
        if rank >= RANKS:
            return
        rest = cards & self._with_rank[rank]
        while rest and not found.full:
            card = lowest_bit(rest)
            rest &= rest - 1
            common = shared & self._suits[card]
            if not common:
                continue
            now = chosen | bit(card)
            if count + 1 >= LEAST_SET and not gap:
                self._take(found, now)
            if excuse and LEAST_SET <= count + 2 <= self.size:
                self._take(found, now | excuse)
            if count + 1 < self.size:
                self._run_melds(found, cards, rank + 1, common, now, count + 1, gap)
                if excuse and not gap:
                    self._run_melds(found, cards, rank + 2, common, now, count + 1, True)

    cdef int _make_table(self) except -1:
        """List all melds of the deck, with room behind them for the lists that `_cover` makes."""
        cdef MeldList found
        cdef int card
        cdef uint64_t deck = 0
        cdef long long size = (MOST_MELDS + LISTS_ROOM) * sizeof(uint64_t) + FIRST_SLOTS * sizeof(Cover)
        if not self._budget.claim(size):
            return 0
        self._claimed = size
        self._lists = <uint64_t *>malloc((MOST_MELDS + LISTS_ROOM) * sizeof(uint64_t))
        self._known = <Cover *>calloc(FIRST_SLOTS, sizeof(Cover))
        if not self._lists or not self._known:
            raise MemoryError
        found.melds = self._lists
        found.room = MOST_MELDS
        found.loose = 0
        found.most_loose = 0
        for card in range(self.card_count):
            deck |= bit(card)
        self.list_melds(deck, &found)
        if not found.full:
            self.meld_count = found.count
            self._slots = FIRST_SLOTS
        return 0

    cdef bint may_cover(self, uint64_t cards, int spare, int work) noexcept nogil:
        """Tell whether disjoint melds may leave at most `spare` cards of the set; False is proven, True is not.

        `work`: the sets to look at before the answer is "perhaps".
        """
        cdef Cover *known
        cdef int answer
        if not self._slots or popcount(cards) <= spare:
            return True
        known = self._entry(cards)
        if known.cards and known.open == spare and known.work >= work:
            return True
        self._work = work
        answer = self._cover(cards, spare, 0, self.meld_count)
        if answer < 0:
            known = self._kept(cards)
            known.open = spare
            known.work = work
        return answer != 0

    cdef int _cover(self, uint64_t cards, int spare, int first, int last) noexcept nogil:
        """Return 1 if disjoint melds can leave at most `spare` of the cards, 0 if they cannot, -1 if work ran out.

        The melds of the set are among those at first..last-1 of the lists.
        """
        cdef int size = popcount(cards)
        cdef bint remembers = size > FEW_CARDS or not first
        cdef Cover *known
        cdef int answer
        if size <= spare:
            return 1
        if remembers:
            known = self._entry(cards)
            if known.cards:
                if spare < known.least:
                    return 0
                if spare >= known.most:
                    return 1
        self._work -= 1
        if self._work < 0 or last + last - first > MOST_MELDS + LISTS_ROOM:
            return -1
        answer = self._branch(cards, spare, first, last)
        if answer >= 0 and remembers:
            known = self._kept(cards)
            if answer:
                known.most = spare
            else:
                known.least = spare + 1
        return answer

    cdef int _branch(self, uint64_t cards, int spare, int first, int last) noexcept nogil:
        """Answer as `_cover` does, by way of the card that is in the fewest melds: in each of them, or left over."""
        cdef uint64_t uses[COUNT_BITS]
        cdef uint64_t *lists = self._lists
        cdef int i, k, pivot, end = last
        cdef uint64_t meld, carried, covered = 0, rarest
        cdef int answer
        # Without a branch: whether a meld is one of the set is a toss-up.
        for i in range(first, last):
            lists[end] = lists[i]
            end += not lists[i] & ~cards
        memset(uses, 0, sizeof(uses))
        for i in range(last, end):
            meld = lists[i]
            covered |= meld
            k = 0
            while meld:
                carried = uses[k] & meld
                uses[k] ^= meld
                meld = carried
                k += 1
        spare -= popcount(cards & ~covered)
        if spare < 0:
            return 0
        cards &= covered
        if not cards:
            return 1
        rarest = cards
        for k in range(COUNT_BITS - 1, -1, -1):
            if rarest & ~uses[k]:
                rarest &= ~uses[k]
        pivot = lowest_bit(rarest)
        for i in range(last, end):
            meld = self._lists[i]
            if meld >> pivot & 1:
                answer = self._cover(cards & ~meld, spare, last, end)
                if answer:
                    return answer
        return self._cover(cards & ~bit(pivot), spare - 1, last, end) if spare > 0 else 0

    cdef Cover *_kept(self, uint64_t cards) noexcept nogil:
        """Return the set's slot, taken for it if nothing was known of it."""
        cdef Cover *known
        if 2 * self._used >= self._slots and not self._grow():
            memset(self._known, 0, self._slots * sizeof(Cover))
            self._used = 0
        known = self._entry(cards)
        if not known.cards:
            known.cards = cards
            known.least = 0
            known.most = MOST_CARDS
            known.open = -1
            self._used += 1
        return known

    cdef Cover *_entry(self, uint64_t cards) noexcept nogil:
        """Return the set's slot, which is empty (cards 0) if nothing is known of it."""
        cdef long long slot = <long long>mixed_down(mix(cards)) & (self._slots - 1)
        while self._known[slot].cards and self._known[slot].cards != cards:
            slot = (slot + 1) & (self._slots - 1)
        return &self._known[slot]

    cdef bint _grow(self) noexcept nogil:
        """Double the memo; False at its limit, where what it holds is to be forgotten."""
        cdef Cover *old = self._known
        cdef long long slots = self._slots, i
        if slots == MOST_SLOTS or not self._budget.claim_spare(2 * slots * sizeof(Cover)):
            return False
        self._known = <Cover *>calloc(2 * slots, sizeof(Cover))
        if not self._known:
            self._known = old
            self._budget.release(2 * slots * sizeof(Cover))
            return False
        self._slots = 2 * slots
        for i in range(slots):
            if old[i].cards:
                memcpy(self._entry(old[i].cards), &old[i], sizeof(Cover))
        free(old)
        self._budget.release(slots * sizeof(Cover))
        self._claimed += slots * sizeof(Cover)
        return True
