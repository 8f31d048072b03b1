"""Decktet melds by the rules of Head Solitaire, and how well disjoint ones cover a set of cards."""

from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount, take_lowest
from winnow_kernels.common.mixing cimport mix, mixed_down


# ---------------------------------------------------------------------------------------------------------------- melds

cdef enum:
    ALL_SUITS = 63
    LEAST_SET = 3


cdef int read_decktet(Decktet *deck, suits, ranks, int size) except -1:
    """Fill in a deck; `suits` has a bit for each suit on the card, `ranks` is 0 (Ace) to 9 (Crown), or -1.

    A card with neither is the Excuse. Raises ValueError for a second Excuse, or for more than MOST_CARDS cards.
    """
    if len(suits) != len(ranks) or len(suits) > MOST_CARDS:
        raise ValueError("up to 64 cards, each with suits and a rank")
    memset(deck, 0, sizeof(Decktet))
    deck.size = size
    for card in range(len(suits)):
        add_card(deck, card, suits[card], ranks[card])
    if popcount(deck.excuse) > 1:
        raise ValueError("one Excuse at most")
    return 0


cdef void add_card(Decktet *deck, int card, int suits, int rank) noexcept nogil:
    """Add a card to a deck that has been filled with zeros."""
    cdef int suit
    deck.suits[card] = suits
    for suit in range(SUITS):
        if suits >> suit & 1:
            deck.with_suit[suit] |= bit(card)
    if rank >= 0:
        deck.with_rank[rank] |= bit(card)
    elif not suits:
        deck.excuse |= bit(card)


cdef int list_melds(const Decktet *deck, uint64_t cards, MeldList *found) noexcept nogil:
    """Fill the list with the melds of the set, each once; return their number."""
    cdef uint64_t excuse = cards & deck.excuse
    cdef int suit, rank, kin, lacking = 0
    found.count = 0
    found.full = False
    for suit in range(SUITS):
        if not cards & deck.with_suit[suit]:
            lacking |= 1 << suit
    if not lacking:
        _suit_melds(deck, found, cards, ALL_SUITS, 0, deck.size)
    if excuse:
        for suit in range(SUITS):
            if not lacking & ~(1 << suit):
                _suit_melds(deck, found, cards, ALL_SUITS & ~(1 << suit), excuse, deck.size - 1)
    for rank in range(RANKS):
        if cards & deck.with_rank[rank]:
            kin = popcount(cards & deck.with_rank[rank])
            if kin >= LEAST_SET or (excuse and kin == LEAST_SET - 1):
                _kind_melds(deck, found, excuse, cards & deck.with_rank[rank], 0, 0)
            if excuse or (rank + 2 < RANKS and cards & deck.with_rank[rank + 1] and cards & deck.with_rank[rank + 2]):
                _run_melds(deck, found, cards, rank, ALL_SUITS, 0, 0, False)
    return found.count


cdef bint any_meld(const Decktet *deck, uint64_t cards) noexcept nogil:
    cdef uint64_t room[1]
    cdef MeldList found
    start_list(&found, room, 1)
    return list_melds(deck, cards, &found) > 0


cdef bint no_meld_by_exchange(const Decktet *deck, uint64_t *discards, int last, uint64_t first, uint64_t others) noexcept nogil:
    """Return whether discards[last] and `first` may exchange cards without a meld in either of their hands.

    `first` with `others` is a full hand, discarded next; discards[last] ended the hand before it.
    """
    cdef int size = popcount(discards[last]), i = last
    cdef uint64_t joined = discards[last] | first, before = 0
    # The earlier hand's other cards; where a block of them was joined itself, perhaps some cards more.
    while i > 0 and popcount(before) < deck.size - size:
        i -= 1
        before |= discards[i]
    return not (
        _meld_with_part(deck, before, joined, size) or _meld_with_part(deck, others, joined, popcount(first))
    )


cdef bint _meld_with_part(const Decktet *deck, uint64_t cards, uint64_t block, int most) noexcept nogil:
    """Return whether the cards and some `most` cards of the block hold a meld."""
    cdef MeldList found
    cdef uint64_t room[1]
    start_list(&found, room, 1)
    found.loose = block
    found.most_loose = most
    return list_melds(deck, cards | block, &found) > 0


cdef void _take(MeldList *found, uint64_t meld) noexcept nogil:
    if popcount(meld & found.loose) > found.most_loose or popcount(meld & found.parted) > found.most_parted:
        return
    if found.count == found.room:
        found.full = True
        return
    found.melds[found.count] = meld
    found.count += 1


cdef bint _is_suit_meld(const Decktet *deck, uint64_t cards) noexcept nogil:
    """Return whether the cards show each suit exactly once; the Excuse replaces any one suit."""
    cdef int shown = 0, suits, card
    cdef int wanted = SUITS - popcount(cards & deck.excuse)
    cards &= ~deck.excuse
    while cards:
        card = take_lowest(&cards)
        suits = deck.suits[card]
        if shown & suits:
            return False
        shown |= suits
    return popcount(shown) == wanted


cdef void _suit_melds(const Decktet *deck, MeldList *found, uint64_t cards, int missing, uint64_t chosen, int left) noexcept nogil:
    """Add to `chosen` at most `left` cards that show each missing suit once."""
    cdef uint64_t rest
    cdef int card
    if not missing:
        _take(found, chosen)
        return
    if not left or found.full:
        return
    # Always the lowest missing suit: each set of cards comes up in one order only.
    rest = cards & deck.with_suit[lowest_bit(missing)]
    while rest:
        card = take_lowest(&rest)
        if not deck.suits[card] & ~missing:
            _suit_melds(deck, found, cards, missing & ~deck.suits[card], chosen | bit(card), left - 1)


cdef void _kind_melds(const Decktet *deck, MeldList *found, uint64_t excuse, uint64_t rest, uint64_t chosen,
                      int count) noexcept nogil:
    """Add to `chosen` (`count` cards of a rank) more of its cards; those that are suit-melds too are known."""
    cdef uint64_t now
    while rest and not found.full:
        now = chosen | (rest & -rest)
        rest &= rest - 1
        if count + 1 >= LEAST_SET and not _is_suit_meld(deck, now):
            _take(found, now)
        if excuse and LEAST_SET <= count + 2 <= deck.size and not _is_suit_meld(deck, now | excuse):
            _take(found, now | excuse)
        if count + 1 < deck.size:
            _kind_melds(deck, found, excuse, rest, now, count + 1)


cdef void _run_melds(const Decktet *deck, MeldList *found, uint64_t cards, int rank, int shared, uint64_t chosen, int count,
                     bint gap) noexcept nogil:
    """Add to `chosen` (`count` cards that share the suits `shared`) a card of `rank`, then perhaps more.

    `gap`: the run has a gap already, which the Excuse must fill. No run is a suit-meld: its cards share a suit.
    """
    cdef uint64_t rest, now
    cdef uint64_t excuse = cards & deck.excuse
    cdef int card, common
    if rank >= RANKS:
        return
    rest = cards & deck.with_rank[rank]
    while rest and not found.full:
        card = take_lowest(&rest)
        common = shared & deck.suits[card]
        if not common:
            continue
        now = chosen | bit(card)
        if count + 1 >= LEAST_SET and not gap:
            _take(found, now)
        if excuse and LEAST_SET <= count + 2 <= deck.size:
            _take(found, now | excuse)
        if count + 1 < deck.size:
            _run_melds(deck, found, cards, rank + 1, common, now, count + 1, gap)
            if excuse and not gap:
                _run_melds(deck, found, cards, rank + 2, common, now, count + 1, True)


# --------------------------------------------------------------------------------------------------------------- covers

# The least number of cards of a set outside disjoint melds (games/head/ledger.md: cover-bound).


cdef enum:
    # Decks of many equal cards have melds beyond number; with more than this the cover bound is left out.
    MOST_MELDS = 1 << 14
    # The most 64-bit words with a bit for each meld.
    MOST_WORDS = 1 << 8
    WORK_AT_LEISURE = 20000
    FIRST_SLOTS = 1 << 12
    MOST_SLOTS = 1 << 22
    # For the melds of each set on the way down; when they do not fit the answer is "perhaps" as well.
    LISTS_ROOM = 1 << 15
    # Sets whose melds are known, and the room for all of these melds.
    HANDS = 1 << 13
    HANDS_ROOM = 1 << 15


cdef class Covers:
    """The melds of one deck, and a memo of how well disjoint ones cover its sets.

    `suits`, `ranks`: as in `read_decktet`. `size`: cards in a full hand, so the largest meld. `lanes` is the most melds that a processor works on at a time (8, 4 or 1); nothing else depends on it.
    """

    def __cinit__(
        self, suits: Sequence[int], ranks: Sequence[int], int size, Budget budget not None, int lanes=8
    ) -> None:
        read_decktet(&self.deck, suits, ranks, size)
        self.size, self.card_count = size, len(suits)
        self._rooms = Rooms(budget)
        self._ways = head_choose_ways(lanes)
        self._make_table()
        self._make_hands()
        self._rooms.spare = True

    def within(self, cards: int) -> list[int]:
        """Return every meld of the given set of cards (an int), each once, as sets."""
        cdef uint64_t room[MOST_OF_HAND]
        cdef MeldList found
        if popcount(cards) > 11:
            raise ValueError("at most 11 cards at a time")
        start_list(&found, room, MOST_OF_HAND)
        list_melds(&self.deck, cards, &found)
        return [room[i] for i in range(found.count)]

    def least_left(self, cards: int) -> int:
        """Return a lower bound on the number of cards of the set (an int, bit i being card i) outside disjoint melds."""
        spare = 0
        while not self.may_cover(cards, spare, WORK_AT_LEISURE):
            spare += 1
        return spare

    cdef void _make_table(self) noexcept:
        """List all melds of the deck, with room behind them for the lists of its sets, if there is memory."""
        cdef MeldList found
        cdef int card
        self._lists = <uint64_t *>self._rooms.zeros(MOST_MELDS + LISTS_ROOM, sizeof(uint64_t))
        self._known = <Cover *>self._rooms.zeros(FIRST_SLOTS, sizeof(Cover))
        if not self._lists or not self._known:
            return
        start_list(&found, self._lists, MOST_MELDS)
        for card in range(self.card_count):
            self._deck |= bit(card)
        list_melds(&self.deck, self._deck, &found)
        if not found.full:
            self._ends[0] = found.count
            self._list_uses(found.count)

    cdef void _make_hands(self) noexcept:
        """Make room for the melds of hands, if there is memory to spare."""
        if self._rooms.budget.has_plenty(HANDS * sizeof(Hand) + HANDS_ROOM * sizeof(uint64_t)):
            self._of_hands = <uint64_t *>self._rooms.zeros(HANDS_ROOM, sizeof(uint64_t))
            if self._of_hands:
                self._hands = <Hand *>self._rooms.zeros(HANDS, sizeof(Hand))

    cdef void _list_uses(self, int meld_count) noexcept:
        """Record the melds of each card, as bits, and that the bound can be looked up; not without memory."""
        cdef int words = (meld_count + 63) // 64, card, i
        self._uses = <uint64_t *>self._rooms.zeros(self.card_count * words, sizeof(uint64_t))
        if not self._uses:
            return
        self.meld_count, self._slots = meld_count, FIRST_SLOTS
        for i in range(meld_count):
            for card in range(self.card_count):
                if self._lists[i] >> card & 1:
                    self._uses[card * words + i // 64] |= bit(i & 63)

    cdef bint may_cover(self, uint64_t cards, int spare, int work) noexcept nogil:
        """Return whether disjoint melds may leave at most `spare` cards of the set; False is proven, True is not.

        `work`: the sets to look at before the answer is "perhaps".
        """
        cdef Cover *known
        cdef int answer = -1
        if not self._slots or popcount(cards) <= spare:
            return True
        known = self._entry(cards)
        if known.cards:
            if spare < known.least:
                return False
            if spare >= known.most or (known.open == spare and known.work >= work):
                if not self._depth or self._sets[self._depth - 1] != cards:
                    self._narrow(cards)
                return True
        self._work = work - 1
        if self._narrow(cards):
            answer = self._branch(cards, spare, self._first, self._last, &self._found)
        known = self._kept(cards)
        if answer < 0:
            known.open = spare
            known.work = work
        elif answer:
            known.most = spare
        else:
            known.least = spare + 1
        return answer != 0

    cdef int melds_within(self, uint64_t cards, MeldList *found) noexcept nogil:
        """Fill the list as `list_melds` does; a search asks about few hands, again and again."""
        cdef Hand *hand
        cdef int i
        if not self._hands:
            return list_melds(&self.deck, cards, found)
        hand = &self._hands[mixed_down(mix(cards)) & (HANDS - 1)]
        if hand.cards != cards and not self._know(hand, cards):
            return list_melds(&self.deck, cards, found)
        found.count = 0
        found.full = False
        for i in range(hand.start, hand.start + hand.count):
            _take(found, self._of_hands[i])
        return found.count

    cdef bint _know(self, Hand *hand, uint64_t cards) noexcept nogil:
        """Write down the melds of the set; False if there are too many."""
        cdef MeldList found
        if self._hands_end + MOST_OF_HAND > HANDS_ROOM:
            memset(self._hands, 0, HANDS * sizeof(Hand))
            self._hands_end = 0
        start_list(&found, self._of_hands + self._hands_end, MOST_OF_HAND)
        list_melds(&self.deck, cards, &found)
        if found.full:
            return False
        hand.cards = cards
        hand.start = self._hands_end
        hand.count = found.count
        self._hands_end += found.count
        return True

    cdef bint _narrow(self, uint64_t cards) noexcept nogil:
        """List the melds of the set, from those of the smallest set around it that is listed; False if they do not fit.

        A search asks about smaller and smaller sets on each of its lines: their lists stay, one behind the other.
        """
        cdef int last, end
        while self._depth and (cards & ~self._sets[self._depth - 1] or cards == self._sets[self._depth - 1]):
            self._depth -= 1
        last = self._ends[self._depth]
        if self._depth:
            self._first = self._ends[self._depth - 1]
            if last + last - self._first > MOST_MELDS + LISTS_ROOM - HEAD_BEHIND:
                return False
            end = last - self._first
        else:
            self._first = last
            end = self._list_within(cards, last) - last
        end = last + self._ways.within(self._lists + self._first, end, cards, self._lists + last, &self._found)
        self._first = last
        self._last = end
        if self._depth < MOST_LISTED:
            self._sets[self._depth] = cards
            self._depth += 1
            self._ends[self._depth] = end
        return True

    cdef int _cover(self, uint64_t cards, int spare, int first, int last) noexcept nogil:
        """Return 1 if disjoint melds can leave at most `spare` of the cards, 0 if they cannot, -1 if work ran out.

        The melds of the set are among those at first..last-1 of the lists.
        """
        cdef head_uses uses
        cdef int end
        if popcount(cards) <= spare:
            return 1
        self._work -= 1
        if self._work < 0 or last + last - first > MOST_MELDS + LISTS_ROOM - HEAD_BEHIND:
            return -1
        end = last + self._ways.within(self._lists + first, last - first, cards, self._lists + last, &uses)
        return self._branch(cards, spare, last, end, &uses)

    cdef int _branch(self, uint64_t cards, int spare, int first, int last, head_uses *uses) noexcept nogil:
        """Answer as `_cover` does, by way of the card that is in the fewest melds: in each of them, or left over.

        All melds at first..last-1 are of the set.
        """
        cdef uint64_t meld, rarest
        cdef int i, pivot, answer
        spare -= popcount(cards & ~uses.one)
        if spare < 0:
            return 0
        cards &= uses.one
        if not cards:
            return 1
        if last - first <= FEW_MELDS and popcount(cards) <= FEW_CARDS:
            return self._ways.few_covers(self._lists + first, last - first, cards, spare, &self._work)
        rarest = cards & ~uses.two or cards & ~uses.three
        if not rarest:
            rarest = self._ways.rarest(self._lists + first, last - first, cards)
        pivot = lowest_bit(rarest)
        for i in range(first, last):
            meld = self._lists[i]
            if meld >> pivot & 1:
                answer = self._cover(cards & ~meld, spare, first, last)
                if answer:
                    return answer
        return self._cover(cards & ~bit(pivot), spare - 1, first, last) if spare > 0 else 0

    cdef int _list_within(self, uint64_t cards, int end) noexcept nogil:
        """List those of all melds that are within the set, from `end` on; return where the list ends."""
        cdef uint64_t out[MOST_WORDS]
        cdef uint64_t without = ~cards & self._deck, rest
        cdef uint64_t *uses
        cdef int words = (self.meld_count + 63) // 64, i
        memset(out, 0, words * sizeof(uint64_t))
        while without:
            uses = self._uses + take_lowest(&without) * words
            for i in range(words):
                out[i] |= uses[i]
        for i in range(words):
            rest = ~out[i]
            if i == words - 1 and self.meld_count & 63:
                rest &= bit(self.meld_count & 63) - 1
            while rest:
                self._lists[end] = self._lists[64 * i + lowest_bit(rest)]
                end += 1
                rest &= rest - 1
        return end

    cdef Cover *_kept(self, uint64_t cards) noexcept nogil:
        """Return the set's slot; a set without one gets an empty slot."""
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
        """Return the set's slot, or the empty slot (cards 0) that a set without one would get."""
        cdef long long slot = <long long>mixed_down(mix(cards)) & (self._slots - 1)
        while self._known[slot].cards and self._known[slot].cards != cards:
            slot = (slot + 1) & (self._slots - 1)
        return &self._known[slot]

    cdef bint _grow(self) noexcept nogil:
        """Double the memo; False at its limit, where what it holds is to be forgotten."""
        cdef Cover *old = self._known
        cdef Cover *fresh = NULL
        cdef long long slots = self._slots, i
        if slots < MOST_SLOTS:
            fresh = <Cover *>self._rooms.zeros(2 * slots, sizeof(Cover))
        if fresh is NULL:
            return False
        self._known, self._slots = fresh, 2 * slots
        for i in range(slots):
            if old[i].cards:
                self._entry(old[i].cards)[0] = old[i]
        self._rooms.free(old)
        return True
