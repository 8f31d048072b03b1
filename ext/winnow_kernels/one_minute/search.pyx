"""One-Minute Solitaire: the least handlings, with free passing and with forced.

With free passing labels stand in layers by the number of cards played, cut by the priced bound. A narrow search is a beam
and finds good lines; one of unlimited width decides, for then only labels are dropped that others beat or whose bound
reaches the best score. With forced passing only an impasse leaves a choice, so the few choices are all tried.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from winnow_kernels.common.bits cimport bit, highest_bit, lowest_bit, popcount, take_lowest
from winnow_kernels.common.budget cimport Budget, Rooms
from winnow_kernels.common.tables cimport SlottedNodes, Traces
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down


# ------------------------------------------------------------------------------------------------------------ positions

# A position in numbers, and the arithmetic of passes.
#
# Cards are numbered in the order in which they lie: the waste from its first dealt card, then the hand from its next
# card. The foundation's top is the card after them. Pass 0 goes upwards, pass 1 downwards, and so on. A *place* is a
# boundary between cards: those below it have been dealt in an even pass, those from it on in an odd one. After card x
# is played the place is x.


cdef enum:
    CARDS = 64              # with the foundation's top
    SUITS = 4
    SUIT_SETS = 16
    SCALE = 256             # multipliers and bounds are whole numbers of 1/256 handling
    INFINITE = 1 << 29
    LARGEST_PICKUP = 4096   # more than the handlings of any line without detours

# A label of the search: a set of cards still to be played, the card on top, and what has been spent to get there.
cdef struct Label:
    uint64_t rest
    int32_t cost        # handlings from the start, of the cards played alone, and pick-ups
    int32_t bound       # scaled: no line through this label costs less
    uint32_t parent
    uint8_t top
    uint8_t turn        # the pass
    uint8_t place
    uint8_t alive

cdef struct Deal:
    int cards           # still to be played, at most 63
    int place           # cards in the waste: where the first pass stands
    int pickup
    uint8_t suit[CARDS]
    uint64_t fit[CARDS]         # the cards that match, without the card itself and the foundation's top
    uint64_t of_suit[SUITS]


cdef inline bint ahead(int turn, int place, int card) noexcept nogil:
    """Return whether the card has still to come up in this pass."""
    return card < place if turn & 1 else card >= place


cdef inline uint64_t all_ahead(int turn, int place) noexcept nogil:
    """Return the cards that have still to come up in this pass."""
    return bit(place) - 1 if turn & 1 else ~(bit(place) - 1)


cdef inline int suits_gone(const Deal* deal, uint64_t rest, int top) noexcept nogil:
    """Return the suits, as a set, of which no card is left and which are not the top's."""
    cdef int suit, gone = 0
    for suit in range(SUITS):
        if not rest & deal.of_suit[suit]:
            gone |= 1 << suit
    return gone & ~(1 << deal.suit[top])


cdef inline int read_deal(Deal* deal, suits, ranks, int place, int pickup) except -1:
    """Fill in a deal: suits and ranks (0..3, 0..12) of the cards in their order, the foundation's top after them."""
    cdef int card, other
    deal.cards = len(suits) - 1
    deal.place = place
    deal.pickup = pickup
    if not 0 <= deal.cards < CARDS or not 0 <= place <= deal.cards or not 0 <= pickup <= LARGEST_PICKUP:
        raise ValueError(f"{deal.cards} cards, {place} in the waste, {pickup} for a pick-up")
    for card in range(SUITS):
        deal.of_suit[card] = 0
    for card in range(deal.cards + 1):
        deal.suit[card] = suits[card]
        deal.fit[card] = 0
        for other in range(deal.cards):
            if other != card and (suits[other] == suits[card] or ranks[other] == ranks[card]):
                deal.fit[card] |= bit(other)
        if card < deal.cards:
            deal.of_suit[deal.suit[card]] |= bit(card)
    return 0


# ---------------------------------------------------------------------------------------------------- the first impasse

# Before which time the first impasse from a position cannot be, in cells (games/one_minute/ledger.md: first-impasse).
#
# A cell is a part of a pass. Cells are numbered through all passes.


cdef enum:
    CELLS = 4               # in a pass
    DELAYS = 2 * CELLS      # all cards left have come up before two passes are over
    NO_CELL = 1 << 20


cdef inline int cell_of(const Deal* deal, int turn, int card) noexcept nogil:
    """Return the cell in which the card comes up in this pass."""
    return turn * CELLS + (deal.cards - 1 - card if turn & 1 else card) * CELLS // deal.cards


cdef inline int first_impasse(const Deal* deal, uint64_t rest, int turn, int place) noexcept nogil:
    """Return a cell before which of each suit that is left a card has yet to come up: no impasse is earlier, nor the end.

    The position itself is not at an impasse.
    """
    cdef int suit, first = NO_CELL
    cdef uint64_t own
    for suit in range(SUITS):
        own = rest & deal.of_suit[suit]
        if not own:
            continue
        # The cards that have come up in this pass come up last in the next one.
        if turn & 1:
            if highest_bit(own) >= place:
                first = min(first, cell_of(deal, turn + 1, highest_bit(own)))
            else:
                first = min(first, cell_of(deal, turn, lowest_bit(own)))
        elif lowest_bit(own) < place:
            first = min(first, cell_of(deal, turn + 1, lowest_bit(own)))
        else:
            first = min(first, cell_of(deal, turn, highest_bit(own)))
    return first


# -------------------------------------------------------------------------------------------------------- the last suit

# What follows when all cards left have the same suit: they match each other (games/one_minute/ledger.md: last-suit).


# What some cards cost less their prices, in the pass under way and in the next one.
cdef struct Parts:
    int32_t now
    int32_t later


cdef inline bint is_last_suit(int gone) noexcept nogil:
    """Return whether all suits but one are gone."""
    cdef int left = (1 << SUITS) - 1 & ~gone
    return left and not left & (left - 1)


cdef inline int32_t gain(const int32_t* price, int turn, int place, int card) noexcept nogil:
    """Return the cost of playing the card when it comes up next, less its price, or 0 if that is lower."""
    return min(0, SCALE * (turn + (1 if ahead(turn, place, card) else 2)) - price[card])


cdef inline Parts gains(const int32_t* price, int turn, int place, uint64_t cards) noexcept nogil:
    """Return the least value of playing some of the cards in this pass, and in the next without its pick-up."""
    cdef Parts parts
    cdef int card
    parts.now = parts.later = 0
    while cards:
        card = take_lowest(&cards)
        if ahead(turn, place, card):
            parts.now += gain(price, turn, place, card)
        else:
            parts.later += gain(price, turn, place, card)
    return parts


cdef inline int32_t value_of_all(
    const Deal* deal, const int32_t* price, int turn, int place, uint64_t cards
) noexcept nogil:
    """Return the value of playing all these cards when they come up next."""
    cdef int32_t value = 0
    cdef int card
    cdef bint later = False
    while cards:
        card = take_lowest(&cards)
        value += SCALE * (turn + 1) - price[card]
        if not ahead(turn, place, card):
            value += SCALE
            later = True
    return value + (SCALE * deal.pickup if later else 0)


# --------------------------------------------------------------------------------------------------------------- tables

# Lower bounds of One-Minute Solitaire: "each card exactly once" is priced instead of enforced.
#
# A relaxed line is a path of nodes (card, pass) in time; playing card x is paid for by x's price, which the bound adds once for each
# card still to be played. A path may leave the suit of its top for good only by an impasse, after which no card of that suit
# comes up. Each node remembers up to MOST_NEAR cards that a path through it has played and may not replay. All is in whole
# numbers, so every bound is exact. games/one_minute/ledger.md, `priced-bound` and `local-memory`, has the argument.


# A node is a card played in a pass: CARDS * pass + card.
cdef enum:
    MOST_PASSES = 64
    NODES = MOST_PASSES * CARDS
    MOST_NEAR = 8       # cards that a node may remember

# Which cards each node remembers.
cdef struct Memory:
    uint8_t count[NODES]
    uint8_t near[NODES][MOST_NEAR]

cdef enum:
    NO_CARD = CARDS - 1     # which no node remembers: at most the foundation's top has this number

# A relaxed line being followed, and the node at each of its steps.
cdef struct Path:
    int gone
    int turn
    int card
    int place
    int index           # which of the cards that its node remembers it has played
    int delay           # how many cells later the first impasse may be
    int32_t value
    int length
    bint learn
    int node[NODES + CARDS]
    int last[CARDS]     # the step at which it played each card


cdef enum:
    # Prices stay small enough for sums over a longest path to fit into 32 bits.
    MOST_PRICE = 1 << 18
    NO_NODE = -1
    BEFORE = -1         # when the path last played a card: before its start,
    NOT_YET = -2        # or never
    FULL_STEP = 256
    PATIENCE = 6


@cython.final
cdef class Tables:
    """The tables of one deal at the present prices and memory; `fill` makes them anew when either has changed.

    They are laid out for a number of passes and for the cards that the nodes remember; `improve` changes the prices, and
    what the nodes remember.
    """

    cdef Deal deal
    cdef Budget budget
    cdef Rooms rooms
    cdef int passes                 # lines with more passes are ignored
    cdef int delays                 # the number of delays of the first impasse that have values of their own
    cdef bint last_suit, local_memory, forgetting
    cdef Memory built               # what the tables below are indexed by
    cdef Memory wanted              # what has been learnt since; `lay_out` makes it `built`
    cdef int64_t offset[NODES]
    cdef int64_t arc_start[NODES]
    cdef uint8_t taken_index[NODES][CARDS]  # the bit by which a node remembers a card, 0 if it does not
    cdef int64_t size
    cdef int32_t *values
    cdef uint8_t *arcs
    cdef int32_t *after
    cdef int32_t *impasse
    cdef int64_t claimed
    cdef int first_turn             # the tables hold nothing of earlier passes,
    cdef int least_gone             # nor of sets of suits that are not above this one,
    cdef int first_free             # nor of an impasse or an end before this cell,
    cdef uint64_t left              # nor of playing a card outside this set,
    cdef uint64_t tops              # nor of what follows a card outside this set
    cdef uint64_t wanted_cells[SUIT_SETS]   # the cells of the first impasse that are needed, by suits gone
    cdef int32_t price[CARDS]
    cdef int64_t slope[CARDS]       # how often the relaxed lines miss each card, less how often they replay it
    cdef int places[CARDS]          # where an impasse may be, of the set of suits being filled in
    cdef int place_count
    cdef uint64_t taken[SUIT_SETS][MOST_PASSES]         # the cards that may be best at an impasse: `after` has only these
    cdef int32_t least_impasse[SUIT_SETS][MOST_PASSES]  # the least of `impasse` over its places

    def __cinit__(self, Budget budget not None, without):
        self.budget = budget
        self.rooms = Rooms(budget)
        self.last_suit = "last-suit" not in without
        self.local_memory = "local-memory" not in without
        self.forgetting = "forgetting" not in without
        self.delays = 1 if "first-impasse" in without else DELAYS

    cdef int64_t bytes_wanted(self) noexcept nogil:
        """Return the bytes that tables of the same number of passes take if the nodes remember what is wanted."""
        cdef int turn, card
        cdef int64_t arcs = 0, size = 0, impasse = <int64_t>SUIT_SETS * self.passes * CARDS
        for turn in range(self.passes):
            for card in range(self.deal.cards):
                size += 1 << self.wanted.count[CARDS * turn + card]
                arcs += <int64_t>popcount(self.deal.fit[card]) << self.wanted.count[CARDS * turn + card]
        return arcs + (self.delays * SUIT_SETS * size + impasse * (self.deal.cards + 1)) * <int64_t>sizeof(int32_t)

    cdef bint lay_out(self, int passes) except -1 nogil:
        """Make room for tables of `passes` passes and of the memory wanted; False if the budget refuses.

        Nothing may be looked up between this and the next `fill`.
        """
        cdef int turn, card, node, target, other, n = self.deal.cards
        cdef uint64_t others
        cdef int64_t arcs = 0, impasse = <int64_t>SUIT_SETS * passes * CARDS
        self.rooms.clear()
        self.passes = passes
        self.claimed = self.bytes_wanted()
        self.built = self.wanted
        self.size = 0
        memset(self.taken_index, 0, sizeof(self.taken_index))
        for turn in range(passes):
            for card in range(n):
                node = CARDS * turn + card
                for other in range(self.built.count[node]):
                    self.taken_index[node][self.built.near[node][other]] = 1 << other
                self.offset[node] = self.size
                self.size += 1 << self.built.count[node]
                self.arc_start[node] = arcs
                arcs += <int64_t>popcount(self.deal.fit[card]) << self.built.count[node]
        self.values = <int32_t*>self.rooms.zeros(self.delays * SUIT_SETS * self.size, sizeof(int32_t))
        self.arcs = <uint8_t*>self.rooms.zeros(arcs, 1)
        self.after = <int32_t*>self.rooms.zeros(impasse * n, sizeof(int32_t))
        self.impasse = <int32_t*>self.rooms.zeros(impasse, sizeof(int32_t))
        if not (self.values and self.arcs and self.after and self.impasse):
            return False
        for turn in range(passes):
            for card in range(n):
                node = CARDS * turn + card
                arcs = self.arc_start[node]
                others = self.deal.fit[card]
                while others:
                    other = take_lowest(&others)
                    target = CARDS * (turn if ahead(turn, card, other) else turn + 1) + other
                    if target < CARDS * passes:
                        self._map_arc(node, target, self.arcs + arcs)
                    arcs += 1 << self.built.count[node]
        return True

    cdef void _map_arc(self, int node, int target, uint8_t* arc) noexcept nogil:
        """Note for each set of cards remembered at `node` which of its cards, and of `node`'s, `target` remembers."""
        cdef int remembered
        cdef const uint8_t* near = self.built.near[node]
        arc[0] = self.taken_index[target][node % CARDS]
        for remembered in range(1, 1 << self.built.count[node]):
            arc[remembered] = arc[remembered & (remembered - 1)] | self.taken_index[target][near[lowest_bit(remembered)]]

    cdef void fill(self) noexcept nogil:
        """Compute all tables at the present prices."""
        cdef int gone, turn, card, i, n = self.deal.cards
        cdef uint64_t playable, places
        cdef int32_t up[CARDS]
        cdef int32_t down[CARDS]
        for gone in range(SUIT_SETS - 1, -1, -1):
            if gone & self.least_gone != self.least_gone:
                continue
            playable = 0
            for i in range(SUITS):
                if not gone >> i & 1:
                    playable |= self.deal.of_suit[i]
            places = ~playable
            playable &= self.left
            # The top at an impasse is the last of its suit.
            self.place_count = 0
            for card in range(n):
                if places >> card & 1:
                    self.places[self.place_count] = card
                    self.place_count += 1
            for turn in range(self.passes - 1, self.first_turn - 1, -1):
                if self.last_suit and is_last_suit(gone):
                    self._fill_last_suit(gone, turn, playable)
                    continue
                for i in range(n):
                    card = i if turn & 1 else n - 1 - i
                    if not gone >> self.deal.suit[card] & 1 and self.tops >> card & 1:
                        self._fill_delays(gone, turn, card)
                if gone == self.least_gone or (turn + 1) * CELLS <= self.first_free:
                    # No impasse can have come yet: each adds a suit to those that are gone.
                    continue
                for card in range(n):
                    up[card] = self.first_value(gone, card, turn + (turn & 1), NO_CARD)
                    down[card] = self.first_value(gone, card, turn + 1 - (turn & 1), NO_CARD)
                    if turn & 1:
                        up[card] += SCALE * self.deal.pickup
                    else:
                        down[card] += SCALE * self.deal.pickup
                self._fill_impasse(gone, turn, playable, up, down)

    cdef int32_t* values_after(self, int gone, int turn, int card) noexcept nogil:
        """Return the values of having taken the card at an impasse in this pass, one for each place."""
        return self.after + ((gone * self.passes + turn) * <int64_t>self.deal.cards + card) * CARDS

    cdef int32_t* _impasse(self, int gone, int turn) noexcept nogil:
        """Return the values of an impasse in this pass, one for each place, if no card of the suits `gone` is left."""
        return self.impasse + (gone * self.passes + turn) * <int64_t>CARDS

    cdef int32_t step_cost(self, int turn, int place, int card) noexcept nogil:
        """Return the cost of playing the card when it comes up next, less its price."""
        if ahead(turn, place, card):
            return SCALE * (turn + 1) - self.price[card]
        return SCALE * (turn + 2 + self.deal.pickup) - self.price[card]

    cdef int32_t impasse_cost(self, int turn, int place, int card) noexcept nogil:
        """Return the cost of taking the card at an impasse, less its price."""
        return SCALE * (turn + (1 if ahead(turn, place, card) else 2)) - self.price[card]

    cdef void _fill_delays(self, int gone, int turn, int card) noexcept nogil:
        """Fill in the values after `card`, for every wanted delay of the first impasse."""
        cdef int delay, cell = cell_of(&self.deal, turn, card), m
        cdef int32_t* out
        if cell >= self.first_free:
            self._fill_node(gone, turn, card, 0)
        else:
            out = self.values_of(gone, CARDS * turn + card, 0)
            for m in range(1 << self.built.count[CARDS * turn + card]):
                out[m] = INFINITE
        for delay in range(max(1, self.first_free - cell), self.delays):
            if self.wanted_cells[gone] >> self._from_first(cell + delay) & 1:
                self._fill_node(gone, turn, card, delay)

    cdef int _from_first(self, int cell) noexcept nogil:
        """Return the bit of a cell in `wanted_cells`; the last bit also serves all later cells."""
        return min(63, cell - self.first_turn * CELLS)

    cdef void _fill_node(self, int gone, int turn, int card, int delay) noexcept nogil:
        """Fill in what may follow `card`, for every set of cards that its node may remember.

        A line with a delay has no impasse and no end before it is over. A larger set forbids more: the empty one has
        the least value of each arc, the full one the greatest at the node.
        """
        cdef int node = CARDS * turn + card, other, target, m, base, block, total = 1 << self.built.count[node]
        cdef int over = cell_of(&self.deal, turn, card) + delay
        cdef uint64_t others = self.deal.fit[card]
        cdef int32_t cost, value, known
        cdef int32_t* out = self.values_of(gone, node, delay)
        cdef const int32_t* following
        cdef const uint8_t* arc = self.arcs + self.arc_start[node]
        value = INFINITE
        if not delay:
            value = min(0, self._impasse(gone | 1 << self.deal.suit[card], turn)[card])
        for m in range(total):
            out[m] = value
        while others:
            other = take_lowest(&others)
            target = CARDS * (turn if ahead(turn, card, other) else turn + 1) + other
            if not (gone >> self.deal.suit[other] & 1 or not self.left >> other & 1 or target >= CARDS * self.passes):
                following = self.values_of(gone, target, max(0, over - cell_of(&self.deal, target // CARDS, other)) if delay else 0)
                cost = self.step_cost(turn, card, other)
                if cost + following[arc[0]] < out[total - 1]:
                    # Only the sets that do not hold the next card: pieces of `block` in every 2 * `block`.
                    block = self.taken_index[node][other] or total
                    base = 0
                    while base < total:
                        for m in range(base, base + block):
                            value = cost + following[arc[m]]
                            known = out[m]
                            out[m] = value if value < known else known
                        base += 2 * block
            arc += total

    cdef void _fill_last_suit(self, int gone, int turn, uint64_t playable) noexcept nogil:
        """Fill in the impasses of this pass after which only one suit is left: its cards are played once at most."""
        cdef int i, place, card
        cdef int32_t value
        cdef uint64_t cards
        cdef Parts whole, rest
        cdef int32_t* out = self._impasse(gone, turn)
        self.least_impasse[gone][turn] = INFINITE
        for i in range(self.place_count):
            place = self.places[i]
            out[place] = INFINITE
            whole = gains(self.price, turn, place, playable)
            cards = playable
            while cards:
                card = take_lowest(&cards)
                rest = whole
                if ahead(turn, place, card):
                    rest.now -= gain(self.price, turn, place, card)
                else:
                    rest.later -= gain(self.price, turn, place, card)
                value = self.impasse_cost(turn, place, card) + self.value_of_parts(turn, rest)
                out[place] = min(out[place], value)
            self.least_impasse[gone][turn] = min(self.least_impasse[gone][turn], out[place])

    cdef int32_t value_of_parts(self, int turn, Parts parts) noexcept nogil:
        """Return the least value of cards played in this pass and in the next one, which has a pick-up."""
        if turn + 1 >= self.passes:
            return parts.now
        return parts.now + min(0, SCALE * self.deal.pickup + parts.later)

    cdef int32_t* values_of(self, int gone, int node, int delay) noexcept nogil:
        """Return the values of a node, one for each set of cards remembered."""
        return self.values + (delay * SUIT_SETS + gone) * self.size + self.offset[node]

    cdef int32_t first_value(self, int gone, int card, int turn, int before) noexcept nogil:
        """Return the value of playing `card` in this pass, less its price, when only `before` is remembered."""
        cdef int node = CARDS * turn + card
        if turn >= self.passes or gone >> self.deal.suit[card] & 1 or not self.left >> card & 1:
            return INFINITE
        return (
            SCALE * (turn + 1) - self.price[card]
            + self.values[gone * self.size + self.offset[node] + self.taken_index[node][before]]
        )

    cdef int32_t _first_after(
        self, const int32_t* first, int gone, int turn, int card, int before, int32_t limit
    ) noexcept nogil:
        """Return the value of playing `card` in this pass after `before`, or `limit` if that is less.

        `first` holds the values where nothing is remembered, which are no greater.
        """
        cdef int node = CARDS * turn + card
        cdef const int32_t* values = self.values + gone * self.size + self.offset[node]
        if first[card] >= limit:
            return limit
        return min(limit, first[card] - values[0] + values[self.taken_index[node][before]])

    cdef void _fill_after(
        self, int gone, int turn, int card, uint64_t matching, const int32_t* up, const int32_t* down
    ) noexcept nogil:
        """Fill in what may follow `card` taken at an impasse, at every place of this pass where one may be.

        `up` and `down` hold the values of playing a card first that lies above the place and below it.
        """
        cdef int i, place
        cdef bint odd = turn & 1
        cdef int32_t best = 0
        cdef uint64_t others = matching
        cdef const int32_t* impasse = self._impasse(gone | 1 << self.deal.suit[card], turn)
        cdef int32_t* out = self.values_after(gone, turn, card)
        # The best of the cards from a place on, then of those below it: the ones in this pass, the others in the next.
        for i in range(self.place_count - 1, -1, -1):
            place = self.places[i]
            while others and highest_bit(others) >= place:
                best = self._first_after(up, gone, turn + odd, highest_bit(others), card, best)
                others &= ~bit(highest_bit(others))
            out[place] = min(best, impasse[place])
        best = INFINITE
        others = matching
        for i in range(self.place_count):
            place = self.places[i]
            while others and lowest_bit(others) < place:
                best = self._first_after(down, gone, turn + 1 - odd, take_lowest(&others), card, best)
            out[place] = min(out[place], best)

    cdef void _fill_impasse(
        self, int gone, int turn, uint64_t playable, const int32_t* up, const int32_t* down
    ) noexcept nogil:
        """Fill in the impasses of this pass, and what may follow those cards that are best somewhere.

        The most promising cards come first; those that can be no better than the rest at any place are left out.
        """
        cdef int i, place, card, chosen
        cdef int32_t below, above, value, most = INFINITE
        cdef int32_t least[CARDS]
        cdef uint64_t cards = playable
        cdef const int32_t* after
        cdef int32_t* out = self._impasse(gone, turn)
        for i in range(self.place_count):
            out[self.places[i]] = INFINITE
        self.taken[gone][turn] = 0
        while cards:
            card = take_lowest(&cards)
            # An impasse costs one of two values: its place is before the card or after it.
            least[card] = min(self.impasse_cost(turn, 0, card), self.impasse_cost(turn, self.deal.cards, card))
            least[card] += self._least_after(gone, turn, card, playable, up, down)
        while playable & ~self.taken[gone][turn]:
            cards = playable & ~self.taken[gone][turn]
            chosen = lowest_bit(cards)
            while cards:
                card = take_lowest(&cards)
                if least[card] < least[chosen]:
                    chosen = card
            if least[chosen] > most:
                break
            self.taken[gone][turn] |= bit(chosen)
            self._fill_after(gone, turn, chosen, self.deal.fit[chosen] & playable, up, down)
            after = self.values_after(gone, turn, chosen)
            below = self.impasse_cost(turn, 0, chosen)
            above = self.impasse_cost(turn, self.deal.cards, chosen)
            most = -INFINITE
            for i in range(self.place_count):
                place = self.places[i]
                value = (below if place <= chosen else above) + after[place]
                out[place] = min(out[place], value)
                most = max(most, out[place])
        self.least_impasse[gone][turn] = INFINITE
        for i in range(self.place_count):
            self.least_impasse[gone][turn] = min(self.least_impasse[gone][turn], out[self.places[i]])

    cdef int32_t _least_after(
        self, int gone, int turn, int card, uint64_t playable, const int32_t* up, const int32_t* down
    ) noexcept nogil:
        """Return a bound on what may follow `card` taken at an impasse in this pass: at no place is it less."""
        cdef int other
        cdef int32_t value = min(0, self.least_impasse[gone | 1 << self.deal.suit[card]][turn])
        cdef uint64_t others = self.deal.fit[card] & playable
        while others:
            other = take_lowest(&others)
            value = min(value, min(up[other], down[other]))
        return value

    cdef void aim(self, const Label* labels, int64_t count, bint alone) noexcept nogil:
        """Let the tables, from the next `fill` on, hold only what lines through these labels may still meet.

        If these labels `alone` are to be looked up, none that follow, that is less.
        """
        cdef int64_t i
        self.first_turn = MOST_PASSES
        self.first_free = NO_CELL if self.delays > 1 else 0
        self.least_gone = SUIT_SETS - 1
        self.left = self.tops = 0
        for i in range(count):
            self.first_turn = min(self.first_turn, <int>labels[i].turn)
            self.least_gone &= suits_gone(&self.deal, labels[i].rest, labels[i].top)
            self.left |= labels[i].rest
            self.tops |= bit(labels[i].top)
        self.tops |= self.left
        memset(self.wanted_cells, 0 if alone else -1, sizeof(self.wanted_cells))
        if self.delays > 1:
            for i in range(count):
                if self.is_tabled(labels[i].rest, labels[i].top, labels[i].turn, labels[i].place):
                    self._want_node(labels[i].rest, labels[i].top, labels[i].turn)
                else:
                    self._want_ahead(labels[i].rest, labels[i].top, labels[i].turn, labels[i].place)

    cdef void _want_node(self, uint64_t rest, int card, int turn) noexcept nogil:
        """Ask for what `_at_node` reads."""
        cdef int gone = suits_gone(&self.deal, rest, card), cell
        if rest and not (self.last_suit and is_last_suit(gone)):
            cell = cell_of(&self.deal, turn, card) + self.delay_of(rest, card, turn)
            self.first_free = min(self.first_free, cell)
            self.wanted_cells[gone] |= bit(self._from_first(cell))

    cdef void _want_ahead(self, uint64_t rest, int top, int turn, int place) noexcept nogil:
        """Ask for what `look_ahead` reads."""
        cdef int card
        cdef uint64_t matching = rest & self.deal.fit[top], cards
        if not matching:
            self.first_free = min(self.first_free, turn * CELLS)
        cards = matching if matching else rest
        while cards:
            card = take_lowest(&cards)
            if matching:
                self._want_node(rest & ~bit(card), card, turn if ahead(turn, place, card) else turn + 1)
            else:
                self._want_ahead(rest & ~bit(card), card, turn, place)

    cdef int64_t price_of(self, uint64_t rest) noexcept nogil:
        """Return the sum of the prices of these cards."""
        cdef int64_t total = 0
        while rest:
            total += self.price[take_lowest(&rest)]
        return total

    cdef int32_t bound_of(self, const Label* label) noexcept nogil:
        """Return the scaled bound of a label: no line through it costs less."""
        cdef int64_t ahead_of_it = self.value(label.rest, label.top, label.turn, label.place)
        return <int32_t>(SCALE * label.cost + ahead_of_it + self.price_of(label.rest))

    cdef int32_t value(self, uint64_t rest, int top, int turn, int place) noexcept nogil:
        """Return the least value of the relaxed lines from a position: their cost less the prices of the cards played."""
        if self.is_tabled(rest, top, turn, place):
            return self._at_node(rest, top, turn)
        return self.look_ahead(rest, top, turn, place, NULL)

    cdef bint is_tabled(self, uint64_t rest, int top, int turn, int place) noexcept nogil:
        """Return whether the tables serve: after a match, by a card that was not the last of its suit."""
        return top == place and top < self.deal.cards and rest & self.deal.of_suit[self.deal.suit[top]] != 0

    cdef int32_t _at_node(self, uint64_t rest, int card, int turn) noexcept nogil:
        cdef int node = CARDS * turn + card, gone = suits_gone(&self.deal, rest, card)
        if not rest:
            return 0
        if turn >= self.passes:
            return INFINITE
        if self.last_suit and is_last_suit(gone):
            return value_of_all(&self.deal, self.price, turn, card, rest)
        return self.values_of(gone, node, self.delay_of(rest, card, turn))[self.remembered(rest, node)]

    cdef int delay_of(self, uint64_t rest, int card, int turn) noexcept nogil:
        """Return how many cells after this node's own the first impasse may be: none if it follows at once."""
        if self.delays == 1 or not rest & self.deal.fit[card]:
            return 0
        return first_impasse(&self.deal, rest, turn, card) - cell_of(&self.deal, turn, card)

    cdef int remembered(self, uint64_t rest, int node) noexcept nogil:
        """Return which of the cards that the node remembers have been played."""
        cdef int i, index = 0
        for i in range(self.built.count[node]):
            index |= <int>(~rest >> self.built.near[node][i] & 1) << i
        return index

    cdef int32_t look_ahead(self, uint64_t rest, int top, int turn, int place, int* chosen) noexcept nogil:
        """Do the same by the next cards that the rules allow, and name the best of them."""
        cdef int card, after
        cdef int32_t value, best = INFINITE
        cdef uint64_t matching = rest & self.deal.fit[top], cards
        if not rest:
            return 0
        cards = matching if matching else rest
        while cards:
            card = take_lowest(&cards)
            if matching:
                after = turn if ahead(turn, place, card) else turn + 1
                value = self.step_cost(turn, place, card) + self._at_node(rest & ~bit(card), card, after)
            else:
                value = self.impasse_cost(turn, place, card)
                value += self.look_ahead(rest & ~bit(card), card, turn, place, NULL)
            if value < best:
                best = value
                if chosen is not NULL:
                    chosen[0] = card
        return min(best, <int32_t>INFINITE)

    # ---- prices that raise the bounds of given labels: a subgradient method

    cdef bint improve(
        self, const Label* labels, int count, int rounds, int learning, int64_t ceiling
    ) except -1 nogil:
        """Change the prices so that the bounds of these labels rise, as far as they lie below `ceiling` (scaled).

        A subgradient method: cards that the relaxed lines play too often become dearer. In the first `learning` rounds the nodes
        also learn to remember the cards that are replayed. The best prices found are kept and the tables filled for
        them, but for these labels alone; False if the budget ended it, which leaves no tables to be looked up.
        """
        cdef int r, i, card, learnt, step = FULL_STEP, waited = 0
        cdef int64_t bound, total, gap, norm, change, best = -1
        cdef bint filled_best = False
        cdef int32_t best_price[CARDS]
        self.aim(labels, count, True)
        for r in range(rounds + 1):
            filled_best = False
            learnt = memcmp(&self.wanted, &self.built, sizeof(Memory))
            if learnt and self.forgetting and not self.budget.can_spare(self.bytes_wanted() - self.claimed):
                # Memory has no room for more to remember: what is laid out stays a bound.
                self.wanted = self.built
                learnt = 0
            if learnt and not self.lay_out(self.passes):
                return False
            self.fill()
            if self.budget.look():
                return False
            total = gap = 0
            memset(self.slope, 0, sizeof(self.slope))
            for i in range(count):
                bound = self.bound_of(&labels[i])
                total += min(bound, ceiling)
                if bound < ceiling:
                    gap += ceiling - bound
                    self._walk(&labels[i], self.local_memory and r < learning)
            waited += 1
            if r == 0 or total > best:
                best = total
                memcpy(best_price, self.price, sizeof(best_price))
                waited = 0
                filled_best = True
            elif waited == PATIENCE:
                step = step // 2
                waited = 0
                memcpy(self.price, best_price, sizeof(best_price))
            norm = 0
            for card in range(self.deal.cards):
                norm += self.slope[card] * self.slope[card]
            if not norm or not step or r == rounds:
                break
            for card in range(self.deal.cards):
                change = step * gap // FULL_STEP * self.slope[card] / norm
                self.price[card] = <int32_t>max(-<int64_t>MOST_PRICE, min(<int64_t>MOST_PRICE, self.price[card] + change))
        if not filled_best:
            memcpy(self.price, best_price, sizeof(best_price))
            self.fill()
        return True

    cdef void _walk(self, const Label* label, bint learn) noexcept nogil:
        """Follow the best relaxed line of a label: add to the slope what it misses, less what it replays."""
        cdef Path path
        cdef uint64_t rest = label.rest
        cdef int card
        path.turn = label.turn
        path.place = label.place
        path.card = label.top
        path.length = 1
        path.learn = learn
        for card in range(CARDS):
            path.last[card] = NOT_YET if rest >> card & 1 else BEFORE
            self.slope[card] += rest >> card & 1
        path.last[path.card] = 0
        path.node[0] = NO_NODE
        if self.is_tabled(rest, path.card, path.turn, path.place):
            path.node[0] = CARDS * path.turn + path.card
        elif not self._leave_start(&path, &rest):
            return
        if not rest:
            return
        path.gone = suits_gone(&self.deal, rest, path.card)
        if self.last_suit and is_last_suit(path.gone):
            # Each card left is played once.
            while rest:
                self.slope[take_lowest(&rest)] -= 1
            return
        path.delay = self.delay_of(rest, path.card, path.turn)
        path.index = self.remembered(rest, CARDS * path.turn + path.card)
        while self._follow_arc(&path) or self._follow_impasse(&path):
            pass

    cdef bint _leave_start(self, Path* path, uint64_t* rest) noexcept nogil:
        """Follow what `look_ahead` sees, to the first node in the tables; False if the line ends before."""
        cdef int card
        cdef bint matching
        while rest[0]:
            matching = rest[0] & self.deal.fit[path.card] != 0
            if self.look_ahead(rest[0], path.card, path.turn, path.place, &card) >= INFINITE:
                return False
            rest[0] &= ~bit(card)
            if matching:
                path.turn += not ahead(path.turn, path.place, card)
                self._visit(path, card, CARDS * path.turn + card)
                return True
            self._visit(path, card, NO_NODE)
        return False

    cdef bint _follow_arc(self, Path* path) noexcept nogil:
        """Take the path's next card by a match, if that is best; False if it ends here or in an impasse."""
        cdef int node = CARDS * path.turn + path.card, other, target, i, total = 1 << self.built.count[node]
        cdef uint64_t others = self.deal.fit[path.card]
        cdef int delay, over = cell_of(&self.deal, path.turn, path.card) + path.delay
        cdef int32_t value = self.values_of(path.gone, node, path.delay)[path.index]
        cdef const uint8_t* arc = self.arcs + self.arc_start[node] + path.index
        cdef uint64_t played = 0
        for i in range(self.built.count[node]):
            if path.index >> i & 1:
                played |= bit(self.built.near[node][i])
        while others and (value or path.delay):
            other = take_lowest(&others)
            target = CARDS * (path.turn if ahead(path.turn, path.card, other) else path.turn + 1) + other
            if self.left & ~played & bit(other) and not path.gone >> self.deal.suit[other] & 1 and target < CARDS * self.passes:
                delay = max(0, over - cell_of(&self.deal, target // CARDS, other)) if path.delay else 0
                i = self.values_of(path.gone, target, delay)[arc[0]]
                if self.step_cost(path.turn, path.card, other) + i == value:
                    path.delay = delay
                    path.index = arc[0]
                    path.turn = target // CARDS
                    self._visit(path, other, target)
                    return True
            arc += total
        path.value = value
        return False

    cdef bint _follow_impasse(self, Path* path) noexcept nogil:
        """Take cards by impasses, and then one by a match; False if the path ends."""
        cdef int card, turn, place = path.card
        cdef uint64_t others
        cdef int32_t value = path.value
        while value:
            path.gone |= 1 << self.deal.suit[path.card]
            if self.last_suit and is_last_suit(path.gone):
                self._follow_last_suit(path, place)
                return False
            card = 0
            while not self.taken[path.gone][path.turn] >> card & 1 or (
                self.impasse_cost(path.turn, place, card) + self.values_after(path.gone, path.turn, card)[place] != value
            ):
                card += 1
            self._visit(path, card, NO_NODE)
            value = self.values_after(path.gone, path.turn, card)[place]
            others = self.deal.fit[card] if value else 0
            while others:
                card = take_lowest(&others)
                turn = path.turn if ahead(path.turn, place, card) else path.turn + 1
                if value == self.first_value(path.gone, card, turn, path.card) + (
                    SCALE * self.deal.pickup if turn > path.turn else 0
                ):
                    path.turn = turn
                    path.index = self.taken_index[CARDS * turn + card][path.card]
                    self._visit(path, card, CARDS * path.turn + card)
                    return True
        return False

    cdef void _follow_last_suit(self, Path* path, int place) noexcept nogil:
        """Take a card of the last suit by an impasse, and the others that are worth it, each once."""
        cdef int card, taken = 0
        cdef uint64_t cards, playable = self.left
        cdef int32_t value, best = INFINITE
        cdef Parts parts
        for card in range(SUITS):
            if path.gone >> card & 1:
                playable &= ~self.deal.of_suit[card]
        cards = playable
        while cards:
            card = take_lowest(&cards)
            parts = gains(self.price, path.turn, place, playable & ~bit(card))
            value = self.impasse_cost(path.turn, place, card) + self.value_of_parts(path.turn, parts)
            if value < best:
                best = value
                taken = card
        self._visit(path, taken, NO_NODE)
        playable &= ~bit(taken)
        parts = gains(self.price, path.turn, place, playable)
        cards = playable
        while cards:
            card = take_lowest(&cards)
            if gain(self.price, path.turn, place, card) < 0 and (
                ahead(path.turn, place, card) or self.value_of_parts(path.turn, parts) < parts.now
            ):
                self.slope[card] -= 1

    cdef void _visit(self, Path* path, int card, int node) noexcept nogil:
        """Note that the path plays the card; if it has done so before, the nodes in between may learn of it."""
        self.slope[card] -= 1
        if path.learn and path.last[card] != NOT_YET:
            self._remember(path, card)
        path.last[card] = path.length
        path.node[path.length] = node
        path.length += 1
        path.card = card

    cdef void _remember(self, const Path* path, int card) noexcept nogil:
        """Let all nodes since the path last played the card remember it, unless one of them cannot."""
        cdef int i, node
        cdef Memory* wanted = &self.wanted
        for i in range(path.last[card] + 1, path.length):
            node = path.node[i]
            if node == NO_NODE or wanted.count[node] == MOST_NEAR and not self._knows(node, card):
                return
        for i in range(path.last[card] + 1, path.length):
            node = path.node[i]
            if not self._knows(node, card):
                wanted.near[node][wanted.count[node]] = card
                wanted.count[node] += 1

    cdef bint _knows(self, int node, int card) noexcept nogil:
        cdef int i
        for i in range(self.wanted.count[node]):
            if self.wanted.near[node][i] == card:
                return True
        return False


# --------------------------------------------------------------------------------------------------------------- layers

# All labels with the same number of cards played: of equal positions only the cheapest.


cdef enum:
    FIRST_CAPACITY = 1 << 7
    BUCKETS = 1 << 12

# How many labels have which bounds.
cdef struct Buckets:
    int64_t tally[BUCKETS]
    int32_t least
    int32_t span


# How a label came about: its parent's number in the layer before, and the card played, which is on top.
cdef struct Trace:
    uint32_t parent
    uint8_t card


cdef inline Label* labels_of(SlottedNodes layer) noexcept nogil:
    return <Label*>layer.memory


cdef class Layer(SlottedNodes):
    """The labels, found again by their cards and top, which are compared whole."""

    def __cinit__(self, Budget budget not None):
        cdef Label label
        self.rooms = Rooms(budget)
        self.node_size, self.trace_size = sizeof(Label), sizeof(Trace)
        self.trace_at = <char*>&label.parent - <char*>&label

    cdef uint64_t hash_of(self, const void* node) noexcept nogil:
        return _hash(<const Label*>node)

    cdef void clear(self) noexcept nogil:
        self.count = 0
        self.clear_slots()

    cdef bint add(self, const Label* label) noexcept nogil:
        """Add a label unless the same position has one that costs no more; drop one that costs more. False: no memory."""
        cdef uint64_t slot
        cdef Label* known
        if self.count == self.capacity and not self.grow(FIRST_CAPACITY):
            return False
        slot = _hash(label) & self.slot_mask
        while self.slots[slot]:
            known = &labels_of(self)[self.slots[slot] - 1]
            if known.rest == label.rest and known.top == label.top and known.alive and _time(known) == _time(label):
                if known.cost <= label.cost:
                    return True
                known.alive = False
            slot = (slot + 1) & self.slot_mask
        labels_of(self)[self.count] = label[0]
        labels_of(self)[self.count].alive = True
        self.count += 1
        self.slots[slot] = <uint32_t>self.count
        return True

    cdef void drop_dead(self) noexcept nogil:
        """Forget the labels that are not alive; no label can be added before `clear`."""
        cdef int64_t i, kept = 0
        for i in range(self.count):
            if labels_of(self)[i].alive:
                labels_of(self)[kept] = labels_of(self)[i]
                kept += 1
        self.count = kept

    cdef int32_t bound_at(self, int64_t width) noexcept nogil:
        """Return a bound that about `width` labels do not exceed: fewer only where all have it, more by a bucket."""
        cdef int64_t bucket, room = width
        cdef Buckets buckets
        if self.count <= width:
            return INFINITE
        bucket = _last_bucket(labels_of(self), self.count, &buckets, &room)
        return buckets.least + <int32_t>((bucket + 1) * buckets.span // (BUCKETS - 1))

    cdef void keep_best(self, int64_t width) noexcept nogil:
        """Keep the labels with the least bounds, `width` of them: to within a bucket, and there the first found."""
        cdef Buckets buckets
        cdef int64_t i, room = width
        cdef int bucket, last
        if self.count <= width:
            return
        last = _last_bucket(labels_of(self), self.count, &buckets, &room)
        for i in range(self.count):
            bucket = _bucket(&buckets, &labels_of(self)[i])
            if bucket == last:
                room -= 1
            labels_of(self)[i].alive = bucket < last or (bucket == last and room >= 0)
        self.drop_dead()


cdef int _last_bucket(const Label* labels, int64_t count, Buckets* buckets, int64_t* room) noexcept nogil:
    """Count the labels by their bounds; return the bucket that the `room`-th is in, and how much room is left for it."""
    cdef int64_t i
    cdef int last = 0
    cdef int32_t most
    buckets.least = most = labels[0].bound
    for i in range(count):
        buckets.least = min(buckets.least, labels[i].bound)
        most = max(most, labels[i].bound)
    buckets.span = most - buckets.least + 1
    memset(buckets.tally, 0, sizeof(buckets.tally))
    for i in range(count):
        buckets.tally[_bucket(buckets, &labels[i])] += 1
    while room[0] > buckets.tally[last]:
        room[0] -= buckets.tally[last]
        last += 1
    return last


cdef int _bucket(const Buckets* buckets, const Label* label) noexcept nogil:
    return <int>(<int64_t>(label.bound - buckets.least) * (BUCKETS - 1) // buckets.span)


cdef int _time(const Label* label) noexcept nogil:
    """Return the pass and how many cards left have been dealt in it: what a place means to the cards left."""
    return (label.turn << 8) + popcount(label.rest & ~all_ahead(label.turn, label.place))


cdef uint64_t _hash(const Label* label) noexcept nogil:
    """Hash the cards left and the top."""
    return mixed_down(mix_in(mix(label.rest + label.top), 0))


# --------------------------------------------------------------------------------------------------------------- search


TECHNIQUES = frozenset([
    "priced-bound",
    "last-suit",
    "first-impasse",
    "local-memory",
    "repricing",
    "dives",
    "forgetting",
])
MOST_CARDS = CARDS - 1
"""The most cards left to play."""
MOST_PICKUP = LARGEST_PICKUP
"""The most handlings that a pick-up may cost; above it only the number of passes would count."""

# Rounds of work on the prices: at the start, and for a sample of the labels of a large layer.
cdef enum:
    FIRST_ROUNDS = 20
    LATER_ROUNDS = 60
    REPRICING_ROUNDS = 8
    REPRICING_LEARNING = 3
    SAMPLE = 150
    # The labels in each layer of the beam that follows.
    DIVE = 1000
    # The fewest labels in a part, where a layer is searched in parts; a label has fewer than CARDS children.
    SMALLEST_PART = 128


cdef class Search:
    """One position under free passing: a lower bound on its handlings, and the best line found so far.

    `suits` (0..3) and `ranks` (0..12) describe the cards in the order in which they lie: the waste from its first dealt
    card, the hand from its next card, and last the foundation's top; at most MOST_CARDS cards, `place` of them in the
    waste. A pick-up costs `pickup` handlings, at most MOST_PICKUP. `line` and `score` are a line known beforehand and
    its handlings. `without` names the TECHNIQUES that are switched off. A search of unlimited width changes the prices
    at a layer of as many labels as `reprice_from` says first, once as many as it says then have been kept since the
    last change. Handlings are counted from this position. Raises ValueError for input that is no position.

    `line` holds the best line's cards, numbered as above, in foundation order. `priced` is None; set it to a list to
    record, by layer, (number of cards played, prices, {(pass, card): cards that this node remembers}).
    """

    cdef Deal deal
    cdef Budget budget
    cdef Tables tables
    cdef Layer layer
    cdef Layer following
    cdef Label root
    cdef bint bounding, repricing, dives, cut, ready, enough
    cdef int best               # as `score` and `bound`, but with the waste at the start counted once too much
    cdef int proved
    cdef int below
    cdef int64_t gathered       # labels since the prices were last changed
    cdef int64_t large_layer
    cdef int64_t many_labels
    cdef int64_t part           # the most labels that a part of a layer leads to
    cdef Traces traces
    cdef readonly list line  # type: list[int]
    cdef public list priced  # type: list[tuple[int, list[int], dict[tuple[int, int], list[int]]]] | None

    def __init__(
        self, suits: Sequence[int], ranks: Sequence[int], int place, int pickup, line: Sequence[int], int score,
        Budget budget not None, without: Collection[str] = (), reprice_from: tuple[int, int] = (10_000, 100_000),
    ) -> None:
        read_deal(&self.deal, suits, ranks, place, pickup)
        self.budget = budget
        self.tables = Tables(budget, without)
        self.tables.deal = self.deal
        self.layer, self.following = Layer(self.budget), Layer(self.budget)
        self.traces = Traces(CARDS, budget)
        self.bounding = "priced-bound" not in without
        self.repricing = "repricing" not in without
        self.dives = "dives" not in without
        self.large_layer, self.many_labels = reprice_from
        self.line = list(line)
        self.best = score + place
        self.proved = self.deal.cards
        self.root.rest = bit(self.deal.cards) - 1
        self.root.top = self.deal.cards
        self.root.turn = self.root.cost = self.root.parent = 0
        self.root.place = place

    @property
    def bound(self) -> int:
        """The lower bound: no line has fewer handlings."""
        return self.proved - self.deal.place

    @property
    def score(self) -> int:
        """The handlings of the best line so far."""
        return self.best - self.deal.place

    def tighten(self, int below) -> bool:
        """Raise `bound` by the prices alone, up to `below` handlings; return False if the budget ended it.

        Call it before `search`, whose `below` may not exceed this one.
        """
        cdef int64_t ceiling = <int64_t>SCALE * (below + self.deal.place)
        self.below = below + self.deal.place
        if not self.bounding or not self.root.rest:
            return not self.budget.poll()
        with nogil:
            self.ready = (
                self._lay_out(self.below)
                and self.tables.improve(&self.root, 1, FIRST_ROUNDS, 0, ceiling)
                and self.tables.improve(&self.root, 1, LATER_ROUNDS, 0, ceiling)
            )
        if self.ready:
            self._prove(self.tables.bound_of(&self.root))
            if self.priced is not None:
                self._note_prices(0)
        return self.ready

    def search(self, int below, int64_t width=0, bint enough=False) -> bool:
        """Search for a line of fewer handlings than `below`; return False if the budget ended it.

        The search keeps at most `width` labels a layer, or all if `width` is 0. With `enough` it ends at the first such
        line and proves nothing more. Unless the budget or the width cut it short, `bound` rises to at least the lesser
        of `score` and `below`. Each label costs one position. Raises ValueError if `below` exceeds that of `tighten`.
        """
        cdef bint done
        self.enough = enough
        if below + self.deal.place > self.below:
            raise ValueError(f"the tables hold lines below {self.below - self.deal.place}, not below {below}")
        self.below = below + self.deal.place
        if self.bounding and not self.ready:
            return False
        with nogil:
            done = self._run(width)
        return done

    cdef bint _lay_out(self, int below) except -1 nogil:
        """Make room for the tables of lines of a lower cost than `below`.

        A pass is begun only to play a card in it: the passes 1..p cost their cards 1..p handlings more, and p pick-ups.
        """
        cdef int passes = 1
        while passes < MOST_PASSES and (
            self.deal.cards + passes * (passes + 1) // 2 + passes * self.deal.pickup < below
        ):
            passes += 1
        return self.tables.lay_out(passes)

    cdef void _prove(self, int64_t scaled) noexcept nogil:
        """Raise the proved bound to a scaled one, at most to `below`: lines of that cost or more are not searched."""
        cdef int64_t bound = min((scaled + SCALE - 1) // SCALE, <int64_t>min(self.best, self.below))
        self.proved = max(self.proved, <int>bound)

    cdef bint _run(self, int64_t width) except -1 nogil:
        """Go through the layers; False if the budget ends it."""
        cdef int depth
        cdef int64_t i
        cdef bint going = True, apart = False, found = False
        self.gathered = 0
        self.cut = False
        self.layer.clear()
        if self.bounding:
            self.tables.aim(&self.root, 1, False)
            self.tables.fill()
        self.root.bound = self._bound_of(&self.root)
        going = self.layer.add(&self.root)
        for depth in range(self.deal.cards):
            if not going or not self.layer.count:
                break
            going = self.traces.keep(self.layer, depth)
            self.following.clear()
            i = 0
            if (
                going and not width and self.bounding and self.repricing
                and self.layer.count >= self.large_layer and self.gathered >= self.many_labels
            ):
                going = self._reprice(depth)
                if going:
                    self._prove_layer()
                if going and self.dives:
                    going = self._dive(depth)
                    found = self.enough and self.best < self.below
            while going and not found and i < self.layer.count:
                if self.tables.forgetting and not self._has_room():
                    apart = not width
                    break
                if self._is_open(&labels_of(self.layer)[i]):
                    going = not self.budget.charge(1) and self._expand(&labels_of(self.layer)[i], <uint32_t>i)
                i += 1
            if found:
                break
            if going and apart:
                going = self._search_apart(depth)
            if not going or apart:
                break
            self.cut = self.cut or i < self.layer.count
            self.following.drop_dead()
            if width and self.following.count > width:
                self.following.keep_best(width)
                self.cut = True
            self.gathered += self.following.count
            self.layer.trade(self.following)
            self._prove_layer()
        if going and not found:
            if not apart:
                self._note_best()
            if not self.cut:
                self._prove(<int64_t>SCALE * self.below)
        self.traces.forget_from(0)
        return going

    cdef bint _has_room(self) noexcept nogil:
        """Return whether what follows one more label fits into the next layer, with memory left for all else."""
        if self.following.count + CARDS <= self.following.capacity:
            return True
        return self.budget.can_spare(self.following.bytes_of(2 * max(self.following.capacity, <int64_t>SMALLEST_PART)))

    cdef bint _search_apart(self, int depth) except -1 with gil:
        """Search the layer at this depth to its end in parts that memory has room for; False if the budget ends it."""
        cdef int64_t room
        self.following = Layer(self.budget)
        room = self.budget.max_bytes - self.budget.bytes_used
        # For each depth to come a layer and its traces; and one layer twice, while it grows.
        room //= (self.deal.cards - depth + 1) * (self.following.bytes_of(1) + <int64_t>sizeof(Trace))
        self.part = SMALLEST_PART
        if room < self.part:
            self.budget.out_of_memory()
            return False
        while 2 * self.part <= room:
            self.part *= 2
        return self._search_parts(self.layer, depth)

    cdef bint _search_parts(self, Layer layer, int depth) except -1:
        """Search the lines through the labels of this layer part by part; each part's labels are then forgotten."""
        cdef Layer following = Layer(self.budget)
        cdef int64_t first = 0
        while first < layer.count:
            self.following = following
            with nogil:
                following.clear()
                first = self._expand_part(layer, first)
                following.drop_dead()
            if first < 0:
                return False
            self.layer = following
            if depth + 1 == self.deal.cards:
                self._note_best()
            elif following.count:
                self.traces.forget(depth + 1)
                if not self.traces.keep(following, depth + 1) or not self._search_parts(following, depth + 1):
                    return False
        return True

    cdef int64_t _expand_part(self, Layer layer, int64_t first) except -2 nogil:
        """Add what follows the labels from `first` on, as far as a part goes; return the next label, or -1."""
        while first < layer.count and self.following.count + CARDS <= self.part:
            if self._is_open(&labels_of(layer)[first]):
                if self.budget.charge(1) or not self._expand(&labels_of(layer)[first], <uint32_t>first):
                    return -1
            first += 1
        return first

    cdef bint _is_open(self, const Label* label) noexcept nogil:
        """Return whether a better line may lead through the label, as far as its bound says."""
        return label.bound <= SCALE * (min(self.below, self.best) - 1)

    cdef bint _dive(self, int depth) except -1 with gil:
        """Look for a better line by a beam from the best labels of the layer at this depth; False if the budget ends it.

        What the beam meets is forgotten, and it is left out where memory has no room for it.
        """
        cdef Layer layer = self.layer, following = self.following
        if not self.budget.can_spare(8 * layer.bytes_of(DIVE * CARDS)):
            return True
        self.layer, self.following = Layer(self.budget), Layer(self.budget)
        try:
            with nogil:
                return self._dive_from(layer, depth)
        finally:
            with nogil:
                self.traces.forget_from(depth + 1)
            self.layer, self.following = layer, following

    cdef bint _dive_from(self, Layer layer, int depth) except -1 nogil:
        """Follow the best labels of the layer to the end."""
        cdef int64_t i, chosen = 0
        cdef int32_t most = layer.bound_at(DIVE)
        for i in range(layer.count):
            # Where many labels share the last bound that counts, the first of them do.
            if labels_of(layer)[i].bound <= most and chosen < 2 * DIVE and self._is_open(&labels_of(layer)[i]):
                chosen += 1
                if self.budget.charge(1) or not self._expand(&labels_of(layer)[i], <uint32_t>i):
                    return False
        for depth in range(depth + 1, self.deal.cards):
            self.following.drop_dead()
            if not self.following.count:
                return True
            self.following.keep_best(DIVE)
            self.layer.trade(self.following)
            self.following.clear()
            if not self.traces.keep(self.layer, depth):
                return False
            for i in range(self.layer.count):
                if self.budget.charge(1) or not self._expand(&labels_of(self.layer)[i], <uint32_t>i):
                    return False
        self.layer.trade(self.following)
        self._note_best()
        return True

    cdef int32_t _bound_of(self, const Label* label) noexcept nogil:
        """Return the label's scaled bound; without prices, every card left costs what it costs when it comes up next."""
        cdef uint64_t rest = label.rest
        cdef int cost = label.cost
        if self.bounding:
            return self.tables.bound_of(label)
        while rest:
            cost += label.turn + (1 if ahead(label.turn, label.place, take_lowest(&rest)) else 2)
        return SCALE * cost

    cdef bint _expand(self, const Label* label, uint32_t index) except -1 nogil:
        """Add the labels that follow this one and are of use; False if there is no room for them."""
        cdef uint64_t cards, matching = label.rest & self.deal.fit[label.top]
        cdef int card
        cdef int64_t prices = 0
        cdef Label child
        child.parent = index
        if self.bounding:
            prices = self.tables.price_of(label.rest)
        cards = matching if matching else label.rest
        while cards:
            card = take_lowest(&cards)
            child.rest = label.rest & ~bit(card)
            child.top = card
            child.turn = label.turn
            child.cost = label.cost
            if ahead(label.turn, label.place, card):
                child.cost += label.turn + 1
            elif matching:
                child.turn += 1
                child.cost += child.turn + 1 + self.deal.pickup
            else:
                child.cost += label.turn + 2
            child.place = card if matching else label.place
            if self.bounding:
                child.bound = <int32_t>(
                    SCALE * child.cost + prices - self.tables.price[card]
                    + self.tables.value(child.rest, card, child.turn, child.place)
                )
            else:
                child.bound = self._bound_of(&child)
            if child.bound <= SCALE * (min(self.below, self.best) - 1) and not self.following.add(&child):
                return False
        return True

    cdef int _note_prices(self, int depth) except -1 with gil:
        """Record the prices from this layer on, and the nodes' memories, in the list `priced`."""
        cdef int node
        cards, memory = self.deal.cards, &self.tables.built
        near = {
            divmod(node, CARDS): [memory.near[node][i] for i in range(memory.count[node])]
            for node in range(CARDS * self.tables.passes) if memory.count[node]
        }
        self.priced.append((depth, [self.tables.price[card] for card in range(cards)], near))
        return 0

    cdef bint _reprice(self, int depth) except -1 nogil:
        """Change the prices for the labels of the layer, and raise their bounds; False if the budget ends it."""
        cdef Label sample[SAMPLE]
        cdef int64_t i, count = self.layer.count, drawn = min(count, <int64_t>SAMPLE)
        cdef Label* labels = labels_of(self.layer)
        self.gathered = 0
        for i in range(drawn):
            sample[i] = labels[i * count // drawn]
        self.ready = self.tables.improve(
            sample, <int>drawn, REPRICING_ROUNDS, REPRICING_LEARNING, <int64_t>SCALE * min(self.below, self.best)
        )
        if not self.ready:
            return False
        self.tables.aim(labels, count, False)
        self.tables.fill()
        if self.priced is not None:
            self._note_prices(depth)
        for i in range(count):
            # The bounds by the earlier prices hold as well.
            labels[i].bound = max(labels[i].bound, self.tables.bound_of(&labels[i]))
        return True

    cdef void _prove_layer(self) noexcept nogil:
        """Every line passes through a label of the layer or is of no use: take the least of the bounds."""
        cdef int64_t i, least = <int64_t>SCALE * self.below
        if self.cut:
            return
        for i in range(self.layer.count):
            least = min(least, <int64_t>labels_of(self.layer)[i].bound)
        self._prove(least)

    cdef int _note_best(self) except -1 nogil:
        """Keep the line to the cheapest label of the last layer, if there is one."""
        cdef int64_t i, chosen = -1
        for i in range(self.layer.count):
            if labels_of(self.layer)[i].cost < self.best:
                self.best = labels_of(self.layer)[i].cost
                chosen = i
        if chosen < 0:
            return 0
        with gil:
            self.line = self._line_to(labels_of(self.layer)[chosen])
        return 0

    cdef list _line_to(self, Label label):
        """Return the cards in the order in which they were played up to a label of the last layer."""
        cdef int depth
        cdef const Trace* trace
        line = [label.top]
        for depth in range(self.deal.cards - 1, 0, -1):
            trace = <const Trace*>self.traces.layers[depth] + label.parent
            line.append(trace.card)
            label.parent = trace.parent
        return line[::-1]


# ------------------------------------------------------------------------------------------------------- forced passing

# One-Minute Solitaire with forced play: nothing but an impasse leaves a choice, so the few choices are all tried.


cdef struct Play:
    Deal deal
    int best            # handlings of the best line so far, in which the waste at the start counts once too much
    uint8_t line[CARDS]
    uint8_t best_line[CARDS]


def play_forced(
    suits: Sequence[int], ranks: Sequence[int], int place, int pickup, Budget budget not None
) -> tuple[int, list[int]] | None:
    """Return (handlings, cards): the least handlings of the forced game, and its cards in foundation order.

    Cards are numbered as in `Search`; `place` cards lie in the waste, and a pick-up
    costs `pickup` handlings. Each choice at an impasse costs one position. Returns None if the budget ends the search.
    Raises ValueError for input that is no position.
    """
    cdef Play play
    cdef int done
    read_deal(&play.deal, suits, ranks, place, pickup)
    play.best = -1
    with nogil:
        done = _play_on(&play, budget, bit(play.deal.cards) - 1, play.deal.cards, 0, place, 0)
    if not done:
        return None
    return play.best - place, [play.best_line[i] for i in range(play.deal.cards)]


cdef int _play_on(
    Play* play, Budget budget, uint64_t rest, int top, int turn, int place, int cost
) except -1 nogil:
    """Play the forced moves, and try every card at an impasse; return 0 if the budget ends it."""
    cdef const Deal* deal = &play.deal
    cdef uint64_t matching, coming
    cdef int card, behind, played = deal.cards - popcount(rest)
    if budget.charge(1):
        return 0
    while rest:
        matching = rest & deal.fit[top]
        if not matching:
            break
        coming = matching & all_ahead(turn, place)
        if not coming:
            turn += 1
            cost += deal.pickup
            coming = matching
        top = place = highest_bit(coming) if turn & 1 else lowest_bit(coming)
        cost += turn + 1
        rest &= ~bit(top)
        play.line[played] = top
        played += 1
    if not rest:
        if play.best < 0 or cost < play.best:
            play.best = cost
            memcpy(play.best_line, play.line, played)
        return 1
    behind = popcount(rest & ~all_ahead(turn, place))
    # Every card is handled once in each pass in which it comes up.
    if play.best >= 0 and cost + popcount(rest) * (turn + 1) + behind >= play.best:
        return 1
    matching = rest
    while matching:
        card = take_lowest(&matching)
        play.line[played] = card
        if not _play_on(
            play, budget, rest & ~bit(card), card, turn, place, cost + turn + (1 if ahead(turn, place, card) else 2)
        ):
            return 0
    return 1
