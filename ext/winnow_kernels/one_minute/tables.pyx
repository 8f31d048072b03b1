"""Lower bounds of One-Minute Solitaire: "each card exactly once" is priced instead of enforced.

A relaxed line is a path of nodes (card, pass) in time; playing card x is paid for by x's price, which the bound adds once for each
card still to be played. A path may leave the suit of its top for good only by an impasse, after which no card of that suit
comes up. Each node remembers up to MOST_NEAR cards that a path through it has played and may not replay. All is in whole
numbers, so every bound is exact. games/one_minute/ledger.md, `priced-bound` and `local-memory`, has the argument.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit, highest_bit, lowest_bit
from winnow_kernels.one_minute.cells cimport CELLS, NO_CELL, cell_of, first_impasse
from winnow_kernels.one_minute.deal cimport CARDS, INFINITE, SCALE, SUIT_SETS, SUITS, ahead, suits_gone
from winnow_kernels.one_minute.last_suit cimport Parts, gain, gains, is_last_suit, value_of_all

cdef enum:
    NO_CARD = CARDS - 1     # which no node remembers: at most the foundation's top has this number

# A card that may follow at a node, with the least value of its arc over the sets of cards remembered.
cdef struct Way:
    int32_t least
    int32_t cost
    int card
    const int32_t* following
    const uint8_t* arc


cdef class Tables(TableSpace):
    """The tables of one deal at the present prices and memory; `fill` makes them anew when either has changed."""

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
        cdef int node = CARDS * turn + card, other, target, i, m, base, block, chosen, ways = 0
        cdef int over = cell_of(&self.deal, turn, card) + delay
        cdef int count = self.built.count[node], total = 1 << count
        cdef uint64_t others = self.deal.fit[card]
        cdef int32_t cost, value, known
        cdef int32_t* out = self.values_of(gone, node, delay)
        cdef const int32_t* following
        cdef const uint8_t* arc = self.arcs + self.arc_start[node]
        cdef Way way[CARDS]
        value = INFINITE
        if not delay:
            value = min(0, self._impasse(gone | 1 << self.deal.suit[card], turn)[card])
        for m in range(total):
            out[m] = value
        while others:
            other = lowest_bit(others)
            others &= others - 1
            target = CARDS * (turn if ahead(turn, card, other) else turn + 1) + other
            if not (gone >> self.deal.suit[other] & 1 or not self.left >> other & 1 or target >= CARDS * self.passes):
                following = self.values_of(gone, target, max(0, over - cell_of(&self.deal, target // CARDS, other)) if delay else 0)
                cost = self.step_cost(turn, card, other)
                value = cost + following[arc[0]]
                if value < out[total - 1]:
                    way[ways].least = value
                    way[ways].cost = cost
                    way[ways].card = other
                    way[ways].following = following
                    way[ways].arc = arc
                    ways += 1
            arc += total
        while ways:
            # The most promising first: after it the others seldom matter.
            chosen = 0
            for i in range(1, ways):
                if way[i].least < way[chosen].least:
                    chosen = i
            if way[chosen].least >= out[total - 1]:
                return
            cost, following, arc = way[chosen].cost, way[chosen].following, way[chosen].arc
            # Only the sets that do not hold the next card: pieces of `block` in every 2 * `block`.
            block = total
            for i in range(count):
                if self.built.near[node][i] == way[chosen].card:
                    block = 1 << i
            base = 0
            while base < total:
                for m in range(base, base + block):
                    value = cost + following[arc[m]]
                    known = out[m]
                    out[m] = value if value < known else known
                base += 2 * block
            ways -= 1
            way[chosen] = way[ways]

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
                card = lowest_bit(cards)
                cards &= cards - 1
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
                best = self._first_after(down, gone, turn + 1 - odd, lowest_bit(others), card, best)
                others &= others - 1
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
            card = lowest_bit(cards)
            cards &= cards - 1
            # An impasse costs one of two values: its place is before the card or after it.
            least[card] = min(self.impasse_cost(turn, 0, card), self.impasse_cost(turn, self.deal.cards, card))
            least[card] += self._least_after(gone, turn, card, playable, up, down)
        while playable & ~self.taken[gone][turn]:
            cards = playable & ~self.taken[gone][turn]
            chosen = lowest_bit(cards)
            while cards:
                card = lowest_bit(cards)
                cards &= cards - 1
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
            other = lowest_bit(others)
            others &= others - 1
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
            card = lowest_bit(cards)
            cards &= cards - 1
            if matching:
                self._want_node(rest & ~bit(card), card, turn if ahead(turn, place, card) else turn + 1)
            else:
                self._want_ahead(rest & ~bit(card), card, turn, place)

    cdef int64_t price_of(self, uint64_t rest) noexcept nogil:
        """Return the sum of the prices of these cards."""
        cdef int64_t total = 0
        while rest:
            total += self.price[lowest_bit(rest)]
            rest &= rest - 1
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
        """Tell whether the tables serve: after a match, by a card that was not the last of its suit."""
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
            card = lowest_bit(cards)
            cards &= cards - 1
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
