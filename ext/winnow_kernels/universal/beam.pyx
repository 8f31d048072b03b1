"""Universal Solitaire: a beam search in layers, by the number of cards left in the talon.

The tableau never deadlocks: within a column ranks fall towards the foot, so all of it can be barred in order of rank as
soon as the talon is empty. One node per card that leaves the talon is therefore enough. Beams of growing width are
tried; one whose layers never overflowed has searched everything.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport bit, highest_bit, lowest_bit, popcount, take_lowest
from winnow_kernels.common.budget cimport Budget, Rooms
from winnow_kernels.common.tables cimport SlottedNodes, Traces
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down
from winnow_kernels.universal.rules cimport CARDS, COLUMNS, GALAXY, RANKS, SUITS, fits_below
from winnow_kernels.universal.line import Found, Move, Start


# ------------------------------------------------------------------------------------------------------------ positions

# What a position allows: closures of bar moves, safe feet, and a relaxation that bounds the score.
#
# A position is a `State`: the columns, the set of cards left in the talon, how many of those lie in the waste, and the
# redeals left. The talon (waste from its bottom, then stock from its top) never changes its order: a redeal puts the same
# row back, so bit i of `State.talon` is the i-th card of the row at the search's start.
#
# A tableau card's *closure* is the set of cards that must be barred to bar it, itself included. It needs the next lower
# card of its suit and the card beneath it, both one rank lower: one sweep by rank finds all closures.

# A bit that is no card marks the closure of a card that cannot be barred.
cdef extern from *:
    """
    #define IMPOSSIBLE (1ULL << 63)
    """
    const uint64_t IMPOSSIBLE

# The card of rank 0 of every suit.
cdef extern from *:
    """
    #define RANK_ZERO 0x4010040100401ULL
    """
    const uint64_t RANK_ZERO

cdef enum:
    NONE = 63       # no card

# How a card leaves the talon: to the bar, below a card, above a card, or (a Galaxy) into a column that is empty, is
# cleared to the bar, or is merged below another.
cdef enum:
    TO_BAR, BELOW, ABOVE, SLOT, MERGE

# A column holds one card a rank: nibble r is 1 + the suit of its card of rank r, or 0. Its foot is the lowest nibble.
cdef struct State:
    uint64_t columns[COLUMNS]
    uint64_t talon
    uint8_t waste
    uint8_t redeals

cdef struct Step:
    uint8_t card
    uint8_t kind
    uint8_t first
    uint8_t second

cdef struct Deck:
    uint64_t cards
    uint64_t fit_below[CARDS]
    uint64_t fit_above[CARDS]
    uint8_t order[CARDS]
    # [card]: where in `order` it is; only of the talon's cards.
    uint8_t place[CARDS]
    int size
    int lowest
    int columns
    int draw

cdef struct View:
    uint64_t talon
    uint64_t barred
    uint64_t heads
    uint64_t barrable
    uint64_t hosts
    uint64_t closure[CARDS]
    uint8_t beneath[CARDS]
    uint8_t above[CARDS]
    uint8_t column[CARDS]
    uint8_t rest[CARDS]
    int count


cdef inline int card_at(uint64_t column, int rank) noexcept nogil:
    """Return the column's card of that rank, which must be there."""
    return <int>(((column >> (4 * rank)) & 15) - 1) * RANKS + rank


cdef void look(const Deck* deck, const State* state, View* view) noexcept nogil:
    """Describe a position: who lies where, who can be barred without the talon, and who can host."""
    cdef int i
    cdef uint64_t left = state.talon
    view.talon = 0
    view.count = 0
    while left:
        i = take_lowest(&left)
        view.talon |= bit(deck.order[i])
        view.rest[view.count] = deck.order[i]
        view.count += 1
    look_at_columns(deck, state, view)


cdef void look_at_columns(const Deck* deck, const State* state, View* view) noexcept nogil:
    """Describe all but the order of the talon, whose cards `view` knows already."""
    cdef int c, r, card
    cdef uint64_t ranks = 0, tableau = 0, closure, under, mark
    cdef uint8_t beneath[COLUMNS]
    view.heads = view.barrable = view.hosts = 0
    for c in range(deck.columns):
        ranks |= state.columns[c]
        beneath[c] = NONE
    # What a closure needs has a lower rank.
    for r in range(deck.lowest, RANKS):
        if not (ranks >> (4 * r)) & 15:
            continue
        for c in range(deck.columns):
            mark = (state.columns[c] >> (4 * r)) & 15
            if not mark:
                continue
            card = <int>(mark - 1) * RANKS + r
            under = 0
            view.beneath[card] = beneath[c]
            if beneath[c] != NONE:
                view.above[beneath[c]] = card
                under = view.closure[beneath[c]]
            closure = bit(card) | under
            if r != deck.lowest:
                if view.talon & bit(card - 1):
                    closure |= IMPOSSIBLE
                elif tableau & bit(card - 1):
                    closure |= view.closure[card - 1]
            tableau |= bit(card)
            view.closure[card] = closure
            view.column[card] = c
            beneath[c] = card
            if not under & IMPOSSIBLE:
                view.hosts |= bit(card)
            if not closure & IMPOSSIBLE:
                view.barrable |= bit(card)
    for c in range(deck.columns):
        if beneath[c] != NONE:
            view.heads |= bit(beneath[c])
            view.above[beneath[c]] = NONE
    view.barred = deck.cards & ~view.talon & ~tableau


cdef uint64_t placeable_below(uint64_t hosts) noexcept nogil:
    """Return all cards that fit below one of these (as `fits_below` says); bits from 60 on say nothing."""
    cdef uint64_t lower
    hosts &= ~RANK_ZERO
    # Shift to every lower suit, and wrap from Venus to Earth; then one rank down.
    lower = hosts << RANKS
    lower |= lower << RANKS
    lower |= lower << 2 * RANKS
    lower |= hosts << 5 * RANKS
    return (lower | hosts >> 5 * RANKS) >> 1


cdef uint64_t placeable_above(uint64_t heads) noexcept nogil:
    """Return all cards that one of these fits below; bits from 60 on say nothing."""
    cdef uint64_t higher
    heads &= ~(RANK_ZERO << GALAXY)
    higher = heads >> RANKS
    higher |= higher >> RANKS
    higher |= higher >> 2 * RANKS
    higher |= heads >> 5 * RANKS
    return (higher | heads << 5 * RANKS) << 1


cdef uint64_t bar_closure(const Deck* deck, const View* view, int card) noexcept nogil:
    """Return what must be barred before the talon's card can be: the next lower card of its suit."""
    if card % RANKS == deck.lowest or view.barred & bit(card - 1):
        return 0
    if view.talon & bit(card - 1):
        return IMPOSSIBLE
    return view.closure[card - 1]


cdef uint64_t host_closure(const View* view, int host) noexcept nogil:
    """Return what must be barred before a card can go below the tableau's card `host`."""
    return 0 if view.beneath[host] == NONE else view.closure[view.beneath[host]]


cdef uint64_t step_closure(const Deck* deck, const View* view, const Step* step) noexcept nogil:
    """Return the least set that must be barred before the step, which must be possible."""
    if step.kind == TO_BAR:
        return bar_closure(deck, view, step.card)
    if step.kind == BELOW:
        return host_closure(view, step.first)
    if step.kind == MERGE:
        return host_closure(view, step.second)
    return view.closure[step.first] if step.kind == SLOT and step.first != NONE else 0


cdef void play(const Deck* deck, const View* view, const Step* step, uint64_t closure, State* state) noexcept nogil:
    """Bar the step's closure and take its card from the talon to its place; `view` shows `state` before."""
    cdef uint64_t mark = <uint64_t>(step.card // RANKS + 1) << (4 * (step.card % RANKS))
    cdef int c = 0, card
    while closure:
        card = take_lowest(&closure)
        state.columns[view.column[card]] &= ~(<uint64_t>15 << (4 * (card % RANKS)))
    state.talon &= ~bit(deck.place[step.card])
    if step.kind == BELOW or step.kind == ABOVE:
        state.columns[view.column[step.first]] |= mark
    elif step.kind == MERGE:
        state.columns[view.column[step.second]] |= state.columns[view.column[step.first]]
        state.columns[view.column[step.first]] = mark
    elif step.kind == SLOT:
        c = 0
        while state.columns[c]:
            c += 1
        state.columns[c] = mark


cdef void bar_safe_feet(const Deck* deck, uint64_t talon, uint64_t barred, State* state) noexcept nogil:
    """Bar every foot that no later move needs (games/universal/ledger.md: safe-foot), until none is left."""
    cdef uint64_t heads = 0, column
    cdef bint galaxies = (talon & RANK_ZERO << GALAXY) != 0
    cdef int c, card
    cdef bint more = True
    for c in range(deck.columns):
        if state.columns[c]:
            heads |= bit(card_at(state.columns[c], highest_bit(state.columns[c]) >> 2))
    while more:
        more = False
        for c in range(deck.columns):
            column = state.columns[c]
            if not column:
                continue
            card = card_at(column, lowest_bit(column) >> 2)
            if card % RANKS != deck.lowest and not barred & bit(card - 1):
                continue
            if deck.fit_below[card] & (talon | (heads if galaxies else 0)):
                continue
            if heads & bit(card) and deck.fit_above[card] & talon:
                continue
            state.columns[c] &= ~(<uint64_t>15 << (4 * (card % RANKS)))
            barred |= bit(card)
            heads &= ~bit(card)
            more = True


cdef void sort_columns(State* state) noexcept nogil:
    """Put the columns into canonical order; they are interchangeable."""
    cdef int i, j
    cdef uint64_t column
    for i in range(1, COLUMNS):
        column = state.columns[i]
        j = i
        while j and state.columns[j - 1] < column:
            state.columns[j] = state.columns[j - 1]
            j -= 1
        state.columns[j] = column


# The relaxation's growing sets: cards that can be barred, that take a card below or above, that have left the talon.
cdef struct Pool:
    uint64_t barrable
    uint64_t hosts
    uint64_t crowns
    uint64_t left


cdef inline bint _ready(const Deck* deck, const Pool* pool, int card) noexcept nogil:
    return card % RANKS == deck.lowest or (pool.barrable & bit(card - 1)) != 0


cdef void _spread(const Deck* deck, const View* view, Pool* pool, int card) noexcept nogil:
    """Add a card that can reach the bar, and the tableau's cards that it lets follow."""
    cdef int todo[2 * CARDS]
    cdef int depth = 1, above, beneath
    todo[0] = card
    while depth:
        depth -= 1
        card = todo[depth]
        if pool.barrable & bit(card):
            continue
        pool.barrable |= bit(card)
        if not pool.left & bit(card):
            above = view.above[card]
            if above != NONE:
                pool.hosts |= bit(above)
                if _ready(deck, pool, above):
                    todo[depth] = above
                    depth += 1
        if card % RANKS < RANKS - 1 and deck.cards & bit(card + 1) and not (view.talon & ~pool.left) & bit(card + 1):
            beneath = NONE if pool.left & bit(card + 1) else view.beneath[card + 1]
            if beneath == NONE or pool.barrable & bit(beneath):
                todo[depth] = card + 1
                depth += 1


cdef bint _leave(const Deck* deck, const View* view, Pool* pool, int card) noexcept nogil:
    """Let a talon card leave if any host, crown or the bar could take it."""
    cdef bint ready = _ready(deck, pool, card)
    if not (
        ready
        or deck.fit_above[card] & pool.hosts
        or deck.fit_below[card] & pool.crowns
        or card % RANKS == GALAXY
    ):
        return False
    pool.left |= bit(card)
    pool.hosts |= bit(card)
    pool.crowns |= bit(card)
    if ready:
        _spread(deck, view, pool, card)
    return True


cdef void _leave_in_any_order(const Deck* deck, const View* view, Pool* pool) noexcept nogil:
    """Let every talon card leave that any host, crown, column or the bar could take, in any order."""
    cdef uint64_t ready, ways, leaving
    while pool.left != view.talon:
        ready = RANK_ZERO << deck.lowest | pool.barrable << 1
        ways = ready | placeable_below(pool.hosts) | placeable_above(pool.crowns) | RANK_ZERO << GALAXY
        leaving = view.talon & ~pool.left & ways
        pool.left |= leaving
        pool.hosts |= leaving
        pool.crowns |= leaving
        if leaving:
            continue
        # The bar's cards are followed up only when nothing else leaves, which is rare.
        leaving = pool.left & ready & ~pool.barrable
        if not leaving:
            return
        while leaving:
            _spread(deck, view, pool, take_lowest(&leaving))
    # An empty talon wins.
    pool.barrable = deck.cards


cdef uint64_t relax(const Deck* deck, const State* state, const View* view) noexcept nogil:
    """Return the cards that can be barred if hosts are never used up and a Galaxy always finds a column."""
    cdef Pool pool
    cdef uint8_t stack[CARDS]
    cdef int depth = 0, turned = 0, k
    pool.barrable = view.barred | view.barrable
    pool.hosts = view.hosts
    pool.crowns = view.heads
    pool.left = 0
    if state.redeals:
        # After a redeal any order is allowed.
        _leave_in_any_order(deck, view, &pool)
        return pool.barrable
    while turned < view.count:
        # Before a redeal the waste is a stack, and the stock's groups stay as they are.
        k = state.waste if turned < state.waste else min(turned + deck.draw, view.count)
        while turned < k:
            stack[depth] = view.rest[turned]
            depth += 1
            turned += 1
        while depth and _leave(deck, view, &pool, stack[depth - 1]):
            depth -= 1
    return pool.barrable


# --------------------------------------------------------------------------------------------------------------- layers

# One layer of the beam: the best nodes with the same number of cards in the talon, each position held exactly.

# A layer's scores lie in 0..SCORES-1; higher is better.
cdef enum:
    SCORES = 16384

cdef struct Node:
    State state
    int32_t score
    uint32_t parent
    Step step


# The end of a node: its parent's index in the layer before, and the step from there.
cdef struct Trace:
    uint32_t parent
    Step step


# A node whose score is below the layer's threshold counts as dropped.
cdef enum:
    FIRST_CAPACITY = 256


cdef inline Node* nodes_of(SlottedNodes layer) noexcept nogil:
    return <Node*>layer.memory


cdef class Layer(SlottedNodes):
    """The nodes of one layer, at most `width` of them once it is complete.

    While it grows it holds up to twice as many, and drops the worst when full; among equals the first found stays.
    """

    cdef int64_t alive
    cdef int64_t width
    cdef int threshold
    cdef bint overflowed
    cdef int64_t tally[SCORES]

    def __cinit__(self, Budget budget):
        cdef Node node
        self.rooms = Rooms(budget)
        self.node_size, self.trace_size = sizeof(Node), sizeof(Trace)
        self.trace_at = <char*>&node.parent - <char*>&node

    cdef uint64_t hash_of(self, const void* node) noexcept nogil:
        return _hash(&(<const Node*>node).state)

    cdef void clear(self, int64_t width) noexcept nogil:
        """Make the layer empty; `width` is at least 1."""
        self.width = width
        self.count = self.alive = 0
        self.threshold = 0
        self.overflowed = False
        memset(self.tally, 0, sizeof(self.tally))
        self.clear_slots()

    cdef bint knows(self, const State* state) noexcept nogil:
        """Return whether the layer holds this position."""
        cdef uint64_t slot
        cdef const Node* known
        if not self.capacity:
            return False
        slot = _hash(state) & self.slot_mask
        while self.slots[slot]:
            known = &nodes_of(self)[self.slots[slot] - 1]
            if known.score >= self.threshold and _equal(&known.state, state):
                return True
            slot = (slot + 1) & self.slot_mask
        return False

    cdef bint add(self, const Node* node) noexcept nogil:
        """Add a node of a position that is not known. False: out of memory."""
        cdef uint64_t slot
        if node.score < self.threshold:
            self.overflowed = True
            return True
        if self.count == self.capacity and not self._make_room():
            return False
        slot = _hash(&node.state) & self.slot_mask
        while self.slots[slot]:
            slot = (slot + 1) & self.slot_mask
        nodes_of(self)[self.count] = node[0]
        self.count += 1
        self.slots[slot] = self.count
        self.tally[node.score] += 1
        self.alive += 1
        while self.alive - self.tally[self.threshold] >= self.width:
            self.alive -= self.tally[self.threshold]
            self.overflowed |= self.tally[self.threshold] > 0
            self.threshold += 1
        return True

    cdef void compact(self) noexcept nogil:
        """Drop all but the best `width` nodes."""
        cdef int64_t i, kept = 0, ties = self.width - (self.alive - self.tally[self.threshold])
        cdef Node* node
        for i in range(self.count):
            node = &nodes_of(self)[i]
            if node.score < self.threshold:
                continue
            if node.score == self.threshold:
                if not ties:
                    self.overflowed = True
                    continue
                ties -= 1
            nodes_of(self)[kept] = node[0]
            kept += 1
        self.tally[self.threshold] -= self.alive - kept
        self.count = self.alive = kept
        self.fill_slots()

    cdef bint _make_room(self) noexcept nogil:
        if self.capacity >= 2 * self.width:
            self.compact()
            return True
        return self.grow(FIRST_CAPACITY)


cdef uint64_t _hash(const State* state) noexcept nogil:
    """Hash what `_equal` compares."""
    cdef uint64_t mixed = mix_in(mix(state.talon), <uint64_t>state.redeals << 8 | state.waste)
    cdef int c
    for c in range(COLUMNS):
        mixed = mix_in(mixed, state.columns[c])
    return mixed_down(mixed)


cdef bint _equal(const State* a, const State* b) noexcept nogil:
    cdef int c
    for c in range(COLUMNS):
        if a.columns[c] != b.columns[c]:
            return False
    return a.talon == b.talon and a.waste == b.waste and a.redeals == b.redeals


# --------------------------------------------------------------------------------------------------------------- search

_KINDS = ("bar", "below", "above", "slot", "merge")
TECHNIQUES = frozenset(["hosting-dominance", "safe-foot", "talon-relaxation"])

# The widths of the engine `universal` (games/universal/engine/solving.py) follow from FIRST_WIDTH, the first beam's.
# MAX_WIDTH keeps a layer's slots countable in 32 bits.
cdef enum:
    FIRST_WIDTH = 30
    MAX_WIDTH = 300_000_000

MOST_WIDTH = MAX_WIDTH


def search(
    start: Start, cards: Sequence[int], target: int, without: frozenset[str], Budget budget, widest: int, wider: int
) -> Found:
    """Return the best score found from `start`, as a `Found`; a win (every card on the bar) ends the search at once.

    `start` is a `Start`. `cards` is the whole deck, a full grid of 10 * suit + rank; a card that is not in `start` lies
    on the bar. The search looks for scores of at least `target` (cards on the bar) and finds lower ones by chance only:
    if the result is exhausted, no score is better than both it and `target - 1`. `without` names the TECHNIQUES that
    are switched off. The beam keeps FIRST_WIDTH nodes a layer, then `wider` times as many, up to `widest`;
    with MOST_WIDTH only the budget limits the width. Each node costs one position of the budget.
    """
    cdef _Search one = _Search(start, cards, target, without, budget)
    one.run(widest, wider)
    return one.result()


cdef class _Search:
    """A question, the beam's two layers, the origins of the nodes in finished layers, and the best line so far."""

    cdef Budget budget
    cdef Deck deck
    cdef State start
    cdef Layer layer
    cdef Layer following
    cdef Traces traces
    cdef Step best_steps[CARDS]
    cdef int best_length
    cdef int best
    cdef int target
    cdef bint exhausted
    cdef bint hosting, safe_foot, relaxation

    def __cinit__(self, start, cards, target, without, Budget budget):
        cdef int a, b
        self.budget = budget
        self.target = target
        memset(&self.deck, 0, sizeof(Deck))
        memset(&self.start, 0, sizeof(State))
        for card in cards:
            self.deck.cards |= bit(card)
        self.deck.size = len(cards)
        self.deck.lowest = min(card % RANKS for card in cards)
        self.deck.columns = len(start.columns)
        self.deck.draw = min(start.draw, CARDS)
        for a in range(CARDS):
            for b in range(CARDS):
                if fits_below(a, b):
                    self.deck.fit_below[b] |= bit(a)
                    self.deck.fit_above[a] |= bit(b)
        for c, column in enumerate(start.columns):
            for card in column:
                self.start.columns[c] |= <uint64_t>(card // RANKS + 1) << (4 * <int>(card % RANKS))
        for i, card in enumerate(start.talon):
            self.deck.order[i] = card
            self.deck.place[card] = i
            self.start.talon |= bit(i)
        self.start.waste = start.waste
        # Each card that leaves needs one redeal at most.
        self.start.redeals = min(start.redeals, len(start.talon))
        self.hosting = "hosting-dominance" not in without
        self.safe_foot = "safe-foot" not in without
        self.relaxation = "talon-relaxation" not in without
        self.layer = Layer(budget)
        self.following = Layer(budget)
        self.traces = Traces(CARDS + 1, budget)
        self.best = -1

    def run(self, int64_t widest, int64_t wider):
        """Try wider and wider beams until one wins, is exhaustive, meets a limit, or is the widest allowed."""
        cdef int64_t width = min(<int64_t>FIRST_WIDTH, max(widest, 1))
        with nogil:
            while width <= widest and not self._beam(width):
                width *= wider
        if width > MAX_WIDTH:
            self.budget.out_of_memory()
        self.traces.forget_from(0)

    def result(self):
        """Return what was found: score, whether it is proven, and the steps that lead to it."""
        cdef State state = self.start
        cdef View view
        cdef uint64_t closure, barred
        cdef int i
        sort_columns(&state)
        steps = []
        look(&self.deck, &state, &view)
        for i in range(self.best_length):
            step = self.best_steps[i]
            closure = step_closure(&self.deck, &view, &step)
            barred = view.barred | closure | (bit(step.card) if step.kind == TO_BAR else 0)
            play(&self.deck, &view, &step, closure, &state)
            if self.safe_foot:
                bar_safe_feet(&self.deck, view.talon & ~bit(step.card), barred, &state)
            sort_columns(&state)
            look(&self.deck, &state, &view)
            before, after = _by_rank(closure), _by_rank(view.barred & ~barred)
            steps.append(Move(_KINDS[step.kind], step.card, step.first, step.second, before, after))
        return Found(self.best, self.exhausted, steps, _by_rank(view.barrable))

    cdef bint _won(self) noexcept nogil:
        return self.best == self.deck.size

    cdef bint _beam(self, int64_t width) except -1 nogil:
        """Run one beam; True means that the search is over."""
        cdef int depth = 0
        cdef int64_t i
        cdef bint overflowed = False
        cdef Node root
        cdef View view
        self.traces.forget_from(0)
        memset(&root, 0, sizeof(Node))
        root.state = self.start
        sort_columns(&root.state)
        # Noted at once: there is a line even if the budget ends now.
        look(&self.deck, &root.state, &view)
        self._note_score(&root, popcount(view.barred | view.barrable), 0)
        self.layer.clear(width)
        if not self.layer.add(&root):
            return True
        while self.layer.count:
            self.following.clear(width)
            for i in range(self.layer.count):
                if self.budget.charge(1):
                    return True
                if not self._expand(&nodes_of(self.layer)[i], <uint32_t>i, depth):
                    return True
                if self._won():
                    return True
            if self.following.capacity:
                self.following.compact()
            overflowed |= self.following.overflowed
            depth += 1
            if not self.traces.keep(self.following, depth):
                return True
            self.layer.trade(self.following)
        self.exhausted = not overflowed
        return self.exhausted

    cdef bint _expand(self, const Node* node, uint32_t index, int depth) noexcept nogil:
        """Play every next card of the talon in every way; False: out of memory."""
        cdef View view
        cdef int waste, redeals
        # Bit w: the top of a waste of w cards has been played; in a later pass it would only cost redeals.
        cdef uint64_t tried = 0
        look(&self.deck, &node.state, &view)
        self._note_score(node, popcount(view.barred | view.barrable), depth)
        waste = node.state.waste
        redeals = node.state.redeals
        if waste and not self._play_top(node, index, &view, waste, redeals):
            return False
        tried |= bit(waste)
        while True:
            while waste < view.count:
                waste = min(waste + self.deck.draw, view.count)
                if tried >> waste & 1:
                    continue
                tried |= bit(waste)
                if not self._play_top(node, index, &view, waste, redeals):
                    return False
            if redeals < node.state.redeals or not redeals:
                return True
            redeals -= 1
            waste = 0

    cdef bint _play_top(
        self, const Node* node, uint32_t index, const View* view, int waste, int redeals
    ) noexcept nogil:
        """Play the talon's `waste`-th card, which lies on top of the waste, in every way; False: out of memory."""
        cdef int card = view.rest[waste - 1]
        cdef int other
        cdef uint64_t closure, others, to_bar = bar_closure(&self.deck, view, card)
        cdef bint hosted = False
        cdef Node base = node[0]
        base.parent = index
        base.state.waste = waste - 1
        base.state.redeals = redeals
        base.step.card = card
        base.step.first = base.step.second = NONE
        others = self.deck.fit_above[card] & view.hosts
        while others:
            other = take_lowest(&others)
            closure = host_closure(view, other)
            hosted |= not closure & ~to_bar
            if not self._offer(&base, view, BELOW, other, NONE, closure):
                return False
        others = self.deck.fit_below[card] & view.heads
        while others:
            other = take_lowest(&others)
            if not self._offer(&base, view, ABOVE, other, NONE, 0):
                return False
        if card % RANKS == RANKS - 1 and not self._play_galaxy(&base, view, to_bar, &hosted):
            return False
        if to_bar & IMPOSSIBLE or (self.hosting and hosted):
            return True
        return self._offer(&base, view, TO_BAR, NONE, NONE, to_bar)

    cdef bint _play_galaxy(self, const Node* base, const View* view, uint64_t to_bar, bint* hosted) noexcept nogil:
        """Play a Galaxy into every column that can be made empty; False: out of memory."""
        cdef int head, host
        cdef uint64_t closure, hosts, heads = view.heads
        if popcount(view.heads) < self.deck.columns:
            hosted[0] = True
            return self._offer(base, view, SLOT, NONE, NONE, 0)
        while heads:
            head = take_lowest(&heads)
            if not view.closure[head] & IMPOSSIBLE:
                hosted[0] |= not view.closure[head] & ~to_bar
                if not self._offer(base, view, SLOT, head, NONE, view.closure[head]):
                    return False
            hosts = self.deck.fit_above[head] & view.hosts
            while hosts:
                host = take_lowest(&hosts)
                closure = host_closure(view, host)
                # A closure that empties a column makes the merge needless: the Galaxy goes there.
                if not closure & view.heads and not self._offer(base, view, MERGE, head, host, closure):
                    return False
        return True

    cdef bint _offer(
        self, const Node* base, const View* view, int kind, int first, int second, uint64_t closure
    ) noexcept nogil:
        """Build one child, and add it to the next layer unless it is superfluous; False: out of memory."""
        cdef Node node = base[0]
        cdef State* state = &node.state
        cdef View after
        node.step.kind = kind
        node.step.first = first
        node.step.second = second
        play(&self.deck, view, &node.step, closure, state)
        after.talon = view.talon & ~bit(node.step.card)
        if self.safe_foot:
            if kind == TO_BAR:
                closure |= bit(node.step.card)
            bar_safe_feet(&self.deck, after.talon, view.barred | closure, state)
        sort_columns(state)
        if self.following.knows(state):
            return True
        look_at_columns(&self.deck, state, &after)
        node.score = _promise(&self.deck, state, &after)
        # The layer would drop it, and cannot claim to hold everything in any case.
        if self.following.overflowed and node.score < self.following.threshold:
            return True
        if self.relaxation:
            # The order of the talon without the card.
            after.count = view.count - 1
            memcpy(after.rest, view.rest, state.waste)
            memcpy(after.rest + state.waste, view.rest + state.waste + 1, after.count - state.waste)
            if popcount(relax(&self.deck, state, &after)) < max(self.target, self.best + 1):
                return True
        return self.following.add(&node)

    cdef void _note_score(self, const Node* node, int score, int depth) noexcept nogil:
        """Keep the steps that lead to the best score so far."""
        cdef int i
        cdef uint32_t parent = node.parent
        cdef const Trace* trace
        if score <= self.best:
            return
        self.best = score
        self.best_length = depth
        if depth:
            self.best_steps[depth - 1] = node.step
        for i in range(depth - 1, 0, -1):
            trace = <const Trace*>self.traces.layers[i] + parent
            self.best_steps[i - 1] = trace.step
            parent = trace.parent


cdef int _promise(const Deck* deck, const State* state, const View* view) noexcept nogil:
    """Return how promising a position is, 0..SCORES - 1; the weights were measured; they steer and prove nothing."""
    cdef int suit, size, score
    cdef uint64_t reached = view.barred | view.barrable
    cdef uint64_t hosted = view.talon & placeable_below(view.hosts)
    cdef uint64_t placeable = placeable_above(view.heads) | RANK_ZERO << deck.lowest | reached << 1
    score = 1200 + 1200 * min(<int>state.redeals, 8) - 20 * state.waste + 10 * popcount(reached)
    # Low cards are better out of the talon, and its cards better few in suits than spread.
    score += 2 * _sum_of_ranks(view.talon)
    for suit in range(SUITS):
        size = popcount(view.talon >> RANKS * suit & ((1 << RANKS) - 1))
        score += size * (size - 1)
    # A host is used up by its guest.
    score += 12 * popcount(hosted) + 20 * popcount(view.talon & placeable & ~hosted)
    return max(0, min(SCORES - 1, score))


cdef int _sum_of_ranks(uint64_t cards) noexcept nogil:
    """Add up the ranks, binary digit by digit: the masks are the ranks that have the digit, in every suit."""
    return (
        popcount(cards & RANK_ZERO * 0x2AA)
        + 2 * popcount(cards & RANK_ZERO * 0x0CC)
        + 4 * popcount(cards & RANK_ZERO * 0x0F0)
        + 8 * popcount(cards & RANK_ZERO * 0x300)
    )


def _by_rank(uint64_t cards):
    """List a set of cards in the order in which they can be barred."""
    return sorted((card for card in range(CARDS) if cards >> <int>card & 1), key=lambda card: card % RANKS)
