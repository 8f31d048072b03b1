"""The referee's tables and labels for One-Minute's `priced-layers` (docs/formats.md); shares nothing with the engines.

Cards are numbered as they lie, waste and then hand; pass 0 goes upwards. A place is a boundary: in an even pass the
cards from it on have still to come, in an odd pass those below it. Costs count the waste at the start as handled.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount, take_lowest


# Prices and pick-ups are small enough for the sum over any path of the tables to stay far below FORBIDDEN.
cdef enum:
    CARDS = 64
    PASSES = 64
    NEAR = 8
    SUIT_SETS = 16
    SCALE = 256
    FORBIDDEN = 1 << 29
    FIRST_CAPACITY = 1 << 12
    DROPPED_AT_ONCE = 1 << 16

MOST_CARDS = CARDS - 1
"""The most cards left to play."""
MOST_NEAR = NEAR
"""The most cards that a node can remember."""
MOST_PRICE = 1 << 16
"""The greatest price, of either sign, in 1/256 handling."""
MOST_PICKUP = 1 << 12

# A position and the cost behind it: the cards left, the top, the pass, the place.
cdef struct Label:
    uint64_t rest
    int32_t cost
    uint8_t top
    uint8_t turn
    uint8_t place
    uint8_t alive


cdef class PricedLayers:
    """The labels of a layer of One-Minute Solitaire with free passing, and the tables of the prices in force.

    `suits` (0..3) and `ranks` describe the cards in the order in which they lie: the waste from its first dealt card,
    the hand from its next card, and last the foundation's top. `place` cards are in the waste and count as handled; a
    pick-up costs `pickup` handlings. Only lines of at most `passes` passes that cost less than `target` handlings are
    followed. Labels and tables take at most `most_bytes` bytes. Raises ValueError for input that is no position, and
    MemoryError if not even the first label fits.
    """

    cdef int cards, pickup, passes, target
    cdef uint8_t suit[CARDS]
    cdef uint64_t fit[CARDS]        # the cards that match, without the card itself
    cdef uint64_t of_suit[4]
    cdef int32_t price[CARDS]
    cdef uint8_t near_count[PASSES * CARDS]
    cdef uint8_t near[PASSES * CARDS][NEAR]
    cdef int64_t offset[PASSES * CARDS]
    cdef int64_t size
    cdef int32_t *values            # values of a match, by suits gone, pass, card, cards remembered
    cdef int32_t *taken             # values of a card taken at an impasse, by suits gone, pass, place, card
    cdef int32_t *impasse           # values of an impasse, by suits gone, pass, place
    cdef Label *labels
    cdef Label *following
    cdef uint32_t *slots            # numbers of `following`, less one, by hash; 0 is free
    cdef int64_t label_count, following_count, label_room, room
    cdef int64_t most_bytes

    def __init__(
        self, suits: Sequence[int], ranks: Sequence[int], int place, int pickup, int passes, int target,
        int64_t most_bytes,
    ) -> None:
        cdef int card, other
        self.cards = len(suits) - 1
        if not 0 <= place <= self.cards <= MOST_CARDS or len(ranks) != len(suits) or not 0 <= pickup <= MOST_PICKUP:
            raise ValueError(f"{self.cards} cards, {place} in the waste, {pickup} for a pick-up")
        if not 1 <= passes <= PASSES:
            raise ValueError(f"{passes} passes")
        self.pickup, self.passes, self.target, self.most_bytes = pickup, passes, target, most_bytes
        for card in range(self.cards + 1):
            if not 0 <= suits[card] < 4:
                raise ValueError(f"no cards have the suit {suits[card]}")
            self.suit[card] = suits[card]
            self.fit[card] = 0
            for other in range(self.cards):
                if other != card and (suits[other] == suits[card] or ranks[other] == ranks[card]):
                    self.fit[card] |= bit(other)
            if card < self.cards:
                self.of_suit[self.suit[card]] |= bit(card)
        if not self._add(bit(self.cards) - 1, self.cards, 0, place, 0):
            raise MemoryError(f"not even {most_bytes} bytes")
        self._go_on()

    def __dealloc__(self):
        self._free_tables()
        free(self.labels)
        free(self.following)
        free(self.slots)

    @property
    def labels_kept(self) -> int:
        """The number of labels in the layer; at first 1, the position itself."""
        return self.label_count

    @property
    def memory(self) -> int:
        """The bytes held by labels and tables."""
        return self._table_bytes() + self._label_bytes(self.room)

    def put_in_force(
        self, prices: Sequence[int], near: Mapping[tuple[int, int], Sequence[int]],
        tick: Callable[[], object] | None = None,
    ) -> bool:
        """Compute the tables for these prices; return False if they need more memory than allowed.

        `prices` has one number a card, of either sign, in 1/256 handling, at most MOST_PRICE. `near` maps a node (pass,
        card) to the cards that it remembers, at most MOST_NEAR. `tick`, if given, is called before the tables of each
        pass and set of suits; if it raises, the object cannot be used any more. Raises ValueError for a number out of
        range.
        """
        cdef int64_t places = <int64_t>SUIT_SETS * self.passes * (self.cards + 1)
        cdef int turn, card, i, node, gone
        if len(prices) != self.cards:
            raise ValueError(f"{len(prices)} prices")
        self._free_tables()
        for card in range(self.cards):
            if abs(prices[card]) > MOST_PRICE:
                raise ValueError(f"the price {prices[card]}")
            self.price[card] = prices[card]
        memset(self.near_count, 0, sizeof(self.near_count))
        for (turn, card), others in near.items():
            if not 0 <= turn < self.passes or not 0 <= card < self.cards or len(others) > NEAR or len(others) != len(set(others)):
                raise ValueError(f"pass {turn}, card {card} remembers {len(others)} cards")
            node = CARDS * turn + card
            for i, other in enumerate(others):
                if not 0 <= other < self.cards:
                    raise ValueError(f"card {other}")
                self.near[node][i] = other
            self.near_count[node] = len(others)
        for turn in range(self.passes):
            for card in range(self.cards):
                self.offset[CARDS * turn + card] = self.size
                self.size += 1 << self.near_count[CARDS * turn + card]
        if self.memory > self.most_bytes:
            self._free_tables()
            return False
        self.values = <int32_t *>malloc(SUIT_SETS * self.size * sizeof(int32_t) + 1)
        self.taken = <int32_t *>malloc(places * self.cards * sizeof(int32_t) + 1)
        self.impasse = <int32_t *>malloc(places * sizeof(int32_t))
        if self.values is NULL or self.taken is NULL or self.impasse is NULL:
            self._free_tables()
            return False
        # From the end: an impasse adds a suit that is gone, and time never runs backwards.
        for gone in range(SUIT_SETS - 1, -1, -1):
            for turn in range(self.passes - 1, -1, -1):
                if tick is not None:
                    tick()
                with nogil:
                    self._fill(gone, turn)
        return True

    def drop(self, tick: Callable[[], object] | None = None) -> None:
        """Drop the labels whose bounds reach the target; `tick`, if given, is called every 65,536 labels."""
        cdef int64_t i, first, kept = 0
        for first in range(0, self.label_count, DROPPED_AT_ONCE):
            if tick is not None:
                tick()
            with nogil:
                for i in range(first, min(first + DROPPED_AT_ONCE, self.label_count)):
                    if not self._reaches_target(&self.labels[i]):
                        self.labels[kept] = self.labels[i]
                        kept += 1
        self.label_count = kept

    def expand(self, int64_t first, int64_t count) -> bool:
        """Add the successors of `count` labels of the layer, from number `first` on, to the next layer.

        Returns False if the labels need more memory than allowed.
        """
        cdef int64_t i
        cdef bint room = True
        with nogil:
            for i in range(first, min(first + count, self.label_count)):
                room = room and self._expand(&self.labels[i])
        return room

    def advance(self) -> None:
        """Replace the layer by the next one: all successors that were added."""
        cdef int64_t i, kept = 0
        for i in range(self.following_count):
            if self.following[i].alive:
                self.following[kept] = self.following[i]
                kept += 1
        self.following_count = kept
        self._go_on()

    cdef int64_t _table_bytes(self) noexcept nogil:
        cdef int64_t places = <int64_t>SUIT_SETS * self.passes * (self.cards + 1)
        if not self.size:
            return 0
        return (SUIT_SETS * self.size + places * (self.cards + 1)) * <int64_t>sizeof(int32_t)

    cdef void _free_tables(self) noexcept nogil:
        free(self.values)
        free(self.taken)
        free(self.impasse)
        self.values = self.taken = self.impasse = NULL
        self.size = 0

    cdef int32_t *_taken(self, int gone, int turn, int place) noexcept nogil:
        return self.taken + ((gone * self.passes + turn) * <int64_t>(self.cards + 1) + place) * self.cards

    cdef int32_t *_impasse(self, int gone, int turn, int place) noexcept nogil:
        return self.impasse + (gone * self.passes + turn) * <int64_t>(self.cards + 1) + place

    cdef int32_t *_values(self, int gone, int turn, int card) noexcept nogil:
        return self.values + gone * self.size + self.offset[CARDS * turn + card]

    cdef void _fill(self, int gone, int turn) noexcept nogil:
        """Fill the tables of a pass in which these suits are gone; those of later passes, and of more suits, are full."""
        cdef int place, card, i, handled
        cdef int32_t least
        for i in range(self.cards):
            card = i if turn & 1 else self.cards - 1 - i
            if not gone >> self.suit[card] & 1:
                self._fill_match(gone, turn, card)
        for place in range(self.cards + 1):
            least = FORBIDDEN
            for card in range(self.cards):
                if not gone >> self.suit[card] & 1:
                    self._taken(gone, turn, place)[card] = self._after_taking(gone, turn, place, card)
                    handled = turn + 1 if comes(turn, place, card) else turn + 2
                    least = min(least, SCALE * handled - self.price[card] + self._taken(gone, turn, place)[card])
            self._impasse(gone, turn, place)[0] = least

    cdef int32_t _step(self, int turn, int place, int card) noexcept nogil:
        """Return the cost of playing a matching card when it comes up next, less its price."""
        cdef int handled = turn + 1 if comes(turn, place, card) else turn + 2 + self.pickup
        return SCALE * handled - self.price[card]

    cdef void _fill_match(self, int gone, int turn, int card) noexcept nogil:
        """Fill in what may follow a card played when it came up, for every set of cards that its node may remember."""
        cdef int node = CARDS * turn + card, other, after, i, m, base, block, total = 1 << self.near_count[node]
        cdef uint64_t others = self.fit[card]
        cdef uint8_t kept[1 << NEAR]
        cdef int32_t step, least = min(0, self._impasse(gone | 1 << self.suit[card], turn, card)[0])
        cdef int32_t *out = self._values(gone, turn, card)
        cdef const int32_t *next_values
        for m in range(total):
            out[m] = least
        while others:
            other = take_lowest(&others)
            after = turn if comes(turn, card, other) else turn + 1
            if gone >> self.suit[other] & 1 or after >= self.passes:
                continue
            step = self._step(turn, card, other)
            next_values = self._values(gone, after, other)
            self._map_memory(node, CARDS * after + other, kept)
            # Only the sets without the next card: runs of `block` in every 2 * `block`.
            block = total
            for i in range(self.near_count[node]):
                if self.near[node][i] == other:
                    block = 1 << i
            base = 0
            while base < total:
                for m in range(base, base + block):
                    out[m] = min(out[m], step + next_values[kept[m]])
                base += 2 * block

    cdef void _map_memory(self, int node, int target, uint8_t *kept) noexcept nogil:
        """Note for each set remembered at a node what the next node remembers of it and of the node's own card."""
        cdef int i, m
        cdef uint8_t own[NEAR]
        kept[0] = self._bit_of(target, node % CARDS)
        for i in range(self.near_count[node]):
            own[i] = self._bit_of(target, self.near[node][i])
        for m in range(1, 1 << self.near_count[node]):
            kept[m] = kept[m & (m - 1)] | own[lowest_bit(m)]

    cdef uint8_t _bit_of(self, int node, int card) noexcept nogil:
        """Return the card's bit in the node's memory, 0 if the node does not remember it."""
        cdef int i
        for i in range(self.near_count[node]):
            if self.near[node][i] == card:
                return 1 << i
        return 0

    cdef int32_t _after_taking(self, int gone, int turn, int place, int card) noexcept nogil:
        """Return the least cost after a card taken at an impasse; of the past only this card is remembered."""
        cdef int other, after
        cdef int32_t least = min(0, self._impasse(gone | 1 << self.suit[card], turn, place)[0])
        cdef uint64_t others = self.fit[card]
        while others:
            other = take_lowest(&others)
            after = turn if comes(turn, place, other) else turn + 1
            if not gone >> self.suit[other] & 1 and after < self.passes:
                least = min(
                    least,
                    self._step(turn, place, other)
                    + self._values(gone, after, other)[self._bit_of(CARDS * after + other, card)],
                )
        return least

    cdef bint _reaches_target(self, const Label *label) noexcept nogil:
        """Return whether no line through the label costs less than the target."""
        cdef int i, node, gone = 0, remembered = 0
        cdef int64_t bound = SCALE * <int64_t>label.cost
        cdef uint64_t rest = label.rest
        if not rest:
            return label.cost >= self.target
        if label.turn >= self.passes:
            # This many passes alone reach the target.
            return True
        for i in range(4):
            if not rest & self.of_suit[i] and i != self.suit[label.top]:
                gone |= 1 << i
        if label.top == label.place:
            node = CARDS * label.turn + label.top
            for i in range(self.near_count[node]):
                remembered |= <int>(~rest >> self.near[node][i] & 1) << i
            bound += self._values(gone, label.turn, label.top)[remembered]
        else:
            bound += self._taken(gone, label.turn, label.place)[label.top]
        while rest:
            bound += self.price[take_lowest(&rest)]
        # Handlings are whole: more than one less than the target is the target.
        return bound > SCALE * (<int64_t>self.target - 1)

    cdef bint _expand(self, const Label *label) noexcept nogil:
        """Add all labels that follow by the rules and do not reach the target; False if there is no room for them."""
        cdef uint64_t matching = label.rest & self.fit[label.top]
        cdef uint64_t cards = matching if matching else label.rest
        cdef int card, turn, cost
        while cards:
            card = take_lowest(&cards)
            turn, cost = label.turn, label.cost + label.turn + 1
            if not comes(label.turn, label.place, card):
                cost += 1
                if matching:
                    turn += 1
                    cost += self.pickup
            if not self._add(label.rest & ~bit(card), card, turn, card if matching else label.place, cost):
                return False
        return True

    cdef bint _add(self, uint64_t rest, int top, int turn, int place, int cost) noexcept nogil:
        """Add a label unless its bound reaches the target or another dominates it; those that it dominates die."""
        cdef uint64_t slot
        cdef Label *known
        cdef Label label
        label.rest, label.top, label.turn, label.place, label.cost, label.alive = rest, top, turn, place, cost, True
        if self.values is not NULL and self._reaches_target(&label):
            return True
        if self.following_count == self.room and not self._make_room():
            return False
        slot = self._slot(&label)
        while self.slots[slot]:
            known = &self.following[self.slots[slot] - 1]
            if known.rest == rest and known.top == top and known.alive:
                if self._dominates(known, &label):
                    return True
                if self._dominates(&label, known):
                    known.alive = False
            slot = (slot + 1) & (2 * self.room - 1)
        self.following[self.following_count] = label
        self.following_count += 1
        self.slots[slot] = <uint32_t>self.following_count
        return True

    cdef bint _dominates(self, const Label *a, const Label *b) noexcept nogil:
        """Return whether `a`, of the same cards and top, is no later and no dearer, pick-ups left out."""
        if a.turn > b.turn or (a.turn == b.turn and dealt(a) > dealt(b)):
            return False
        return a.cost - self.pickup * a.turn <= b.cost - self.pickup * b.turn

    cdef uint64_t _slot(self, const Label *label) noexcept nogil:
        cdef uint64_t mixed = (label.rest ^ <uint64_t>label.top << 58) * 0x9E3779B97F4A7C15ULL
        return (mixed ^ mixed >> 32) & (2 * self.room - 1)

    cdef bint _make_room(self) noexcept nogil:
        """Double the room for the labels that follow; False if that is more memory than allowed."""
        cdef int64_t i, room = 2 * self.room if self.room else FIRST_CAPACITY
        cdef Label *following
        cdef uint32_t *slots
        cdef uint64_t slot
        if self._table_bytes() + self._label_bytes(room) > self.most_bytes:
            return False
        following = <Label *>realloc(self.following, room * sizeof(Label))
        if following is NULL:
            return False
        self.following = following
        slots = <uint32_t *>realloc(self.slots, 2 * room * sizeof(uint32_t))
        if slots is NULL:
            return False
        self.slots, self.room = slots, room
        memset(slots, 0, 2 * room * sizeof(uint32_t))
        for i in range(self.following_count):
            slot = self._slot(&following[i])
            while slots[slot]:
                slot = (slot + 1) & (2 * room - 1)
            slots[slot] = <uint32_t>(i + 1)
        return True

    cdef int64_t _label_bytes(self, int64_t room) noexcept nogil:
        """Return the bytes for the labels of the layer, and for `room` labels of the next."""
        return (self.label_room + room) * <int64_t>sizeof(Label) + 2 * room * <int64_t>sizeof(uint32_t)

    cdef void _go_on(self) noexcept nogil:
        """Make the next layer the current one, and forget the old one."""
        free(self.labels)
        free(self.slots)
        self.labels = self.following
        self.label_count = self.following_count
        self.label_room = self.room
        self.following = NULL
        self.slots = NULL
        self.following_count = self.room = 0


cdef inline bint comes(int turn, int place, int card) noexcept nogil:
    """Return whether the card has still to come up in this pass."""
    return card < place if turn & 1 else card >= place


cdef inline int dealt(const Label *label) noexcept nogil:
    """Return how many of the cards left have been dealt in this pass."""
    cdef uint64_t low = bit(label.place) - 1, rest = label.rest & (~low if label.turn & 1 else low)
    return popcount(rest)
