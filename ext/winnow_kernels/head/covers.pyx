"""How few cards of a Decktet set must stay outside disjoint melds: docs/soundness, *cover bound*."""

cimport cython
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.mixing cimport mix, mixed_down
from winnow_kernels.head.melds cimport MOST_CARDS, MeldList, Melds, start_list

cdef enum:
    # Decks of many equal cards have melds beyond number; with more than this the cover bound is left out.
    MOST_MELDS = 1 << 14
    # Words with a bit for each of them.
    MOST_WORDS = 1 << 8
    WORK_AT_LEISURE = 20000
    FIRST_SLOTS = 1 << 12
    MOST_SLOTS = 1 << 22
    # The parts of a set that a look comes to, down to so few cards, are cheaper to look at again than to remember.
    FEW_CARDS = 20
    # Bits of the number of melds that a card is in, at most MOST_MELDS.
    COUNT_BITS = 15
    # For the melds of each set on the way down; when they do not fit the answer is "perhaps" as well.
    LISTS_ROOM = 1 << 15
    # So many melds are counted at once.
    AT_ONCE = 8


@cython.no_gc_clear
cdef class Covers(Melds):
    """The melds of one deck, and a memo of how well disjoint ones cover its sets; `Melds` has the rest."""

    def __cinit__(self, suits, ranks, int size, Budget budget not None):
        self._budget = budget
        self._make_table()

    def __dealloc__(self):
        if self._budget is not None:
            self._budget.release(self._claimed)
        free(self._lists)
        free(self._uses)
        free(self._known)

    def least_left(self, cards):
        """Return a number of cards of the set that no choice of disjoint melds can leave fewer than."""
        spare = 0
        while not self.may_cover(cards, spare, WORK_AT_LEISURE):
            spare += 1
        return spare

    cdef int _make_table(self) except -1:
        """List all melds of the deck, with room behind them for the lists that `_cover` makes."""
        cdef MeldList found
        cdef int card
        cdef long long size = (MOST_MELDS + LISTS_ROOM) * sizeof(uint64_t) + FIRST_SLOTS * sizeof(Cover)
        if not self._budget.claim(size):
            return 0
        self._claimed = size
        self._lists = <uint64_t *>malloc((MOST_MELDS + LISTS_ROOM) * sizeof(uint64_t))
        self._known = <Cover *>calloc(FIRST_SLOTS, sizeof(Cover))
        if not self._lists or not self._known:
            raise MemoryError
        start_list(&found, self._lists, MOST_MELDS)
        for card in range(self.card_count):
            self._deck |= bit(card)
        self.list_melds(self._deck, &found)
        if not found.full:
            self.meld_count = found.count
            self._slots = FIRST_SLOTS
            self._list_uses()
        return 0

    cdef int _list_uses(self) except -1:
        """Note for each card which melds it is in, a bit each."""
        cdef int words = (self.meld_count + 63) // 64, card, i
        cdef long long size = self.card_count * words * sizeof(uint64_t)
        if not self._budget.claim(size):
            self.meld_count = self._slots = 0
            return 0
        self._claimed += size
        self._uses = <uint64_t *>calloc(max(1, self.card_count * words), sizeof(uint64_t))
        if not self._uses:
            raise MemoryError
        for i in range(self.meld_count):
            for card in range(self.card_count):
                if self._lists[i] >> card & 1:
                    self._uses[card * words + i // 64] |= bit(i & 63)
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
        if self._work < 0 or last + last - first + AT_ONCE > MOST_MELDS + LISTS_ROOM:
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
        cdef uint64_t *within = lists + last
        cdef int i, k, pivot, end = last
        cdef uint64_t meld, covered, rarest
        cdef int answer
        if first:
            # Without a branch: whether a meld is one of the set is a toss-up.
            for i in range(first, last):
                meld = lists[i]
                within[0] = meld
                within += not meld & ~cards
            end = <int>(within - lists)
        else:
            end = self._list_within(cards, end)
        covered = _count_uses(lists + last, end - last, uses)
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

    cdef int _list_within(self, uint64_t cards, int end) noexcept nogil:
        """List those of all melds that are within the set, from `end` on; return where the list ends."""
        cdef uint64_t out[MOST_WORDS]
        cdef uint64_t without = ~cards & self._deck, rest
        cdef uint64_t *uses
        cdef int words = (self.meld_count + 63) // 64, i
        memset(out, 0, words * sizeof(uint64_t))
        while without:
            uses = self._uses + lowest_bit(without) * words
            without &= without - 1
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


cdef uint64_t _count_uses(uint64_t *melds, int count, uint64_t *uses) noexcept nogil:
    """Write bit k of how many of the melds each card is in to its bit of uses[k]; return the cards in any.

    Words behind the melds are written over, as far as to have AT_ONCE.
    """
    cdef uint64_t ones = 0, twos = 0, fours = 0, covered = 0, carried
    cdef uint64_t pair, other, four, eight
    cdef uint64_t *meld = melds
    cdef int k
    memset(melds + count, 0, (AT_ONCE - 1) * sizeof(uint64_t))
    memset(uses, 0, COUNT_BITS * sizeof(uint64_t))
    while meld < melds + count:
        covered |= meld[0] | meld[1] | meld[2] | meld[3] | meld[4] | meld[5] | meld[6] | meld[7]
        # Carries of the lower bits are added up before they go on.
        pair = _added(&ones, meld[0], meld[1])
        other = _added(&ones, meld[2], meld[3])
        four = _added(&twos, pair, other)
        pair = _added(&ones, meld[4], meld[5])
        other = _added(&ones, meld[6], meld[7])
        eight = _added(&fours, four, _added(&twos, pair, other))
        k = 3
        while eight:
            carried = uses[k] & eight
            uses[k] ^= eight
            eight = carried
            k += 1
        meld += AT_ONCE
    uses[0], uses[1], uses[2] = ones, twos, fours
    return covered


cdef inline uint64_t _added(uint64_t *sums, uint64_t one, uint64_t other) noexcept nogil:
    """Add two bits to each bit of the sums; return the carries."""
    cdef uint64_t either = sums[0] ^ one
    cdef uint64_t carries = sums[0] & one | either & other
    sums[0] = either ^ other
    return carries
