"""Decktet melds: which sets of cards are melds.

A card is a number 0..63, a set of cards a 64-bit word. Source of the melds: the rules of Head Solitaire.
"""

from libc.stdint cimport uint64_t

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount

cdef enum:
    ALL_SUITS = 63
    LEAST_SET = 3


cdef class Melds:
    """The melds of one deck.

    `suits`: a bit for each suit on the card; `ranks`: 0 (Ace) to 9 (Crown), or -1. A card with neither is the Excuse,
    of which there is one at most. `size`: cards in a full hand, so the largest meld.
    """

    def __cinit__(self, suits, ranks, int size, *args):
        if len(suits) != len(ranks) or len(suits) > MOST_CARDS:
            raise ValueError("up to 64 cards, each with suits and a rank")
        self.size = size
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

    def within(self, cards):
        """Return every meld of the given set of cards (an int), each once, as sets."""
        cdef uint64_t room[MOST_OF_HAND]
        cdef MeldList found
        if popcount(cards) > 11:
            raise ValueError("at most 11 cards at a time")
        start_list(&found, room, MOST_OF_HAND)
        self.list_melds(cards, &found)
        return [room[i] for i in range(found.count)]

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
        start_list(&found, room, 1)
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
        start_list(&found, room, 1)
        found.loose = block
        found.most_loose = most
        return self.list_melds(cards | block, &found) > 0

    cdef void _take(self, MeldList *found, uint64_t meld) noexcept nogil:
        if popcount(meld & found.loose) > found.most_loose or popcount(meld & found.parted) > found.most_parted:
            return
        if found.count == found.room:
            found.full = True
            return
        found.melds[found.count] = meld
        found.count += 1

    cdef bint _is_suit_meld(self, uint64_t cards) noexcept nogil:
        """Tell whether the cards show each suit exactly once; the Excuse replaces any one suit."""
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
