"""Partly known deals of Single Left under forced discarding: completions sampled, annealed, and searched one and all."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport bit
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport ExactTable
from winnow_kernels.common.random_words cimport next_word
from winnow_kernels.single_left.bound cimport (
    BOUND_SUITS, LONGEST_BOUND, Bound, add_known, add_unknown, can_leave, check_partly_known, open_bound, relate
)
from winnow_kernels.single_left.rules cimport (
    CODE, GUARDS, PLACE_SHIFT, Game, close_game, finish, open_game, play_pass, read_cards
)

cdef enum:
    CARDS = LONGEST_BOUND
    RANK_SHIFT = 8
    SUIT_CODE = 0xFF
    SPARE_BYTES = 8
    # Annealing accepts a completion that is d cards worse with a chance of 1 in 2 ** (d * coldness / 2).
    COLDEST = 6

cdef enum Outcome:
    NONE, FOUND, STOPPED


cdef class Completions:
    """The completions of one partly known deal, and the goal: low..high cards left."""

    cdef Game game
    cdef int64_t redeals
    cdef int unknown
    cdef int places[CARDS + 1]                  # the places of the unknown cards; places[unknown] is the end of the deal
    cdef uint32_t cards[CARDS]                  # the cards that may lie there, without their places
    cdef int order[CARDS]                       # the card at each unknown place of this completion
    cdef uint32_t hands[CARDS + 1][CARDS + GUARDS]  # the hand before each unknown card, guards below
    cdef int held[CARDS + 1]
    cdef uint64_t goal                          # bit n: n cards left meet it
    cdef uint64_t wanted                        # bit n: n cards left are what `search` looks for
    cdef uint64_t spare                         # bit c: card c has no place yet
    cdef int64_t limit                          # positions that `search` may still take; below 0: no end
    cdef int most                               # the most cards left that are wanted, or -1 if `wanted` is no such range
    cdef bint prune
    cdef ExactTable failed
    cdef Bound bound

    def __cinit__(self, bytes ranks, bytes suits, unknown, cards, int64_t redeals, int64_t low, int64_t high):
        """Take the deal's ranks and suits (those at the `unknown` places mean nothing), and the cards missing there.

        `unknown` are places, ascending and 0-based; `cards` the (rank, suit) of as many different cards. Raises
        ValueError for anything else, or for more than 63 cards.
        """
        cdef int depth, left
        check_partly_known(ranks, suits, unknown, cards)
        open_game(&self.game, len(ranks), redeals, low, high)
        read_cards(self.game.deal, ranks, suits)
        read_cards(self.cards, bytes([rank for rank, _ in cards]), bytes([suit for _, suit in cards]))
        self.redeals = redeals
        self.unknown = len(unknown)
        for depth in range(self.unknown):
            self.places[depth] = unknown[depth]
            self.cards[depth] &= CODE
            self.order[depth] = depth
        self.places[self.unknown] = self.game.cards
        self.goal = 0
        for left in range(self.game.cards + 1):
            if low <= left <= high:
                self.goal |= bit(left)
        memcpy(self.hands[0], self.game.hand - GUARDS, GUARDS * sizeof(uint32_t))
        self.held[0] = play_pass(self.hands[0] + GUARDS, 0, self.game.deal, self.places[0], NULL)

    def __dealloc__(self):
        close_game(&self.game)

    def sample(self, int64_t games, Budget budget not None):
        """Play random completions until one wins and one loses; return (winning, losing), each None if none did.

        A completion is a tuple that says which card stands at each unknown place. Each is charged as one position.
        """
        cdef uint64_t words = 0
        cdef int64_t game
        cdef int left
        winning = losing = None
        for game in range(games):
            if budget.charge(1) or (winning is not None and losing is not None):
                break
            self._shuffle(&words)
            left = self._play_from(0)
            if self.goal >> left & 1:
                winning = winning or self._completion()
            else:
                losing = losing or self._completion()
        return winning, losing

    def anneal(self, bint win, int rounds, int steps, Budget budget not None):
        """Exchange cards of random completions, preferring fewer cards away from the goal; return a winning order.

        With `win` false it looks for a losing one. Returns None if `rounds` starts of `steps` exchanges each find none,
        or the budget ends; each completion played costs one position.
        """
        cdef uint64_t words = 1
        cdef uint64_t word
        cdef int first, second, step, away, worse, now, stale, cold
        self._want(win)
        for _ in range(rounds):
            if budget.charge(1):
                return None
            self._shuffle(&words)
            now = self._away(self._play_from(0))
            stale = self.unknown
            for step in range(steps):
                if now == 0:
                    return self._completion()
                if budget.charge(1):
                    return None
                word = next_word(&words)
                first = (word & 0xFFFF) * self.unknown >> 16
                second = (word >> 16 & 0xFFFF) * self.unknown >> 16
                self._exchange(first, second)
                away = self._away(self._play_from(min(first, second, stale)))
                worse = (away - now + 1) // 2
                cold = 1 + step * COLDEST // steps
                if worse <= 0 or word >> 32 < bit(max(0, 32 - worse * cold)):
                    now = away
                    stale = self.unknown
                else:
                    self._exchange(first, second)
                    stale = min(first, second)
        return None

    def search(self, bint win, Budget budget not None, int64_t limit=-1, bint memo=True, bint bound=True):
        """Look through all completions for a winning one, or with `win` false for a losing one.

        Returns (order, whole): the completion or None, and whether the search came to its end: only then does None
        mean that there is none. It gives up when the budget ends or after `limit` positions (-1: never); each card
        tried at a place is one. `memo` and `bound` are the techniques completion-memo and completion-bound; neither
        speaks of deals with redeals.
        """
        cdef Outcome outcome
        self._want(win)
        self.prune = bound and self.redeals == 0
        self.failed = ExactTable(budget) if memo and self.redeals == 0 else None
        self.limit = limit
        self.spare = bit(self.unknown) - 1
        try:
            outcome = self._seek(0, budget)
        finally:
            self.failed = None
        return (self._completion() if outcome == FOUND else None), outcome != STOPPED

    cdef Outcome _seek(self, int depth, Budget budget) except *:
        """Try every card at the unknown place `depth`, after those in `order` before it."""
        cdef uint8_t key[CARDS + SPARE_BYTES]
        cdef bint noted = self.failed is not None and self.unknown - depth > 1
        cdef int length, card
        cdef Outcome below
        if depth == self.unknown:
            return FOUND if self.wanted >> self._finish() & 1 else NONE
        if noted:
            length = self._key(depth, key)
            if self.failed.look(key, length) >= 0:
                return NONE
        if not self.prune or self._may_reach(depth):
            for card in range(self.unknown):
                if not self.spare >> card & 1:
                    continue
                if self.limit == 0 or budget.charge(1):
                    return STOPPED
                self.limit -= 1
                self.spare ^= bit(card)
                self.order[depth] = card
                self._place(depth)
                below = self._seek(depth + 1, budget)
                if below != NONE:
                    return below
                self.spare ^= bit(card)
        if noted and not self.failed.note(key, length, 0):
            return STOPPED
        return NONE

    cdef int _key(self, int depth, uint8_t *key) noexcept:
        """Write the whole state: which cards have no place yet (and so how many), and the hand."""
        cdef int place
        cdef uint32_t *hand = self.hands[depth] + GUARDS
        memcpy(key, &self.spare, SPARE_BYTES)
        for place in range(self.held[depth]):
            key[SPARE_BYTES + place] = (hand[place] & CODE) >> RANK_SHIFT << 2 | (hand[place] & SUIT_CODE)
        return SPARE_BYTES + self.held[depth]

    cdef bint _may_reach(self, int depth) noexcept:
        """Tell whether some completion may end as wanted; False is certain."""
        cdef uint16_t spare_ranks[BOUND_SUITS]
        cdef uint32_t *hand = self.hands[depth] + GUARDS
        cdef int place, card
        cdef int following = depth
        if self.most < 0:
            # No more cards can be left than are held or still to come.
            place = self.held[depth] + self.game.cards - self.places[depth]
            return self.wanted & ((<uint64_t>2 << place) - 1) != 0
        memset(spare_ranks, 0, sizeof(spare_ranks))
        for card in range(self.unknown):
            if self.spare >> card & 1:
                spare_ranks[self.cards[card] & SUIT_CODE] |= 1 << (self.cards[card] >> RANK_SHIFT)
        open_bound(&self.bound)
        for place in range(self.held[depth]):
            add_known(&self.bound, (hand[place] & CODE) >> RANK_SHIFT, hand[place] & SUIT_CODE)
        for place in range(self.places[depth], self.game.cards):
            if place == self.places[following]:
                add_unknown(&self.bound, spare_ranks)
                following += 1
            else:
                add_known(&self.bound, (self.game.deal[place] & CODE) >> RANK_SHIFT, self.game.deal[place] & SUIT_CODE)
        relate(&self.bound)
        return can_leave(&self.bound, self.most)

    cdef void _want(self, bint win) noexcept:
        """Set `wanted`: the numbers of cards left that meet the goal, or those that do not."""
        cdef uint64_t all_numbers = (<uint64_t>2 << self.game.cards) - 1
        self.wanted = self.goal if win else all_numbers & ~self.goal
        # A goal is "at most n cards" or, for the goal of one card, the number 1 alone.
        self.most = self.game.high if win else -1

    cdef int _away(self, int left) noexcept:
        """Return how far `left` cards left are from the nearest wanted number."""
        cdef int distance = 0
        while distance < self.game.cards:
            if left >= distance and self.wanted >> (left - distance) & 1:
                break
            if left + distance <= self.game.cards and self.wanted >> (left + distance) & 1:
                break
            distance += 1
        return distance

    cdef void _exchange(self, int first, int second) noexcept:
        cdef int card = self.order[first]
        self.order[first] = self.order[second]
        self.order[second] = card

    cdef void _shuffle(self, uint64_t *words) noexcept:
        cdef int place
        for place in range(self.unknown - 1, 0, -1):
            self._exchange(place, next_word(words) % <uint64_t>(place + 1))

    cdef void _place(self, int depth) noexcept:
        """Put the card in `order` at the unknown place `depth`, and play up to the next such place."""
        cdef int place = self.places[depth]
        cdef int held = self.held[depth]
        self.game.deal[place] = (<uint32_t>place << PLACE_SHIFT) | self.cards[self.order[depth]]
        memcpy(self.hands[depth + 1], self.hands[depth], (held + GUARDS) * sizeof(uint32_t))
        self.held[depth + 1] = play_pass(
            self.hands[depth + 1] + GUARDS, held, self.game.deal + place, self.places[depth + 1] - place, NULL
        )

    cdef int _play_from(self, int depth) noexcept:
        """Put the cards in `order` from the unknown place `depth` on; return the number of cards left."""
        while depth < self.unknown:
            self._place(depth)
            depth += 1
        return self._finish()

    cdef int _finish(self) noexcept:
        """Play the redeals that are due; return the number of cards left."""
        if self.redeals == 0:
            return self.held[self.unknown]
        self.game.held = self.held[self.unknown]
        self.game.redeals = self.redeals
        memcpy(self.game.hand, self.hands[self.unknown] + GUARDS, self.game.held * sizeof(uint32_t))
        finish(&self.game)
        return self.game.held

    cdef tuple _completion(self):
        return tuple([self.order[depth] for depth in range(self.unknown)])
