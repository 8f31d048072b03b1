"""Head Solitaire's last pass where fewer cards may be lost than a full hand: melds are its only moves.

games/head/ledger.md, `last-melds`, says why a hand that failed fails again before other cards.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc

from winnow_kernels.common.bits cimport popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down
from winnow_kernels.head.covers cimport Covers
from winnow_kernels.head.lazy cimport COVER_WORK, State, hand_of
from winnow_kernels.head.melds cimport MOST_CARDS, MeldList, start_list

cdef enum:
    # Of more cards a look at covers takes longer than the search below.
    MOST_COVERED = 20
    # For the melds of all places on the way down.
    MOVES_ROOM = 1 << 13
    # The blocks used by a search that depends on the whole pile: more than a pile has.
    TO_THE_END = MOST_CARDS + 1


cdef class LastMelds:
    """Whether the last pass can be played with few cards left.

    Up to `slots` hands that cannot, a power of two, are remembered with the blocks behind them. `cover_bound`: few cards
    that disjoint melds do not cover are not played.
    """

    def __cinit__(self, Covers melds not None, Budget budget not None, bint cover_bound, long long slots):
        self._melds = melds
        self._budget = budget
        self._most_covered = MOST_COVERED if cover_bound else 0
        cdef long long size = slots * sizeof(Lost) + MOVES_ROOM * sizeof(uint64_t)
        if not budget.claim_beside(size):
            return
        self._claimed = size
        self._slots = slots
        self._lost = <Lost *>calloc(slots, sizeof(Lost))
        self._moves = <uint64_t *>malloc(MOVES_ROOM * sizeof(uint64_t))
        if not self._lost or not self._moves:
            raise MemoryError

    def __dealloc__(self):
        if self._budget is not None:
            self._budget.release(self._claimed)
        free(self._lost)
        free(self._moves)

    cdef int may_reach(self, State *state, int spare, long long most_positions) except -2 nogil:
        """Tell whether at most `spare` cards may stay out of melds, 0 being proven and 1 not; -1 if it was stopped.

        `state` is a position of the last pass in which cards are drawn already, `spare` less than a full hand. The search
        stops when the budget has counted `most_positions` positions in all, if that is not negative.
        """
        cdef Place place
        if not self._moves:
            return 1
        self._pile = state.pile
        self._pile_blocks = state.pile_blocks
        self._spare = spare
        self._most_positions = most_positions
        place.hand = hand_of(state)
        place.top = state.pile[0] if state.pile_blocks else 0
        place.next = 1
        place.loose = state.loose
        place.parted = state.parted
        place.held = state.held
        place.live = state.live
        return self._search(&place, self._moves)

    cdef int _search(self, Place *place, uint64_t *moves) except -2 nogil:
        """Answer as `may_reach` does; there is room for melds from `moves` on."""
        cdef Place after
        cdef MeldList found
        cdef Lost *lost
        cdef int left = popcount(place.live), i, answer, used
        self._draw(place)
        if left <= self._spare:
            return 1
        self._used = used = place.next
        start_list(&found, moves, MOVES_ROOM - (moves - self._moves))
        found.loose, found.most_loose = place.top, place.loose
        found.parted, found.most_parted = place.parted, place.held
        self._melds.melds_within(
            place.hand | (place.top if place.loose else 0) | (place.parted if place.held else 0), &found
        )
        if found.full:
            return 1
        if not found.count:
            return 0
        lost = self._slot(place)
        if self._is_lost(lost, place):
            self._used = place.next + lost.ahead
            return 0
        if left <= self._most_covered and not self._melds.may_cover(place.live, self._spare, COVER_WORK):
            self._used = TO_THE_END
            return 0
        for i in range(found.count):
            if self._budget.charge(1) or 0 <= self._most_positions <= self._budget.positions:
                return -1
            after = place[0]
            after.hand &= ~moves[i]
            after.loose -= popcount(after.top & moves[i])
            after.top &= ~moves[i]
            after.held -= popcount(after.parted & moves[i])
            after.parted &= ~moves[i]
            after.live &= ~moves[i]
            answer = self._search(&after, moves + found.count)
            if answer:
                return answer
            used = max(used, self._used)
        self._used = used
        if used <= self._pile_blocks and used - place.next <= MOST_AHEAD:
            self._note(lost, place)
        return 0

    cdef void _draw(self, Place *place) noexcept nogil:
        """Fill the hand, block by block; what was put down last of a parted block comes up last."""
        cdef int lacking = self._melds.size - popcount(place.hand) - place.loose - place.held
        cdef int rest
        while lacking > 0:
            if not place.top:
                if place.next < self._pile_blocks:
                    place.top = self._pile[place.next]
                    place.next += 1
                else:
                    place.next = TO_THE_END
                    if not place.parted:
                        return
                    place.top, place.loose = place.parted, place.held
                    place.parted = place.held = 0
            rest = popcount(place.top) - place.loose
            if rest > lacking:
                place.loose += lacking
                return
            lacking -= rest
            place.hand |= place.top
            place.top = place.loose = 0

    cdef Lost *_slot(self, const Place *place) noexcept nogil:
        cdef uint64_t mixed = mix_in(mix(place.hand), place.top)
        if place.next < self._pile_blocks:
            mixed = mix_in(mixed, self._pile[place.next])
        mixed = mix_in(mixed, place.parted ^ <uint64_t>(place.loose << 8 | place.held))
        return &self._lost[mixed_down(mixed) & (self._slots - 1)]

    cdef bint _is_lost(self, const Lost *lost, const Place *place) noexcept nogil:
        cdef int i
        if (
            lost.hand != place.hand or lost.top != place.top or lost.parted != place.parted
            or lost.loose != place.loose or lost.held != place.held
            or place.next + lost.ahead > self._pile_blocks
        ):
            return False
        for i in range(lost.ahead):
            if lost.blocks[i] != self._pile[place.next + i]:
                return False
        return True

    cdef void _note(self, Lost *lost, const Place *place) noexcept nogil:
        """Remember that the place is lost, in place of what was in the slot."""
        cdef int i
        lost.hand, lost.top, lost.parted = place.hand, place.top, place.parted
        lost.loose, lost.held = place.loose, place.held
        lost.ahead = self._used - place.next
        for i in range(lost.ahead):
            lost.blocks[i] = self._pile[place.next + i]
