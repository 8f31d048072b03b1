"""One-Minute Solitaire with free passing: labels in layers by the number of cards played, cut by the priced bound.

A narrow search is a beam and finds good lines; one of unlimited width decides, for then only labels are dropped that others
beat or whose bound reaches the best score.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from winnow_kernels.common.bits cimport bit, lowest_bit
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.one_minute.deal cimport CARDS, SCALE, Deal, Label, ahead, read_deal
from winnow_kernels.one_minute.deal cimport MOST_PICKUP as LARGEST_PICKUP
from winnow_kernels.one_minute.layer cimport Layer
from winnow_kernels.one_minute.prices cimport Prices
from winnow_kernels.one_minute.table_space cimport MOST_PASSES
from winnow_kernels.one_minute.tables cimport Tables
from winnow_kernels.one_minute.traces cimport Trace, Traces

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
MOST_PICKUP = LARGEST_PICKUP

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
    its handlings. `without` names the TECHNIQUES that are switched off. Handlings are counted from this position.
    Raises ValueError for input that is no position.

    `line` holds the best line's cards, numbered as above, in foundation order. `priced` is None; set it to a list to
    record, by layer, (number of cards played, prices, {(pass, card): cards that this node remembers}).
    """

    cdef Deal deal
    cdef Budget budget
    cdef Tables tables
    cdef Prices prices
    cdef Layer layer
    cdef Layer following
    cdef Label root
    cdef bint bounding, repricing, dives, forgetting, cut, ready, enough
    cdef int best               # as `score` and `bound`, but with the waste at the start counted once too much
    cdef int proved
    cdef int below
    cdef int64_t gathered       # labels since the prices were last changed
    cdef int64_t large_layer
    cdef int64_t many_labels
    cdef int64_t part           # the most labels that a part of a layer leads to
    cdef list part_layers       # by depth
    cdef Traces traces
    cdef readonly list line
    cdef public list priced

    def __init__(self, suits, ranks, int place, int pickup, line, int score, Budget budget not None, without=()):
        read_deal(&self.deal, suits, ranks, place, pickup)
        self.budget = budget
        self.forgetting = "forgetting" not in without
        self.tables = Tables(budget, "last-suit" not in without, "first-impasse" not in without)
        self.prices = Prices(self.tables, "local-memory" not in without, self.forgetting)
        self.tables.deal = self.deal
        self.layer, self.following = self._new_layer(), self._new_layer()
        self.traces = Traces(budget)
        self.bounding = "priced-bound" not in without
        self.repricing = "repricing" not in without
        self.dives = "dives" not in without
        self.reprice_from(10_000, 100_000)
        self.line = list(line)
        self.best = score + place
        self.proved = self.deal.cards
        self.root.rest = bit(self.deal.cards) - 1
        self.root.top = self.deal.cards
        self.root.turn = self.root.cost = self.root.parent = 0
        self.root.place = place

    @property
    def bound(self):
        """The lower bound: no line has fewer handlings."""
        return self.proved - self.deal.place

    @property
    def score(self):
        """The handlings of the best line so far."""
        return self.best - self.deal.place

    def reprice_from(self, int64_t layer, int64_t labels):
        """Set the sizes at which a search of unlimited width changes the prices.

        It does so at a layer of at least `layer` labels, once `labels` labels have been kept since the last change.
        """
        self.large_layer = layer
        self.many_labels = labels

    def tighten(self, int below):
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
                and self.prices.improve(&self.root, 1, FIRST_ROUNDS, 0, ceiling)
                and self.prices.improve(&self.root, 1, LATER_ROUNDS, 0, ceiling)
            )
        if self.ready:
            self._prove(self.tables.bound_of(&self.root))
            if self.priced is not None:
                self._note_prices(0)
        return self.ready

    def search(self, int below, int64_t width=0, bint enough=False):
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
            if going and self._is_to_reprice(width):
                going = self._reprice(depth)
                if going:
                    self._prove_layer()
                if going and self.dives:
                    going = self._dive(depth)
                    found = self.enough and self.best < self.below
            while going and not found and i < self.layer.count:
                if self.forgetting and not self._has_room():
                    apart = not width
                    break
                if self._is_open(&self.layer.labels[i]):
                    going = not self.budget.charge(1) and self._expand(&self.layer.labels[i], <uint32_t>i)
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
            self.layer.swap(self.following)
            self._prove_layer()
        if going and not found:
            if not apart:
                self._note_best()
            if not self.cut:
                self._prove(<int64_t>SCALE * self.below)
        self.traces.forget_from(0)
        return going

    cdef Layer _new_layer(self):
        return Layer(self.budget)

    cdef bint _has_room(self) noexcept nogil:
        """Tell whether what follows one more label fits into the next layer, with memory left for all else."""
        if self.following.count + CARDS <= self.following.capacity:
            return True
        return self.budget.can_spare(self.following._bytes(2 * max(self.following.capacity, <int64_t>SMALLEST_PART)))

    cdef bint _search_apart(self, int depth) except -1 with gil:
        """Search the layer at this depth to its end in parts that memory has room for; False if the budget ends it."""
        cdef int64_t room
        self.following = self._new_layer()
        self.part_layers = [None] * (self.deal.cards + 1)
        room = self.budget.max_bytes - self.budget.bytes_used
        # For each depth to come a layer and its traces; and one layer twice, while it grows.
        room //= (self.deal.cards - depth + 1) * (self.following._bytes(1) + <int64_t>sizeof(Trace))
        self.part = SMALLEST_PART
        if room < self.part:
            self.budget.out_of_memory()
            return False
        while 2 * self.part <= room:
            self.part *= 2
        try:
            return self._search_parts(self.layer, depth)
        finally:
            self.part_layers = None

    cdef bint _search_parts(self, Layer layer, int depth) except -1:
        """Search the lines through the labels of this layer part by part; each part's labels are then forgotten."""
        cdef Layer following
        cdef int64_t first = 0
        if self.part_layers[depth + 1] is None:
            self.part_layers[depth + 1] = self._new_layer()
        following = self.part_layers[depth + 1]
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
            if self._is_open(&layer.labels[first]):
                if self.budget.charge(1) or not self._expand(&layer.labels[first], <uint32_t>first):
                    return -1
            first += 1
        return first

    cdef bint _is_open(self, const Label* label) noexcept nogil:
        """Tell whether a better line may lead through the label, as far as its bound says."""
        return label.bound <= SCALE * (min(self.below, self.best) - 1)

    cdef bint _dive(self, int depth) except -1 with gil:
        """Look for a better line by a beam from the best labels of the layer at this depth; False if the budget ends it.

        What the beam meets is forgotten, and it is left out where memory has no room for it.
        """
        cdef Layer layer = self.layer, following = self.following
        if not self.budget.can_spare(8 * layer._bytes(DIVE * CARDS)):
            return True
        self.layer, self.following = self._new_layer(), self._new_layer()
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
            if layer.labels[i].bound <= most and chosen < 2 * DIVE and self._is_open(&layer.labels[i]):
                chosen += 1
                if self.budget.charge(1) or not self._expand(&layer.labels[i], <uint32_t>i):
                    return False
        for depth in range(depth + 1, self.deal.cards):
            self.following.drop_dead()
            if not self.following.count:
                return True
            self.following.keep_best(DIVE)
            self.layer.swap(self.following)
            self.following.clear()
            if not self.traces.keep(self.layer, depth):
                return False
            for i in range(self.layer.count):
                if self.budget.charge(1) or not self._expand(&self.layer.labels[i], <uint32_t>i):
                    return False
        self.layer.swap(self.following)
        self._note_best()
        return True

    cdef int32_t _bound_of(self, const Label* label) noexcept nogil:
        """Return the label's scaled bound; without prices, every card left costs what it costs when it comes up next."""
        cdef uint64_t rest = label.rest
        cdef int cost = label.cost
        if self.bounding:
            return self.tables.bound_of(label)
        while rest:
            cost += label.turn + (1 if ahead(label.turn, label.place, lowest_bit(rest)) else 2)
            rest &= rest - 1
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
            card = lowest_bit(cards)
            cards &= cards - 1
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

    cdef bint _is_to_reprice(self, int64_t width) noexcept nogil:
        """Tell whether the layer is large enough, and enough labels have been kept, to change the prices."""
        if width or not self.bounding or not self.repricing:
            return False
        return self.layer.count >= self.large_layer and self.gathered >= self.many_labels

    cdef bint _reprice(self, int depth) except -1 nogil:
        """Change the prices for the labels of the layer, and raise their bounds; False if the budget ends it."""
        cdef Label sample[SAMPLE]
        cdef int64_t i, count = self.layer.count, drawn = min(count, <int64_t>SAMPLE)
        cdef Label* labels = self.layer.labels
        self.gathered = 0
        for i in range(drawn):
            sample[i] = labels[i * count // drawn]
        self.ready = self.prices.improve(
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
            least = min(least, <int64_t>self.layer.labels[i].bound)
        self._prove(least)

    cdef int _note_best(self) except -1 nogil:
        """Keep the line to the cheapest label of the last layer, if there is one."""
        cdef int64_t i, chosen = -1
        for i in range(self.layer.count):
            if self.layer.labels[i].cost < self.best:
                self.best = self.layer.labels[i].cost
                chosen = i
        if chosen < 0:
            return 0
        with gil:
            self.line = self.traces.line_to(self.layer.labels[chosen], self.deal.cards)
        return 0
