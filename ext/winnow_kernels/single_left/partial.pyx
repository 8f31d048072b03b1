"""Partly known deals of Single Left: completions sampled, annealed, and searched one and all.

With optional discarding and with `SuitSearch` there are no redeals.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport ExactTable
from winnow_kernels.common.random_words cimport next_word
from winnow_kernels.single_left.rules cimport (
    CODE, GUARDS, PLACE_SHIFT, Game, close_game, finish, open_game, play_pass, read_cards
)


# ---------------------------------------------------------------------------------------- what any completion can reach

# What optional discarding can bring a partly known deal to: a bound on every completion.
#
# The relations A, G and Q of optional.pyx, with one node for each card that is known and, for each one that is not, a
# node for every suit that it may have. An unknown card matches every card that one of its possible cards matches, so the
# least left by these relations is at most that of any completion; if unknown cards match nothing (`add_blank`), it is at
# least that. games/single_left/ledger.md, `completion-bound`, has the argument.


cdef enum:
    LONGEST_BOUND = 63          # cards: times are bits of a word
    BOUND_SUITS = 4
    BOUND_RANKS = 16
    NODE_WORDS = 4              # room for the empty table and 63 cards of four suits
    MOST_NODES = 64 * NODE_WORDS
    NO_SUIT = 255


cdef struct Bound:
    int nodes                           # node 0 is the empty table, then by time
    int end                             # the time when all cards are drawn
    uint8_t time[MOST_NODES]            # the number of cards drawn when this one is
    uint8_t suit[MOST_NODES]
    uint8_t unknown[MOST_NODES]
    uint16_t ranks[MOST_NODES]          # a bit for each rank that the card may have
    uint64_t above[MOST_NODES][NODE_WORDS]      # A, by node
    uint64_t second[MOST_NODES][NODE_WORDS]     # A.A
    uint64_t again[MOST_NODES]                  # G, by time
    uint64_t cleared[MOST_NODES]                # Q, by time


cdef inline void open_bound(Bound *bound) noexcept nogil:
    """Start with the empty table; cards are added in the order in which they are drawn."""
    bound.nodes = 0
    bound.end = 0
    _add_node(bound, NO_SUIT, 0, False)


cdef inline void _add_node(Bound *bound, int suit, int ranks, bint unknown) noexcept nogil:
    cdef int node = bound.nodes
    bound.time[node] = bound.end
    bound.suit[node] = suit
    bound.ranks[node] = ranks
    bound.unknown[node] = unknown
    bound.nodes += 1


cdef inline void add_known(Bound *bound, int rank, int suit) noexcept nogil:
    bound.end += 1
    _add_node(bound, suit, 1 << rank, False)


cdef inline void add_unknown(Bound *bound, const uint16_t *spare_ranks) noexcept nogil:
    """Add a card that may be any of those left: spare_ranks[suit] has a bit for each."""
    cdef int suit
    bound.end += 1
    for suit in range(BOUND_SUITS):
        if spare_ranks[suit]:
            _add_node(bound, suit, spare_ranks[suit], True)


cdef inline void add_of_suit(Bound *bound, int suit, int spare_ranks) noexcept nogil:
    """Add a card of this suit that may be any of those left; spare_ranks has a bit for each."""
    bound.end += 1
    _add_node(bound, suit, spare_ranks, True)


cdef inline void add_blank(Bound *bound) noexcept nogil:
    """Add a card that matches nothing."""
    bound.end += 1
    _add_node(bound, NO_SUIT, 0, False)


cdef inline void relate(Bound *bound) noexcept nogil:
    """Fill the relations, from the last node to the first."""
    cdef uint64_t third[NODE_WORDS]
    cdef uint64_t again, members
    cdef int words = (bound.nodes + 63) // 64
    cdef int x, m, d, word, suit
    cdef bint reached, alone
    for x in range(bound.nodes - 1, -1, -1):
        suit = bound.suit[x]
        # Two unknown cards cannot both be the one card that is left of a suit.
        alone = bound.unknown[x] and not bound.ranks[x] & (bound.ranks[x] - 1)
        again = bit(bound.time[x])
        for word in range(words):
            bound.above[x][word] = bound.second[x][word] = third[word] = 0
        bound.cleared[x] = 0
        for m in range(x + 1, bound.nodes):
            if bound.time[m] == bound.time[x]:
                continue
            reached = again >> (bound.time[m] - 1) & 1
            if not reached and suit == bound.suit[m] and suit != NO_SUIT and third[m >> 6] >> (m & 63) & 1:
                reached = not (alone and bound.unknown[m])
            if reached:
                bound.above[x][m >> 6] |= bit(m & 63)
                again |= bound.cleared[m]
                for word in range(words):
                    third[word] |= bound.second[m][word]
                    bound.second[x][word] |= bound.above[m][word]
        bound.again[x] = again
        for word in range(words):
            members = third[word]
            d = 64 * word
            while members:
                # Cards of one rank differ in suit.
                if members & 1 and bound.ranks[x] & bound.ranks[d] and suit != bound.suit[d]:
                    bound.cleared[x] |= bound.again[d]
                members >>= 1
                d += 1


cdef inline bint can_leave(const Bound *bound, int most) noexcept nogil:
    """Return whether, by the relations, `most` cards or fewer can be left in the end."""
    cdef uint64_t frontier[NODE_WORDS]
    cdef uint64_t following[NODE_WORDS]
    cdef int words = (bound.nodes + 63) // 64
    cdef int left, x, word
    memset(frontier, 0, sizeof(frontier))
    frontier[0] = 1
    for left in range(most + 1):
        memset(following, 0, sizeof(following))
        for x in range(bound.nodes):
            if frontier[x >> 6] >> (x & 63) & 1:
                if bound.again[x] >> bound.end & 1:
                    return True
                for word in range(words):
                    following[word] |= bound.above[x][word]
        for word in range(words):
            frontier[word] = following[word]
    return False


cdef inline int check_partly_known(bytes ranks, bytes suits, unknown, cards) except -1:
    """Raise ValueError unless this is a partly known deal: unknown places, as many cards for them, no two cards equal."""
    known = list(zip(ranks, suits))
    if not 0 < len(unknown) == len(cards):
        raise ValueError(f"{len(unknown)} unknown places and {len(cards)} cards: the numbers must be equal and not 0")
    if len(ranks) > LONGEST_BOUND or len(ranks) != len(suits):
        raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: the numbers must be equal, at most {LONGEST_BOUND}")
    if sorted(set(unknown)) != list(unknown) or min(unknown) < 0 or max(unknown) >= len(ranks):
        raise ValueError(f"unknown places {unknown} in a deal of {len(ranks)} cards")
    for number, place in enumerate(unknown):
        known[place] = cards[number]
    if len(set(known)) < len(known):
        raise ValueError("two cards of the deal are equal")
    if max([rank for rank, _ in known]) >= BOUND_RANKS or max([suit for _, suit in known]) >= BOUND_SUITS:
        raise ValueError(f"ranks are below {BOUND_RANKS} and suits below {BOUND_SUITS}")
    return 0


# ---------------------------------------------------------------------------------------------------- forced discarding

cdef enum:
    CARDS = LONGEST_BOUND
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

    def __cinit__(
        self, bytes ranks, bytes suits, unknown: Sequence[int], cards: Sequence[tuple[int, int]], int64_t redeals,
        int64_t low, int64_t high,
    ) -> None:
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

    def sample(self, int64_t games, Budget budget not None) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
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

    def anneal(self, bint win, int rounds, int steps, Budget budget not None) -> tuple[int, ...] | None:
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

    def search(self, bint win, Budget budget not None, int64_t limit=-1) -> tuple[tuple[int, ...] | None, bool]:
        """Look through all completions for a winning one, or with `win` false for a losing one.

        Returns (order, whole): the completion or None, and whether the search came to its end: only then does None
        mean that there is none. It gives up when the budget ends or after `limit` positions (-1: never); each card
        tried at a place is one.
        """
        cdef Outcome outcome
        self._want(win)
        self.limit = limit
        self.spare = bit(self.unknown) - 1
        outcome = self._seek(0, budget)
        return (self._completion() if outcome == FOUND else None), outcome != STOPPED

    cdef Outcome _seek(self, int depth, Budget budget) except *:
        """Try every card at the unknown place `depth`, after those in `order` before it."""
        cdef int card
        cdef Outcome below
        if depth == self.unknown:
            return FOUND if self.wanted >> self._finish() & 1 else NONE
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
        return NONE

    cdef void _want(self, bint win) noexcept:
        """Set `wanted`: the numbers of cards left that meet the goal, or those that do not."""
        cdef uint64_t all_numbers = (<uint64_t>2 << self.game.cards) - 1
        self.wanted = self.goal if win else all_numbers & ~self.goal

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


# -------------------------------------------------------------------------------------------------- optional discarding

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

    def __cinit__(
        self, bytes ranks, bytes suits, unknown: Sequence[int], cards: Sequence[tuple[int, int]], int low, int high
    ) -> None:
        """Take a deal and its missing cards as `Completions` does; raises ValueError likewise."""
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

    def sample(self, int count, Budget budget not None) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
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

    def search(self, Budget budget not None, bint bound=True) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
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
        """Return whether the completion in `order` wins."""
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


# ---------------------------------------------------------------------------------------------------------- suits first

# Forced discarding without redeals, searched by what play can see of a card.
#
# At an unknown place only the suit is chosen; which card of that suit it is stays open until it makes a four. What is
# searched are courses of play, of which there are far fewer than completions. games/single_left/ledger.md, `suits-first`,
# has the argument.


cdef enum:
    # A card is rank * 4 + suit; the u-th unknown card is OPEN + u as long as its rank is open.
    OPEN = 64
    NO_RANK = 255
    KEY_HEAD = 3 * BOUND_SUITS


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

    def __cinit__(
        self, bytes ranks, bytes suits, unknown: Sequence[int], cards: Sequence[tuple[int, int]], int low, int high
    ) -> None:
        """Take a deal and its missing cards as `Completions` does; raises ValueError likewise."""
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

    def search(
        self, bint win, Budget budget not None, int64_t limit=-1, bint memo=True, bint bound=True
    ) -> tuple[tuple[int, ...] | None, bool]:
        """Look for a winning completion, or with `win` false for a losing one; arguments and result as in Completions.

        `memo` and `bound` are the techniques completion-memo and completion-bound. Each suit chosen, each four made of an unknown card, and each card tried to complete a course is one position.
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
        """Return whether some course may end as wanted; False is certain."""
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
        """Return whether no two cards that were seen to differ in rank have the same, as far as they are named."""
        cdef int pair, first, second
        for pair in range(self.differing):
            first = self._rank(self.differ[pair][0])
            second = self._rank(self.differ[pair][1])
            if first == second != NO_RANK:
                return False
        return True

    cdef int _rank(self, int card) noexcept:
        return self.rank_of[card - OPEN] if card >= OPEN else card // BOUND_SUITS
