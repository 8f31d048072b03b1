"""Prices of One-Minute Solitaire's cards that raise the bounds of given labels: a subgradient method over the tables."""

from libc.stdint cimport uint8_t
from libc.string cimport memcmp, memcpy, memset

from winnow_kernels.common.bits cimport bit, lowest_bit
from winnow_kernels.one_minute.cells cimport cell_of
from winnow_kernels.one_minute.deal cimport CARDS, INFINITE, SCALE, SUITS, ahead, suits_gone
from winnow_kernels.one_minute.last_suit cimport Parts, gain, gains, is_last_suit
from winnow_kernels.one_minute.table_space cimport MOST_NEAR, Memory

cdef enum:
    # Prices stay small enough for sums over a longest path to fit into 32 bits.
    MOST_PRICE = 1 << 18
    NO_NODE = -1
    BEFORE = -1         # when the path last played a card: before its start,
    NOT_YET = -2        # or never
    FULL_STEP = 256
    PATIENCE = 6


cdef class Prices:
    """Changes the prices of its tables, and what their nodes remember."""

    def __cinit__(self, Tables tables not None, bint local_memory, bint forgetting):
        self.tables = tables
        self.local_memory = local_memory
        self.forgetting = forgetting

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
        self.tables.aim(labels, count, True)
        for r in range(rounds + 1):
            filled_best = False
            learnt = memcmp(&self.tables.wanted, &self.tables.built, sizeof(Memory))
            if learnt and self.forgetting and not self.tables.budget.can_spare(self.tables.bytes_wanted() - self.tables.claimed):
                # Memory has no room for more to remember: what is laid out stays a bound.
                self.tables.wanted = self.tables.built
                learnt = 0
            if learnt and not self.tables.lay_out(self.tables.passes):
                return False
            self.tables.fill()
            if self.tables.budget.look():
                return False
            total = gap = 0
            memset(self.slope, 0, sizeof(self.slope))
            for i in range(count):
                bound = self.tables.bound_of(&labels[i])
                total += min(bound, ceiling)
                if bound < ceiling:
                    gap += ceiling - bound
                    self._walk(&labels[i], self.local_memory and r < learning)
            waited += 1
            if r == 0 or total > best:
                best = total
                memcpy(best_price, self.tables.price, sizeof(best_price))
                waited = 0
                filled_best = True
            elif waited == PATIENCE:
                step = step // 2
                waited = 0
                memcpy(self.tables.price, best_price, sizeof(best_price))
            norm = 0
            for card in range(self.tables.deal.cards):
                norm += self.slope[card] * self.slope[card]
            if not norm or not step or r == rounds:
                break
            for card in range(self.tables.deal.cards):
                change = step * gap // FULL_STEP * self.slope[card] / norm
                self.tables.price[card] = <int32_t>max(-<int64_t>MOST_PRICE, min(<int64_t>MOST_PRICE, self.tables.price[card] + change))
        if not filled_best:
            memcpy(self.tables.price, best_price, sizeof(best_price))
            self.tables.fill()
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
        if self.tables.is_tabled(rest, path.card, path.turn, path.place):
            path.node[0] = CARDS * path.turn + path.card
        elif not self._leave_start(&path, &rest):
            return
        if not rest:
            return
        path.gone = suits_gone(&self.tables.deal, rest, path.card)
        if self.tables.last_suit and is_last_suit(path.gone):
            # Each card left is played once.
            while rest:
                self.slope[lowest_bit(rest)] -= 1
                rest &= rest - 1
            return
        path.delay = self.tables.delay_of(rest, path.card, path.turn)
        path.index = self.tables.remembered(rest, CARDS * path.turn + path.card)
        while self._follow_arc(&path) or self._follow_impasse(&path):
            pass

    cdef bint _leave_start(self, Path* path, uint64_t* rest) noexcept nogil:
        """Follow what `look_ahead` sees, to the first node in the tables; False if the line ends before."""
        cdef int card
        cdef bint matching
        while rest[0]:
            matching = rest[0] & self.tables.deal.fit[path.card] != 0
            if self.tables.look_ahead(rest[0], path.card, path.turn, path.place, &card) >= INFINITE:
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
        cdef int node = CARDS * path.turn + path.card, other, target, i, total = 1 << self.tables.built.count[node]
        cdef uint64_t others = self.tables.deal.fit[path.card]
        cdef int delay, over = cell_of(&self.tables.deal, path.turn, path.card) + path.delay
        cdef int32_t value = self.tables.values_of(path.gone, node, path.delay)[path.index]
        cdef const uint8_t* arc = self.tables.arcs + self.tables.arc_start[node] + path.index
        cdef uint64_t played = 0
        for i in range(self.tables.built.count[node]):
            if path.index >> i & 1:
                played |= bit(self.tables.built.near[node][i])
        while others and (value or path.delay):
            other = lowest_bit(others)
            others &= others - 1
            target = CARDS * (path.turn if ahead(path.turn, path.card, other) else path.turn + 1) + other
            if self.tables.left & ~played & bit(other) and not path.gone >> self.tables.deal.suit[other] & 1 and target < CARDS * self.tables.passes:
                delay = max(0, over - cell_of(&self.tables.deal, target // CARDS, other)) if path.delay else 0
                i = self.tables.values_of(path.gone, target, delay)[arc[0]]
                if self.tables.step_cost(path.turn, path.card, other) + i == value:
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
            path.gone |= 1 << self.tables.deal.suit[path.card]
            if self.tables.last_suit and is_last_suit(path.gone):
                self._follow_last_suit(path, place)
                return False
            card = 0
            while not self.tables.taken[path.gone][path.turn] >> card & 1 or (
                self.tables.impasse_cost(path.turn, place, card) + self.tables.values_after(path.gone, path.turn, card)[place] != value
            ):
                card += 1
            self._visit(path, card, NO_NODE)
            value = self.tables.values_after(path.gone, path.turn, card)[place]
            others = self.tables.deal.fit[card] if value else 0
            while others:
                card = lowest_bit(others)
                others &= others - 1
                turn = path.turn if ahead(path.turn, place, card) else path.turn + 1
                if value == self.tables.first_value(path.gone, card, turn, path.card) + (
                    SCALE * self.tables.deal.pickup if turn > path.turn else 0
                ):
                    path.turn = turn
                    path.index = 0
                    for turn in range(self.tables.built.count[CARDS * path.turn + card]):
                        if self.tables.built.near[CARDS * path.turn + card][turn] == path.card:
                            path.index = 1 << turn
                    self._visit(path, card, CARDS * path.turn + card)
                    return True
        return False

    cdef void _follow_last_suit(self, Path* path, int place) noexcept nogil:
        """Take a card of the last suit by an impasse, and the others that are worth it, each once."""
        cdef int card, taken = 0
        cdef uint64_t cards, playable = self.tables.left
        cdef int32_t value, best = INFINITE
        cdef Parts parts
        for card in range(SUITS):
            if path.gone >> card & 1:
                playable &= ~self.tables.deal.of_suit[card]
        cards = playable
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            parts = gains(self.tables.price, path.turn, place, playable & ~bit(card))
            value = self.tables.impasse_cost(path.turn, place, card) + self.tables.value_of_parts(path.turn, parts)
            if value < best:
                best = value
                taken = card
        self._visit(path, taken, NO_NODE)
        playable &= ~bit(taken)
        parts = gains(self.tables.price, path.turn, place, playable)
        cards = playable
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            if gain(self.tables.price, path.turn, place, card) < 0 and (
                ahead(path.turn, place, card) or self.tables.value_of_parts(path.turn, parts) < parts.now
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
        cdef Memory* wanted = &self.tables.wanted
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
        for i in range(self.tables.wanted.count[node]):
            if self.tables.wanted.near[node][i] == card:
                return True
        return False
